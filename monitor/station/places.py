"""Readings by slot of the picture as places of the board: what is unsure, and whose checkers look how."""

from typing import Final

import numpy as np

from monitor.events import Json
from vision.reading import Reading

UNSURE: Final = 0.8
HIDDEN: Final = 0.5


def slots_of(home: str) -> list[int]:
    """Slot index (0..23) of points 1..24, counted from the south seat. home: half with both home boards."""
    east = [24 - point if point <= 12 else point - 13 for point in range(1, 25)]
    return east if home == "E" else [slot // 12 * 12 + 11 - slot % 12 for slot in east]


def seen_board(reading: Reading, home: str, light: str) -> str:
    """The points 1..24 as they are read, as the 24 letters of a board seen by A."""
    counts = reading.counts()[slots_of(home)]
    south, north = (0, 1) if light == "A" else (1, 0)
    letters = []
    for row in counts.tolist():
        own, other = row[south], row[north]
        letters.append(chr(64 + own) if own else chr(96 + other) if other else "-")
    return "".join(letters)


def unsure_places(reading: Reading | None, home: str | None, light: str | None) -> list[int]:
    """Places of the board (1..24, and the bars 0 and 25) that are hidden or read without certainty."""
    if reading is None or home is None or light is None:
        return []
    doubt = (reading.hidden > HIDDEN) | (reading.points.max(axis=1) < UNSURE)
    found = [point for point, slot in enumerate(slots_of(home), 1) if doubt[slot]]
    bars = [25, 0] if light == "A" else [0, 25]
    hidden = reading.bar_hidden > HIDDEN
    doubtful = np.asarray(reading.bar).max(axis=1) < UNSURE
    return sorted(found + [place for place, bad in zip(bars, doubtful, strict=True) if bad or hidden])


def colours_of(reading: Reading | None, light: str | None) -> Json | None:
    """Colour of each player's checkers as ``#rrggbb``; None before both are known."""
    if reading is None or light is None or None in reading.colours:
        return None
    seats = ("A", "B") if light == "A" else ("B", "A")
    colours = [colour for colour in reading.colours if colour is not None]
    return {seat: "#{:02x}{:02x}{:02x}".format(*colour) for seat, colour in zip(seats, colours, strict=True)}
