"""Train the fitting network: ``python -m models.training.fit --train DIR... --val DIR... --out FILE``.

DIRs are folders of ``fixtures.dataset`` (aim slots); pictures of the family "train" teach, those of "val" are
held out. ``--empty`` names folders of pictures without a board. Every picture is shown through a new wrong
guess each time: a little off, with the trays taken in, a column lost, the bar lying, or beside the board.
``--beside`` is how often a second board is in view (`next_table`); a guess that takes both for one is none.
"""

import argparse
import json
import time
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from calibration.cv import cv2
from calibration.fit import (
    CELLS,
    KINDS,
    MARGIN,
    UNIT,
    VIEW_H,
    VIEW_W,
    Votes,
    homography,
    inverse,
    normalise,
    overlap,
    read_votes,
    settle,
    straighten,
)
from calibration.geometry import apply_homography
from models.training.fit_net import FitNet, FitReaderNet, spread_of
from models.training.next_table import Two, joined
from models.training.one_cycle import OneCycle
from models.training.onnx_files import enter, halve
from models.training.onnx_weights import start_from

Floats = NDArray[np.float64]
KEPT = 1.6
"""Pictures are kept so large that the field is this many views wide."""
NONE = KINDS.index("none")
SPANNING = 0.25
"""Share of the guesses at two boards that take them for one."""
PROBES = 96
"""Views on which the batch norms are measured where weights of an exported network are gone on from."""


@dataclass(frozen=True)
class Example:
    """A picture; the field's corners in it, bar upright (none: no board); the bar's edges; its layout."""

    picture: NDArray[np.uint8]
    corners: Floats | None
    bar: tuple[float, float]
    layout: str


def read_examples(folders: list[Path], family: str, limit: int = 1_000_000) -> list[Example]:
    """The pictures of one family."""
    examples = []
    for folder in folders:
        rows = [json.loads(line) for line in (folder / "labels.jsonl").open(encoding="utf-8")]
        for row in [row for row in rows if row["family"] == family][:limit]:
            picture = cv2.imread(str(folder / row["file"]))
            if picture is None:
                continue
            corners = np.array(row["corners"], np.float64)
            if row["layout"] == "bar_horizontal":
                corners = corners[[3, 0, 1, 2]]
            sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
            wide, high = sides[[0, 2]].max(), sides[[1, 3]].max()
            scale = min(1.0, max(VIEW_W / wide, VIEW_H / high) * KEPT / (1 + 2 * MARGIN))
            small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            ratio = np.array(small.shape[1::-1]) / picture.shape[1::-1]
            kept = (corners + 0.5) * ratio - 0.5
            bar = (float(row["bar"][0]), float(row["bar"][1]))
            examples.append(Example(np.asarray(small, np.uint8), kept, bar, row["layout"]))
    return examples


def read_empty(folders: list[Path]) -> list[Example]:
    """Pictures without a board."""
    examples = []
    for path in sorted(path for folder in folders for path in folder.rglob("*.jpg")):
        picture = cv2.imread(str(path))
        if picture is not None:
            scale = min(1.0, 480 / picture.shape[1])
            small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            examples.append(Example(np.asarray(small, np.uint8), None, (0.5, 0.5), "none"))
    return examples


def wrong_guess(rng: np.random.Generator) -> Floats:
    """(4, 2) corners of a guess in (u, v) of the true field."""
    kind = rng.random()
    if kind < 0.35:
        sides, jitter = rng.normal(0, 0.012, 4), 0.008
    elif kind < 0.6:
        sides, jitter = rng.normal(0, 0.05, 4), 0.025
    elif kind < 0.9:
        sides, jitter = rng.normal(0, 0.025, 4), 0.02
        which = rng.integers(1, 4)
        for side in (0, 1):
            if which >> side & 1:
                sides[side] += rng.uniform(0.04, 0.26) if rng.random() < 0.75 else -rng.uniform(0.04, 0.2)
    else:
        sides, jitter = rng.uniform(-0.15, 0.25, 4), 0.06
    left, right, top, bottom = sides
    guess = np.array([[-left, -top], [1 + right, -top], [1 + right, 1 + bottom], [-left, 1 + bottom]])
    return np.asarray(guess + rng.normal(0, jitter, (4, 2)))


def astray(rng: np.random.Generator) -> Floats:
    """(4, 2) corners of a guess that misses the board, in (u, v) of the true field."""
    while True:
        size = rng.uniform(0.3, 1.6, 2)
        corner = rng.uniform(-1.5, 1.8, 2)
        common = np.minimum(corner + size, 1) - np.maximum(corner, 0)
        shared = max(0.0, common[0]) * max(0.0, common[1])
        if shared / (1 + size.prod() - shared) < 0.25:
            return np.asarray(corner + UNIT * size + rng.normal(0, 0.04, (4, 2)))


