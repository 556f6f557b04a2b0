"""The real pictures, changed: ``python tests/accuracy/changed_table.py``.

What led the work were the pictures as they are. Here every one of them is turned, tilted, recoloured,
darkened, blurred, made small or compressed hard, and read anew: what holds only for the pictures as they are
would break. Writes changed.csv beside this file, one row a change.

Points are scored with the sides as they are called on most of a board: of two colours about as light as each
other a change of colours makes the other one the lighter (`exchanged` counts these boards).
"""

import argparse
import csv
import random
import sys
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from dice_table import score as score_dice  # noqa: E402
from locate_table import LOCATED, WRONG  # noqa: E402
from realdata import Labelled, labelled, wilson  # noqa: E402
from uneven_light import Shadow, Window, field_places, in_light  # noqa: E402
from wide_table import Bent, bent_by  # noqa: E402
from wide_table import shown as shown_through  # noqa: E402

from calibration.cv import cv2  # noqa: E402
from calibration.errors import BoardNotFoundError  # noqa: E402
from calibration.fit import overlap  # noqa: E402
from calibration.geometry import BoardGeometry, apply_homography  # noqa: E402
from calibration.lens import Lens  # noqa: E402
from vision.closer import read_closely  # noqa: E402
from vision.dice import DiceReader  # noqa: E402
from vision.lens_seen import find_straight, placed_straight  # noqa: E402
from vision.reading import most_probable  # noqa: E402
from vision.slots import SlotReader  # noqa: E402
from vision.sources.frame import Frame, Plane  # noqa: E402
from vision.views import Cutter  # noqa: E402

TABLE = Path(__file__).with_name("changed.csv")
SURE = 0.95
Matrix = np.ndarray
Change = Callable[[Labelled, Plane], tuple[Plane, Matrix | Bent]]
"""A picture, changed, and where its pixels went: (3, 3) homography, or a lens."""
HERE = np.eye(3)


def recoloured(how: Callable[[Plane], np.ndarray]) -> Change:
    """A change of colours alone."""
    return lambda _, picture: (np.clip(how(picture), 0, 255).astype(np.uint8), HERE)


def moved(where: Callable[[int, int], Matrix]) -> Change:
    """A change of place: the homography for a picture of that width and height, which it keeps."""

    def change(_: Labelled, picture: Plane) -> tuple[Plane, Matrix]:
        height, width = picture.shape[:2]
        matrix = where(width, height)
        shown = cv2.warpPerspective(picture, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(shown, np.uint8), matrix

    return change


def _span(item: Labelled) -> float:
    """Pixels of a board's longer extent in the picture."""
    return float(np.ptp(np.array(item.geometry.corners), axis=0).max())


def small(span: int) -> Change:
    """The board so many pixels wide, where it is larger."""

    def change(item: Labelled, picture: Plane) -> tuple[Plane, Matrix]:
        k = min(1.0, span / _span(item))
        shown = cv2.resize(picture, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)
        shift = 0.5 * k - 0.5
        return np.asarray(shown, np.uint8), np.array([[k, 0, shift], [0, k, shift], [0, 0, 1.0]])

    return change


def _turned(degrees: float) -> Callable[[int, int], Matrix]:
    def matrix(width: int, height: int) -> Matrix:
        turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 0.85)
        return np.vstack([turn, [0, 0, 1]])

    return matrix


def _tilted(width: int, height: int) -> Matrix:
    """Seen from lower: the upper edge an eighth shorter on either side, and lower by as much."""
    was = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    upper = 0.12 * np.array([[1, 1], [-1, 1]]) * (width, height)
    return np.asarray(
        cv2.getPerspectiveTransform(was, was + np.vstack([upper, [[0, 0]] * 2]).astype(np.float32))
    )


def _upside_down(width: int, height: int) -> Matrix:
    return np.array([[-1, 0, width - 1], [0, -1, height - 1], [0, 0, 1.0]])


def _blurred(item: Labelled, picture: Plane) -> tuple[Plane, Matrix]:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.002 * _span(item)), np.uint8), HERE


def _compressed(picture: Plane) -> np.ndarray:
    coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 20])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR))


def bowed(bow: float) -> Change:
    """A lens that bows the long sides of the board by so much of its height."""

    def change(item: Labelled, picture: Plane) -> tuple[Plane, Bent]:
        lens = bent_by(item.geometry, bow)
        (shown,) = shown_through([Frame(0, 0.0, picture)], lens)
        return shown, lens

    return change


