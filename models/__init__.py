"""Trained networks: files, manifest, and checked loading.

Every file is named in manifest.toml with its SHA-256; a file that is missing or differs is refused.
"""

import hashlib
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from models.errors import ModelError
from models.runtime import InferenceSession, open_session

__all__ = ["ModelEntry", "ModelError", "load_session", "manifest", "verify"]

FOLDER = Path(str(files("models")))


@dataclass(frozen=True)
class ModelEntry:
    """One network of the manifest: file name and SHA-256 (hex)."""

    name: str
    file: str
    sha256: str


def manifest(folder: Path = FOLDER) -> dict[str, ModelEntry]:
    """The networks named in ``manifest.toml``, by name."""
    path = folder / "manifest.toml"
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
        return {
            name: ModelEntry(name, table["file"], table["sha256"]) for name, table in tables["model"].items()
        }
    except FileNotFoundError as error:
        raise ModelError(f"{path} is missing; install gammonitor again") from error
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise ModelError(f"{path} is not a model manifest ({error}); install gammonitor again") from error


def checked_bytes(entry: ModelEntry, folder: Path = FOLDER) -> bytes:
    """The file's content, after its SHA-256 was compared with the manifest's."""
    path = folder / entry.file
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ModelError(
            f"model {entry.name}: {path} cannot be read ({error.strerror}); install again"
        ) from error
    found = hashlib.sha256(content).hexdigest()
    if found != entry.sha256:
        raise ModelError(
            f"model {entry.name}: {path} has SHA-256 {found[:12]}..., but the manifest says "
            f"{entry.sha256[:12]}...; the file was altered or damaged, install gammonitor again"
        )
    return content


def load_session(name: str, folder: Path = FOLDER, threads: int = 1) -> InferenceSession:
    """An ONNX Runtime session for a network of the manifest, on the CPU."""
    entries = manifest(folder)
    if name not in entries:
        known = ", ".join(sorted(entries))
        raise ModelError(f"no model named {name!r} in the manifest; there are: {known}")
    content = checked_bytes(entries[name], folder)
    try:
        return open_session(content, threads)
    except Exception as error:  # onnxruntime has no public base class for its errors
        raise ModelError(f"model {name}: {entries[name].file} is not a usable network ({error})") from error


@cache
def shared_session(name: str) -> InferenceSession:
    """The packaged network of that name, loaded once a process."""
    return load_session(name)


def verify(folder: Path = FOLDER) -> Iterable[tuple[ModelEntry, str | None]]:
    """Every network of the manifest with None, or with what is wrong with its file."""
    for entry in manifest(folder).values():
        try:
            load_session(entry.name, folder)
            yield entry, None
        except ModelError as error:
            yield entry, str(error)
