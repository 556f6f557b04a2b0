"""The slot network as an ONNX file, in float and with int8 convolutions.

Static quantisation (QDQ, per channel, weights int8, activations uint8), scales measured on training boards.
The first convolution stays in float: with three input channels int8 is slower there.
"""

from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from models.training.slots_net import SlotNet, SlotReaderNet
from vision.views import SLOTS, STRIP_H, STRIP_W, normalise


class _Boards(CalibrationDataReader):  # type: ignore[misc]
    def __init__(self, strips: list[NDArray[np.uint8]]) -> None:
        self._rows = iter(strips)

    def get_next(self) -> dict[str, NDArray[np.float32]] | None:
        board = next(self._rows, None)
        return None if board is None else {"strips": normalise(board)[None]}


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


def quantise(path: Path, boards: list[NDArray[np.uint8]], out: Path) -> None:
    """Write the int8 network; boards: strips (25, 160, 32, 3) of training boards to measure scales on."""
    ready = out.with_suffix(".ready.onnx")
    quant_pre_process(str(path), str(ready), skip_symbolic_shape=True)
    convolutions = [node.name for node in onnx.load(str(ready)).graph.node if node.op_type == "Conv"]
    quantize_static(
        str(ready),
        str(out),
        _Boards(boards),
        quant_format=QuantFormat.QDQ,
        per_channel=True,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        nodes_to_quantize=convolutions[1:],
    )
    ready.unlink()
