"""The slot network as an ONNX file, in float and with int8 convolutions.

Static quantisation (QDQ, per channel, weights int8, activations uint8), scales measured on training boards.
The first convolution stays in float: with three input channels int8 is slower there.
"""

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from models.training.onnx_files import conv_names, gemm_names, quantise
from models.training.slots_net import SlotNet, SlotReaderNet
from vision.views import SLOTS, STRIP_H, STRIP_W, normalise


def export_float(net: SlotNet, temperatures: list[float], path: Path) -> None:
    """Write the float network: input ``strips`` (1, 25, 3, 160, 32) normalised, outputs probabilities."""
    wrapped = SlotReaderNet(net).eval()
    wrapped.temperature.data = torch.tensor(temperatures)
    torch.onnx.export(
        wrapped,
        (torch.zeros(1, SLOTS, 3, STRIP_H, STRIP_W),),
        str(path),
        input_names=["strips"],
        output_names=["count", "dark", "hidden", "bar"],
        dynamo=False,
        opset_version=17,
    )


def export_int8(path: Path, boards: list[NDArray[np.uint8]], out: Path) -> None:
    """Write the int8 network; boards: strips (25, 160, 32, 3) of training boards to measure scales on."""
    feed = [{"strips": normalise(board)[None]} for board in boards]
    quantise(path, out, feed, keep=[conv_names(path)[0], *gemm_names(path)])
