"""The state of a match around the board: score, cube, Crawford, who is to act, what a game is worth."""

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, Self

from monitor.backgammon.errors import DiceError, MatchStateError
from monitor.backgammon.position import Position, Seat, other_seat

CubeAction = Literal["", "D", "B", "R"]
"""What was offered and waits for an answer: nothing, a double, a beaver, a raccoon."""

NO_GAME, PLAYING, GAME_OVER, RESIGNED, DROPPED = range(5)
"""GNU Backgammon's states of a game."""

SINGLE, GAMMON, BACKGAMMON = 1, 2, 3


@dataclass(frozen=True, slots=True)
class MatchState:
    """Everything about a match that is not on the points of the board.

    score: points of A and B. length: points to win, 0 for money play. cube: its value. owner: who holds
    it, None in the centre. dice: the roll to be played, None before rolling. action: an offer of the cube
    that waits for an answer. turn: who has to act, by default the player on roll. resigned: stakes offered
    by a resignation, 0 for none. jacoby, beavers: rules of money play. max_cube: highest power of two.
    Raises MatchStateError for values that mean nothing; contradictions are listed in `problems`.
    """

    length: int = 0
    score: tuple[int, int] = (0, 0)
    crawford: bool = False
    cube: int = 1
    owner: Seat | None = None
    on_roll: Seat = "A"
    dice: tuple[int, int] | None = None
    action: CubeAction = ""
    turn: Seat | None = None
    resigned: int = 0
    game: int = PLAYING
    jacoby: bool = False
    beavers: bool = False
    max_cube: int = 10

    def __post_init__(self) -> None:
        if self.cube < 1 or self.cube & (self.cube - 1):
            raise MatchStateError(f"cube {self.cube}: a cube shows a power of two, 1 in the centre at first")
        if self.length < 0 or min(self.score) < 0:
            raise MatchStateError(f"length {self.length}, score {self.score}: neither can be negative")

    @property
    def problems(self) -> tuple[str, ...]:
        """Everything that contradicts itself, one sentence each."""
        found = []
        if self.length and max(self.score) >= self.length:
            found.append(f"The match to {self.length} is over at {self.score[0]}:{self.score[1]}.")
        if self.crawford and self.length and self.length - 1 not in self.score:
            found.append("It cannot be the Crawford game: nobody needs exactly one point.")
        if self.crawford and not self.length:
            found.append("There is no Crawford game in money play.")
        if self.crawford and (self.cube > 1 or self.owner or self.action):
            found.append("The cube is out of play in the Crawford game.")
        if self.cube == 1 and self.owner:
            found.append("A cube of 1 belongs in the centre.")
        return tuple(found)

    def points(self, seat: Seat) -> int:
        """Points won by a player."""
        return self.score[0] if seat == "A" else self.score[1]

    def away(self, seat: Seat) -> int | None:
        """Points a player still needs, None in money play."""
        return max(0, self.length - self.points(seat)) if self.length else None

    @property
    def winner(self) -> Seat | None:
        """Who has won the match, None while it goes on and in money play."""
        if not self.length:
            return None
        return next((seat for seat in _SEATS if self.points(seat) >= self.length), None)

    @property
    def post_crawford(self) -> bool:
        """Somebody needs one point and the Crawford game is over."""
        return bool(
            self.length > 1 and not self.crawford and not self.winner and self.length - 1 in self.score
        )

    def cube_dead_for(self, seat: Seat) -> bool:
        """A higher cube gains the player nothing: winning a single game now already wins the match."""
        return bool(self.length) and self.points(seat) + self.cube >= self.length

    @property
    def cube_dead(self) -> bool:
        """Nobody who has access to the cube gains from turning it."""
        return all(self.cube_dead_for(seat) for seat in _SEATS if self.owner in {None, seat})

    def may_double(self, seat: Seat) -> bool:
        """Whether the player may offer the cube now: on roll, not yet rolled, access, not Crawford, live."""
        return (
            self.game == PLAYING
            and self.on_roll == seat
            and self.dice is None
            and not self.action
            and not self.crawford
            and self.owner in {None, seat}
            and not self.cube_dead_for(seat)
        )

    def taken(self) -> Self:
        """The state after the player on roll doubled and the other took: doubled, owned by the taker."""
        return replace(self, cube=2 * self.cube, owner=other_seat(self.on_roll), action="", turn=None)

    def worth(self, multiple: int) -> int:
        """Points of a game won as single, gammon or backgammon at the present cube, Jacoby considered."""
        if not self.length and self.jacoby and self.owner is None and self.cube == 1:
            return 1
        return self.cube * multiple

    def after_game(self, winner: Seat, points: int) -> Self:
        """The state before the next game: score, Crawford, cube in the centre."""
        a, b = self.score
        score = (a + points, b) if winner == "A" else (a, b + points)
        played = self.crawford or self.post_crawford
        over = bool(self.length) and max(score) >= self.length
        crawford = self.length > 1 and not over and not played and max(score) == self.length - 1
        return type(self)(
            length=self.length,
            score=score,
            crawford=crawford,
            on_roll=winner,
            game=GAME_OVER if over else NO_GAME,
            jacoby=self.jacoby,
            beavers=self.beavers,
            max_cube=self.max_cube,
        )

    def match_id(self) -> str:
        """The GNU Backgammon Match ID; A is its player 1, B its player 0."""
        from monitor.backgammon.matchid import format_match_id

        return format_match_id(self)

    @classmethod
    def from_match_id(cls, text: str) -> Self:
        """The state of a GNU Backgammon Match ID. Raises PositionTextError where it is none."""
        from monitor.backgammon.matchid import parse_match_id

        return cls(**parse_match_id(text))


_SEATS: tuple[Seat, Seat] = ("A", "B")


class GameResult(NamedTuple):
    """Who won a finished game, the mover or not, and whether single (1), gammon (2) or backgammon (3)."""

    mover_won: bool
    multiple: int


def game_result(position: Position) -> GameResult | None:
    """The result of a game whose winner has borne off all his men; None while both have some.

    A gammon: the loser has borne off none; a backgammon: he also has a man on the bar or in the winner's
    home board. A player who began with too few men has borne off those counted in `tray`, if it is given.
    """
    for mover_won, side, off in (
        (True, position.opponent, position.opponent_off),
        (False, position.mover, position.mover_off),
    ):
        winner_men = position.mover if mover_won else position.opponent
        if any(winner_men) or not any(side):
            continue
        if off:
            return GameResult(mover_won, SINGLE)
        return GameResult(mover_won, BACKGAMMON if any(side[18:]) else GAMMON)
    return None


class Opening(NamedTuple):
    """Who starts the game, and the numbers he plays."""

    seat: Seat
    dice: tuple[int, int]


def opening_roll(a: int, b: int) -> Opening | None:
    """The opening roll of one die each: the higher plays both numbers; None for a tie, to be rolled again.

    Raises DiceError for anything but two numbers from 1 to 6.
    """
    if not (1 <= a <= 6 and 1 <= b <= 6):
        raise DiceError(f"opening roll {a!r}, {b!r}: each player rolls one number from 1 to 6")
    if a == b:
        return None
    return Opening("A" if a > b else "B", (max(a, b), min(a, b)))
