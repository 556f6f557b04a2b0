"""The lines of a .mat game cut into cells: what the left and the right player did, in the order of play."""

import re
from dataclasses import dataclass
from typing import Literal

from monitor.backgammon import Seat

Kind = Literal["roll", "double", "take", "drop", "beaver", "wins", "losses", "ends"]

_ILLEGAL = re.compile(r"Illegal play\s*\(([^)]*)\)?", re.IGNORECASE)
_NUMBER = re.compile(r"\s*\d{1,6}\)")
_GLUED = re.compile(r"\s\d{1,6}\)\s*$")
_WORDS: dict[str, Kind] = {
    "double": "double", "redouble": "double", "take": "take", "accept": "take", "drop": "drop",
    "pass": "drop", "passe": "drop", "reject": "drop", "beaver": "beaver", "raccoon": "beaver",
    "win": "wins", "losse": "losses", "lose": "losses", "resign": "ends", "concede": "ends",
}  # fmt: skip
_START = re.compile(
    r"(?<![\w/])(?:(?P<roll>\d{2}):|"
    r"(?P<word>(?:re)?double|take|accept|drop|passe?|reject|beaver|raccoon|win|losse|lose|resign|concede)s?\b)",
    re.IGNORECASE,
)
_VALUE = re.compile(r"\s*(?:=+>?)?\s*(\d{1,6})")
RIGHT = 12
"""Characters after the row's number from which a cell that stands alone is the right-hand player's."""
NO_NUMBER = 15
"""The same, counted from the start of a row without a number."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one player did. text: the written play; number: points won or value of the cube, if written.

    marker: the fields of an `Illegal play (...)`, None where there is none.
    """

    kind: Kind
    seat: Seat
    line: int
    text: str = ""
    dice: tuple[int, int] = (0, 0)
    number: int | None = None
    marker: str | None = None


def cut_row(text: str, line: int) -> tuple[list[Cell], str]:
    """The cells of a row, and what stands in it that is none.

    A cell begins with a roll or a word of the cube; of two cells the first is the left-hand player's, and
    one that stands alone is told by its column.
    """
    row = text.expandtabs(8).rstrip()
    markers = [found[1] for found in _ILLEGAL.finditer(row)]
    row = _ILLEGAL.sub(lambda found: "\0" + " " * (len(found[0]) - 1), row)
    numbered = _NUMBER.match(row)
    first = numbered.end() if numbered else 0
    starts = list(_START.finditer(row, first))
    if not starts:
        return [], row[first:].strip()
    rest = row[first : starts[0].start()].strip()
    border = first + RIGHT if numbered else NO_NUMBER
    cells: list[Cell] = []
    for i, start in enumerate(starts):
        end = starts[i + 1].start() if i + 1 < len(starts) else len(row)
        right = start.start() >= border or any(cell.seat == "A" for cell in cells)
        body = _GLUED.sub("", row[start.end() : end])
        cells.append(_cell(start, body, "B" if right else "A", line, markers))
    return cells, rest


def _cell(start: re.Match[str], body: str, seat: Seat, line: int, markers: list[str]) -> Cell:
    if start["roll"]:
        dice = (int(start["roll"][0]), int(start["roll"][1]))
        marker = markers.pop(0) if "\0" in body and markers else None
        return Cell("roll", seat, line, " ".join(body.replace("\0", " ").split()), dice, marker=marker)
    kind = _WORDS[start["word"].lower()]
    value = _VALUE.match(body)
    return Cell(kind, seat, line, number=int(value[1]) if value else None)
