"""Train the slot network: ``python -m models.training.slots --data DIR... --out models/slots.onnx``.

DIRs are folders of ``fixtures.dataset`` (aim slots). Trains on the family "train", chooses temperatures on
the family "val"; the family "test" is left alone. Recipe, data and results: models/cards/slots.md.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from calibration.cv import cv2
from models.training import slots_data
from models.training.one_cycle import OneCycle
from models.training.onnx_files import enter
from models.training.onnx_weights import added, start_from
from models.training.slots_data import SlotSet
from models.training.slots_export import export_float, export_int8
from models.training.slots_net import COUNTS, WIDTH, SlotNet
from vision.views import BAR, CELL_COLUMNS, CELL_ROWS, SLOTS, STEP, STRIP_W, ZERO

HIDDEN_AT = 0.35
MIXED_LIGHT = 0.25
"""Share of boards whose lightness is mixed anew in training."""
BAR_WEIGHT = 0.6
"""Of the bar in the loss, which counts a board once for the bar and once for all its points together."""
CALIBRATION = 80
"""Boards on which the int8 scales are measured."""


def cells_of(strips: Tensor) -> Tensor:
    """As vision.views.SlotViews.cells, for a batch: blue green red (b, 25, 160, 32, 3) 0..255 to (b * 25,
    CHANNELS, 80, 16) in units of the board's spread of lightness, rounded to the steps of 8 bits.
    """
    boards = len(strips)
    grey = strips @ strips.new_tensor(GREY)
    flat = grey[:, :BAR].flatten(1)
    mean, gain = flat.mean(1), 1 / (flat.std(1) + 4.0)
    light = (grey - mean[:, None, None, None]) * gain[:, None, None, None]
    blue_red = (strips[..., ::2] - grey[..., None]) * strips.new_tensor(_CHROMA)
    blue_red = blue_red * gain[:, None, None, None, None]
    shape = boards * SLOTS, CELL_ROWS, 2, CELL_COLUMNS, 2
    quads = light.reshape(shape).permute(0, 2, 4, 1, 3).flatten(1, 2)
    chroma = blue_red.reshape(*shape, 2).mean(dim=(2, 4)).permute(0, 3, 1, 2)
    cells = torch.cat([quads, chroma, torch.zeros_like(chroma)], dim=1)
    return (cells / STEP).round().clamp(-ZERO, 255 - ZERO) * STEP


_NOISE = np.random.default_rng(5).normal(0, 255, 4_000_003).astype(np.float32)
GREY = np.array([0.114, 0.587, 0.299])
"""Lightness of blue, green and red (ITU-R BT.601)."""
_CHROMA = np.array([0.5 / (1 - 0.114), 0.5 / (1 - 0.299)]) * 224 / 255
"""Chroma of ITU-R BT.601, video range, per difference of blue and red from lightness."""


def recolour(strips: NDArray[np.uint8], rng: np.random.Generator) -> tuple[NDArray[np.float32], bool]:
    """One board's strips (25, 160, 32, 3) with other colours, light and noise, and whether that may exchange
    the lighter and the darker side.

    Gamma, then one 3x3 matrix a strip (hue turn, saturation, tint, gain), then noise; half are mirrored. One
    board in four takes its lightness from another mix of the three colours: so there are checkers as light
    as their points, told from them by hue alone.
    """
    table = ((np.arange(256) / 255.0) ** np.exp(rng.uniform(-0.35, 0.35)) * 255.0).astype(np.float32)
    angle = rng.uniform(-np.pi, np.pi) if rng.random() < 0.4 else rng.normal(0, 0.1)
    saturation = rng.uniform(0.3, 1.5)
    c, s = np.cos(angle) * saturation, np.sin(angle) * saturation
    blue, red = np.array([1.0, 0, 0]) - GREY, np.array([0, 0, 1.0]) - GREY
    mixed = bool(rng.random() < MIXED_LIGHT)
    grey = rng.dirichlet(np.ones(3)) if mixed else GREY
    turned_blue = grey + 0.886 * (c * blue / 0.886 - s * red / 0.701)
    turned_red = grey + 0.701 * (s * blue / 0.886 + c * red / 0.701)
    green = (grey - 0.114 * turned_blue - 0.299 * turned_red) / 0.587
    gain = rng.uniform(0.5, 1.15) * np.exp(rng.uniform(-0.12, 0.12, 3))
    matrix = np.stack([turned_blue, green, turned_red]) * gain[:, None]
    lit = cv2.LUT(strips.reshape(-1, STRIP_W, 3), table).reshape(strips.shape)
    out = np.empty(strips.shape, np.float32)
    for slot in range(len(strips)):
        out[slot] = cv2.transform(lit[slot], matrix * (1 + 0.06 * rng.normal()))
    start = int(rng.integers(0, len(_NOISE) - out.size))
    out += _NOISE[start : start + out.size].reshape(out.shape) * np.float32(0.02 * rng.random())
    np.clip(out, 0, 255, out=out)
    return out[:, :, ::-1] if rng.random() < 0.5 else out, mixed


def losses(net: SlotNet, batch: dict[str, Tensor], cells: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Cross entropies; sides of a board of two equally light colours may be exchanged."""
    count, side, hidden, bar = net(cells)
    light, dark = batch["light"], batch["dark"]
    target = torch.where((light > 0) & (dark > 0), torch.full_like(light, COUNTS - 1), light + dark)
    seen = (batch["hidden"][:, :24] <= HIDDEN_AT).float()
    count_loss = functional.cross_entropy(
        count.flatten(0, 1), target.flatten(), reduction="none", label_smoothing=0.01
    ).reshape(seen.shape)
    count_loss = (count_loss * seen).sum() / seen.sum()
    has = seen * (target > 0) * (target < COUNTS - 1)
    is_dark = (dark > 0).float()
    straight = (functional.binary_cross_entropy_with_logits(side, is_dark, reduction="none") * has).sum(1)
    swapped = (functional.binary_cross_entropy_with_logits(side, 1 - is_dark, reduction="none") * has).sum(1)
    bar_seen = (batch["hidden"][:, 24] <= HIDDEN_AT).float()
    bar_straight = (
        functional.cross_entropy(bar.transpose(1, 2), batch["bar"], reduction="none").sum(1) * bar_seen
    )
    bar_swapped = (
        functional.cross_entropy(bar.transpose(1, 2), batch["bar"].flip(1), reduction="none").sum(1)
        * bar_seen
    )
    free = batch["ambiguous"] & (swapped < straight)
    side_loss = torch.where(free, swapped, straight).sum() / has.sum().clamp(min=1)
    bar_loss = torch.where(free, bar_swapped, bar_straight).mean()
    covered = ((batch["hidden"] - 0.1) / 0.5).clamp(0, 1)
    hidden_loss = functional.binary_cross_entropy_with_logits(hidden, covered)
    total = count_loss + 0.7 * side_loss + BAR_WEIGHT * bar_loss + 0.25 * hidden_loss
    with torch.no_grad():
        right = ((count.argmax(-1) == target) * seen).sum() / seen.sum()
        dark_said = torch.where(free[:, None], side < 0, side > 0)
        side_right = ((dark_said == (is_dark > 0)) * has).sum() / has.sum().clamp(min=1)
        slot = (count.argmax(-1) == target) & ((dark_said == (is_dark > 0)) | (has == 0)) | (seen == 0)
        stats = {
            "loss": float(total),
            "count": float(right),
            "side": float(side_right),
            "slots": float(slot.float().mean()),
            "boards": float(slot.all(1).float().mean()),
            "bar": float(
                (bar.argmax(-1) == torch.where(free[:, None], batch["bar"].flip(1), batch["bar"]))
                .all(1)
                .float()
                .mean()
            ),
        }
    return total, stats


