"""Train a network that counts men: ``python -m models.training.men bar|trays --data DIR... --out FILE.onnx``.

DIRs are folders of ``fixtures.dataset``: for the bar of whole boards, for trays of ``--aim borne``. Trains on
the family "train", chooses the temperature on "val"; "test" is left alone. Recipes: models/cards/men.md.
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from models.training import slots_data
from models.training.men_data import MOST_ON_BAR, NO_COLOUR, MenSet, gather
from models.training.men_net import MenCounterNet, MenNet
from models.training.one_cycle import OneCycle
from models.training.onnx_files import enter, halve, quantise
from models.training.slots import HIDDEN_AT, go_on_from
from models.training.slots_net import SlotNet
from vision.men import UNLIKE
from vision.reading import MAX_COUNT
from vision.trays import COLUMNS, ROWS
from vision.views import CELL_COLUMNS, CELL_ROWS, STEP, YUV_TO_BGR, ZERO

Floats = NDArray[np.float32]
SHAPES = {"bar": (CELL_ROWS, CELL_COLUMNS, MOST_ON_BAR + 1), "trays": (ROWS, COLUMNS, MAX_COUNT + 1)}
NO_SIDE = 0.02
"""Share of the strips whose checkers of a side are made unknown in training."""
EMPTY = 1.3
"""Questions with the answer none for each with another, in one epoch."""
CALIBRATION = 300
"""Questions on which the int8 scales are measured."""


def batch_of(
    data: MenSet, questions: NDArray[np.int64], rng: np.random.Generator | None
) -> tuple[Tensor, Tensor, Tensor]:
    """(cells, men, hidden) of some questions, numbered 2 * strip + side; rng: for other hues, contrasts and
    noise than those of the pictures."""
    strip, side = np.divmod(questions, 2)
    number = len(questions)
    mean, gain = data.scale[strip, 0], data.scale[strip, 1]
    light = data.light[strip].astype(np.float32) - mean[:, None, None, None]
    light *= np.float32(YUV_TO_BGR[0, 0])
    chroma = data.chroma[strip].astype(np.float32) - 128
    colours = data.colours[strip]
    unknown = colours[..., 0] == NO_COLOUR
    colours[..., 0] = (colours[..., 0] - mean[:, None]) * YUV_TO_BGR[0, 0]
    colours[..., 1:] -= 128
    if rng is not None:
        unknown |= rng.random(unknown.shape) < NO_SIDE
        colours += rng.normal(0, 4, colours.shape).astype(np.float32)
        turn = _turns(number, rng)
        chroma = np.einsum("nrcu,nvu->nrcv", chroma, turn)
        colours[..., 1:] = np.einsum("nku,nvu->nkv", colours[..., 1:], turn)
        gain = gain * np.exp(rng.normal(0, 0.15, number)).astype(np.float32)
        shift = rng.normal(0, 6, number).astype(np.float32)
        light += shift[:, None, None, None]
        colours[..., 0] += shift[:, None]
    colours[unknown] = np.nan
    light *= gain[:, None, None, None]
    chroma *= gain[:, None, None, None]
    colours *= gain[:, None, None]
    order = np.stack([side, 1 - side], axis=1)[..., None]
    cells = _cells(light, chroma, np.take_along_axis(colours, order, axis=1), rng)
    men = np.take_along_axis(data.men[strip], side[:, None], axis=1)[:, 0]
    return cells, torch.from_numpy(men.astype(np.int64)), torch.from_numpy(data.hidden[strip])


def _cells(light: Floats, chroma: Floats, sides: Floats, rng: np.random.Generator | None) -> Tensor:
    """As `vision.men.asked`; sides: (n, 2, 3) the side asked for and the other, not finite where unknown."""
    middle = np.concatenate([light.mean(axis=-1, keepdims=True), chroma], axis=-1)
    away = np.sqrt(((middle[..., None, :] - sides[:, None, None]) ** 2).sum(axis=-1))
    unlike = np.minimum(np.nan_to_num(away, nan=np.inf), UNLIKE / STEP)
    whole = np.concatenate([light, chroma, unlike], axis=-1)
    if rng is not None:
        whole[..., :6] += rng.normal(0, float(rng.uniform(0, 1.5)), whole[..., :6].shape)
    whole = np.clip(np.rint(whole), -ZERO, 255 - ZERO).astype(np.float32) * np.float32(STEP)
    cells = torch.from_numpy(np.ascontiguousarray(whole.transpose(0, 3, 1, 2)))
    return cells if rng is None else _flipped(cells, rng)


def _flipped(cells: Tensor, rng: np.random.Generator) -> Tensor:
    """Half of the strips turned end to end, half from side to side: as many men lie there."""
    for axis, order in ((2, (2, 3, 0, 1)), (3, (1, 0, 3, 2))):
        chosen = torch.from_numpy(rng.random(len(cells)) < 0.5)
        turned = cells[chosen].flip(axis)
        cells[chosen] = torch.cat([turned[:, list(order)], turned[:, 4:]], dim=1)
    return cells


def _turns(number: int, rng: np.random.Generator) -> Floats:
    """(number, 2, 2) turns of hue, half of them by any angle, with more or less saturation."""
    slight, any_angle = rng.normal(0, 0.1, number), rng.uniform(-np.pi, np.pi, number)
    angle = np.where(rng.random(number) < 0.5, any_angle, slight)
    c, s = np.cos(angle), np.sin(angle)
    turn = np.stack([np.stack([c, -s], -1), np.stack([s, c], -1)], -2)
    return np.asarray(turn * rng.uniform(0.4, 1.4, (number, 1, 1)), np.float32)


def thinned(data: MenSet, rng: np.random.Generator) -> NDArray[np.int64]:
    """Questions of one epoch, shuffled: all about men that lie there, and EMPTY times as many others. A strip
    that is hidden is asked about once in ten times, so that it learns to say so."""
    use = (data.hidden <= HIDDEN_AT) | (rng.random(len(data)) < 0.1)
    there, asked = (data.men > 0).reshape(-1), np.repeat(use, 2)
    some, none = np.flatnonzero(there & asked), np.flatnonzero(~there & asked)
    few = rng.choice(none, min(len(none), round(EMPTY * len(some))), replace=False)
    return rng.permutation(np.concatenate([some, few]))


def losses(count: Tensor, covered: Tensor, men: Tensor, hidden: Tensor) -> Tensor:
    """Cross entropies; what is hidden is not counted."""
    seen = (hidden <= HIDDEN_AT).float()
    count_loss = functional.cross_entropy(count, men, reduction="none", label_smoothing=0.01)
    count_loss = (count_loss * seen).sum() / seen.sum().clamp(min=1)
    hidden_loss = functional.binary_cross_entropy_with_logits(covered, ((hidden - 0.1) / 0.5).clamp(0, 1))
    return count_loss + 0.25 * hidden_loss


def answers(net: MenNet, data: MenSet) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """(count logits, hidden logits, men, hidden) of all questions, colours as they are."""
    net.eval()
    rows = []
    with torch.no_grad():
        for some in np.array_split(np.arange(2 * len(data)), max(1, len(data) // 128)):
            cells, men, hidden = batch_of(data, some, None)
            rows.append((*net(cells), men, hidden))
    count, covered, men, hidden = (torch.cat(parts) for parts in zip(*rows, strict=True))
    return count, covered, men, hidden


def evaluate(net: MenNet, data: MenSet) -> dict[str, float]:
    """Shares right, of what can be seen: men, men within one, none, and of what is said with 0.95."""
    count, covered, men, hidden = answers(net, data)
    seen = hidden <= HIDDEN_AT
    said, p = count.argmax(-1), torch.softmax(count, -1).max(-1).values
    there, near = seen & (men > 0), (said - men).abs() <= 1
    shares = {
        "men": (said == men)[there],
        "near": near[there],
        "there": (said > 0)[there],
        "none": (said == 0)[seen & (men == 0)],
        "sure": (said == men)[seen & (p >= 0.95)],
        "hidden": (covered > 0) == (hidden > HIDDEN_AT),
    }
    return {name: round(float(right.float().mean()), 4) for name, right in shares.items()}


def fit_temperature(net: MenNet, data: MenSet) -> float:
    """The temperature of the counts that minimises the log loss on held-out strips."""
    count, _, men, hidden = answers(net, data)
    seen = hidden <= HIDDEN_AT
    grid = torch.linspace(0.6, 3.0, 49)
    return float(min(grid, key=lambda t: float(functional.cross_entropy(count[seen] / t, men[seen]))))


def train(net: MenNet, data: MenSet, val: MenSet, epochs: int, size: int, rate: float, out: Path) -> None:
    """AdamW with a one-cycle rate; prints one line an epoch."""
    rng = np.random.default_rng(1)
    steps = int(0.95 * len(thinned(data, rng))) // size
    cycle = OneCycle(net, rate, steps * epochs, rising=0.15)
    for epoch in range(epochs):
        net.train()
        order, started, total = thinned(data, rng), time.monotonic(), 0.0
        for start in range(0, steps * size, size):
            cells, men, hidden = batch_of(data, order[start : start + size], rng)
            with torch.autocast("cpu", dtype=torch.bfloat16):
                count, covered = net(cells)
                loss = losses(count, covered, men, hidden)
            cycle.learn(loss)
            total += float(loss.detach())
        took = time.monotonic() - started
        print(
            f"epoch {epoch + 1}/{epochs} {took:.0f} s loss {total / steps:.4f} {evaluate(net, val)}",
            flush=True,
        )
        torch.save(net.state_dict(), out)


def export(net: MenNet, temperature: float, data: MenSet, out: Path) -> None:
    """Write the network with 8-bit input and int8 convolutions, scales measured on some questions, the rest
    of its weights stored in 16 bits."""
    some = np.random.default_rng(2).choice(2 * len(data), min(2 * len(data), CALIBRATION), replace=False)
    cells = batch_of(data, some, None)[0].permute(0, 2, 3, 1).contiguous()
    whole = out.with_suffix(".float.onnx")
    names = {"input_names": ["cells"], "output_names": ["count", "hidden"]}
    wrapped = MenCounterNet(net, temperature).eval()
    axes = {name: {0: "n"} for name in ("cells", "count", "hidden")}
    torch.onnx.export(
        wrapped, (cells[:2],), str(whole), **names, dynamic_axes=axes, dynamo=False, opset_version=17
    )
    feed = [{"cells": part.numpy()} for part in cells.split(4)]
    quantise(whole, out, feed, eight_bit=(STEP, ZERO))
    halve(out)


def trunk_of(file: Path, folder: Path) -> torch.nn.Sequential:
    """The trunk of a slot network; folder: pictures by which its batch norms are measured anew."""
    net = SlotNet()
    go_on_from(net, file, slots_data.build(folder, "val", 1, 1))
    return net.trunk


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=tuple(SHAPES))
    parser.add_argument("--data", nargs="+", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True, help="the .onnx file to write")
    parser.add_argument("--start", type=Path, help="weights (.pt) to go on from")
    parser.add_argument("--trunk", type=Path, help="a slot network (.onnx) whose trunk to begin with")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(1)
    net = MenNet(*SHAPES[options.what])
    if options.start:
        net.load_state_dict(torch.load(options.start, weights_only=True))
    elif options.trunk:
        net.trunk.load_state_dict(trunk_of(options.trunk, options.data[0]).state_dict())
    data = gather(options.data, options.what, "train", 1)
    val = gather(options.data, options.what, "val", 2)
    print(sum(p.numel() for p in net.parameters()), "parameters,", len(data), "strips,", len(val), "held out")
    weights = options.out.with_suffix(".pt")
    train(net, data, val, options.epochs, options.batch, options.rate, weights)
    temperature = fit_temperature(net, val)
    print("temperature:", temperature)
    export(net, temperature, data, options.out)
    enter(options.out.parent, options.what, options.out.name)


if __name__ == "__main__":
    main()
