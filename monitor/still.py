"""A single picture's reading as an answer for people and programs, with no game before or after it."""

from collections.abc import Callable, Sequence
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from calibration.geometry import SLOT_NAMES, BoardGeometry
from monitor.events import Json
from vision.reading import MIXED, Reading

Floats = NDArray[np.float64]
SIDES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
HIDDEN_AT: Final = 0.5
SAID_AT: Final = 0.5
"""Dice and numbers less probable than this are not said: rather it is something else."""
NEAR_START: Final = 4
"""A position counts as meant to be the start when at most this many checkers stand elsewhere."""

_START: Final = {6: 5, 8: 3, 13: 5, 24: 2}


def still_reading(
    file: str,
    geometry: BoardGeometry,
    reading: Reading,
    ms: dict[str, float],
    place: Callable[[Floats], Floats] | None = None,
) -> Json:
    """The reading as one JSON object; the keys are those of ``gammonitor read --json``.

    off is null where a place beside the board cannot be seen, or no number is more probable than not. place:
    from (n, 2) pixels of the picture that was read to those of the file's, where these differ.
    """

    def at(points: Sequence[tuple[float, float]]) -> list[list[float]]:
        there = np.array(points) if place is None else place(np.array(points))
        return [[round(x, 1), round(y, 1)] for x, y in there.tolist()]

    hidden = [name for name, p in zip(SLOT_NAMES, reading.hidden, strict=True) if p > HIDDEN_AT]
    start, errors = start_errors(reading.counts()) if not hidden else (False, [])
    return {
        "file": file,
        "status": reading.status,
        "reason": reading.reason,
        "corners": at(geometry.corners),
        "layout": geometry.layout,
        "points": _points(reading),
        "bar": {side: int(reading.bar[index].argmax()) for index, side in enumerate(SIDES)},
        "off": dict(zip(SIDES, borne_off(reading), strict=True)),
        "colours": {side: _hex(colour) for side, colour in zip(SIDES, reading.colours, strict=True)},
        "hidden": hidden,
        "dice": [
            {
                "value": die.value,
                "xy": at([die.xy])[0],
                "p": round(die.p, 4),
                "support": die.support,
                "tilt": die.tilt,
                "cocked": die.cocked,
            }
            for die in reading.dice
            if die.p >= SAID_AT
        ],
        "cube": None
        if reading.cube is None
        else {
            "value": reading.cube.value,
            "xy": at([reading.cube.xy])[0],
            "p": round(reading.cube.p, 4),
        },
        "start_position": start,
        "setup_errors": errors,
        "ms": {name: round(value, 2) for name, value in ms.items()},
    }


def borne_off(reading: Reading) -> tuple[int | None, int | None]:
    """Numbers of light and dark checkers borne off that are more probable than not; None for others, and
    where one of the places beside the board is hidden."""
    if reading.trays is None or (reading.trays.hidden > HIDDEN_AT).any():
        return None, None
    light, dark = (int(p.argmax()) if p.max() >= SAID_AT else None for p in reading.trays.off())
    return light, dark


def lost(file: str, reason: str) -> Json:
    """The answer for a picture in which nothing can be read; the same keys, nothing in them."""
    return {
        "file": file, "status": "lost", "reason": reason, "corners": None, "layout": None, "points": {},
        "bar": {"light": None, "dark": None}, "off": {"light": None, "dark": None},
        "colours": {"light": None, "dark": None}, "hidden": [], "dice": [], "cube": None,
        "start_position": False, "setup_errors": [], "ms": {},
    }  # fmt: skip


def in_words(answer: Json) -> list[str]:
    """Lines that show an answer of ``still_reading``; x are light checkers, o are dark ones."""
    lines = [f"{answer['file']}: {answer['status']}{': ' + answer['reason'] if answer['reason'] else ''}"]
    for row in "TB":
        cells = [_cell(answer, f"{row}{column}") for column in range(1, 13)]
        lines.append(f"  {row}1..{row}12  {' '.join(cells[:6])}  | {' '.join(cells[6:])}")
    bar = answer["bar"]
    colours = answer["colours"]
    lines.append(
        f"  bar: {bar['light']} light, {bar['dark']} dark; colours {colours['light']}, {colours['dark']}"
    )
    off = answer["off"]
    counted = [f"{off[side]} {side}" for side in SIDES if off[side]]
    if counted:
        lines.append(f"  borne off: {', '.join(counted)}")
    for die in answer["dice"]:
        cocked = f", cocked ({die['tilt']}, on {die['support']})" if die["cocked"] else ""
        lines.append(
            f"  die {die['value']} at {die['xy'][0]:.0f},{die['xy'][1]:.0f} (p {die['p']:.2f}){cocked}"
        )
    if answer["cube"]:
        lines.append(f"  cube showing {answer['cube']['value']} (p {answer['cube']['p']:.2f})")
    if answer["start_position"]:
        lines.append("  this is the starting position")
    lines += [f"  set-up: {error}" for error in answer["setup_errors"]]
    return lines


def start_errors(counts: NDArray[np.int64]) -> tuple[bool, list[str]]:
    """Whether (24, 2) light and dark counts are the start, and what is wrong where they nearly are.

    Either side may sit south and either half hold the home boards; the nearest of the four is compared.
    """
    wanted = nearest_start(counts)
    wrong = np.abs(wanted - counts)
    if not wrong.any():
        return True, []
    misplaced = max(int(np.maximum(counts - wanted, 0).sum()), int(np.maximum(wanted - counts, 0).sum()))
    if misplaced > NEAR_START:
        return False, []
    return False, [
        f"{SLOT_NAMES[slot]}: {counts[slot, side]} {SIDES[side]} instead of {wanted[slot, side]}"
        for slot, side in np.argwhere(wrong)
    ]


def nearest_start(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """(24, 2) of the four starting positions the one that is most like these counts."""
    return min(start_positions(), key=lambda start: int(np.abs(start - counts).sum()))


def start_positions() -> list[NDArray[np.int64]]:
    """(24, 2) light and dark checkers of the four starting positions: either side south, either half home."""
    found = []
    for south in (0, 1):
        start = np.zeros((24, 2), dtype=np.int64)
        for point, count in _START.items():
            start[_slot(point), south] = count
            start[_slot(25 - point), 1 - south] = count
        mirrored = start.reshape(2, 12, 2)[:, ::-1].reshape(24, 2)
        found += [start, mirrored]
    return found


def _slot(point: int) -> int:
    """Slot of a point counted from the south seat, home boards on the right."""
    return 24 - point if point <= 12 else point - 13


def _points(reading: Reading) -> Json:
    found: Json = {}
    for name, probabilities, (light, dark) in zip(SLOT_NAMES, reading.points, reading.counts(), strict=True):
        best = int(probabilities.argmax())
        if best == 0:
            continue
        side = "both" if best == MIXED else SIDES[0 if light else 1]
        found[name] = {"side": side, "count": int(light + dark), "p": round(float(probabilities[best]), 4)}
    return found


def _cell(answer: Json, name: str) -> str:
    if name in answer["hidden"]:
        return "  ?"
    point = answer["points"].get(name)
    if point is None:
        return "  ."
    sign = {"light": "x", "dark": "o", "both": "!"}[point["side"]]
    return f"{point['count']:>2}{sign}"


def _hex(colour: tuple[int, int, int] | None) -> str | None:
    return None if colour is None else "#{:02x}{:02x}{:02x}".format(*colour)
