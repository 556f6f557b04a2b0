"""How each ingredient of the renders moves the score on real pictures: ``models.training.realism``, scored.

    python tests/accuracy/realism_table.py --nets DIR/nets --renders OTHER/blender

Writes realism.csv beside this file, one row a recipe, training seed and set of pictures: points right (count
and side, true corners) with a bootstrap interval over pictures, their mean over boards (35 of the 59 real
pictures show one board), and the difference from the full recipe of the same training seed on the same
pictures. Sets: the real pictures, and renders of another renderer, which no recipe saw. The networks learn
shortly and are measured only: nothing of this is shipped.
"""

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from realdata import FOLDER, Labelled, labelled  # noqa: E402
from realism_shared import over_pictures, renders  # noqa: E402
from table_file import write_rows  # noqa: E402

from calibration.cv import cv2  # noqa: E402
from models.training.slots_net import SlotNet, SlotReaderNet  # noqa: E402
from vision.reading import most_probable  # noqa: E402
from vision.slots import SlotReader  # noqa: E402
from vision.views import STEP, ZERO, Cutter, SlotViews  # noqa: E402

FULL = "full"


class Trained:
    """A network just trained, in the place of an ONNX session."""

    def __init__(self, weights: Path) -> None:
        net = SlotNet()
        net.load_state_dict(torch.load(weights, weights_only=True))
        self._net = SlotReaderNet(net).eval()

    def run(self, _outputs: None, feeds: dict[str, np.ndarray]) -> list[np.ndarray]:
        """count, dark, hidden, bar of cells as the product cuts them."""
        cells = (torch.from_numpy(feeds["cells"]).float() - ZERO) * STEP
        with torch.no_grad():
            return [out.numpy() for out in self._net(cells)]


@dataclass(frozen=True)
class Board:
    """One picture's strips and truth."""

    rig: str
    views: SlotViews
    counts: np.ndarray
    visible: np.ndarray

    @classmethod
    def of(cls, item: Labelled) -> "Board":
        """Cut once for all networks."""
        views = Cutter(item.geometry).cut(item.picture())
        return cls(item.rig, views, item.counts, item.visible)

    def right(self, reader: SlotReader) -> tuple[int, int]:
        """(points right, points whose count is right) of those in view."""
        said = most_probable(reader.read(self.views).points)
        exact = (said == self.counts).all(axis=1) & self.visible
        count = (said.sum(axis=1) == self.counts.sum(axis=1)) & self.visible
        return int(exact.sum()), int(count.sum())


def over_boards(boards: list[Board], right: list[int]) -> list[tuple[float, float]]:
    """(share of points right, 1) of every board, all its pictures together."""
    shares: dict[str, list[int]] = {}
    for board, good in zip(boards, right, strict=True):
        pair = shares.setdefault(board.rig, [0, 0])
        pair[0] += good
        pair[1] += int(board.visible.sum())
    return [(good / n, 1.0) for good, n in shares.values()]


def row(
    name: str, seed: str, kind: str, boards: list[Board], right: list[tuple[int, int]], full: list[int] | None
) -> dict[str, object]:
    """One line of the table; full: points right of the full recipe, picture by picture."""
    seen = [int(board.visible.sum()) for board in boards]
    exact = [pair[0] for pair in right]
    total = sum(seen)
    means = over_boards(boards, exact)
    out: dict[str, object] = {"recipe": name, "training_seed": seed, "pictures": kind, "points": total}
    spans: list[tuple[str, float, Callable[[], tuple[float, float]]]] = [
        ("right", sum(exact) / total, lambda: over_pictures(list(zip(exact, seen, strict=True)))),
        ("mean_over_boards", float(np.mean([m for m, _ in means])), lambda: over_pictures(means)),
    ]
    for key, value, span in spans:
        low, high = span()
        out |= {key: round(value, 4), f"{key}_low": round(low, 4), f"{key}_high": round(high, 4)}
    out["count_right"] = round(sum(pair[1] for pair in right) / total, 4)
    if full is not None:
        apart = [(good - best, n) for good, best, n in zip(exact, full, seen, strict=True)]
        low, high = over_pictures(apart)
        out |= {
            "from_full": round((sum(exact) - sum(full)) / total, 4),
            "from_full_low": round(low, 4),
            "from_full_high": round(high, 4),
        }
    return out


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nets", type=Path, required=True)
    parser.add_argument("--renders", nargs="*", type=Path, default=[])
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("realism.csv"))
    options = parser.parse_args()
    if not FOLDER.exists():
        sys.exit(f"{FOLDER} is not there: the labelled pictures are kept outside the project")
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    sets = {"real": [Board.of(item) for item in labelled()]}
    sets |= {folder.name: [Board.of(item) for item in renders(folder)] for folder in options.renders}
    nets = sorted(options.nets.glob("*.pt"), key=lambda path: (not path.stem.startswith(FULL), path.stem))
    rows: list[dict[str, object]] = []
    best: dict[tuple[str, str], list[int]] = {}
    for path in nets:
        name, _, seed = path.stem.rpartition("_")
        reader = SlotReader(Trained(path))
        for kind, boards in sets.items():
            right = [board.right(reader) for board in boards]
            if name == FULL:
                best[kind, seed] = [pair[0] for pair in right]
            rows.append(row(name, seed, kind, boards, right, best.get((kind, seed))))
            sys.stdout.write(f"{rows[-1]}\n")
    write_rows(options.out, rows)


if __name__ == "__main__":
    main()
