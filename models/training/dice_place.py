"""The part of the reading network that says where in its crop a die lies: trained on top of the finished
network, which it leaves as it is, and added to its file."""

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper
from torch import nn

from models.training.cosine import CosineDescent
from models.training.dice_data import EDGE, CropSet
from models.training.dice_net import PlaceNet, ReadNet
from models.training.dice_read import LEAST_VISIBLE, augment, views_of

ASTRAY = 0.7
"""Share of the crops cut beside the die, too large or too small."""
LEAST_TOLD = 0.03
"""Errors below this, in edges, count little."""


def placed(crops: CropSet) -> CropSet:
    """The dice of a set that can be seen and whose place is known."""
    kind, seen, edge = crops.labels[:, 0], crops.labels[:, 4], crops.labels[:, 5]
    keep = (kind == 1) & (seen >= LEAST_VISIBLE) & (edge > 0)
    return CropSet(crops.pictures[keep], crops.labels[keep])


def train_place(
    reader: ReadNet, sets: list[tuple[CropSet, float]], steps: int, seed: int = 1, batch: int = 160
) -> PlaceNet:
    """Train on several sets of dice, each with its share of every batch. ``reader`` stays as it is."""
    torch.manual_seed(seed)
    gen, rng = torch.Generator().manual_seed(seed), np.random.default_rng(seed)
    reader = reader.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    reader.eval()
    net = PlaceNet()
    held = [
        (torch.from_numpy(one.pictures), views_of(one.labels), torch.from_numpy(one.labels[:, 5] / EDGE))
        for one, _ in sets
    ]
    descent = CosineDescent(net, "place", steps, 2e-3, decay=1e-2)
    for _ in range(steps):
        parts = []
        for (pictures, view, edge), (_, share) in zip(held, sets, strict=True):
            picks = torch.from_numpy(rng.integers(0, len(pictures), max(1, round(batch * share))))
            parts.append((pictures[picks], view[picks], edge[picks]))
        pictures, view, edge = (torch.cat(part) for part in zip(*parts, strict=True))
        crops, views, want = augment(pictures, view, torch.ones(len(pictures)), gen, ASTRAY)
        want[:, 2] += torch.log(edge)
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
            crops = crops.contiguous(memory_format=torch.channels_last)
            told = reader.parts(crops, reader.look(views))
        descent.learn(nn.functional.smooth_l1_loss(net(told.float()), want, beta=LEAST_TOLD))
    net.eval()
    return net


def add_place(net: PlaceNet, file: Path) -> None:
    """Add the output "place" to a reading network's file, or put it in place of the one that is there.

    Raises ValueError where the file holds another network.
    """
    model = onnx.load(str(file))
    graph = model.graph
    for kept in (graph.node, graph.initializer, graph.output):
        for one in [one for one in kept if one.name.startswith("place")]:
            kept.remove(one)
    flats = [node for node in graph.node if node.op_type in ("Flatten", "Reshape")]
    if len(flats) != 1:
        raise ValueError(f"{file}: {len(flats)} places where what is seen becomes a row, one was looked for")
    state = {name: value.detach().numpy() for name, value in net.state_dict().items()}
    graph.initializer.extend(numpy_helper.from_array(value, f"place.{name}") for name, value in state.items())

    def layer(name: str, given: str, out: str) -> onnx.NodeProto:
        inputs = [given, f"place.{name}.weight", f"place.{name}.bias"]
        return helper.make_node("Gemm", inputs, [out], f"place.{name}", transB=1)

    graph.node.extend(
        [
            layer("hidden", flats[0].output[0], "place.told"),
            helper.make_node("Relu", ["place.told"], ["place.kept"], "place.relu"),
            layer("out", "place.kept", "place"),
        ]
    )
    graph.output.append(helper.make_tensor_value_info("place", onnx.TensorProto.FLOAT, ["n", 3]))
    onnx.checker.check_model(model)
    onnx.save(model, str(file))
