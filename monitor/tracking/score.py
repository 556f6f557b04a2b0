"""The score of the match, derived from how each game ended."""

from dataclasses import dataclass

from monitor.backgammon import MatchState
from monitor.events import Json, Player

_MULTIPLE = {"single": 1, "gammon": 2, "backgammon": 3}


@dataclass(frozen=True)
class GameScore:
    """What a game counted.

    match_winner: who won the match with it, None while the match goes on. through_cube: the match would go
    on, had the cube not been turned in this game.
    """

    points: int
    match_winner: Player | None
    through_cube: bool


class ScoreKeeper:
    """Points of both players, the Crawford game, and whether the match is over.

    length: points to win, None for a single game or money play. score: of A and B to begin with; crawford:
    the first game is the Crawford game. A game whose result is not known makes the score unknown until
    somebody says what it is.
    """

    def __init__(
        self, length: int | None, score: tuple[int, int] = (0, 0), *, crawford: bool = False
    ) -> None:
        self.state = MatchState(length=length or 0, score=score, crawford=crawford)
        self.known = True
        self._last = (self.state, True, 1)

    @property
    def crawford(self) -> bool | None:
        """Whether the next or present game is the Crawford game; None where the score is not known."""
        return self.state.crawford if self.known or not self.state.length else None

    @property
    def over(self) -> bool:
        """Whether somebody has won the match, as far as the score is known."""
        return self.known and self.state.winner is not None

    @property
    def as_json(self) -> Json | None:
        """The points of both, None where they are not known."""
        return {"A": self.state.score[0], "B": self.state.score[1]} if self.known else None

    def most(self, winner: Player, cube: int) -> int:
        """The multiple of the cube with which a player wins the match, at most 3; 3 where it is not known."""
        away = self.state.away(winner) if self.known else None
        return 3 if away is None else min(3, -(-away // cube))

    def game_over(
        self, winner: Player | None, level: str | None, cube: int, *, passed: bool
    ) -> GameScore | None:
        """Count a game won at this level with the cube at this value; None where the result is not known.

        passed: the loser passed a double; cube is then the value before it.
        """
        self._last = (self.state, self.known, cube)
        if winner is None or level is None:
            self.known = False
            return None
        alone = self.state.points(winner) + _MULTIPLE[level] >= self.state.length
        points = _MULTIPLE[level] * cube
        self.state = self.state.after_game(winner, points)
        won = self.state.winner if self.known else None
        return GameScore(points, won, won is not None and (passed or not alone))

    def game_over_again(self, winner: Player, level: str) -> None:
        """Count the last game with another result: somebody has said how it ended."""
        self.state, self.known, cube = self._last
        self.game_over(winner, level, cube, passed=False)

    def say(self, score: tuple[int, int] | None, crawford: bool | None) -> None:
        """Take score and Crawford game from somebody who knows them; None: as they are, or as they follow.

        The first game in which somebody needs one point is the Crawford game.
        """
        before = self.state
        points = score or before.score
        if crawford is None and points == before.score:
            crawford = before.crawford
        elif crawford is None:
            crawford = max(points) == before.length - 1 and not before.post_crawford
        crawford = crawford and before.length > 1
        self.state = MatchState(length=before.length, score=points, crawford=crawford)
        self.known = True

    def new_match(self) -> None:
        """Begin at nothing, to the same number of points."""
        self.state = MatchState(length=self.state.length)
        self.known = True
