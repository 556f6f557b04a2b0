"""One game of a watched match while it is recorded, and what the fields of events mean."""

from dataclasses import dataclass, field, replace
from typing import Any

from monitor.backgammon import Dice, Position, PositionTextError
from monitor.events import Event
from monitor.transcripts.model import Doubt, Entry, Game, Result
from monitor.transcripts.table import Table

SURE = 0.95
"""Probability below which something is marked as doubtful."""


@dataclass
class Track:
    """The game being recorded. why: what may explain a board that does not follow from the last one.

    rolls: what the dice of the last turn may have been. at_start, at_end: doubts about the score before the
    game and about its result.
    """

    number: int
    score: tuple[int, int]
    table: Table = field(default_factory=Table)
    entries: list[Entry] = field(default_factory=list)
    result: Result | None = None
    crawford: bool | None = None
    why: str = ""
    rolls: tuple[Dice, ...] = ()
    at_start: tuple[Doubt, ...] = ()
    at_end: tuple[Doubt, ...] = ()

    def add(self, entry: Entry) -> None:
        self.table.play(entry)
        self.entries.append(entry)

    def game(self) -> Game:
        """The game, with the doubts about its score and result on its first and last entry."""
        entries = list(self.entries)
        entries[0] = doubted(entries[0], self.at_start)
        entries[-1] = doubted(entries[-1], self.at_end)
        return Game(self.number, self.score, tuple(entries), self.result)

    def before_last(self) -> Position | None:
        """The board before the last entry, seen by A."""
        table = Table()
        for entry in self.entries[:-1]:
            table.play(entry)
        return table.board

    def rebuild(self) -> None:
        """Follow the entries again after one of them was changed."""
        self.table = Table()
        for entry in self.entries:
            self.table.play(entry)


def doubted(entry: Entry, doubts: tuple[Doubt, ...]) -> Entry:
    """The entry with further doubts."""
    return replace(entry, remark=replace(entry.remark, doubts=entry.remark.doubts + doubts))


def score_of(value: Any) -> tuple[int, int] | None:
    """Points of A and B, by name or in order."""
    points = [value.get("A"), value.get("B")] if isinstance(value, dict) else value
    if not isinstance(points, list | tuple) or len(points) != 2:
        return None
    if not all(isinstance(one, int) and 0 <= one < 1000 for one in points):
        return None
    return int(points[0]), int(points[1])


def board_of(value: Any) -> Position | None:
    """A board seen by A: 26 characters, or the Position ID of one that these cannot hold."""
    if not isinstance(value, str):
        return None
    try:
        return Position.from_board26(value) if len(value) == 26 else Position.from_id(value)
    except PositionTextError:
        return None


def dice_of(event: Event) -> tuple[Dice | None, tuple[Doubt, ...]]:
    """The roll and the doubts about the turn; `doubts` of the event where it lists them itself."""
    seen, believed = pair_of(event.get("dice")), pair_of(event.get("explained_by"))
    listed = event.get("doubts")
    if isinstance(listed, list | tuple):
        return seen, tuple(
            Doubt(str(doubt["what"]), tuple(doubt["other"]), doubt["p"], tuple(doubt["other_p"]))
            for doubt in listed
        )
    doubts: list[Doubt] = []
    if believed is not None and (seen is None or sorted(seen) != sorted(believed)):
        doubts.append(Doubt("dice", (f"{seen[0]}{seen[1]} as they were read",) if seen else (), event.conf))
        seen = believed
    if event.get("legal") is None:
        doubts.append(Doubt("play", (), event.conf))
    elif event.conf < SURE:
        doubts.append(Doubt("turn", (), event.conf))
    return seen, tuple(doubts)


def pair_of(value: Any) -> Dice | None:
    if isinstance(value, list | tuple) and len(value) == 2 and all(die in range(1, 7) for die in value):
        return int(value[0]), int(value[1])
    return None
