"""Train the locating network: ``python -m models.training.locate --train DIR... --val DIR... --out FILE``.

DIRs are folders of ``fixtures.dataset`` (aim slots); pictures of the family "train" teach, those of "val" are
looked at after every epoch. ``--empty`` names folders of pictures without a board. ``--beside`` is how often
a second board is in view (`next_table`), also in those of "val".
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from calibration.cv import cv2
from calibration.geometry import LAYOUTS
from calibration.locate import INPUT_H, INPUT_W, STRIDE, letterbox
from models.training.locate_net import MAPS, LocateNet, LocateReaderNet
from models.training.next_table import joined
from models.training.one_cycle import OneCycle
from models.training.onnx_files import enter
from models.training.onnx_weights import start_from

SPREAD = 1.3
"""Standard deviation of a corner's blob, in cells of the heat map."""


def targets(corners: NDArray[np.float64]) -> NDArray[np.float32]:
    """(5, 60, 80) maps for corners given in input pixels."""
    rows, columns = INPUT_H // STRIDE, INPUT_W // STRIDE
    y, x = np.mgrid[0:rows, 0:columns]
    maps = np.zeros((MAPS, rows, columns), np.float32)
    cells = (corners + 0.5) / STRIDE - 0.5
    for k, (cx, cy) in enumerate(cells):
        maps[k] = np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * SPREAD**2))
    field = np.zeros((rows, columns), np.uint8)
    cv2.fillPoly(field, [np.round(cells * 16).astype(np.int32)], 1, shift=4)
    maps[4] = field
    return maps


def warp(
    picture: NDArray[np.uint8], corners: NDArray[np.float64] | None, rng: np.random.Generator
) -> tuple[NDArray[np.uint8], NDArray[np.float64] | None]:
    """Random zoom, shift, turn and mirror of a picture into the network's input size."""
    height, width = picture.shape[:2]
    fit = min(INPUT_W / width, INPUT_H / height)
    scale = fit * np.exp(rng.uniform(-0.6, 0.35))
    angle = rng.normal(0, 0.08)
    c, s = np.cos(angle) * scale, np.sin(angle) * scale
    centre = np.array([width, height]) / 2
    if corners is not None and rng.random() < 0.6:
        centre = corners.mean(axis=0) + rng.normal(0, 0.06, 2) * [width, height]
    matrix = np.array([[c, -s, 0], [s, c, 0]])
    matrix[:, 2] = np.array([INPUT_W, INPUT_H]) / 2 * (1 + rng.normal(0, 0.08, 2)) - matrix[:, :2] @ centre
    border = tuple(int(v) for v in rng.integers(0, 255, 3)) if rng.random() < 0.3 else (0, 0, 0)
    out = cv2.warpAffine(picture, matrix, (INPUT_W, INPUT_H), flags=cv2.INTER_AREA, borderValue=border)
    moved = None if corners is None else corners @ matrix[:, :2].T + matrix[:, 2]
    if rng.random() < 0.5:
        out = out[:, ::-1]
        if moved is not None:
            moved = (np.array([INPUT_W - 1, 0]) + moved * [-1, 1])[[1, 0, 3, 2]]
    return np.ascontiguousarray(out), moved


def tone(picture: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.float32]:
    """Random gain, gamma and tint; (3, h, w) 0..1."""
    x = (picture.astype(np.float32) / 255 + 1e-4) ** np.exp(rng.uniform(-0.4, 0.4))
    x *= rng.uniform(0.5, 1.2) * np.exp(rng.normal(0, 0.08, 3))
    if rng.random() < 0.15:
        x = np.repeat(x.mean(axis=2, keepdims=True), 3, axis=2)
    if rng.random() < 0.3:
        x = x[:, :, rng.permutation(3)]
    return np.asarray(x.clip(0, 1).transpose(2, 0, 1), dtype=np.float32)


