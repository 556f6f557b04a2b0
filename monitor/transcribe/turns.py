"""Events folded into turns: what was taken back, put right or read better afterwards counts as such."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from monitor.backgammon import Position, from_seat
from monitor.backgammon.plays import legal_results
from monitor.events import Event, Player, other
from monitor.tracking.seating import Seating
from monitor.tracking.steps import ROLLS
from monitor.transcripts.track import board_of, pair_of

JUST_BEFORE_S: Final = 0.1
"""A turn told after the double that followed it is put so long before it."""
QUICK_S: Final = 1.0
"""A change is told up to this long after it was made."""


@dataclass(frozen=True)
class SeenDie:
    """A die of the roll: where it lay (field coordinates), from when, and what it was read as."""

    uv: tuple[float, float]
    since: float
    face: int


@dataclass(frozen=True)
class SeenBoard:
    """A board that was told or read while no turn was: t of the movement, and when it was seen to be so."""

    board: Position
    t: float
    seen: float


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
    boards: tuple[SeenBoard, ...] = ()
    """Boards seen since the turn before, in order, the one after it left out."""

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


def fold(told: Iterable[tuple[float, Event]], boards: Sequence[SeenBoard], end: float) -> Followed:
    """Turns with their times from the events of a tracker, each with the time of the reading upon which it
    was told. boards: as plainly read, whatever was made of them. end: time of the last reading."""
    folder = _Folder(boards)
    for now, event in told:
        folder.take(event, now)
    folder.close(end)
    return Followed(folder.acts)


class _Folder:
    def __init__(self, boards: Sequence[SeenBoard]) -> None:
        self._plain = boards
        self.acts: list[Turn | Event] = []
        self._seating = Seating("E", "A")
        self._rolls: list[Event] = []
        self._last: Turn | None = None
        self._moved: float | None = None
        self._seen: list[SeenBoard] = []
        self._broken = True
        self._began = 0.0

    def take(self, event: Event, now: float) -> None:
        """Fold the next event in, which was told at this time."""
        if event.get("home") in ("E", "W") and event.get("light") in ("A", "B"):
            self._seating = Seating(event.get("home"), event.get("light"))
        if event.ev == "TurnPlayed":
            self._turn(event, now)
        elif event.ev == "DiceAtRest":
            self._rolls.append(event)
        elif event.ev == "CheckersMoved":
            if self._moved is None and not self._told(event):
                self._moved = event.t
            board = board_of(event.get("board_after"))
            self._seen += [] if board is None else [SeenBoard(board, event.t, now)]
        elif event.ev in ("Corrected", "EvidenceConflict"):
            self._amend(event)
        elif event.ev == "MoveRetracted":
            self._retract(event)
        elif event.ev not in ("DiceThrown", "DicePickedUp", "DiceTouched", "CheckersTouched"):
            self._other(event if event.ev != "GameEnded" else self._ended(event, now))

    def close(self, end: float) -> None:
        """No further event."""
        self._leave(end)

    def _other(self, event: Event) -> None:
        if event.ev == "CubeOffered":
            self._danced_before(event)
        if event.ev == "GameStarted" or event.get("joined") is True:
            self._forget(event.get("game_no"))
        self.acts.append(event)
        if event.ev in ("GameStarted", "GameEnded"):
            self._leave(event.t)
            self._last, self._rolls, self._seen = None, [], []
            self._broken, self._began = False, event.t
        elif event.ev == "TrackLost":
            self._leave(event.t - QUICK_S)
        elif event.ev == "TrackRegained":
            self._broken = bool(event.get("gap"))
        elif event.ev == "SetupCorrected":
            self._broken = self._last is not None

    def _forget(self, number: object) -> None:
        """A game begins that has the number of one that was joined before: what was joined was none."""
        for at in reversed(range(len(self.acts))):
            act = self.acts[at]
            if isinstance(act, Turn):
                continue
            if act.ev in ("GameStarted", "GameEnded"):
                return
            if act.get("joined") is True and act.get("game_no") == number:
                del self.acts[at:]
                return

    def _danced_before(self, double: Event) -> None:
        """Who doubles after his own turn and a roll of the opponent doubles after a turn of the opponent, who
        could not move: it is put in."""
        last = self._last
        dice = () if last is None else pair_seen(self._rolls, other(last.by))
        if last is None or last.by != double.by or len(dice) < 2 or dice[0].since >= double.t:
            return
        by, roll = other(last.by), (dice[0].face, dice[1].face)
        if legal_results(from_seat(last.after, by), roll):
            return
        self._leave(dice[0].since)
        told = Event("TurnPlayed", t=double.t - JUST_BEFORE_S, by=by, data={"dice": list(roll)})
        turn = Turn(told, by, last.after, last.after, self._seating, dice, broken=True, guessed=True)
        turn.rolls, turn.since, turn.settled, turn.left = tuple(self._rolls), last.t, last.left, told.t
        self.acts.append(turn)
        self._last = turn

    def _ended(self, event: Event, now: float) -> Event:
        """The end of a game. One that seemed broken off was played out where the last men of the player to
        move were seen to be gone and nothing else had changed; that turn is put in."""
        last = self._last
        if last is None or event.get("how") != "concede":
            return event
        by = other(last.by)
        theirs = from_seat(last.after, by).opponent
        for seen in self._plain:
            view = from_seat(seen.board, by)
            if last.settled < seen.seen <= now and not any(view.mover) and view.opponent == theirs:
                told = Event("TurnPlayed", t=seen.t, by=by, data={"dice": None})
                turn = Turn(told, by, last.after, seen.board, self._seating, broken=True, guessed=True)
                turn.dice, turn.rolls, turn.since = pair_seen(self._rolls, by), tuple(self._rolls), last.t
                turn.settled = turn.left = seen.seen
                self._leave(seen.t - QUICK_S)
                self.acts.append(turn)
                self._last = turn
                return replace(event, data={**event.data, "how": "bearoff", "winner": by})
        return event

    def _turn(self, event: Event, now: float) -> None:
        before, after = board_of(event.get("board_before")), board_of(event.get("board_after"))
        by, last = event.by, self._last
        if by is None or before is None or after is None:
            self.acts.append(event)
            return
        if last is not None and last.by == by and last.before == before:
            self.acts.remove(last)
            self._began = last.since
            self._last = last = None
        if last is not None and last.settled >= min((one.seen for one in self._seen), default=now):
            last.settled = max(last.t, min(last.settled, event.t - QUICK_S))
        self._leave(event.t - QUICK_S)
        place = self._before_double(by)
        if place < len(self.acts):
            event = replace(event, t=min(event.t, self.acts[place].t - JUST_BEFORE_S))
        own, shown = self._own_part(event, by, before, after), after
        if own is not None:
            after, event = own.board, replace(event, t=min(event.t, own.t))
        told, before = before, self._played_from(event, by, before, after)
        follows = before == told if last is None else last.after == before and last.by != by
        broken = self._broken or not follows
        turn = Turn(event, by, before, after, self._seating, broken=broken)
        turn.opening = not any(self._turns_of_game())
        turn.dice = self._dice(by, opening=turn.opening)
        turn.rolls = tuple(self._rolls)
        turn.since = self._began if last is None else last.t
        seen = [one.seen for one in self._seen if one.board == after]
        turn.settled = turn.left = own.seen if own else seen[-1] if seen else max(event.t, now)
        since = self._began if last is None else last.settled
        plain = [one for one in self._plain if since < one.seen <= now]
        boards = sorted([*self._seen, *plain], key=lambda one: one.seen)
        turn.boards = tuple(one for one in boards if one.board != after)
        self.acts.insert(place, turn)
        later = [one for one in (*self._seen, SeenBoard(shown, now, now)) if one.board == shown]
        rolls = [] if own is None else [roll for roll in self._rolls if roll.t > own.seen]
        self._last, self._rolls, self._moved, self._broken, self._seen = turn, rolls, None, False, []
        if own is not None:
            self._moved, self._seen = later[0].t, later[:1]

    def _own_part(self, event: Event, by: Player, before: Position, after: Position) -> SeenBoard | None:
        """The board that a player's own turn left, where he is told to have moved the opponent's men and it
        was the opponent who did: he could not move himself, or the opponent's roll came in between."""
        if "opponent_checker_moved" not in (event.get("kinds") or ()):
            return None
        view, roll = from_seat(before, by), pair_of(event.get("dice"))
        rolls, stayed = ROLLS if roll is None else (roll,), view.mover == from_seat(after, by).mover
        if event.get("legal") is None and stayed and any(not legal_results(view, one) for one in rolls):
            moved = min((one.t - QUICK_S for one in self._seen if one.board == after), default=event.t)
            own = SeenBoard(before, min(event.t, moved), min(event.t, moved))
            return own if _some_roll(before, after, other(by)) else None
        for own in reversed(self._seen):
            thrown = pair_seen(
                [one for one in self._rolls if one.t > own.t and one.by == other(by)], other(by)
            )
            if len(thrown) == 2 and own.board != after and _some_roll(before, own.board, by):
                his = thrown[0].face, thrown[1].face
                if _some_roll(own.board, after, other(by), [his]):
                    return own
        return None

    def _played_from(self, event: Event, by: Player, before: Position, after: Position) -> Position:
        """The board that a turn began with: of one that seems illegal and whose dice nobody read, a later
        board that was seen, if the opponent has moved before it and the rest is one play."""
        if event.get("legal") is not False or pair_of(event.get("dice")) is not None:
            return before
        theirs = from_seat(before, by).opponent[:24]
        for one in reversed(self._seen):
            came = zip(from_seat(one.board, by).opponent[:24], theirs, strict=True)
            if any(now > then for now, then in came) and _some_roll(one.board, after, by):
                return one.board
        return before

    def _before_double(self, by: Player) -> int:
        """The place of a turn among the acts: at the end, but before a double that the opponent made after
        his own last turn. Dice thrown after that double mean that it was not his: whoever doubles throws."""
        acts, end = self.acts, len(self.acts)
        last = next((at for at in range(end - 1, -1, -1) if isinstance(acts[at], Turn)), end)
        if last == end:
            return end
        if acts[last].by == by:
            if acts[last] is self._last:
                self._his_own_double(last, by)
            return end
        for at in range(last + 1, end):
            act = acts[at]
            if isinstance(act, Event) and act.ev == "CubeOffered" and act.by == other(by):
                if all(roll.t < act.t for roll in self._rolls if roll.by == by):
                    return at
                acts[at:] = [_by_the_other(one) for one in acts[at:]]
                return end
        return end

    def _his_own_double(self, last: int, by: Player) -> None:
        """Between two turns of one player, where the opponent's is missing, a double is told of the opponent:
        it was the player's own if he threw next, unless the cube then lay on his side."""
        acts = self.acts
        for at in range(last + 1, len(acts)):
            act = acts[at]
            if isinstance(act, Event) and act.ev == "CubeOffered" and act.by == other(by):
                threw = {roll.by for roll in self._rolls if roll.t > act.t}
                if threw == {by} and not any(_lies_with(one, by) for one in acts[at:]):
                    acts[at:] = [_by_the_other(one) for one in acts[at:]]
                return

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
        end = by_then if self._moved is None else min(by_then, self._moved)
        rested = [event.t for event in self._rolls if turn.settled < event.t <= end]
        moved = by_then if self._moved is None else min(by_then, self._moved - QUICK_S)
        turn.left = max(turn.settled, moved, *rested[:1])

    def _dice(self, by: Player, *, opening: bool) -> tuple[SeenDie, ...]:
        if opening:
            single: dict[Player | None, Event] = {}
            for event in self._rolls:
                if len(event.get("dice") or ()) == 1:
                    single[event.by] = event
                else:
                    single.clear()
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
            last.after = board
            last.corrected = last.corrected or event.ev == "Corrected"
            if event.ev == "Corrected" or self._moved is None:
                last.settled, self._moved = max(last.settled, event.t - QUICK_S), None

    def _told(self, moved: Event) -> bool:
        """Whether this movement is part of the last turn, read better afterwards."""
        last = self._last
        return last is not None and last.by == moved.by and last.after == board_of(moved.get("board_after"))

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