def batch_of(data: SlotSet, index: NDArray[np.int64], pixels: bool = True) -> dict[str, Tensor]:
    """Tensors of some boards, with or without their strips."""
    return {
        "strips": torch.from_numpy(data.strips[index]).float() if pixels else torch.empty(0),
        "light": torch.from_numpy(data.light[index].astype(np.int64)),
        "dark": torch.from_numpy(data.dark[index].astype(np.int64)),
        "bar": torch.from_numpy(data.bar[index].astype(np.int64)),
        "hidden": torch.from_numpy(data.hidden[index]),
        "ambiguous": torch.from_numpy(data.ambiguous[index]),
    }


def evaluate(net: SlotNet, data: SlotSet, size: int = 32) -> dict[str, float]:
    """Mean statistics over a set, without recolouring."""
    net.eval()
    sums: dict[str, float] = {}
    total = 0
    with torch.no_grad():
        for start in range(0, len(data), size):
            index = np.arange(start, min(start + size, len(data)))
            batch = batch_of(data, index)
            _, stats = losses(net, batch, cells_of(batch["strips"]))
            total += len(index)
            for key, value in stats.items():
                sums[key] = sums.get(key, 0.0) + value * len(index)
    return {key: value / max(total, 1) for key, value in sums.items()}


def fit_temperatures(net: SlotNet, data: SlotSet) -> list[float]:
    """Temperatures of count, side and bar logits that minimise the log loss on held-out boards."""
    net.eval()
    logits: list[tuple[Tensor, Tensor]] = []
    sides: list[tuple[Tensor, Tensor]] = []
    bars: list[tuple[Tensor, Tensor]] = []
    with torch.no_grad():
        for start in range(0, len(data), 32):
            index = np.arange(start, min(start + 32, len(data)))
            batch = batch_of(data, index)
            count, side, _, bar = net(cells_of(batch["strips"]))
            light, dark = batch["light"], batch["dark"]
            target = torch.where((light > 0) & (dark > 0), torch.full_like(light, COUNTS - 1), light + dark)
            seen = batch["hidden"][:, :24] <= HIDDEN_AT
            whole = (batch["hidden"][:, 24] <= HIDDEN_AT) & ~batch["ambiguous"]
            bars.append((bar[whole].flatten(0, 1), batch["bar"][whole].flatten()))
            logits.append((count[seen], target[seen]))
            has = seen & (target > 0) & (target < COUNTS - 1) & ~batch["ambiguous"][:, None]
            sides.append((side[has], (dark[has] > 0).float()))
    count, target = torch.cat([a for a, _ in logits]), torch.cat([b for _, b in logits])
    side, is_dark = torch.cat([a for a, _ in sides]), torch.cat([b for _, b in sides])
    bar, men = torch.cat([a for a, _ in bars]), torch.cat([b for _, b in bars])
    grid = torch.linspace(0.6, 3.0, 49)
    best_count = min(grid, key=lambda t: float(functional.cross_entropy(count / t, target)))
    best_side = min(grid, key=lambda t: float(functional.binary_cross_entropy_with_logits(side / t, is_dark)))
    best_bar = min(grid, key=lambda t: float(functional.cross_entropy(bar / t, men)))
    return [float(best_count), float(best_side), float(best_bar)]


