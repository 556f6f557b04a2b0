"""Games that are given up: who would have won, and what that counts, as far as the board says."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from monitor.backgammon import Position, from_seat
from monitor.events import Json, Player, other

Level = Literal["single", "gammon", "backgammon"]

SURE_WINNER = 0.8
"""Probability from which a player is named as the winner of a game that was given up, and what it counts."""
CONTACT = 3.0
"""A lead in pips says this much less in a position in which the sides can still meet."""
TO_ROLL = 4
"""Half a roll in pips: what it is worth to be on roll."""
WASTED, WASTED_A_MAN = 7, 2
"""Pips that bearing off all men wastes, and at most for each man left."""
FIRST_OFF = 3
"""Pips to bear off the first man once all are home."""
HOME, FAR_HOME = 6, 18
WORTH_SAYING = 0.01
"""Results less probable than this are not named beside the one believed."""


@dataclass(frozen=True)
class Result:
    """How a game may have ended when it was given up; p: probability."""

    winner: Player
    level: Level
    p: float

    @property
    def as_json(self) -> Json:
        """In the form of events."""
        return {"winner": self.winner, "level": self.level, "p": round(self.p, 4)}


def likely_results(
    board: Position, on_roll: Player | None, men: Mapping[Player, int], most: Mapping[Player, int]
) -> list[Result]:
    """What the players may have agreed on, best first: a game is given up for what would probably be lost.

    board: seen by A. men: of each player at the start of the game. most: the multiple of the cube with which
    each would win the match; nobody gives up more.
    """
    winner, p = likely_winner(board, on_roll)
    results = [
        Result(seat, level, chance * share)
        for seat, chance in ((winner, p), (other(winner), 1.0 - p))
        for level, share in _levels(board, seat, on_roll, men[other(seat)], most[seat])
        if chance * share >= WORTH_SAYING
    ]
    return sorted(results, key=lambda result: -result.p)


def likely_winner(board: Position, on_roll: Player | None) -> tuple[Player, float]:
    """Who would probably win, and the probability, by Kleinman's formula for races.

    board: seen by A. With D pips ahead including four for the roll, and S pips in all less four, the player
    on roll wins with probability (1 + erf(sqrt(D * D / S))) / 2. With contact a lead is worth less.
    """
    south, north = (_pips(side) for side in (board.mover, board.opponent))
    ahead = north - south + (0 if on_roll is None else TO_ROLL if on_roll == "A" else -TO_ROLL)
    p = _wins_race(ahead, south + north - TO_ROLL, contact=_contact(board))
    return ("A", p) if p >= 0.5 else ("B", 1.0 - p)


def _levels(
    board: Position, winner: Player, on_roll: Player | None, men: int, most: int
) -> Iterator[tuple[Level, float]]:
    """What the winner would win, with probabilities: the same formula for two further races, between the
    winner's last man and the loser's first, and between the winner's last man and the loser's last man to
    leave the winner's home board."""
    own, his = from_seat(board, winner).mover, from_seat(board, other(winner)).mover
    need = _pips(own) + min(WASTED, WASTED_A_MAN * sum(own))
    roll = 0 if on_roll is None else TO_ROLL if on_roll == winner else -TO_ROLL
    gammon = backgammon = 0.0
    if most > 1 and sum(his) >= men:
        home = _pips_to(his, HOME) + FIRST_OFF
        gammon = _wins_race(home - need + roll, home + need - TO_ROLL, contact=_contact(board))
        out = _pips_to(his, FAR_HOME)
        if out and most > 2:
            backgammon = _wins_race(out - need + roll, out + need - TO_ROLL, contact=_contact(board))
    backgammon = min(backgammon, gammon)
    yield "single", 1.0 - gammon
    yield "gammon", gammon - backgammon
    yield "backgammon", backgammon


def _wins_race(ahead: float, pips: float, *, contact: bool) -> float:
    """Probability of being first, so many pips ahead with so many pips to go for both together."""
    width = math.sqrt(max(pips, 1)) * (CONTACT if contact else 1.0)
    return 0.5 + 0.5 * math.erf(ahead / width)


def _pips(side: tuple[int, ...]) -> int:
    return _pips_to(side, 0)


def _pips_to(side: tuple[int, ...], point: int) -> int:
    """Pips until no man of this side, seen by its player, stands beyond a point."""
    return sum((place + 1 - point) * men for place, men in enumerate(side) if place + 1 > point)


def _contact(board: Position) -> bool:
    rear = [
        max((place + 1 for place, men in enumerate(side) if men), default=0)
        for side in (board.mover, board.opponent)
    ]
    return sum(rear) > 25