def _hue(degrees: int) -> Callable[[Plane], np.ndarray]:
    def turn(picture: Plane) -> np.ndarray:
        hsv = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
        hsv[..., 0] = (hsv[..., 0].astype(int) + degrees // 2) % 180
        return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR))

    return turn


def _grey(picture: Plane) -> np.ndarray:
    return np.asarray(cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR))


def _noisy(picture: Plane) -> np.ndarray:
    return picture + np.random.default_rng(1).normal(0, 14, picture.shape)


def _shadowed(picture: Plane) -> np.ndarray:
    """The lower left more than twice as dark, with a hard edge across the board."""
    height, width = picture.shape[:2]
    x, y = np.linspace(0, 1, width)[None, :, None], np.linspace(0, 1, height)[:, None, None]
    return picture * (0.45 + 0.55 / (1 + np.exp(-40 * (x + 0.5 * y - 0.75))))


def uneven(*kinds: type[Window | Shadow]) -> Change:
    """Sun through a window, or the shadow of somebody, or both, each picture in its own."""

    def change(item: Labelled, picture: Plane) -> tuple[Plane, Matrix]:
        rng, (u, v) = random.Random(item.name), field_places(item.geometry)
        light = np.prod([kind(rng).whole(u, v) for kind in kinds], axis=0)
        return in_light(picture, light, float(light.mean())), HERE

    return change


def _gamma(power: float) -> Callable[[Plane], np.ndarray]:
    return lambda picture: 255 * (picture / 255.0) ** power


CHANGES: dict[str, Change] = {
    "as it is": recoloured(lambda picture: picture),
    "upside down": moved(_upside_down),
    "turned by 12 degrees": moved(_turned(12)),
    "seen from lower": moved(_tilted),
    "board 640 pixels wide": small(640),
    "board 420 pixels wide": small(420),
    "blurred by 1/500 of the board": _blurred,
    "JPEG, quality 20": recoloured(_compressed),
    "noise of 14": recoloured(_noisy),
    "gamma 0.55": recoloured(_gamma(0.55)),
    "gamma 1.8": recoloured(_gamma(1.8)),
    "a third as light": recoloured(lambda picture: picture * 0.3),
    "less than half the contrast": recoloured(lambda picture: picture * 0.45 + 70),
    "a hard shadow": recoloured(_shadowed),
    "lamp light": recoloured(lambda picture: picture * (0.55, 0.85, 1.0)),
    "blue light": recoloured(lambda picture: picture * (1.0, 0.85, 0.6)),
    "hues turned by 60 degrees": recoloured(_hue(60)),
    "hues turned by 180 degrees": recoloured(_hue(180)),
    "without colour": recoloured(_grey),
}
BOWED: dict[str, Change] = {
    "long sides bowed by 2 %": bowed(0.02),
    "long sides bowed by 4 %": bowed(0.04),
    "long sides bowed by 6 %": bowed(0.06),
}
UNEVEN: dict[str, Change] = {
    "sun through a window": uneven(Window),
    "somebody's shadow": uneven(Shadow),
    "sun and shadow": uneven(Window, Shadow),
}
ALL = CHANGES | BOWED | UNEVEN

COUNTS = ("points", "right", "sure_wrong", "exchanged", "boards", "located", "wrong_locks", "refused")
COUNTS += ("found_right", "dice", "dice_right", "dice_false", "cubes", "cubes_right")


@dataclass
class Row:
    """Counts of one change, over all pictures."""

    change: str
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTS, 0))

    def add(self, **counts: int) -> None:
        """Add some."""
        for name, number in counts.items():
            self.counts[name] += number


def changed(item: Labelled, change: Change) -> tuple[Labelled, Plane]:
    """A picture after a change, with its labels where they are now."""
    picture, matrix = change(item, item.picture())

    if isinstance(matrix, Bent):
        return carried(item, matrix.points, picture), picture
    there = carried(item, partial(apply_homography, matrix), picture)
    if matrix[0, 0] < 0:
        upright(there.labels, item)
    return there, picture


