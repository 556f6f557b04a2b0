"""The labelled real pictures of ../shared/realdata, and how readings of them are scored."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from calibration.cv import cv2
from calibration.errors import BoardNotFoundError
from calibration.geometry import SLOT_NAMES, BoardGeometry
from fixtures.score import Share
from vision.find import find_board

FOLDER = Path(__file__).resolve().parents[2].parent / "shared" / "realdata"


@dataclass(frozen=True)
class Labelled:
    """One labelled picture: name, path, rig (board_id), true geometry and the raw labels."""

    name: str
    path: Path
    kind: str
    rig: str
    labels: dict[str, Any]
    size: tuple[int, int]

    @property
    def geometry(self) -> BoardGeometry:
        corners = tuple((float(x), float(y)) for x, y in self.labels["corners"])
        bar = self.labels.get("bar_frac") or (0.475, 0.53)
        return BoardGeometry(corners, self.size, self.labels["layout"], (bar[0], bar[1]))

    @property
    def counts(self) -> np.ndarray:
        """(24, 2) light and dark checkers on each point."""
        counts = np.zeros((24, 2), int)
        for slot, sides in self.labels["points"].items():
            for side, number in sides.items():
                counts[SLOT_NAMES.index(slot), 0 if side == "light" else 1] = number
        return counts

    @property
    def visible(self) -> np.ndarray:
        """(24,) whether the slot's checkers can be seen."""
        hidden = self.labels.get("occluded_cells") or []
        return np.array([name not in hidden for name in SLOT_NAMES])

    @property
    def bar(self) -> tuple[int, int]:
        bar = self.labels.get("bar") or {}
        return int(bar.get("light", 0)), int(bar.get("dark", 0))

    def picture(self) -> np.ndarray:
        return np.asarray(cv2.imread(str(self.path)))


def found_place(picture: np.ndarray) -> BoardGeometry | None:
    """Where the board of a picture is by itself; None where it is not found."""
    try:
        return find_board(picture).geometry
    except BoardNotFoundError:
        return None


def labelled(folder: Path = FOLDER) -> Iterator[Labelled]:
    """All labelled stills, in the order of the manifest."""
    for item in json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["items"]:
        labels = item.get("labels")
        if item["kind"] == "video" or not labels or "points" not in labels:
            continue
        size = (int(item["size"][0]), int(item["size"][1]))
        yield Labelled(item["id"], folder / item["file"], item["kind"], item["board_id"], labels, size)


def wilson(right: int, total: int) -> tuple[float, float]:
    """95 % interval of a share (Wilson 1927)."""
    share = Share.of(right, total)
    return share.low, share.high
