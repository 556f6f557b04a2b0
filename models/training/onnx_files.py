"""Network files: int8 copies, names of nodes, and lines of the manifest."""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import numpy_helper
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

SMALL = 256
"""Constants with fewer numbers than this are not worth storing in 16 bits."""


class _Feed(CalibrationDataReader):  # type: ignore[misc]
    def __init__(self, rows: list[dict[str, NDArray[np.float32]]]) -> None:
        self._rows: Iterator[dict[str, NDArray[np.float32]]] = iter(rows)

    def get_next(self) -> dict[str, NDArray[np.float32]] | None:
        return next(self._rows, None)


def quantise(
    file: Path,
    out: Path,
    feed: list[dict[str, NDArray[np.float32]]],
    keep: list[str] | None = None,
    eight_bit: tuple[float, int] | None = None,
) -> None:
    """Write a copy of a network with int8 convolutions, scales measured on ``feed``.

    Convolutions named in ``keep`` and all matrix products stay float.
    eight_bit: step and zero of the one input where the copy shall take it as uint8; it must go through one
    Transpose to the first convolution.
    """
    ready = out.with_suffix(".ready.onnx")
    quant_pre_process(str(file), str(ready))
    join_pads(ready)
    options: dict[str, Any] = {"nodes_to_exclude": keep or []}
    if eight_bit is not None:
        step, zero = np.array(eight_bit[0], np.float32), np.array(eight_bit[1], np.uint8)
        fixed = {_turned_input(onnx.load(str(ready))).output[0]: [{"scale": step, "zero_point": zero}]}
        options["extra_options"] = {"TensorQuantOverrides": fixed}
    quantize_static(
        str(ready),
        str(out),
        _Feed(feed),
        quant_format=QuantFormat.QDQ,
        per_channel=True,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        op_types_to_quantize=["Conv", "Relu"],
        **options,
    )
    ready.unlink()
    if eight_bit is not None:
        model = onnx.load(str(out))
        turned = _turned_input(model)
        (rounding,) = (node for node in model.graph.node if turned.output[0] in node.input)
        for node in model.graph.node:
            node.input[:] = [turned.output[0] if name == rounding.output[0] else name for name in node.input]
        model.graph.node.remove(rounding)
        for value in (model.graph.input[0], *model.graph.value_info):
            if value.name in (turned.input[0], turned.output[0]):
                value.type.tensor_type.elem_type = onnx.TensorProto.UINT8
        onnx.save(model, str(out))


def _turned_input(model: onnx.ModelProto) -> onnx.NodeProto:
    """The Transpose that the network's input goes through."""
    name = model.graph.input[0].name
    (node,) = (node for node in model.graph.node if name in node.input)
    if node.op_type != "Transpose":
        raise ValueError(f"input {name} goes to {node.op_type}, not to a Transpose")
    return node


def join_pads(file: Path) -> None:
    """Make every Pad by zeros before a convolution part of that convolution."""
    model = onnx.load(str(file))
    known = {constant.name: numpy_helper.to_array(constant) for constant in model.graph.initializer}
    for pad in [node for node in model.graph.node if node.op_type == "Pad"]:
        (conv,) = (node for node in model.graph.node if pad.output[0] in node.input)
        sides = known[pad.input[1]].tolist()
        spatial = [*sides[2:4], *sides[6:8]]
        (pads,) = (attribute for attribute in conv.attribute if attribute.name == "pads")
        pads.ints[:] = [old + new for old, new in zip(pads.ints, spatial, strict=True)]
        conv.input[0] = pad.input[0]
        model.graph.node.remove(pad)
    onnx.save(model, str(file))


def halve(file: Path) -> None:
    """Store a network's weights as 16-bit floats; they become 32-bit again when it is loaded.

    The file is half as large, each weight off by at most one part in 2,048; the arithmetic stays in 32 bits.
    """
    model = onnx.load(str(file))
    casts: list[onnx.NodeProto] = []
    for constant in [one for one in model.graph.initializer if one.data_type == onnx.TensorProto.FLOAT]:
        values = numpy_helper.to_array(constant)
        if values.size < SMALL:
            continue
        name = constant.name
        model.graph.initializer.remove(constant)
        model.graph.initializer.append(numpy_helper.from_array(values.astype(np.float16), f"{name}.half"))
        whole = onnx.TensorProto.FLOAT
        casts.append(onnx.helper.make_node("Cast", [f"{name}.half"], [name], f"{name}.whole", to=whole))
    nodes = [*casts, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.save(model, str(file))


def conv_names(file: Path) -> list[str]:
    """Names of a network's convolutions, in order."""
    return [node.name for node in onnx.load(str(file)).graph.node if node.op_type == "Conv"]


def enter(folder: Path, name: str, file: str) -> None:
    """Put a network's file and SHA-256 in the manifest; what else stands there about it is kept."""
    path = folder / "manifest.toml"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    digest = hashlib.sha256((folder / file).read_bytes()).hexdigest()
    known = re.compile(rf'(\[model\.{name}\]\nfile = ")[^"]*("\nsha256 = ")[^"]*')
    if known.search(text):
        text = known.sub(rf"\g<1>{file}\g<2>{digest}", text)
    else:
        text = f'{text.rstrip()}\n\n[model.{name}]\nfile = "{file}"\nsha256 = "{digest}"\n'
    path.write_text(text.lstrip(), encoding="utf-8")
