"""The weights of an ONNX file of ours back in the network they came from, to go on training from there.

Batch norms are folded into their convolutions when a network is exported. Here each gets as its scale and
shift what makes it do nothing to the folded convolution on a batch of pictures: its weight the spread, its
bias the mean of what comes in.
"""

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

LEAST_SPREAD = 0.02


def constants(model: onnx.ModelProto) -> dict[str, NDArray[Any]]:
    """The numbers a file holds, by their names; those stored in 16 bits as what becomes of them."""
    known = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
    for node in model.graph.node:
        if node.op_type == "Cast" and node.input[0] in known:
            known[node.output[0]] = known[node.input[0]].astype(np.float32)
    return known


def convolutions(model: onnx.ModelProto) -> Iterator[tuple[NDArray[np.float32], NDArray[np.float32]]]:
    """Weights and biases of the convolutions in their order, whether stored as numbers or in 8 bits."""
    known = constants(model)
    for node in model.graph.node:
        if node.op_type == "DequantizeLinear" and node.input[0] in known:
            whole, scale, zero = (known[name].astype(np.float32) for name in node.input)
            shape = (-1, *[1] * (whole.ndim - 1))
            known[node.output[0]] = (whole - zero.reshape(shape)) * scale.reshape(shape)
    for node in model.graph.node:
        if node.op_type == "Conv":
            weight, bias = (known[name].astype(np.float32) for name in node.input[1:3])
            yield weight, bias


def start_from(net: nn.Module, file: Path, *inputs: Tensor, absent: Collection[str] = ()) -> None:
    """Give a network the weights of its exported file.

    inputs: a batch on which the batch norms are measured; absent: parts that the file may lack, which stay as
    they are then. Raises ValueError where the file holds another network.
    """
    model = onnx.load(str(file))
    stored = list(convolutions(model))
    convs = [part for part in net.modules() if isinstance(part, nn.Conv2d)]
    if len(stored) != len(convs):
        raise ValueError(f"{file}: {len(stored)} convolutions, the network has {len(convs)}")
    for conv, (weight, bias) in zip(convs, stored, strict=True):
        if tuple(conv.weight.shape) != weight.shape:
            raise ValueError(f"{file}: a convolution of {weight.shape}, the network has {conv.weight.shape}")
        conv.weight.data = torch.from_numpy(weight.copy())
        if conv.bias is not None:
            conv.bias.data = torch.from_numpy(bias.copy())
    _linear(net, model, absent)
    norms = [part for part in net.modules() if isinstance(part, nn.BatchNorm2d)]
    folded = [bias for conv, (_, bias) in zip(convs, stored, strict=True) if conv.bias is None]
    for norm, bias in zip(norms, folded, strict=True):
        _does_nothing(net, norm, torch.from_numpy(bias.copy()), inputs)


def _does_nothing(net: nn.Module, norm: nn.BatchNorm2d, bias: Tensor, inputs: tuple[Tensor, ...]) -> None:
    """Set one batch norm by what comes into it, those before it being set already."""
    seen: list[Tensor] = []
    hook = norm.register_forward_hook(lambda _, given, __: seen.append(given[0].detach()))
    net.eval()
    with torch.no_grad():
        net(*inputs)
    hook.remove()
    mean, spread = seen[0].mean(dim=(0, 2, 3)), seen[0].std(dim=(0, 2, 3)).clamp(min=LEAST_SPREAD)
    assert norm.running_mean is not None
    assert norm.running_var is not None
    norm.running_mean.data, norm.running_var.data = mean.clone(), spread**2
    norm.weight.data = torch.sqrt(spread**2 + norm.eps)
    norm.bias.data = mean + bias


def _linear(net: nn.Module, model: onnx.ModelProto, absent: Collection[str]) -> None:
    """Fully connected layers and layer norms, which are exported in float; a layer's bias keeps its name, its
    weight may have been turned and renamed."""
    known = constants(model)
    weights = dict(known)
    for node in model.graph.node:
        if node.op_type == "Gemm" and node.input[1] in known:
            turned = any(one.name == "transB" and one.i for one in node.attribute)
            weight = known[node.input[1]]
            weights[node.input[2].removesuffix("bias") + "weight"] = weight if turned else weight.T
    for name, part in net.named_modules():
        if name in absent and f"net.{name}.bias" not in weights:
            continue
        if isinstance(part, nn.Linear | nn.LayerNorm):
            for kind in ("weight", "bias"):
                values = weights[f"net.{name}.{kind}"].astype(np.float32)
                getattr(part, kind).data = torch.from_numpy(values.copy())


def added(model: onnx.ModelProto, shape: tuple[int, ...]) -> NDArray[np.float32]:
    """The one constant of this shape that is added to something. Raises ValueError unless there is one."""
    known = constants(model)
    adds = [name for node in model.graph.node if node.op_type == "Add" for name in node.input]
    found = [known[name] for name in adds if name in known and known[name].shape == shape]
    if len(found) != 1:
        raise ValueError(f"{len(found)} constants of {shape} are added, one was looked for")
    return found[0].astype(np.float32)
