"""From readings to the match: followed, smoothed with the future as well as the past, and written down."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np

from monitor.backgammon import Position, judge_seat, text_of
from monitor.config import MatchConfig
from monitor.events import Event
from monitor.match_settings import configured
from monitor.tracking import MatchTracker
from monitor.transcribe.corrections import Corrected, apply, entry_id
from monitor.transcribe.errors import TranscribeError
from monitor.transcribe.gaps import SmoothKey, guess_missing, smooth_all
from monitor.transcribe.lattice import Candidate, Smoothed
from monitor.transcribe.turns import Followed, SeenBoard, Turn, fold
from monitor.transcribe.windows import TurnEvidence, gather, plain_board
from monitor.transcripts import Match, TranscriptError
from monitor.transcripts.journal import match_of
from monitor.transcripts.track import SURE
from vision.reading import Reading

Json = dict[str, Any]
Where = Callable[[float], tuple[str, float]]
"""The file, and the presentation time in it, of a time of the match."""

ONLY_ROLL: Final = 0.75
"""A roll that was not seen is written down where the boards before and after leave hardly another."""
UNREAD: Final = "dice not read, worked out from the play:"
"""What is in doubt about a roll that no picture shows."""
LAST_S: Final = 4.0
LAST_STEP_S: Final = 0.5
"""The last picture is taken to stand for so long, in such steps."""
LEAST_ALTERNATIVE: Final = 0.002
MOST_ALTERNATIVES: Final = 4


@dataclass
class Derived:
    """A match derived from readings. turns: by id, with what smoothing says; accepted: ids looked at."""

    match: Match
    events: list[Event]
    turns: dict[str, tuple[Turn, Smoothed]]
    accepted: set[str]


@dataclass
class Following:
    """Readings that have been followed, to be derived from any number of times.

    readings: gives them in order of time, each time it is called. evidence, smoothed: what has been worked
    out already, used again where nothing that it rests on has changed.
    """

    config: MatchConfig
    readings: Callable[[], Iterable[Reading]]
    followed: Followed
    evidence: dict[tuple[str, float, float], TurnEvidence] = field(default_factory=dict)
    smoothed: dict[SmoothKey, list[Smoothed]] = field(default_factory=dict)

    def evidence_of(self, turns: list[Turn]) -> list[TurnEvidence]:
        """What was seen of every turn."""
        names = [(entry_id(turn), turn.settled, turn.left) for turn in turns]
        new = [turn for turn, name in zip(turns, names, strict=True) if name not in self.evidence]
        if new:
            found = gather(new, self.readings(), has_bar=self.config.has_bar)
            self.evidence |= {
                (entry_id(turn), turn.settled, turn.left): one for turn, one in zip(new, found, strict=True)
            }
        return [self.evidence[name] for name in names]


def follow(
    config: MatchConfig, readings: Callable[[], Iterable[Reading]], fresh: Iterable[Reading] | None = None
) -> Following:
    """Run the tracker over all readings and fold what it tells into turns.

    fresh: the readings while they are being made; what ``readings`` gives where there is nothing to wait for.
    """
    tracker = MatchTracker(config)
    told: list[tuple[float, Event]] = []
    boards: list[SeenBoard] = []
    plain: Position | None = None
    points: object = None
    end = 0.0
    stream = readings() if fresh is None else fresh
    for reading in stream if config.stills else _lasting(stream):
        told += ((reading.t, event) for event in tracker.update(reading))
        before = plain
        if tracker.game is None or reading.points is not points:
            plain = None if tracker.game is None else plain_board(reading, tracker.game.seating)
        points = reading.points
        if plain is not None and plain == before and (not boards or boards[-1].board != plain):
            boards.append(SeenBoard(plain, reading.t, reading.t))
        end = reading.t
    told += ((end, event) for event in tracker.finish())
    return Following(config, readings, fold(told, boards, end))


def _lasting(readings: Iterable[Reading]) -> Iterator[Reading]:
    """The readings, the last one LAST_S longer: a board that was cleared at the very end has been cleared."""
    reading = None
    for reading in readings:
        yield reading
    if reading is not None:
        for more in range(1, round(LAST_S / LAST_STEP_S) + 1):
            yield replace(
                reading,
                seq=reading.seq + more,
                t=reading.t + more * LAST_STEP_S,
                motion=np.zeros_like(reading.motion),
            )


def derive_match(
    following: Following, where: Where, corrections: Sequence[Mapping[str, Any]] = ()
) -> Derived:
    """The match that was followed, smoothed; what was followed stays as it is.

    Raises TranscribeError where no turn was seen, CorrectionError for a correction that makes no sense.
    """
    corrected = apply(following.followed, corrections)
    guess_missing(corrected.followed)
    evidence = following.evidence_of(corrected.followed.turns)
    has_bar = following.config.has_bar
    smoothed = smooth_all(
        corrected.followed, evidence, corrected.pins, has_bar=has_bar, known=following.smoothed
    )
    turns = corrected.followed.turns
    events = [configured(following.config), *_told(corrected, smoothed, where)]
    try:
        match = match_of(events)
    except TranscriptError:
        raise TranscribeError(
            "no turn was seen. Is it a game of backgammon from its start, is the board well in the picture, "
            "and is its place right (--corners, --calibration)?"
        ) from None
    by_id = {entry_id(turn): (turn, one) for turn, one in zip(turns, smoothed, strict=True)}
    return Derived(match, events, by_id, corrected.accepted)


def _told(corrected: Corrected, smoothed: Sequence[Smoothed], where: Where) -> Iterator[Event]:
    """The events again, with the turns as they were after all."""
    following = iter(smoothed)
    for act in corrected.followed.acts:
        name = entry_id(act)
        sure = name in corrected.accepted
        file, t = where(act.t)
        place = {"file": file, "file_t": t, "entry": name}
        if isinstance(act, Turn):
            yield _turn(act, next(following), place, sure=sure)
        else:
            yield replace(act, data={**act.data, **place}, conf=1.0 if sure else act.conf)


def _turn(turn: Turn, found: Smoothed, place: Json, *, sure: bool) -> Event:
    best = found.best
    verdict = judge_seat(found.before, best.dice, best.after, turn.by)
    followed = verdict.legal and (turn.guessed or found.joined or not turn.broken)
    known = found.dice_seen or (followed and _dice_p(found) >= ONLY_ROLL)
    guesswork = not found.explained or "opponent_checker_moved" in verdict.kinds
    known = sure or (known and not (guesswork and turn.event.get("legal") is None))
    doubts = [] if sure or best.p >= SURE else [doubt_of(turn, found)]
    if known and not found.dice_seen and not sure and not doubts:
        doubts.append({"what": UNREAD, "other": [], "p": round(best.p, 4), "other_p": []})
    legal = verdict.legal
    if not legal and not sure and not doubts and turn.event.get("legal") is None:
        doubts.append({"what": "play", "other": [], "p": round(best.p, 4), "other_p": []})
    data: Json = {
        "dice": list(best.dice) if known else None,
        "move": verdict.notation,
        "board_before": text_of(found.before),
        "board_after": text_of(best.after),
        "legal": legal if legal or not doubts else None,
        "doubts": doubts,
        **place,
    }
    if not legal:
        data["kinds"] = sorted(verdict.kinds)
    if turn.corrected:
        data["comment"] = "an illegal play before this one was corrected"
    return Event("TurnPlayed", t=turn.t, by=turn.by, conf=1.0 if sure else best.p, data=data)


def _dice_p(found: Smoothed) -> float:
    same = [one.p for one in found.others if sorted(one.dice) == sorted(found.best.dice)]
    return found.best.p + sum(same)


def doubt_of(turn: Turn, found: Smoothed) -> Json:
    """What is in doubt about a turn, and what else it may have been."""
    others = alternatives(found)
    what = "turn"
    if others:
        top = others[0]
        if sorted(top.dice) == sorted(found.best.dice):
            what = "play"
        elif top.after == found.best.after:
            what = "dice"
    return {
        "what": what,
        "other": [written(turn, found, one) for one in others],
        "p": round(found.best.p, 4),
        "other_p": [round(one.p, 4) for one in others],
    }


def alternatives(found: Smoothed) -> list[Candidate]:
    """What else a turn may have been, best first, as far as it is worth a look."""
    return [one for one in found.others if one.p >= LEAST_ALTERNATIVE][:MOST_ALTERNATIVES]


def written(turn: Turn, found: Smoothed, one: Candidate) -> str:
    """Roll and play of a candidate, as in a move list."""
    move = judge_seat(found.before, one.dice, one.after, turn.by).notation
    return f"{one.dice[0]}{one.dice[1]}: {move or 'no move'}"
