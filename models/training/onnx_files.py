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
    """Put (or renew) one network's file and SHA-256 in the manifest, leaving the others alone."""
    path = folder / "manifest.toml"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    digest = hashlib.sha256((folder / file).read_bytes()).hexdigest()
    block = f'[model.{name}]\nfile = "{file}"\nsha256 = "{digest}"\ntemperature = 1.0\n'
    pattern = re.compile(rf"\[model\.{name}\]\n(?:(?!\[).*\n?)*")
    text = (
        pattern.sub(block + "\n", text)
        if pattern.search(text)
        else text.rstrip() + ("\n\n" if text.strip() else "") + block
    )
    path.write_text(text.rstrip() + "\n", encoding="utf-8")