class Pictures:
    """Pictures of one family in memory, at most 560 x 420 pixels large, with their corners."""

    def __init__(
        self, folders: list[Path], empty: list[Path], family: str, limit: int = 100000, beside: float = 0.0
    ) -> None:
        """beside: share of the pictures in which there is a second board."""
        self._beside = beside
        self.rows: list[tuple[NDArray[np.uint8], NDArray[np.float64] | None, int]] = []
        for folder in folders:
            records = map(json.loads, (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines())
            for record in [record for record in records if record["family"] == family][:limit]:
                picture = cv2.imread(str(folder / record["file"]))
                if picture is not None:
                    corners = np.array(record["corners"], np.float64)
                    self._add(np.asarray(picture, np.uint8), corners, LAYOUTS.index(record["layout"]))
        for folder in empty:
            for path in sorted(folder.rglob("*.jpg"))[:limit]:
                picture = cv2.imread(str(path))
                if picture is not None:
                    self._add(np.asarray(picture, np.uint8), None, 0)

    def _add(self, picture: NDArray[np.uint8], corners: NDArray[np.float64] | None, layout: int) -> None:
        scale = min(1.0, 560 / picture.shape[1], 420 / picture.shape[0])
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        self.rows.append((np.asarray(small, np.uint8), None if corners is None else corners * scale, layout))

    def batch(self, index: NDArray[np.int64], rng: np.random.Generator, augment: bool) -> dict[str, Tensor]:
        """Inputs and targets of some pictures."""
        inputs, maps, layouts, present = [], [], [], []
        for i in index:
            picture, corners, layout = self.rows[i]
            other, others, _ = self.rows[int(rng.integers(len(self.rows)))]
            if corners is not None and others is not None and rng.random() < self._beside:
                two = joined(picture, corners, other, others, rng)
                picture, corners = two.picture, two.corners
            if augment:
                shown, moved = warp(picture, corners, rng)
                inputs.append(tone(shown, rng))
            else:
                boxed, matrix = letterbox(picture)
                inputs.append(boxed)
                moved = None if corners is None else corners @ matrix[:, :2].T + matrix[:, 2]
            rows, columns = INPUT_H // STRIDE, INPUT_W // STRIDE
            maps.append(targets(moved) if moved is not None else np.zeros((MAPS, rows, columns), np.float32))
            layouts.append(layout)
            present.append(corners is not None)
        return {
            "picture": torch.from_numpy(np.stack(inputs)),
            "maps": torch.from_numpy(np.stack(maps)),
            "layout": torch.tensor(layouts),
            "present": torch.tensor(present),
        }


def loss_of(net: LocateNet, batch: dict[str, Tensor]) -> Tensor:
    """Focal loss for the corners, cross entropy for field and layout."""
    maps, layout = net(batch["picture"])
    corners, field = maps[:, :4].float(), maps[:, 4].float()
    p, target = torch.sigmoid(corners), batch["maps"][:, :4]
    weight = torch.where(target > 0.95, (1 - p) ** 2, (1 - target) ** 4 * p**2)
    hard = (target > 0.95).float()
    focal = (weight * functional.binary_cross_entropy_with_logits(corners, hard, reduction="none")).sum()
    soft = functional.binary_cross_entropy_with_logits(corners, target)
    field_loss = functional.binary_cross_entropy_with_logits(field, batch["maps"][:, 4])
    layout_loss = functional.cross_entropy(layout.float(), batch["layout"], reduction="none")
    layout_loss = (layout_loss * batch["present"]).sum() / batch["present"].sum().clamp(min=1)
    return focal / (4 * len(maps)) + 4 * soft + field_loss + 0.2 * layout_loss


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--train", nargs="+", type=Path, required=True)
    parser.add_argument("--val", nargs="+", type=Path, required=True)
    parser.add_argument("--empty", nargs="*", type=Path, default=[])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="weights (.pt or .onnx) to go on from")
    parser.add_argument("--beside", type=float, default=0.35, help="share of pictures with a second board")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--batch", type=int, default=24)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    rng = np.random.default_rng(options.seed)
    data = Pictures(options.train, options.empty, "train", beside=options.beside)
    held = Pictures(options.val, [], "val", 200, beside=options.beside)
    net = LocateNet()
    if options.start and options.start.suffix == ".onnx":
        start_from(net, options.start, data.batch(rng.permutation(len(data.rows))[:96], rng, True)["picture"])
    elif options.start:
        net.load_state_dict(torch.load(options.start, weights_only=True))
    print(sum(p.numel() for p in net.parameters()), "parameters,", len(data.rows), "pictures", flush=True)
    steps = len(data.rows) // options.batch * options.epochs
    cycle = OneCycle(net, options.rate, steps + 1)
    for epoch in range(options.epochs):
        net.train()
        started, total, done = time.monotonic(), 0.0, 0
        order = rng.permutation(len(data.rows))
        for start in range(0, len(order) - options.batch + 1, options.batch):
            batch = data.batch(order[start : start + options.batch], rng, True)
            with torch.autocast("cpu", dtype=torch.bfloat16):
                loss = loss_of(net, batch)
            cycle.learn(loss)
            total, done = total + loss.item(), done + 1
        net.eval()
        same = np.random.default_rng(3)
        with torch.no_grad():
            kept = [
                loss_of(net, held.batch(np.arange(i, min(i + 24, len(held.rows))), same, False))
                for i in range(0, len(held.rows), 24)
            ]
        print(
            f"epoch {epoch + 1} {time.monotonic() - started:.0f} s loss {total / done:.4f} "
            f"held out {float(torch.stack(kept).mean()):.4f}",
            flush=True,
        )
        torch.save(net.state_dict(), options.out.with_suffix(".pt"))
    torch.onnx.export(
        LocateReaderNet(net).eval(),
        (torch.zeros(1, 3, INPUT_H, INPUT_W),),
        str(options.out),
        input_names=["picture"],
        output_names=["maps", "layout"],
        dynamo=False,
        opset_version=17,
    )
    enter(options.out.parent, "locate", options.out.name)


if __name__ == "__main__":
    main()
