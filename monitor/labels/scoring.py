"""Reading labelled pictures again, and saying what comes out otherwise than a person said."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from calibration.errors import BoardNotFoundError, CornersError
from calibration.fit import overlap
from calibration.geometry import SLOT_NAMES, BoardGeometry
from monitor.events import Json
from monitor.labels.errors import LabelError
from monitor.labels.folder import LabelFolder
from monitor.labels.labels import Labels, Side
from monitor.still import SIDES
from vision.lens_seen import find_straight

LOCATED: Final = 0.93
"""Overlap with the labelled field from which a board counts as found."""
REACH: Final = 0.03
"""How far a die may lie from its label, in lengths of the field's longer side; a cube, twice as far."""


@dataclass
class Score:
    """What is wrong with one picture. slots: points that can be seen; right: those read right."""

    name: str
    checked: bool
    slots: int
    right: int
    wrong: list[str] = field(default_factory=list)


def score(folder: LabelFolder, number: int) -> Score:
    """Read one picture on the labelled corners, and look for its board. Raises LabelError."""
    item, labels = folder.item(number), folder.labels(number)
    width, height = item["size"]
    try:
        place = labels.geometry((width, height))
    except CornersError as error:
        raise LabelError(f"{item['id']}: {error}") from error
    read = folder.read(number, place)
    seen = [name for name in SLOT_NAMES if name not in labels.occluded_cells]
    wrong = [text for name in seen if (text := _point(name, labels, read))]
    result = Score(
        f"{item['file']} ({item.get('name', '')})", labels.checked, len(seen), len(seen) - len(wrong), wrong
    )
    if labels.layout != "no_bar":
        result.wrong += [
            f"bar: {read['bar'][side]} {side} read, {labels.bar.get(side, 0)} there"
            for side in SIDES
            if read["bar"][side] != labels.bar.get(side, 0)
        ]
    result.wrong += [*_dice(labels, read, place), *_cube(labels, read, place), *_found(folder, number, place)]
    return result


def _point(name: str, labels: Labels, read: Json) -> str | None:
    there = {side: n for side, n in labels.points.get(name, {}).items() if n}
    point = read["points"].get(name)
    if point is None:
        return f"{name}: read as empty, {_men(there)} there" if there else None
    said: dict[Side, int] = (
        {"light": 1, "dark": 1} if point["side"] == "both" else {point["side"]: point["count"]}
    )
    if said == there or (point["side"] == "both" and len(there) == 2):
        return None
    return f"{name}: {_men(said)} read (p {point['p']:.2f}), {_men(there)} there"


def _men(sides: Mapping[Side, int]) -> str:
    return " and ".join(f"{number} {side}" for side, number in sides.items()) or "nothing"


def _dice(labels: Labels, read: Json, place: BoardGeometry) -> list[str]:
    reach = REACH * _longest(place)
    left = list(read["dice"])
    wrong = []
    for die in sorted(labels.dice, key=lambda one: not one.certain):
        near = min(left, key=lambda one: _apart(one["xy"], die.xy), default=None)
        if near is None or _apart(near["xy"], die.xy) > reach:
            if die.certain:
                wrong.append(f"die {die.value} at {die.xy[0]:.0f},{die.xy[1]:.0f} not seen")
            continue
        left.remove(near)
        if die.certain and near["value"] != die.value:
            wrong.append(f"die: {near['value']} read (p {near['p']:.2f}), {die.value} there")
    wrong += [
        f"die {one['value']} read at {one['xy'][0]:.0f},{one['xy'][1]:.0f} (p {one['p']:.2f}), none there"
        for one in left
    ]
    return wrong


def _cube(labels: Labels, read: Json, place: BoardGeometry) -> list[str]:
    cube, said = labels.cube, read["cube"]
    if cube is None:
        return [] if said is None else [f"cube {said['value']} read (p {said['p']:.2f}), none there"]
    if said is None or _apart(said["xy"], cube.xy) > 2 * REACH * _longest(place):
        return [f"cube {cube.value} not seen"]
    return [] if said["value"] == cube.value else [f"cube: {said['value']} read, {cube.value} there"]


def _found(folder: LabelFolder, number: int, place: BoardGeometry) -> list[str]:
    try:
        found = find_straight(folder.picture(number))
    except BoardNotFoundError as error:
        return [f"by itself: {str(error).partition('.')[0]}"]
    corners = found.lens.bent(np.array(found.located.geometry.corners), place.size)
    share = overlap(corners, np.array(place.corners))
    return [] if share >= LOCATED else [f"by itself: the board is found elsewhere (overlap {share:.2f})"]


def _apart(a: tuple[float, float], b: tuple[float, float]) -> float:
    return float(np.hypot(a[0] - b[0], a[1] - b[1]))


def _longest(place: BoardGeometry) -> float:
    corners = np.array(place.corners)
    return float(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).max())
