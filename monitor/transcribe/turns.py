"""Events folded into turns: what was taken back, put right or read better afterwards counts as such."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from monitor.backgammon import Position
from monitor.events import Event, Player, other
from monitor.tracking.seating import Seating
from monitor.transcripts.track import board_of, pair_of

QUICK_S: Final = 1.0
"""A change is told up to this long after it was made."""


@dataclass(frozen=True)
class SeenDie:
    """A die of the roll: where it lay (field coordinates), from when, and what it was read as."""

    uv: tuple[float, float]
    since: float
    face: int


@dataclass
class Turn:
    """One turn as it was followed live. Boards seen by A.

    event: the TurnPlayed. dice: of its roll, as they came to rest. opening: it is the first of its game.
    since: when the turn before it ended. settled: from when the board after it stands; left: until when it
    certainly stands. corrected: the player put an illegal play right.
    """

    event: Event
    by: Player
    before: Position
    after: Position
    seating: Seating
    dice: tuple[SeenDie, ...] = ()
    opening: bool = False
    since: float = 0.0
    settled: float = 0.0
    left: float = 0.0
    corrected: bool = False
    broken: bool = False
    """Whether this turn does not follow from the one before: the thread was lost, or a turn is missing."""
    guessed: bool = False
    """Nobody told this turn: it was put in because something is missing here."""
    rolls: tuple[Event, ...] = ()
    """All dice that came to rest since the turn before."""

    @property
    def t(self) -> float:
        """When the turn ended (s)."""
        return self.event.t

    @property
    def roll(self) -> tuple[int, int] | None:
        """The roll as it was read."""
        return pair_of(self.event.get("dice"))


@dataclass
class Followed:
    """What following the readings gave: turns and all other events, in order."""

    acts: list[Turn | Event]

    @property
    def turns(self) -> list[Turn]:
        """The turns alone."""
        return [act for act in self.acts if isinstance(act, Turn)]


def fold(events: Iterable[Event], end: float) -> Followed:
    """Turns with their times from the events of a tracker. end: time of the last reading."""
    folder = _Folder()
    for event in events:
        folder.take(event)
    folder.close(end)
    return Followed(folder.acts)


class _Folder:
    def __init__(self) -> None:
        self.acts: list[Turn | Event] = []
        self._seating = Seating("E", "A")
        self._rolls: list[Event] = []
        self._last: Turn | None = None
        self._moved: float | None = None
        self._broken = True
        self._began = 0.0

    def take(self, event: Event) -> None:
        """Fold the next event in."""
        if event.get("home") in ("E", "W") and event.get("light") in ("A", "B"):
            self._seating = Seating(event.get("home"), event.get("light"))
        if event.ev == "TurnPlayed":
            self._turn(event)
        elif event.ev == "DiceAtRest":
            self._rolls.append(event)
        elif event.ev == "CheckersMoved":
            if self._moved is None:
                self._moved = event.t
        elif event.ev in ("Corrected", "EvidenceConflict"):
            self._amend(event)
        elif event.ev == "MoveRetracted":
            self._retract(event)
        elif event.ev not in ("DiceThrown", "DicePickedUp", "DiceTouched", "CheckersTouched"):
            self._other(event)

    def close(self, end: float) -> None:
        """No further event."""
        self._leave(end)

    def _other(self, event: Event) -> None:
        self.acts.append(event)
        if event.ev in ("GameStarted", "GameEnded"):
            self._leave(event.t)
            self._last, self._rolls = None, []
            self._broken, self._began = False, event.t
        elif event.ev == "TrackLost":
            self._leave(event.t - QUICK_S)
        elif event.ev == "TrackRegained":
            self._broken = bool(event.get("gap"))
        elif event.ev == "SetupCorrected":
            self._broken = self._last is not None

    def _turn(self, event: Event) -> None:
        before, after = board_of(event.get("board_before")), board_of(event.get("board_after"))
        if event.by is None or before is None or after is None:
            self.acts.append(event)
            return
        last = self._last
        if last is not None and last.by == event.by and last.before == before:
            self.acts.remove(last)
            self._began = last.since
            self._last = last = None
        self._leave(event.t - QUICK_S)
        follows = last is None or (last.after == before and last.by != event.by)
        broken = self._broken or not follows
        turn = Turn(event, event.by, before, after, self._seating, broken=broken)
        turn.opening = not any(self._turns_of_game())
        turn.dice = self._dice(event.by, opening=turn.opening)
        turn.rolls = tuple(self._rolls)
        turn.since = self._began if last is None else last.t
        turn.settled, turn.left = event.t, event.t
        self.acts.append(turn)
        self._last, self._rolls, self._moved, self._broken = turn, [], None, False

    def _turns_of_game(self) -> Iterable[bool]:
        for act in reversed(self.acts):
            if isinstance(act, Event) and act.ev == "GameStarted":
                return
            yield isinstance(act, Turn)

    def _leave(self, by_then: float) -> None:
        """The board after the last turn is not expected to stand longer than this."""
        turn = self._last
        if turn is None:
            return
        rested = [event.t for event in self._rolls if event.t > turn.settled]
        moved = by_then if self._moved is None else min(by_then, self._moved - QUICK_S)
        turn.left = max(turn.settled, moved, *[t for t in rested if t <= by_then][:1])

    def _dice(self, by: Player, *, opening: bool) -> tuple[SeenDie, ...]:
        if opening:
            single = {event.by: event for event in self._rolls if len(event.get("dice") or ()) == 1}
            if single:
                return tuple(die for seat in (by, other(by)) if seat in single for die in _seen(single[seat]))
        return pair_seen(self._rolls, by)

    def _amend(self, event: Event) -> None:
        board = board_of(event.get("board") or event.get("board_after"))
        about = event.get("what") if event.ev == "EvidenceConflict" else event.get("code")
        last = self._last
        if board is None or about not in ("turn_amended", "ILLEGAL_MOVE") or last is None:
            return
        if last.by == event.by:
            last.after, last.settled = board, max(last.settled, event.t - QUICK_S)
            last.corrected = last.corrected or event.ev == "Corrected"
            self._moved = None

    def _retract(self, event: Event) -> None:
        last = self._last
        if last is not None and last.by == event.by and last.before == board_of(event.get("board_after")):
            self.acts.remove(last)
            turns = [act for act in self.acts if isinstance(act, Turn)]
            started = max((act.t for act in self.acts if _starts(act)), default=0.0)
            self._last, self._moved = None, None
            if turns and turns[-1].t > started:
                self._last = turns[-1]
                self._last.settled = event.t


def _starts(act: Turn | Event) -> bool:
    return isinstance(act, Event) and act.ev == "GameStarted"


def pair_seen(rolls: Sequence[Event], by: Player) -> tuple[SeenDie, ...]:
    """The last roll of two dice by a player, or by nobody knows whom; empty where there is none."""
    for event in reversed(rolls):
        if event.by in (by, None) and len(event.get("dice") or ()) == 2:
            return _seen(event)
    return ()


def _seen(event: Event) -> tuple[SeenDie, ...]:
    return tuple(
        SeenDie((float(die["uv"][0]), float(die["uv"][1])), event.t, int(die["face"]))
        for die in event.get("dice") or ()
        if die.get("uv")
    )
