"""``gammonitor doctor`` and ``gammonitor models verify``."""

import importlib
import importlib.metadata
import platform
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import typer

from models.errors import ModelError
from monitor.demo import DemoMissingError, demo_folder

State = Literal["ok", "missing", "optional"]
Check = tuple[State, str, str]
"""State, what was looked at, and what was found or what to do."""

OPTIONAL = {
    "picamera2": "the Raspberry Pi's camera: apt-get install python3-picamera2, venv --system-site-packages",
    "torch": "training networks: pip install gammonitor[train]",
    "mitsuba": "rendering synthetic boards: pip install gammonitor[synth]",
}


def run_doctor() -> int:
    """Print every check; 0 when everything that is needed works, else 1."""
    checks = [check for part in _PARTS for check in part()]
    signs = {"ok": "ok      ", "missing": "MISSING ", "optional": "optional"}
    for state, what, found in checks:
        typer.echo(f"{signs[state]}  {what}: {found}")
    return int(any(state == "missing" for state, _, _ in checks))


def run_models_verify(folder: Path | None) -> int:
    """Print the state of every network; 0 when all are sound, else 2 with the faults on stderr."""
    from models import FOLDER, verify

    faults = 0
    for entry, fault in verify(folder or FOLDER):
        if fault is None:
            typer.echo(f"ok  {entry.name}: {entry.file} {entry.sha256[:12]}")
        else:
            faults += 1
            typer.echo(f"gammonitor: {fault}", err=True)
    return 2 if faults else 0


def _python() -> Iterator[Check]:
    sound = sys.version_info >= (3, 11)
    where = f"{platform.python_version()}, {platform.system()} {platform.machine()}"
    yield ("ok", "Python", where) if sound else ("missing", "Python", f"{where}; 3.11 or newer is needed")


def _libraries() -> Iterator[Check]:
    for module, name in (("numpy", "numpy"), ("av", "av"), ("onnxruntime", "onnxruntime"), ("rich", "rich")):
        try:
            importlib.import_module(module)
            yield "ok", name, importlib.metadata.version(name)
        except (ImportError, OSError) as error:
            yield "missing", name, f"{error}. Install gammonitor again in an environment of its own"
    try:
        from calibration.cv import cv2

        yield "ok", "OpenCV", cv2.__version__
    except Exception as error:  # noqa: BLE001 - calibration.cv turns every failure into its remedy
        yield "missing", "OpenCV", str(error)


def _models() -> Iterator[Check]:
    try:
        from models import verify

        for entry, fault in verify():
            yield ("missing", "model", fault) if fault else ("ok", "model", f"{entry.name} ({entry.file})")
    except (ImportError, ModelError) as error:
        yield "missing", "models", str(error)


def _cameras() -> Iterator[Check]:
    found = sorted(path.name.removeprefix("video") for path in Path("/dev").glob("video*"))
    if found:
        yield "ok", "USB cameras", "watch with " + ", ".join(f"usb:{number}" for number in found)
    else:
        yield "optional", "USB cameras", "none connected; video files and network cameras work without"


def _extras() -> Iterator[Check]:
    for name, purpose in OPTIONAL.items():
        try:
            yield "ok", name, importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            yield "optional", name, f"not installed; for {purpose}"
    try:
        yield "ok", "sample match", str(demo_folder())
    except DemoMissingError as error:
        yield "optional", "sample match", str(error)


_PARTS: tuple[Callable[[], Iterator[Check]], ...] = (_python, _libraries, _models, _cameras, _extras)