def spanning(two: Two, rng: np.random.Generator) -> Floats:
    """(4, 2) corners in the picture of a guess that takes parts of two boards for the halves of one."""
    own, other = two.corners, two.other
    way = other.mean(axis=0) - own.mean(axis=0)
    near, far = (1, 2) if abs(way[0]) > abs(way[1]) else (2, 3)
    if way[0 if near == 1 else 1] < 0:
        own, other = other, own
    lost = rng.uniform(0.0, 0.6, 2)
    guess = own.copy()
    guess[near], guess[far] = other[near], other[far]
    for side, part in enumerate(lost):
        outer, inner = ((0, 3), (1, 2)) if near == 1 else ((0, 1), (3, 2))
        if side:
            outer, inner = inner, outer
        for a, b in zip(outer, inner, strict=True):
            guess[a] += 0.5 * part * (guess[b] - guess[a])
    return np.asarray(guess + rng.normal(0, 0.02, (4, 2)) * np.ptp(guess, axis=0))


def tone(view: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.float32]:
    """Random gamma, tint, grey, blur, noise."""
    if rng.random() < 0.25:
        view = np.asarray(cv2.GaussianBlur(view, (0, 0), rng.uniform(0.4, 1.4)), np.uint8)
    table = ((np.arange(256) / 255.0) ** np.exp(rng.uniform(-0.45, 0.45)) * 255).astype(np.float32)
    x = cv2.LUT(view, table) * np.exp(rng.normal(0, 0.1, 3)).astype(np.float32)
    if rng.random() < 0.12:
        x = np.repeat(x.mean(axis=2, keepdims=True), 3, axis=2)
    if rng.random() < 0.3:
        x = x[:, :, rng.permutation(3)]
    if rng.random() < 0.3:
        x = x + rng.normal(0, rng.uniform(0, 12), (VIEW_H, VIEW_W, 1))
    return np.asarray(x, np.float32)


