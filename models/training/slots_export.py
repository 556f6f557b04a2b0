"""The slot network as an ONNX file, in float and with int8 convolutions.

Static quantisation (QDQ, per channel, weights int8, activations uint8), scales measured on training boards.
The input is 8-bit, too, so that no frame is ever converted to float.
"""

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from models.training.onnx_files import quantise
from models.training.slots_net import SlotNet, SlotReaderNet
from vision.views import CELL_COLUMNS, CELL_ROWS, CHANNELS, SLOTS, STEP, ZERO, SlotViews


def export_float(net: SlotNet, temperatures: list[float], path: Path) -> None:
    """Write the float network: input ``cells`` (25, 80, 16, 8) of one board, outputs probabilities."""
    wrapped = SlotReaderNet(net).eval()
    wrapped.temperature.data = torch.tensor(temperatures)
    torch.onnx.export(
        wrapped,
        (torch.zeros(SLOTS, CELL_ROWS, CELL_COLUMNS, CHANNELS),),
        str(path),
        input_names=["cells"],
        output_names=["count", "dark", "hidden", "bar"],
        dynamo=False,
        opset_version=17,
    )


def export_int8(path: Path, boards: list[NDArray[np.uint8]], out: Path) -> None:
    """Write the int8 network; boards: strips (25, 160, 32, 3) of training boards to measure scales on."""
    feed = [
        {"cells": (SlotViews.of(board).cells().astype(np.float32) - ZERO) * np.float32(STEP)}
        for board in boards
    ]
    quantise(path, out, feed, eight_bit=(STEP, ZERO))
