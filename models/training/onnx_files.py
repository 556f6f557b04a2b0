"""Network files: int8 copies, names of nodes, and lines of the manifest."""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process


class _Feed(CalibrationDataReader):  # type: ignore[misc]
    def __init__(self, rows: list[dict[str, NDArray[np.float32]]]) -> None:
        self._rows: Iterator[dict[str, NDArray[np.float32]]] = iter(rows)

    def get_next(self) -> dict[str, NDArray[np.float32]] | None:
        return next(self._rows, None)


def quantise(
    file: Path, out: Path, feed: list[dict[str, NDArray[np.float32]]], keep: list[str] | None = None
) -> None:
    """Write an int8 copy of a network, scales measured on ``feed``; nodes named in ``keep`` stay float."""
    ready = out.with_suffix(".ready.onnx")
    quant_pre_process(str(file), str(ready))
    options: dict[str, Any] = {"nodes_to_exclude": keep or []}
    quantize_static(
        str(ready),
        str(out),
        _Feed(feed),
        quant_format=QuantFormat.QDQ,
        per_channel=True,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        op_types_to_quantize=["Conv", "Gemm"],
        **options,
    )
    ready.unlink()


def gemm_names(file: Path) -> list[str]:
    """Names of a network's matrix products."""
    return [node.name for node in onnx.load(str(file)).graph.node if node.op_type == "Gemm"]


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
