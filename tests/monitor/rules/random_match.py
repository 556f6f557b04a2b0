"""Journals of matches played at random without a fault, for the properties and the benchmark."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from monitor.backgammon import Position, Seat, format_play, game_result, legal_plays, other_seat
from monitor.config import MatchConfig

Line = dict[str, Any]
START26 = "-b----E-C---eE---c-e----B-"
LEVELS = {1: "single", 2: "gammon", 3: "backgammon"}


@dataclass
class RandomMatch:
    """One match; `lines` gives its events in order, each with seq and t.

    config: length, clock, baffle, dice and home are followed. doubles: how often he who may double does.
    """

    config: MatchConfig
    rng: random.Random
    doubles: float = 0.08
    score: dict[Seat, int] = field(default_factory=lambda: {"A": 0, "B": 0})
    seq: int = 0
    t: float = 0.0

    def lines(self) -> Iterator[Line]:
        """Every event from the first starting position to the end of the match."""
        length = self.config.length or 1
        crawford_played = False
        game = 0
        while max(self.score.values()) < length:
            game += 1
            crawford = not crawford_played and length - 1 in self.score.values() and length > 1
            crawford_played |= crawford
            yield from self._game(game, crawford)
        winner: Seat = "A" if self.score["A"] >= length else "B"
        yield self._line("MatchEnded", winner=winner)

    def _game(self, number: int, crawford: bool) -> Iterator[Line]:
        cube = {"present": False} if crawford else {"value_shown": 64, "place": "side_rail_centre"}
        yield self._line("GameStarted", game_no=number, board=START26, cube=cube, crawford=crawford)
        position = Position.from_board26(START26)
        value, owner = 1, None
        mover, dice = None, None
        while dice is None:
            faces = {}
            for seat in ("A", "B"):
                faces[seat] = self.rng.randint(1, 6)
                yield self._line("DiceThrown", seat, n=1)
                yield self._line("DiceAtRest", seat, dice=[self._die(seat, faces[seat])])
            if faces["A"] != faces["B"]:
                mover = "A" if faces["A"] > faces["B"] else "B"
                dice = (faces["A"], faces["B"])
        opening = True
        while True:
            if not opening:
                if self._may_double(mover, value, owner, crawford) and self.rng.random() < self.doubles:
                    taken = self.rng.random() < 0.7
                    yield from self._double(mover, 2 * value, taken)
                    if not taken:
                        yield from self._end(mover, "pass", None, value)
                        return
                    value, owner = 2 * value, other_seat(mover)
                if self.config.dice == "shared2":
                    yield self._line("DicePickedUp", mover, n=2)
                dice = (self.rng.randint(1, 6), self.rng.randint(1, 6))
                yield self._line("DiceThrown", mover, n=2)
                yield self._line("DiceAtRest", mover, dice=[self._die(mover, face) for face in dice])
            seen = position if mover == "A" else position.swapped()
            plays = legal_plays(seen, dice)
            if plays:
                play = self.rng.choice(plays)
                yield self._line("CheckersMoved", mover, move=format_play(play.hops), hand="R")
                seen = play.result
            yield from self._turn_end(mover, opening)
            opening = False
            position = seen if mover == "A" else seen.swapped()
            if not any(seen.mover):
                result = game_result(seen)
                yield from self._end(mover, "bearoff", LEVELS[result.multiple], value * result.multiple)
                return
            mover = other_seat(mover)

    def _double(self, seat: Seat, value: int, taken: bool) -> Iterator[Line]:
        half, side = ("E", "N") if seat == "A" else ("W", "S")
        yield self._line(
            "CubeOffered",
            seat,
            value=value,
            loc={"region": "surface", "half": half},
            verbal=True,
            physical=True,
        )
        if self.config.clock:
            yield self._line("ClockPressed", seat, hand="R")
        if not taken:
            yield self._line("CubePassed", other_seat(seat))
            return
        yield self._line("CubeTaken", other_seat(seat), value=value, loc={"region": "rail", "side": side})
        if self.config.clock:
            yield self._line("ClockPressed", other_seat(seat), hand="R")

    def _turn_end(self, seat: Seat, opening: bool) -> Iterator[Line]:
        if self.config.clock:
            yield self._line("ClockPressed", seat, hand="R")
        elif self.config.dice == "shared2":
            yield self._line("BarTapped", seat, spot="bar")
        else:
            yield self._line("DicePickedUp", seat, n=1 if opening else 2)

    def _end(self, winner: Seat, how: str, level: str | None, points: int) -> Iterator[Line]:
        self.score[winner] += points
        fields = {} if level is None else {"level": level}
        yield self._line("GameEnded", winner=winner, how=how, recorded=points, **fields)

    def _may_double(self, seat: Seat, value: int, owner: Seat | None, crawford: bool) -> bool:
        alive = self.score[seat] + value < (self.config.length or 1)
        return alive and not crawford and owner in (None, seat)

    def _die(self, seat: Seat, face: int) -> Line:
        right = "E" if seat == "A" else "W"
        if self.config.baffle:
            right = "W" if self.config.home == "E" else "E"
        return {"face": face, "zone": right, "support": "surface", "tilt": "flat"}

    def _line(self, name: str, by: Seat | None = None, **fields: Any) -> Line:
        self.seq += 1
        self.t += 2.5
        return {"ev": name, "seq": self.seq, "t": self.t, "by": by, **fields}
