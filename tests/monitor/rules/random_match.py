"""Journals of matches played at random, for the properties and the benchmark."""

import random
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from monitor.backgammon import (
    Play,
    Position,
    Seat,
    apply_play,
    format_play,
    game_result,
    legal_plays,
    other_seat,
)
from monitor.config import MatchConfig

Line = dict[str, Any]
Faces = tuple[int, int]
START26 = "-b----E-C---eE---c-e----B-"
LEVELS = {1: "single", 2: "gammon", 3: "backgammon"}
SPOILT: tuple[Line, ...] = ({"tilt": "leaning"}, {"zone": "bar"}, {"support": "die"})


def event(name: str, by: Seat | None = None, **fields: Any) -> Line:
    """One line of a journal, without its number."""
    return {"ev": name, "by": by, **fields}


def numbered(lines: Iterable[Line]) -> list[Line]:
    """Lines in the order of their seq, 2.5 seconds apart."""
    return [line | {"seq": seq, "t": 2.5 * seq} for seq, line in enumerate(lines, 1)]


@dataclass
class RandomMatch:
    """One match without a fault, or with slips that are put right at once.

    config: length, clock, baffle, dice and home are followed. doubles: how often he who may double does.
    slips: how often something goes wrong with a roll, a move or the waiting for one's turn.
    """

    config: MatchConfig
    rng: random.Random
    doubles: float = 0.08
    slips: float = 0.0
    score: dict[Seat, int] = field(default_factory=lambda: {"A": 0, "B": 0})

    def lines(self) -> list[Line]:
        """Every event from the first starting position to the end of the match."""
        return numbered(self._match())

    def _match(self) -> Iterator[Line]:
        length = self.config.length or 1
        crawford_played = False
        number = 0
        while max(self.score.values()) < length:
            number += 1
            crawford = not crawford_played and length - 1 in self.score.values() and length > 1
            crawford_played |= crawford
            cube = {"present": False} if crawford else {"value_shown": 64, "place": "side_rail_centre"}
            yield event("GameStarted", game_no=number, board=START26, cube=cube, crawford=crawford)
            yield from self._game(crawford)
        yield event("MatchEnded", winner="A" if self.score["A"] >= length else "B")

    def _game(self, crawford: bool) -> Iterator[Line]:
        position = Position.from_board26(START26)
        faces = yield from self._opening()
        mover: Seat = "A" if faces[0] > faces[1] else "B"
        value, owner, opening, early = 1, None, True, False
        while True:
            if not opening:
                alive = self.score[mover] + value < (self.config.length or 1) and owner in (None, mover)
                if alive and not crawford and not early and self.rng.random() < self.doubles:
                    taken = self.rng.random() < 0.7
                    yield from self._double(mover, 2 * value, taken)
                    if not taken:
                        yield from self._end(mover, "pass", value)
                        return
                    value, owner = 2 * value, other_seat(mover)
                faces = yield from self._roll(mover)
            seen = position if mover == "A" else position.swapped()
            plays = legal_plays(seen, faces)
            ends = any(not any(play.result.mover) for play in plays)
            early = not opening and not ends and self._slip()
            if early:
                yield from self._early_roll(mover)
            if plays:
                play = self.rng.choice(plays)
                yield from self._move(mover, seen, play, {legal.result.key for legal in plays}, opening)
                seen = play.result
            yield self._turn_end(mover, opening)
            opening = False
            if not any(seen.mover):
                result = game_result(seen)
                assert result is not None
                yield from self._end(mover, "bearoff", value * result.multiple, level=LEVELS[result.multiple])
                return
            position = seen if mover == "A" else seen.swapped()
            mover = other_seat(mover)

    def _opening(self) -> Generator[Line, None, Faces]:
        while True:
            faces = (self.rng.randint(1, 6), self.rng.randint(1, 6))
            for seat, face in zip("AB", faces, strict=True):
                yield event("DiceThrown", seat, n=1)
                yield event("DiceAtRest", seat, dice=[self._die(seat, face)])
            if faces[0] != faces[1]:
                return faces

    def _roll(self, seat: Seat) -> Generator[Line, None, Faces]:
        if self.config.dice == "shared2":
            yield event("DicePickedUp", seat, n=2)
        while self._slip():
            yield from self._throw(seat, (6, 5), self.rng.choice(SPOILT))
        faces = (self.rng.randint(1, 6), self.rng.randint(1, 6))
        yield from self._throw(seat, faces, {})
        return faces

    def _throw(self, seat: Seat, faces: Faces, spoilt: Line) -> Iterator[Line]:
        yield event("DiceThrown", seat, n=2)
        yield event("DiceAtRest", seat, dice=[self._die(seat, face) | spoilt for face in faces])

    def _early_roll(self, seat: Seat) -> Iterator[Line]:
        yield from self._throw(other_seat(seat), (4, 2), {})
        yield event("OptionExercised", seat, choice="reroll")

    def _move(
        self, seat: Seat, before: Position, play: Play, legal: set[int], opening: bool
    ) -> Iterator[Line]:
        move = format_play(play.hops)
        half = move.rpartition(" ")[0]
        if self._slip():
            if half and apply_play(before, half).key not in legal:
                yield event("CheckersMoved", seat, move=half, hand="R")
                yield self._turn_end(seat, opening)
                yield event("ViolationPointedOut", other_seat(seat), role="player")
                yield event("MoveRetracted", seat)
            else:
                yield event("CheckerPlaced", seat, what="hit", loc="frame")
                yield event("Corrected", code="HIT_CHECKER_OFF_BAR")
        yield event("CheckersMoved", seat, move=move, hand="R")

    def _double(self, seat: Seat, value: int, taken: bool) -> Iterator[Line]:
        half, side = ("E", "N") if seat == "A" else ("W", "S")
        loc = {"region": "surface", "half": half}
        yield event("CubeOffered", seat, value=value, loc=loc, verbal=True, physical=True)
        if self.config.clock:
            yield event("ClockPressed", seat, hand="R")
        if not taken:
            yield event("CubePassed", other_seat(seat))
            return
        yield event("CubeTaken", other_seat(seat), value=value, loc={"region": "rail", "side": side})
        if self.config.clock:
            yield event("ClockPressed", other_seat(seat), hand="R")

    def _turn_end(self, seat: Seat, opening: bool) -> Line:
        if self.config.clock:
            return event("ClockPressed", seat, hand="R")
        if self.config.dice == "shared2":
            return event("BarTapped", seat, spot="bar")
        return event("DicePickedUp", seat, n=1 if opening else 2)

    def _end(self, winner: Seat, how: str, points: int, **fields: Any) -> Iterator[Line]:
        self.score[winner] += points
        yield event("GameEnded", winner=winner, how=how, recorded=points, **fields)

    def _slip(self) -> bool:
        return self.slips > 0 and self.rng.random() < self.slips

    def _die(self, seat: str, face: int) -> Line:
        right = "E" if seat == "A" else "W"
        if self.config.baffle:
            right = "W" if self.config.home == "E" else "E"
        return {"face": face, "zone": right, "support": "surface", "tilt": "flat"}