def carried(item: Labelled, where: Callable[[np.ndarray], np.ndarray], picture: Plane) -> Labelled:
    """A labelled picture as another picture, where: in which (n, 2) places of it came to lie."""
    labels = deepcopy(item.labels)
    labels["corners"] = where(np.array(labels["corners"], float)).tolist()
    for thing in [*(labels.get("dice") or []), *([labels["cube"]] if labels.get("cube") else [])]:
        thing["xy"] = where(np.array([thing["xy"]], float))[0].tolist()
    return replace(item, labels=labels, size=picture.shape[1::-1])


def upright(labels: dict[str, Any], item: Labelled) -> None:
    """Labels of a picture turned upside down: corners begin at the new top left, points are named anew."""
    left, right = item.geometry.bar_edges
    labels["corners"], labels["bar_frac"] = (
        np.roll(labels["corners"], 2, axis=0).tolist(),
        (1 - right, 1 - left),
    )
    named = {f"{row}{k}": f"{other}{13 - k}" for row, other in ("TB", "BT") for k in range(1, 13)}
    labels["points"] = {named[point]: sides for point, sides in labels["points"].items()}
    labels["occluded_cells"] = [named.get(place, place) for place in labels.get("occluded_cells") or []]


@dataclass
class Readers:
    """What reads all pictures."""

    slots: SlotReader = field(default_factory=SlotReader)
    dice: DiceReader = field(default_factory=DiceReader)

    def right(self, item: Labelled, picture: Plane, geometry: BoardGeometry) -> tuple[np.ndarray, bool, int]:
        """(24,) points in sight read exactly; whether sides are exchanged; how many are wrong and sure."""
        read = self.slots.read(Cutter(geometry).cut(picture))
        said = most_probable(read.points)
        as_named, exchanged = (
            (way == item.counts).all(axis=1) & item.visible for way in (said, said[:, ::-1])
        )
        other = bool(exchanged.sum() > as_named.sum())
        right = exchanged if other else as_named
        return right, other, int((item.visible & ~right & (read.points.max(axis=1) > SURE)).sum())


def measured(row: Row, item: Labelled, picture: Plane, readers: Readers, *, whole: bool) -> None:
    """Add one picture to a row. whole: find the board by itself, and read dice and cube, too; what is not
    bowed is not looked at for its lens without that."""
    raw, corners = picture, np.array(item.geometry.corners)
    lens = placed_straight(picture, item.geometry)[1] if whole or row.change in BOWED else Lens()
    if lens.bend:
        picture = lens.picture(raw)
        item = carried(item, partial(lens.straight, size=(raw.shape[1], raw.shape[0])), picture)
    right, exchanged, sure_wrong = readers.right(item, picture, item.geometry)
    row.add(points=int(item.visible.sum()), right=int(right.sum()), sure_wrong=sure_wrong)
    row.add(exchanged=exchanged, boards=1)
    if not whole:
        return
    try:
        found = find_straight(raw)
        place = found.located.geometry
        there = found.lens.bent(np.array(place.corners), (raw.shape[1], raw.shape[0]))
        over = overlap(there, corners)
        row.add(located=over >= LOCATED, wrong_locks=over < WRONG)
        row.add(found_right=int(readers.right(item, found.lens.picture(raw), place)[0].sum()))
    except BoardNotFoundError:
        row.add(refused=1)
    counts = score_dice(item, *read_closely(Frame(0, 0.0, picture), item.geometry, readers.dice)).counts
    row.add(dice=counts["certain"], dice_right=counts["right"], dice_false=counts["false"])
    row.add(cubes=counts["cube"], cubes_right=counts["cube_right"])


def rows(names: Sequence[str], *, whole: bool, every: int = 1) -> list[Row]:
    """The table's rows for some changes. every: of the pictures only every so manyeth."""
    readers, pictures = Readers(), list(labelled())[::every]
    done = []
    for name in names:
        row = Row(name)
        for item in pictures:
            measured(row, *changed(item, ALL[name]), readers, whole=whole)
        done.append(row)
    return done


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="The real pictures, changed, and read anew.")
    parser.add_argument("--out", type=Path, default=TABLE)
    options = parser.parse_args()
    with options.out.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["change", *COUNTS, "right_low", "right_high", "dice_low", "dice_high"])
        for row in rows(list(ALL), whole=True):
            c = row.counts
            intervals = (*wilson(c["right"], c["points"]), *wilson(c["dice_right"], c["dice"]))
            writer.writerow([row.change, *c.values(), *intervals])


if __name__ == "__main__":
    main()