def _some_roll(
    before: Position, after: Position, by: Player, rolls: Iterable[tuple[int, int]] = ROLLS
) -> bool:
    """Whether some roll, or one of those given, lets a player make one board of another."""
    start, key = from_seat(before, by), from_seat(after, by).key
    return any(key in legal_results(start, roll) for roll in rolls)


def _lies_with(act: Turn | Event, player: Player) -> bool:
    """Whether a cube was taken and put on this player's side."""
    place = act.get("loc") if isinstance(act, Event) and act.ev == "CubeTaken" else None
    return place is not None and place.get("side") == ("S" if player == "A" else "N")


def _by_the_other(act: Turn | Event) -> Turn | Event:
    """A cube act by the other player; anything else as it is."""
    if isinstance(act, Event) and act.ev.startswith("Cube") and act.by is not None:
        return replace(act, by=other(act.by))
    return act


def _starts(act: Turn | Event) -> bool:
    return isinstance(act, Event) and act.ev == "GameStarted"


def pair_seen(rolls: Sequence[Event], by: Player) -> tuple[SeenDie, ...]:
    """The last roll of two dice by a player, or by nobody knows whom; empty where there is none. One of which
    a die has left the board is none."""
    for event in reversed(rolls):
        dice = event.get("dice") or ()
        if event.by in (by, None) and len(dice) == 2 and all(die.get("seen", True) for die in dice):
            return _seen(event)
    return ()


def _seen(event: Event) -> tuple[SeenDie, ...]:
    return tuple(
        SeenDie((float(die["uv"][0]), float(die["uv"][1])), event.t, int(die["face"]))
        for die in event.get("dice") or ()
        if die.get("uv")
    )