def train(
    net: SlotNet,
    data: SlotSet,
    val: SlotSet,
    epochs: int,
    size: int,
    rate: float,
    seed: int,
    out: Path | None = None,
    bfloat: bool = False,
    change: Callable[[NDArray[np.uint8], np.random.Generator], tuple[NDArray[np.float32], bool]]
    | None = recolour,
) -> None:
    """AdamW with a one-cycle rate; prints one line an epoch. change None: pictures are learnt as they are."""
    rng = np.random.default_rng(seed)
    steps = max(1, len(data) // size) * epochs
    cycle = OneCycle(net, rate, steps, rising=0.15)
    for epoch in range(epochs):
        net.train()
        order, started = rng.permutation(len(data)), time.monotonic()
        running: dict[str, float] = {}
        done = 0
        for start in range(0, len(order) - size + 1, size):
            index = np.sort(order[start : start + size])
            batch = batch_of(data, index, pixels=False)
            if change is None:
                cells = cells_of(torch.from_numpy(data.strips[index]).float())
            else:
                coloured, mixed = zip(*(change(data.strips[i], rng) for i in index), strict=True)
                batch["ambiguous"] = batch["ambiguous"] | torch.tensor(mixed)
                cells = cells_of(torch.from_numpy(np.stack(coloured)))
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=bfloat):
                loss, stats = losses(net, batch, cells)
            cycle.learn(loss)
            done += 1
            for key, value in stats.items():
                running[key] = running.get(key, 0.0) + value
        shown = {key: round(value / done, 4) for key, value in running.items()}
        held = {key: round(value, 4) for key, value in evaluate(net, val).items()} if len(val) else {}
        print(
            f"epoch {epoch + 1}/{epochs} {time.monotonic() - started:.0f} s train {shown} val {held}",
            flush=True,
        )
        if out is not None:
            torch.save(net.state_dict(), out)


