"""The finding network straight from a file, before the manifest knows it."""

from pathlib import Path

from models.runtime import open_session
from vision.dice_find import Finder


def finder_of(file: Path) -> Finder:
    """A finder that runs one ONNX file on one thread."""
    return Finder(open_session(file.read_bytes()))
