"""A reading as one line of JSON, and back.

    {"seq": 7, "t": 0.23, "points": [[0, 3], [5, 1, 6, 1790], ...], "bar": [[0, 0], [0, 0]],
     "hidden": "00ff...", "bar_hidden": 0, "motion": "0000...", "dice": [...], "cube": {...}, "status": "ok"}
    {"seq": 8, "t": 0.26, "same": true}

A row of probabilities is written as pairs of outcome and minus its logarithm in units of 1/256 (of 1/16 for
what is less probable than 1/7), outcomes less probable than 1e-5 left out; shares (hidden, motion) are bytes
in hexadecimal, 255 is all. "trays" has men and hidden likewise, where a frame was asked for them; "looks" the
era, then the number of every point. What is left out or rounded is so for the tracker as well: it gets the
reading as it is stored, live and replayed alike.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from monitor.events import Json
from vision.reading import MAX_COUNT, OUTCOMES, CubeReading, DieReading, Floats, Looks, Reading, TrayReading

UNITS: Final = 256
LEAST: Final = 2947
"""Code of every probability of 1e-5 or less: -log(1e-5) in units of 1/256."""
COARSE: Final = 512
"""Codes above this are rounded to multiples of 16."""

_P: Final = np.exp(-np.arange(LEAST + 1) / UNITS).astype(np.float32)


def reading_to_json(reading: Reading) -> Json:
    """A reading as one JSON object."""
    line: Json = {
        "seq": reading.seq,
        "t": reading.t,
        "points": _rows(reading.points),
        "bar": _rows(reading.bar),
        "hidden": _shares(reading.hidden),
        "bar_hidden": round(float(reading.bar_hidden) * 255),
        "motion": _shares(reading.motion),
        "dice": [_rounded(vars(die)) for die in reading.dice],
        "status": reading.status,
    }
    if reading.cube is not None:
        line["cube"] = _rounded(vars(reading.cube))
    if reading.reason is not None:
        line["reason"] = reading.reason
    if any(reading.colours):
        line["colours"] = reading.colours
    if reading.trays is not None:
        line["trays"] = {
            "men": _rows(reading.trays.men.reshape(8, -1)),
            "hidden": _shares(reading.trays.hidden),
        }
    if reading.looks is not None:
        line["looks"] = [reading.looks.era, *reading.looks.numbers]
    return line


def reading_from_json(line: Mapping[str, Any]) -> Reading:
    """The reading of a line. Raises KeyError, TypeError, ValueError or IndexError where it is none."""
    cube = line.get("cube")
    light, dark = line.get("colours") or (None, None)
    return Reading(
        seq=line["seq"],
        t=line["t"],
        points=_probabilities(line["points"], OUTCOMES),
        hidden=_from_shares(line["hidden"]),
        bar=_probabilities(line["bar"], MAX_COUNT + 1),
        bar_hidden=line["bar_hidden"] / 255,
        dice=tuple(DieReading(**_tuples(die)) for die in line["dice"]),
        cube=None if cube is None else CubeReading(**_tuples(cube)),
        motion=_from_shares(line["motion"]),
        colours=(None if light is None else tuple(light), None if dark is None else tuple(dark)),
        status=line["status"],
        reason=line.get("reason"),
        trays=_trays(line.get("trays")),
        looks=_looks(line.get("looks")),
    )


def repeats(reading: Reading, last: Reading | None) -> bool:
    """Whether a reading is the last one once more, for a frame in which nothing had changed."""
    return (
        last is not None
        and reading.points is last.points
        and reading.dice is last.dice
        and reading.cube is last.cube
        and reading.status == last.status
        and not reading.motion.any()
    )


def again(reading: Reading, seq: int, t: float) -> Reading:
    """The same reading for a later frame in which nothing had changed."""
    return replace(reading, seq=seq, t=t, motion=np.zeros_like(reading.motion))


def _rows(probabilities: Floats) -> list[list[int]]:
    codes = np.rint(-np.log(np.maximum(probabilities, 1e-9, dtype=np.float64)) * UNITS)
    codes = np.maximum(codes, 0).astype(np.int64)
    codes = np.where(codes > COARSE, (codes + 8) // 16 * 16, codes)
    rows: list[list[int]] = [[] for _ in codes]
    kept = np.nonzero(codes < LEAST)
    for row, outcome, code in zip(*(index.tolist() for index in kept), codes[kept].tolist(), strict=True):
        rows[row] += (outcome, code)
    return rows


def _probabilities(rows: list[list[int]], length: int) -> Floats:
    codes = np.full((len(rows), length), LEAST, dtype=np.int64)
    for row, pairs in zip(codes, rows, strict=True):
        row[pairs[::2]] = pairs[1::2]
    return np.asarray(_P[codes], dtype=np.float32)


def _trays(line: Mapping[str, Any] | None) -> TrayReading | None:
    if line is None:
        return None
    men = _probabilities(line["men"], MAX_COUNT + 1).reshape(4, 2, -1)
    return TrayReading(men, _from_shares(line["hidden"]))


def _looks(line: list[int] | None) -> Looks | None:
    return None if line is None else Looks(line[0], tuple(line[1:]))


def _shares(values: Floats) -> str:
    return bytes(np.rint(np.clip(values, 0.0, 1.0) * 255).astype(np.uint8)).hex()


def _from_shares(text: str) -> NDArray[np.float32]:
    return np.frombuffer(bytes.fromhex(text), dtype=np.uint8).astype(np.float32) / np.float32(255)


def _rounded(data: Mapping[str, Any]) -> Json:
    """Numbers of a die or cube to as many places as they are good for."""
    places = {"xy": 1, "uv": 5, "size_px": 1}
    found: Json = {}
    for name, value in data.items():
        digits = places.get(name, 4)
        if isinstance(value, tuple):
            found[name] = [round(float(part), digits) for part in value]
        else:
            found[name] = round(float(value), digits) if isinstance(value, float | np.floating) else value
    return found


def _tuples(data: Mapping[str, Any]) -> Json:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
