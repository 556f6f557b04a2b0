"""Closing gaps with hindsight: a turn that nobody told, a thread that seemed lost, where all fits."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from monitor.backgammon import Position, from_seat
from monitor.backgammon.plays import legal_results
from monitor.events import Event, Player, other
from monitor.tracking.steps import ROLLS
from monitor.transcribe.corrections import entry_id
from monitor.transcribe.lattice import Smoothed, smooth
from monitor.transcribe.turns import Followed, SeenBoard, Turn, pair_seen
from monitor.transcribe.ways import Pin
from monitor.transcribe.windows import TurnEvidence

SmoothKey = tuple[tuple[str, float, float, Pin | None], ...]
"""What a run of turns was smoothed from: their ids and times, and what was said about them."""

MOST_WAYS: Final = 16
"""Ways over boards that were seen, of one length, that are followed further."""
LEAST_APART_S: Final = 0.1
BEFORE_ROLL_S: Final = 0.3
"""A turn that nobody told is taken to have ended this long before the next roll."""


def guess_missing(followed: Followed) -> None:
    """Put in what may be missing where turns do not follow from each other: the turns that lead over the
    boards seen in between, or one turn between two of the same player; ``smooth_all`` decides what holds.
    """
    acts, last = followed.acts, None
    place = 0
    while place < len(acts):
        act = acts[place]
        if isinstance(act, Event):
            last = None if act.ev in ("GameStarted", "GameEnded") else last
        else:
            first = 0 if last is None else acts.index(last) + 1
            if last is not None and act.broken and (chain := _chain(last, act)):
                for turn in chain:
                    acts.insert(_in_time(acts, first, place, turn.t), turn)
                    place += 1
            elif last is not None and last.by == act.by and act.broken:
                acts.insert(_before_cube(acts, first, place, act), _missing(last, act))
                place += 1
            last = act
        place += 1


def _chain(last: Turn, following: Turn) -> list[Turn]:
    """Turns of the players in alternation, each legal with some roll, from the board after one turn over
    boards that were seen to the board before another; the fewest, and none where there is no such way."""
    seen = [one for one in following.boards if one.seen > last.settled]
    ends = [place for place, one in enumerate(seen) if one.board == following.before]
    ways: list[tuple[Turn, ...]] = [()]
    while ways and ends:
        longer: list[tuple[Turn, ...]] = []
        for way in ways:
            before = way[-1] if way else last
            reached = _reached(before.after, other(before.by))
            stood = SeenBoard(before.after, before.t + LEAST_APART_S, before.settled + LEAST_APART_S)
            for one in (*seen[: ends[-1] + 1], stood):
                if one.seen > before.settled and one.board.board in reached:
                    turn = _guessed(before, following, one)
                    if one.board == following.before and turn.by != following.by:
                        return [*way, turn]
                    longer.append((*way, turn))
        ways = longer[:MOST_WAYS]
    return []


def _reached(board: Position, by: Player) -> set[bytes]:
    """Boards, seen by A, to which some roll leads."""
    start = from_seat(board, by)
    keys = {key for roll in ROLLS for key in legal_results(start, roll) or {start.key}}
    return {from_seat(Position.from_key(key), by).board for key in keys}


def _guessed(before: Turn, following: Turn, seen: SeenBoard) -> Turn:
    """The turn that led from the board after one turn to a board that was seen."""
    by = other(before.by)
    rolls = [roll for roll in following.rolls if before.t < roll.t <= seen.seen]
    event = Event("TurnPlayed", t=max(seen.t, before.t + LEAST_APART_S), by=by, data={"dice": None})
    turn = Turn(event, by, before.after, seen.board, following.seating, broken=True, guessed=True)
    turn.dice, turn.since = pair_seen(rolls, by), before.t
    turn.settled = turn.left = max(event.t, seen.seen)
    return turn


def _in_time(acts: Sequence[Turn | Event], first: int, end: int, t: float) -> int:
    """The place between two acts where one of this time belongs."""
    return next((place for place in range(first, end) if acts[place].t > t), end)


def _missing(last: Turn, following: Turn) -> Turn:
    by = other(last.by)
    own = [event.t for event in following.rolls if event.by == following.by]
    t = max(last.t, (own[-1] if own else following.t - 1.0) - BEFORE_ROLL_S)
    event = Event("TurnPlayed", t=t, by=by, data={"dice": None})
    earlier = [roll for roll in following.rolls if roll.by == by and roll.t < t]
    return Turn(
        event,
        by,
        last.after,
        following.before,
        following.seating,
        dice=pair_seen(earlier, by),
        since=last.t,
        settled=t,
        left=max(t, own[-1] if own else t),
        broken=True,
        guessed=True,
    )


def _before_cube(acts: Sequence[Turn | Event], first: int, end: int, following: Turn) -> int:
    """Where the missing turn belongs: before a double by the player whose turn follows."""
    for place in range(first, end):
        act = acts[place]
        if isinstance(act, Event) and act.ev == "CubeOffered" and act.by == following.by:
            return place
    return end


def smooth_all(
    followed: Followed,
    evidence: Sequence[TurnEvidence],
    pins: Mapping[str, Pin],
    *,
    has_bar: bool,
    known: dict[SmoothKey, list[Smoothed]],
) -> list[Smoothed]:
    """Every turn smoothed; turns that follow from each other together.

    Where the thread broke, the turns on both sides are joined if the join makes sense of everything seen;
    otherwise a guessed turn is taken out again and the gap stays. known: what was smoothed already, added to.
    """
    seen = {id(turn): one for turn, one in zip(followed.turns, evidence, strict=True)}

    def smoothed(turns: list[Turn]) -> list[Smoothed]:
        names = [entry_id(turn) for turn in turns]
        key = tuple(
            (name, turn.settled, turn.left, pins.get(name)) for name, turn in zip(names, turns, strict=True)
        )
        if key not in known:
            said = {place: pins[name] for place, name in enumerate(names) if name in pins}
            known[key] = smooth(turns, [seen[id(turn)] for turn in turns], said, has_bar=has_bar)
        return known[key]

    done: list[tuple[list[Turn], list[Smoothed]]] = []
    for begins_game, run in _runs(followed):
        told = [turn for turn in run if not turn.guessed]
        if done and not begins_game:
            before = done[-1][0]
            joined, first = smoothed([*before, *run]), len(before) + len(run) - len(told)
            put_in = zip(joined[len(before) - 1 :], joined[len(before) : first], strict=False)
            if all(one.sound_after(last) for last, one in put_in) and _joins(joined[first:], told, smoothed):
                for one in joined[first : first + 1]:
                    one.joined = True
                done[-1] = ([*before, *run], joined)
                continue
        if told:
            done.append((told, smoothed(told)))
    kept = {id(turn) for turns, _ in done for turn in turns}
    followed.acts = [act for act in followed.acts if isinstance(act, Event) or id(act) in kept]
    return [one for _, ones in done for one in ones]


def _joins(
    joined: Sequence[Smoothed], told: list[Turn], smoothed: Callable[[list[Turn]], list[Smoothed]]
) -> bool:
    """Whether the first of some turns that were told makes sense after those before it: it is sound, or legal
    and leaves the board that it leaves by itself, however badly that was read."""
    if not told or joined[0].sound:
        return True
    return joined[0].best.legal and joined[0].best.after == smoothed(told)[0].best.after


def _runs(followed: Followed) -> Iterator[tuple[bool, list[Turn]]]:
    """Turns that follow from each other, a guessed one with those after it; and whether they begin a game."""
    run: list[Turn] = []
    begins = fresh = True
    for act in followed.acts:
        if isinstance(act, Event):
            fresh = fresh or act.ev == "GameStarted"
            continue
        if run and (fresh or (act.broken and not run[-1].guessed)):
            yield begins, run
            run, begins = [], False
        if not run:
            begins = fresh
        fresh = False
        run.append(act)
    if run:
        yield begins, run
