"""The finding network straight from a file, before the manifest knows it."""

from pathlib import Path

from models.runtime import InferenceSession, SessionOptions
from vision.dice_find import Finder


def finder_of(file: Path) -> Finder:
    """A finder that runs one ONNX file on one thread."""
    options = SessionOptions()
    options.intra_op_num_threads = 1
    return Finder(InferenceSession(str(file), options, providers=["CPUExecutionProvider"]))