def sample(
    example: Example, rng: np.random.Generator, beside: Example | None = None
) -> dict[str, NDArray[np.float32] | np.float32 | int]:
    """One view of an example through a wrong guess, with what the network should say.

    beside: the board of this one is in the picture as well.
    """
    two = None
    if beside is not None and example.corners is not None and beside.corners is not None:
        two = joined(example.picture, example.corners, beside.picture, beside.corners, rng)
        example = replace(example, picture=two.picture, corners=two.corners)
    height, width = example.picture.shape[:2]
    cells = len(CELLS)
    offsets, inside = np.zeros((cells, 2)), np.zeros(cells)
    bar, kind, fits = np.array([0.5, 0.5]), NONE, 0.0
    if example.corners is None:
        size = np.array([width, height]) * rng.uniform(0.3, 1.1, 2)
        corner = rng.uniform(-0.1, 1, 2) * ([width, height] - size)
        guess = corner + UNIT * size + rng.normal(0, 0.1, (4, 2)) * size
    elif two is not None and rng.random() < SPANNING:
        guess = spanning(two, rng)
    else:
        to_picture = homography(UNIT, example.corners)
        chance = rng.random()
        places = astray(rng) if chance < 0.06 else wrong_guess(rng)
        guess = apply_homography(to_picture, places)
        if chance > 0.92 and example.layout != "no_bar":
            guess, kind = np.roll(guess, 1, axis=0), KINDS.index("lying")
        elif chance >= 0.06:
            kind, fits = KINDS.index("no_bar" if example.layout == "no_bar" else "upright"), 1.0
            to_true = inverse(homography(UNIT, places))
            true = apply_homography(homography(UNIT, places), CELLS)
            offsets = true - CELLS
            inside = ((true > 0) & (true < 1)).all(axis=1).astype(float)
            bar = apply_homography(to_true, np.array([[edge, 0.5] for edge in example.bar]))[:, 0]
    view = tone(straighten(example.picture, guess), rng)
    maps = np.concatenate([offsets.T, inside[None]]).reshape(3, VIEW_H // 8, VIEW_W // 8)
    if rng.random() < 0.5:
        view, maps, bar = view[:, ::-1], maps[:, :, ::-1] * np.array([-1, 1, 1])[:, None, None], 1 - bar[::-1]
    if rng.random() < 0.5:
        view, maps = view[::-1], maps[:, ::-1] * np.array([1, -1, 1])[:, None, None]
    return {
        "view": normalise(view),
        "maps": np.ascontiguousarray(maps, dtype=np.float32),
        "bar": bar.astype(np.float32),
        "kind": kind,
        "fits": np.float32(fits),
    }


def batch_of(
    examples: list[Example], index: NDArray[np.int64], rng: np.random.Generator, beside: float
) -> dict[str, Tensor]:
    """One sample of each chosen example. beside: share of them with a second board."""
    others = [examples[rng.integers(len(examples))] if rng.random() < beside else None for _ in index]
    samples = [sample(examples[i], rng, other) for i, other in zip(index, others, strict=True)]
    return {key: torch.from_numpy(np.stack([one[key] for one in samples])) for key in samples[0]}


def loss_of(net: FitNet, batch: dict[str, Tensor]) -> Tensor:
    """Laplace likelihood of the offsets on the field, cross entropies of field and kind, the bar's misses."""
    maps, bar, kind = net(batch["view"])
    inside, fits = batch["maps"][:, 2], batch["fits"]
    spread = spread_of(maps[:, 2:4])
    likely = (maps[:, :2] - batch["maps"][:, :2]).abs() / spread + torch.log(spread)
    shares = inside / inside.sum(dim=(1, 2), keepdim=True).clamp(min=1)
    votes = (likely.sum(dim=1) * shares).sum(dim=(1, 2))
    field = functional.binary_cross_entropy_with_logits(maps[:, 4], inside)
    bars = ((bar - batch["bar"]).abs().sum(dim=1) * fits).sum() / fits.sum().clamp(min=1)
    kinds = functional.cross_entropy(kind, batch["kind"])
    return (votes * fits).sum() / fits.sum().clamp(min=1) + field + 20 * bars + 0.5 * kinds


def evaluate(net: FitNet, held: list[Example]) -> str:
    """Overlap after settling from wrong guesses at held-out designs; kinds and bar at the last look."""
    net.eval()
    reader, rng = FitReaderNet(net).eval(), np.random.default_rng(3)
    found, kinds, bars = [], [], []

    def look(view: NDArray[np.uint8]) -> Votes:
        with torch.no_grad():
            maps, bar, kind = reader(torch.from_numpy(normalise(view))[None])
        return read_votes(maps[0].numpy(), bar[0].numpy(), kind[0].numpy())

    for example in held:
        assert example.corners is not None
        guess = apply_homography(homography(UNIT, example.corners), wrong_guess(rng))
        fit = settle(example.picture, guess, look)
        found.append(overlap(fit.corners, example.corners) if fit else 0.0)
        if fit:
            right = "no_bar" if example.layout == "no_bar" else "upright"
            kinds.append(KINDS[int(fit.kind.argmax())] == right)
            bars.append(np.abs(fit.bar - example.bar).max())
    share = np.array(found)
    return (
        f"overlap median {np.median(share):.4f}, at least 0.93 {np.mean(share >= 0.93):.3f}, "
        f"0.97 {np.mean(share >= 0.97):.3f}; kind {np.mean(kinds):.3f}; bar off by {np.median(bars):.4f}"
    )


def go_on_from(net: FitNet, file: Path, data: list[Example]) -> None:
    """Give a network the weights of a file: its own, or those of an exported one."""
    if file.suffix != ".onnx":
        net.load_state_dict(torch.load(file, weights_only=True))
        return
    rng = np.random.default_rng(0)
    some = [sample(data[at], rng)["view"] for at in range(0, len(data), max(1, len(data) // PROBES))]
    start_from(net, file, torch.from_numpy(np.stack(some)))


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--train", nargs="+", type=Path, required=True)
    parser.add_argument("--val", nargs="+", type=Path, help="as --train where left out")
    parser.add_argument("--empty", nargs="*", type=Path, default=[])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="weights (.pt or .onnx) to go on from")
    parser.add_argument("--beside", type=float, default=0.0, help="share of pictures with a second board")
    parser.add_argument("--epochs", type=int, default=16)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    rng = np.random.default_rng(options.seed)
    data = read_examples(options.train, "train") + read_empty(options.empty)
    held = read_examples(options.val or options.train, "val")[:100]
    net = FitNet()
    if options.start:
        go_on_from(net, options.start, data)
    print(
        sum(p.numel() for p in net.parameters()), "parameters,", len(data), "pictures,", len(held), "held out"
    )
    steps = len(data) // options.batch * options.epochs
    cycle = OneCycle(net, options.rate, steps + 1, rising=0.15)
    for epoch in range(options.epochs):
        net.train()
        started, losses = time.monotonic(), []
        order = rng.permutation(len(data))
        for start in range(0, len(order) - options.batch + 1, options.batch):
            batch = batch_of(data, order[start : start + options.batch], rng, options.beside)
            with torch.autocast("cpu", dtype=torch.bfloat16):
                loss = loss_of(net, batch)
            cycle.learn(loss)
            losses.append(loss.item())
        spent = time.monotonic() - started
        print(f"epoch {epoch + 1} {spent:.0f} s loss {np.mean(losses):.4f} {evaluate(net, held)}", flush=True)
        torch.save(net.state_dict(), options.out.with_suffix(".pt"))
    torch.onnx.export(
        FitReaderNet(net).eval(),
        (torch.zeros(1, 3, VIEW_H, VIEW_W),),
        str(options.out),
        input_names=["view"],
        output_names=["maps", "bar", "kind"],
        dynamo=False,
        opset_version=17,
    )
    halve(options.out)
    enter(options.out.parent, "fit", options.out.name)


if __name__ == "__main__":
    main()