def go_on_from(net: SlotNet, file: Path, data: SlotSet) -> None:
    """Give a network the weights of a .pt file, or of an .onnx file, whose batch norms are measured anew."""
    if file.suffix == ".pt":
        net.load_state_dict(torch.load(file, weights_only=True))
        return
    some = data.strips[:: max(1, len(data) // CALIBRATION)][:CALIBRATION]
    start_from(net, file, cells_of(torch.from_numpy(some).float()))
    net.bar_mark.data = torch.from_numpy(added(onnx.load(str(file)), (SLOTS, WIDTH))[-1].copy())


def gather(folders: list[Path], family: str, versions: int, seed: int) -> SlotSet:
    """Strips of one family of all folders; cut once and kept beside the pictures."""
    cut = []
    for folder in folders:
        target = folder / f"strips_{family}_{versions}"
        if not (target / "strips.npy").exists():
            slots_data.save(slots_data.build(folder, family, versions, seed), target)
        cut.append(target)
    return slots_data.load(cut)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", nargs="+", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True, help="the .onnx file to write")
    parser.add_argument("--start", type=Path, help="weights (.pt or .onnx) to go on from")
    parser.add_argument("--epochs", type=int, default=8, help="0: only the network file of --start")
    parser.add_argument("--batch", type=int, default=24)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--versions", type=int, default=2)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--bfloat", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    net = SlotNet()
    print(sum(p.numel() for p in net.parameters()), "parameters", flush=True)
    data = gather(options.data, "train", options.versions, options.seed)
    val = gather(options.data, "val", 1, options.seed + 1)
    if options.start:
        go_on_from(net, options.start, data)
        print("at the start:", evaluate(net, val), flush=True)
    print(len(data), "boards to train on,", len(val), "held out", flush=True)
    weights = options.out.with_suffix(".pt")
    if options.epochs:
        train(
            net, data, val, options.epochs, options.batch, options.rate, options.seed, weights, options.bfloat
        )
    torch.save(net.state_dict(), weights)
    temperatures = fit_temperatures(net, val) if len(val) else [1.0, 1.0, 1.0]
    print("temperatures of count, side, bar:", temperatures)
    whole = options.out.with_suffix(".float.onnx")
    export_float(net, temperatures, whole)
    step = max(1, len(data) // CALIBRATION)
    export_int8(whole, [data.strips[i] for i in range(0, len(data), step)], options.out)
    enter(options.out.parent, "slots", options.out.name)


if __name__ == "__main__":
    main()
