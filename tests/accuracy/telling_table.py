"""Can renders be told from real pictures, and by what? ``python tests/accuracy/telling_table.py``.

    python tests/accuracy/telling_table.py --renders DIR/flat DIR/path DIR/blender

Writes telling.csv beside this file. What is compared are the strips of the points as the slot network gets
them. A small network learns real against rendered on half of the boards (real ones by rig, renders by
design) and judges the other half, then the other way round: area under the ROC curve, by strip and by
picture, with a bootstrap interval over boards. Then FEATURES, each alone: how far a number such as sharpness
tells a real picture from a render. Of every real board at most MOST pictures are taken. Real pictures are
measured here and train nothing else.
"""

import argparse
import csv
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from realdata import FOLDER, Labelled, labelled  # noqa: E402
from realism_shared import DRAWS, renders  # noqa: E402

from calibration.cv import cv2  # noqa: E402
from models.training.one_cycle import OneCycle  # noqa: E402
from models.training.slots_net import conv  # noqa: E402
from vision.views import Cutter  # noqa: E402

MOST = 4
"""Pictures taken of one real board."""
EPOCHS, BATCH, RATE = 8, 32, 2e-3
BLOCK = 8


@dataclass(frozen=True)
class Shown:
    """One picture: its board, the strips of the points in view (n, 160, 32, 3), lightness of its field."""

    board: str
    strips: np.ndarray
    light: np.ndarray

    @classmethod
    def of(cls, item: Labelled) -> "Shown":
        """Strips as the product cuts them; the picture within the field's bounding box."""
        picture = item.picture()
        strips = Cutter(item.geometry).cut(picture).strips[:24][item.visible]
        corners = np.array(item.geometry.corners)
        (x0, y0), (x1, y1) = corners.min(axis=0).astype(int), corners.max(axis=0).astype(int)
        inside = picture[max(y0, 0) // BLOCK * BLOCK : y1, max(x0, 0) // BLOCK * BLOCK : x1]
        return cls(item.rig, strips, cv2.cvtColor(inside, cv2.COLOR_BGR2GRAY).astype(np.float32))


def grey(strips: np.ndarray) -> np.ndarray:
    """(n, 160, 32) lightness 0..255."""
    return np.asarray(strips.astype(np.float32) @ np.array([0.114, 0.587, 0.299], np.float32))


def flat_parts(values: np.ndarray) -> np.ndarray:
    """(m, 8, 8) the calmest quarter of the 8 x 8 blocks of (n, 160, 32)."""
    blocks = values.reshape(len(values), 20, 8, 4, 8).swapaxes(2, 3).reshape(-1, 8, 8)
    calmest = np.argsort(blocks.std(axis=(1, 2)))[: max(1, len(blocks) // 4)]
    return np.asarray(blocks[calmest])


def fine(blocks: np.ndarray) -> float:
    """Mean absolute second difference along both directions: noise and grain of single pixels."""
    rows = np.abs(2 * blocks[:, 1:-1] - blocks[:, :-2] - blocks[:, 2:]).mean()
    columns = np.abs(2 * blocks[..., 1:-1] - blocks[..., :-2] - blocks[..., 2:]).mean()
    return float(rows + columns) / 2


def band(light: np.ndarray, narrow: float, wide: float) -> float:
    """Energy between two blurs as a share of the contrast."""
    part = [cv2.GaussianBlur(one, (0, 0), narrow) - cv2.GaussianBlur(one, (0, 0), wide) for one in light]
    return float(np.std(part) / (light.std() + 1.0))


def blocking(light: np.ndarray) -> float:
    """Steps across the borders of 8 x 8 blocks over steps elsewhere: JPEG at the picture's own size."""
    steps = np.abs(np.diff(light, axis=1)).mean(axis=0)
    border = np.arange(len(steps)) % BLOCK == BLOCK - 1
    return float(steps[border].mean() / (steps[~border].mean() + 1e-3))


def hsv(strips: np.ndarray, channel: int) -> np.ndarray:
    """One channel of hue, saturation, value."""
    return np.asarray(cv2.cvtColor(strips.reshape(-1, 32, 3), cv2.COLOR_BGR2HSV)[..., channel], np.float32)


def chroma(strips: np.ndarray) -> np.ndarray:
    """(n, 160, 32) red minus green."""
    return np.asarray(strips[..., 2].astype(np.float32) - strips[..., 1])


FEATURES: dict[str, Callable[[Shown], float]] = {
    "sharpness (edges of one pixel over contrast)": lambda s: band(grey(s.strips), 0.5, 1.0),
    "middle detail (2 to 4 pixels over contrast)": lambda s: band(grey(s.strips), 1.5, 4.0),
    "coarse detail (4 to 10 pixels over contrast)": lambda s: band(grey(s.strips), 4.0, 10.0),
    "noise in calm places": lambda s: fine(flat_parts(grey(s.strips))),
    "unevenness of calm places": lambda s: float(flat_parts(grey(s.strips)).std(axis=(1, 2)).mean()),
    "colour noise in calm places": lambda s: fine(flat_parts(chroma(s.strips))),
    "contrast": lambda s: float(grey(s.strips).std()),
    "mean lightness": lambda s: float(grey(s.strips).mean()),
    "share nearly black": lambda s: float((grey(s.strips) < 20).mean()),
    "share nearly white": lambda s: float((grey(s.strips) > 240).mean()),
    "saturation": lambda s: float(hsv(s.strips, 1).mean()),
    "spread of saturation": lambda s: float(hsv(s.strips, 1).std()),
    "difference between points": lambda s: float(grey(s.strips).mean(axis=(1, 2)).std()),
    "JPEG blocks": lambda s: blocking(s.light),
}


def area(real: np.ndarray, rendered: np.ndarray) -> float:
    """Chance that a render's number is higher than a real picture's (area under the ROC curve)."""
    higher = (rendered[:, None] > real[None, :]).mean() + 0.5 * (rendered[:, None] == real[None, :]).mean()
    return float(higher)


def interval(
    scores: tuple[np.ndarray, np.ndarray], boards: tuple[list[str], list[str]]
) -> tuple[float, float]:
    """95 % bootstrap of the area over boards of both kinds."""
    rng = np.random.default_rng(1)
    places = [[np.flatnonzero(np.array(names) == name) for name in dict.fromkeys(names)] for names in boards]
    drawn = []
    for _ in range(DRAWS // 10):
        picked = [
            np.concatenate([groups[k] for k in rng.integers(0, len(groups), len(groups))])
            for groups in places
        ]
        drawn.append(area(scores[0][picked[0]], scores[1][picked[1]]))
    low, high = np.percentile(drawn, (2.5, 97.5))
    return float(low), float(high)


def halves(shown: list[Shown]) -> np.ndarray:
    """0 or 1 for every picture: boards are dealt to two halves of about as many pictures, largest first."""
    sizes: dict[str, int] = {}
    for one in shown:
        sizes[one.board] = sizes.get(one.board, 0) + 1
    load, side = [0, 0], {}
    for board in sorted(sizes, key=lambda name: (-sizes[name], name)):
        side[board] = int(load[1] < load[0])
        load[side[board]] += sizes[board]
    return np.array([side[one.board] for one in shown])


def tensor(strips: np.ndarray) -> torch.Tensor:
    """(n, 3, 160, 32) around 0."""
    return torch.from_numpy(strips).permute(0, 3, 1, 2).float() / 128 - 1


def judge(real: list[Shown], rendered: list[Shown], seed: int) -> Callable[[Shown], np.ndarray]:
    """A network that learnt these pictures; it gives (n,) logits of being rendered."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = nn.Sequential(
        conv(3, 16, 2), conv(16, 24), conv(24, 32, 2), conv(32, 48, 2),
        nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Dropout(0.2), nn.Linear(48, 1),
    )  # fmt: skip
    pools = [np.concatenate([one.strips for one in kind]) for kind in (real, rendered)]
    n = min(len(pool) for pool in pools)
    cycle = OneCycle(net, RATE, EPOCHS * (2 * n // BATCH))
    net.train()
    for _ in range(EPOCHS):
        mixed = np.concatenate([pool[rng.permutation(len(pool))[:n]] for pool in pools])
        label = torch.cat([torch.zeros(n), torch.ones(n)])
        order = rng.permutation(2 * n)
        for start in range(0, 2 * n - BATCH + 1, BATCH):
            index = order[start : start + BATCH]
            x = tensor(mixed[index])
            x = x.flip(3) if rng.random() < 0.5 else x
            loss = nn.functional.binary_cross_entropy_with_logits(net(x)[:, 0], label[index])
            cycle.learn(loss)
    net.eval()

    def said(one: Shown) -> np.ndarray:
        with torch.no_grad():
            return np.asarray(net(tensor(one.strips))[:, 0].numpy())

    return said


def told_apart(real: list[Shown], rendered: list[Shown]) -> dict[str, float]:
    """How well a network tells unseen boards of the two kinds, crossed over two halves."""
    sides = halves(real), halves(rendered)
    logits: tuple[list[np.ndarray], list[np.ndarray]] = ([], [])
    names: tuple[list[str], list[str]] = ([], [])
    accuracy = []
    for half in (0, 1):
        seen = [
            [one for one, s in zip(kind, side, strict=True) if s == half]
            for kind, side in zip((real, rendered), sides, strict=True)
        ]
        said = judge(seen[0], seen[1], half + 1)
        for k, (kind, side) in enumerate(zip((real, rendered), sides, strict=True)):
            for one, s in zip(kind, side, strict=True):
                if s != half:
                    logits[k].append(said(one))
                    names[k].append(one.board)
                    accuracy.append(((logits[k][-1] > 0) == bool(k)).mean())
    pictures = tuple(np.array([one.mean() for one in kind]) for kind in logits)
    low, high = interval((pictures[0], pictures[1]), names)
    return {
        "strip_area": area(np.concatenate(logits[0]), np.concatenate(logits[1])),
        "strip_right": float(np.mean(accuracy)),
        "area": area(pictures[0], pictures[1]),
        "low": low,
        "high": high,
    }


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--renders", nargs="+", type=Path, required=True)
    parser.add_argument("--count", type=int, default=40, help="pictures of each renderer")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("telling.csv"))
    options = parser.parse_args()
    if not FOLDER.exists():
        sys.exit(f"{FOLDER} is not there: the labelled pictures are kept outside the project")
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    real: list[Shown] = []
    for item in labelled():
        if sum(one.board == item.rig for one in real) < MOST:
            real.append(Shown.of(item))
    rows: list[list[object]] = []
    for folder in options.renders:
        rendered = [Shown.of(item) for item in list(renders(folder))[: options.count]]
        net = told_apart(real, rendered)
        rows.append(
            [folder.name, "network, pictures", "", "", *(round(net[k], 3) for k in ("area", "low", "high"))]
        )
        rows.append([folder.name, "network, single strips", "", "", round(net["strip_area"], 3), "", ""])
        rows.append([folder.name, "network, strips right", "", "", round(net["strip_right"], 3), "", ""])
        boards = [one.board for one in real], [one.board for one in rendered]
        single = []
        for name, feature in FEATURES.items():
            ours, theirs = (np.array([feature(one) for one in kind]) for kind in (real, rendered))
            low, high = interval((ours, theirs), boards)
            medians = [round(float(np.median(kind)), 4) for kind in (ours, theirs)]
            single.append(
                [folder.name, name, *medians, *(round(v, 3) for v in (area(ours, theirs), low, high))]
            )
        rows += sorted(single, key=lambda line: -abs(float(str(line[4])) - 0.5))
    with options.out.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["renders", "by", "median_real", "median_rendered", "area", "low", "high"])
        writer.writerows(rows)
    for line in rows:
        sys.stdout.write(" ".join(map(str, line)) + "\n")


if __name__ == "__main__":
    main()
