"""What program writes a journal: versions, and the networks it reads with."""

import platform
import sqlite3
from importlib import metadata

from models import ModelError, manifest
from monitor.events import Json


def about_program() -> Json:
    """Versions of gammonitor and Python, and the SHA-256 of every network as the manifest has it."""
    try:
        version = metadata.version("gammonitor")
    except metadata.PackageNotFoundError:
        version = "source tree"
    try:
        networks = {name: entry.sha256 for name, entry in manifest().items()}
    except ModelError as error:
        networks = {"error": str(error)}
    return {
        "gammonitor": version,
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "networks": networks,
    }
