"""A recorded match: what was rolled, played, doubled and resigned, in order, with what is known about each.

A record never repairs what happened. Plays that were illegal and stood are kept like any other; where plays
are missing, a `Setup` says on which board the record goes on. Seat A is the left column of a .mat file, White
in SGF, player 1 in .xg, the bottom player of an XGID and the south player of a watched match.
"""

from dataclasses import dataclass, field
from typing import Literal

from monitor.backgammon import Dice, Hop, Position, Seat

CubeAct = Literal["double", "take", "drop", "beaver"]
Ending = Literal["played", "dropped", "resigned", "unknown"]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a file that could not be understood. line: from 1, 0 where lines mean nothing.

    game: number of the game it belongs to, None for the file as a whole.
    """

    text: str
    line: int = 0
    game: int | None = None


@dataclass(frozen=True, slots=True)
class Doubt:
    """A reading that may be wrong. what: `dice`, `play`, `turn`; other: what else it may be, best first."""

    what: str
    other: tuple[str, ...] = ()
    p: float | None = None
    """Probability that what is recorded is right, None where unknown."""
    other_p: tuple[float, ...] = ()
    """Probabilities of ``other``, where known."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What is known about an entry besides itself. time: seconds of the video when it happened; file: of
    which video, empty where there is but one."""

    comment: str = ""
    time: float | None = None
    doubts: tuple[Doubt, ...] = ()
    line: int = field(default=0, compare=False)
    """Line of the file it was read from, 0 where there is none."""
    file: str = ""


NO_REMARK = Remark()


@dataclass(frozen=True, slots=True)
class Move:
    """A roll and what was done with it, legal or not.

    hops: carried out as written they lead to the board after the turn (`apply_play`); empty where nothing
    moved, None where the play is not known or the player resigned before making it.
    stood: the record itself says that the play was illegal and stood.
    """

    seat: Seat
    dice: Dice
    hops: tuple[Hop, ...] | None
    stood: bool = False
    remark: Remark = NO_REMARK


@dataclass(frozen=True, slots=True)
class CubeTurn:
    """An action with the cube. value: what it is turned to, None where the record does not say."""

    seat: Seat
    act: CubeAct
    value: int | None = None
    remark: Remark = NO_REMARK


@dataclass(frozen=True, slots=True)
class Setup:
    """A gap: what happened before is not recorded, and the record goes on from this board.

    board: seen by A. cube: its value, None where it is as it was; owner: who holds it then.
    """

    board: Position
    cube: int | None = None
    owner: Seat | None = None
    remark: Remark = NO_REMARK


Entry = Move | CubeTurn | Setup


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended, as the record says it. points: what the winner gained."""

    winner: Seat
    points: int
    how: Ending = "unknown"
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Game:
    """One game. score: of A and B before it, as written. problems: what could not be read of it."""

    number: int
    score: tuple[int, int]
    entries: tuple[Entry, ...] = ()
    result: Result | None = None
    crawford: bool = False
    problems: tuple[Problem, ...] = ()
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Match:
    """A recorded match. length: points to win, 0 for money play. date: ISO form, as far as known."""

    players: tuple[str, str]
    length: int
    games: tuple[Game, ...] = ()
    event: str = ""
    round: str = ""
    place: str = ""
    date: str = ""
    transcriber: str = ""
    comment: str = ""
    jacoby: bool = False
    problems: tuple[Problem, ...] = ()

    def name(self, seat: Seat) -> str:
        """A player's name."""
        return self.players[0 if seat == "A" else 1]

    @property
    def all_problems(self) -> tuple[Problem, ...]:
        """What could not be read, of the file and of every game."""
        return self.problems + tuple(problem for game in self.games for problem in game.problems)


def crawford_games(length: int, games: list[Game]) -> list[bool]:
    """Which of the games is the Crawford game: the first in which exactly one player needs one point.

    Where the record itself begins so late that this game may lie before it, a double tells that it does.
    """
    found: list[bool] = []
    for i, game in enumerate(games):
        due = length > 1 and max(game.score) == length - 1 and game.score[0] != game.score[1]
        if due and i == 0:
            due = not any(isinstance(entry, CubeTurn) for entry in game.entries)
            if not due:
                return [False] * len(games)
        found.append(due and not any(found))
    return found
