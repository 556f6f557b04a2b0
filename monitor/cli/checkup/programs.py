"""Libraries, networks, the sample match, and programs that some things need."""

import importlib
import importlib.metadata
import importlib.util
import os
import shutil
from collections.abc import Iterator
from typing import Final

from models.errors import ModelError
from monitor.cli.checkup.check import Check, ok
from monitor.demo import DemoMissingError, demo_folder

BINARY: Final = ("numpy", "av", "onnxruntime", "simplejpeg")
"""Libraries that may be there and not start: they are tried."""
NEEDED: Final = (
    "aiomqtt",
    "fastapi",
    "prometheus-client",
    "pydantic",
    "rich",
    "structlog",
    "typer",
    "uvicorn",
    "websockets",
)
PARTS: Final = (
    ("training networks", "train", ("torch", "onnx")),
    ("rendering synthetic boards", "synth", ("mitsuba",)),
    ("many machines at once", "cluster", ("ray",)),
)
"""What for, extra of the distribution, modules."""
PROGRAMS: Final = (
    ("mosquitto", ("mosquitto",), "many tables: the broker between stations and the director", "mosquitto"),
    ("gnubg", ("gnubg",), "analysis after the match", "gnubg"),
    ("Chromium", ("chromium", "chromium-browser", "google-chrome"), "tests of the pages", "chromium"),
    ("GStreamer", ("gst-launch-1.0",), "tests with a network camera", "gstreamer1.0-tools"),
)
"""Name, commands, what for, Debian's package."""
_ASIDE: Final = os.pathsep.join(("/usr/sbin", "/usr/local/sbin", "/usr/games", "/usr/local/games"))
"""Where Debian puts some of them, off the usual path."""


def libraries() -> Iterator[Check]:
    """What is needed at all."""
    remedy = "Install gammonitor again in an environment of its own"
    absent = []
    for name in NEEDED:
        try:
            importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            absent.append(name)
    if absent:
        yield Check("missing", "libraries", f"{', '.join(absent)} not installed", remedy)
    else:
        yield ok("libraries", ", ".join(NEEDED))
    for name in BINARY:
        try:
            importlib.import_module(name)
            yield ok(name, importlib.metadata.version(name))
        except (ImportError, OSError) as error:
            yield Check("missing", name, str(error), remedy)
    try:
        from calibration.cv import cv2

        yield ok("OpenCV", cv2.__version__)
    except Exception as error:  # noqa: BLE001 - calibration.cv turns every failure into its remedy
        yield Check("missing", "OpenCV", str(error))


def parts() -> Iterator[Check]:
    """What only some things need."""
    for purpose, extra, modules in PARTS:
        absent = [name for name in modules if importlib.util.find_spec(name) is None]
        if absent:
            remedy = f"Install: pip install gammonitor[{extra}]"
            yield Check("optional", purpose, f"{', '.join(absent)} not installed", remedy)
        else:
            yield ok(purpose, ", ".join(modules))


def networks() -> Iterator[Check]:
    """The weights against their manifest."""
    try:
        from models import verify

        for entry, fault in verify():
            if fault:
                yield Check("missing", "model", fault)
            else:
                yield ok("model", f"{entry.name} ({entry.file})")
    except (ImportError, ModelError) as error:
        yield Check("missing", "models", str(error))


def programs() -> Iterator[Check]:
    """Programs beside this one."""
    for name, commands, purpose, package in PROGRAMS:
        found = next((path for one in commands if (path := _which(one))), None)
        if found is None:
            yield Check("optional", name, f"not installed; for {purpose}", f"Run: apt-get install {package}")
        else:
            yield ok(name, found)


def sample() -> Iterator[Check]:
    """The match to try everything with."""
    try:
        yield ok("sample match", str(demo_folder()))
    except DemoMissingError as error:
        yield Check("optional", "sample match", str(error))


def _which(command: str) -> str | None:
    return shutil.which(command) or shutil.which(command, path=_ASIDE)
