"""The finding network straight from a file, before the manifest knows it."""

from pathlib import Path

import onnxruntime

from vision.dice_find import Finder


def finder_of(file: Path) -> Finder:
    """A finder that runs one ONNX file on one thread."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return Finder(onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"]))
