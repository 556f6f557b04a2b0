"""Waiting for a game: the board is set up, right or wrong, and the first dice fall."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from monitor.backgammon import START, Position, text_of
from monitor.tracking.between import Between
from monitor.tracking.dice import DieTrack
from monitor.tracking.halves import half, sided
from monitor.tracking.seating import Seating
from monitor.tracking.start import (
    StartGuess,
    all_men_seen,
    guess_start,
    hold_against,
    men_in_sight,
    mismatched,
)
from monitor.tracking.state import JOINED_TURN, GameTrack
from monitor.tracking.under_way import SURE, Joined, may_be_played, one_roll, under_way

if TYPE_CHECKING:
    from monitor.tracking.tracker import MatchTracker

RIGHT_S, DOUBTED_S = 0.5, 3.0
"""A right starting position is believed after the first time; after the second where a slot is rather read
otherwise, unless dice fall before."""
HIDDEN_SLOTS, PARTLY_S = 2, 2.0
"""With so few slots out of sight, behind the frame of the board or a glass, it is believed after this time if
all others are right."""
HIDDEN_EMPTY = 12
"""So may as many where all the men are seen: points so dark that an arm might lie there."""
WRONG_S = 4.0
"""Before the first game a board nearly right that stands this long is told as wrong even before dice fall.
After another game a position a few turns from the start may be talked over."""
READ_S = 3.0
"""A cube that seems to be turned is looked at for this long."""
COMES_S = 2.0
"""So long one is waited for that has been seen, but too seldom to be believed: where nothing moves, readings
come slowly."""
LOOK_S = 0.5
PASSING_S = 0.8
"""A board must be seen for longer than one look to count as another than the one before."""
JOIN_S = 10.0
"""Before the first game any other board that stands this long is a game under way, and so it is, before, when
a player throws both his dice."""
LIES_S = 0.6
"""Two dice on a board that is not set up right lie there when they have been seen so long: one that rolls may
look like two."""


class SetupWatch:
    """Looks for the start of a game in the evidence of the tracker."""

    def __init__(self, tracker: "MatchTracker") -> None:
        self._tracker = tracker
        self._told_right = False
        self._between = Between(tracker)
        self._in_sight = 0
        """Points in sight at once, at most."""
        self.reset()

    def reset(self, *, again: bool = False, anew: bool = False) -> None:
        """Forget what was seen so far. again: the game has been told, before its set-up was finished; anew:
        it is told once more all the same."""
        self._again = again
        self._told_right &= not anew
        self._board = b""
        self._other: tuple[bytes, float] | None = None
        self._since = 0.0
        self._frame = 0
        self._guess: StartGuess | None = None
        self._seen = (0.0, 0.0)
        self._between.reset()

    def update(self) -> None:
        """Look at the newest evidence."""
        tracker = self._tracker
        in_sight = int(tracker.evidence.known.sum())
        self._in_sight, hidden = max(self._in_sight, in_sight), 24 - in_sight
        self._between.in_view(whole=hidden <= HIDDEN_SLOTS)
        if not tracker.settled or hidden > (0 if tracker.config.stills else HIDDEN_EMPTY):
            return
        guess = self._look()
        whole = hidden > 0 and all_men_seen(tracker.evidence)
        if (
            hidden > HIDDEN_SLOTS
            and not whole
            and not (guess.right and men_in_sight(tracker.evidence, guess.seating))
        ):
            return
        board = START.board if guess.right else guess.board.board
        if self._board != board:
            if self._passing(board):
                return
            keep = tracker.config.stills and self._board
            self._since = self._since if keep else tracker.now
            self._board, self._frame = board, tracker.frame
        self._other = None
        stood = self._stood
        enough = (whole or guess.right) and stood >= PARTLY_S
        if hidden and not enough and not (guess.near and stood >= WRONG_S):
            return
        joined = self._joined(guess)
        if joined is not None:
            self._join(joined)
        elif self._ready(guess):
            self._begin(guess)

    @property
    def why_none(self) -> str:
        """Why no game has been followed yet."""
        if self._in_sight < 24 - HIDDEN_SLOTS:
            return f"of the 24 points never more than {self._in_sight} could be seen at once"
        return "the board never stood as a game begins, and no roll of two dice was seen on it"

    def _passing(self, board: bytes) -> bool:
        """Whether a board other than the one that has stood so far may be a passing error of reading."""
        now = self._tracker.now
        if not self._board or board == START.board or self._tracker.config.stills:
            return False
        if self._other is None or self._other[0] != board:
            self._other = (board, now)
        return now - self._other[1] < PASSING_S

    def _look(self) -> StartGuess:
        """The newest guess; made anew when something has changed, and now and then."""
        tracker = self._tracker
        seen = (tracker.evidence.quiet_since, tracker.now // LOOK_S)
        if self._guess is None or seen != self._seen or tracker.config.stills:
            self._seen = seen
            before = None if self._guess is None else self._guess.seating
            has_bar = tracker.config.has_bar
            self._guess = guess_start(tracker.evidence, tracker.seatings, has_bar=has_bar, before=before)
        return self._guess

    def out_of_sight(self, seconds: float) -> None:
        """For so long no board could be read."""
        self._between.out_of_sight(seconds)

    def finish(self) -> None:
        """At the end of the source: a board seen but not told yet."""
        guess = self._guess
        if guess is None or not self._tracker.config.stills:
            return
        if guess.right or guess.likely:
            self._begin(guess)
        else:
            self._join(Joined(guess.seating, guess.board))

    def start(self, seating: Seating) -> None:
        """A game begins with the board set up right, whatever is read."""
        self._since = self._tracker.now
        self._begin(StartGuess(seating, START, 0, True))

    @property
    def _stood(self) -> float:
        """For how long the board has stood as it does (s)."""
        return self._tracker.now - self._since

    def _ready(self, guess: StartGuess) -> bool:
        tracker, stood = self._tracker, self._stood
        if guess.right and not tracker.score.over and self._cube_ready():
            enough = DOUBTED_S if guess.doubted and not self._dice_fell() else RIGHT_S
            return tracker.config.stills or stood >= enough
        if not guess.likely:
            return False
        if tracker.config.stills:
            return self._frame != tracker.frame or self._dice_fell()
        if len(fallen := self._fallen(LIES_S)) > 1:
            return not self._under_way(guess) and self._one_each(fallen)
        near = guess.near and stood >= WRONG_S and not tracker.game_no
        return near and not tracker.score.over and not self._may_have_begun(guess)

    def _joined(self, guess: StartGuess) -> Joined | None:
        """The game under way that the board is taken for, if it is."""
        tracker = self._tracker
        if guess.right:
            return None
        stands = self._stood >= JOIN_S
        if tracker.config.stills:
            seen = stands or self._frame != tracker.frame or self._dice_fell()
            return Joined(guess.seating, guess.board) if seen and not guess.likely else None
        if tracker.game_no:
            return self._between.under_way(tracker.dice.resting(tracker.now, LIES_S))
        if guess.likely:
            stands, thrown = False, self._under_way(guess)
        else:
            thrown = self._one_roll()
        if not stands and not thrown:
            return None
        sure = 0.0 if stands else SURE
        return under_way(tracker.evidence, tracker.seatings, has_bar=tracker.config.has_bar, sure=sure)

    def _cube_ready(self) -> bool:
        """Whether the cube, if one is seen, lies as it should at the start, or will hardly be moved there."""
        cube, rest = self._tracker.doubling.at_start(), self._tracker.cube.rest
        if cube is None or not cube["present"]:
            return rest is not None or self._tracker.cube.comes_for(self._tracker.now) >= COMES_S
        if rest is not None and cube["value_shown"] is None:
            early = self._tracker.now - rest.since < READ_S
            if early or self._tracker.doubling.seems_turned():
                return False
        return cube["value_shown"] in (None, 1, 64) and str(cube["place"]).endswith("_centre")

    def _fallen(self, seconds: float = 0.3) -> list[DieTrack]:
        """The dice that have come to lie since the board has stood as it does, for so long at least."""
        tracker = self._tracker
        rest = tracker.dice.resting(tracker.now, seconds)
        return [track for track in rest if track.first >= self._since and track.zone != "table"]

    def _one_each(self, dice: list[DieTrack]) -> bool:
        """Whether both players have thrown one, where the halves tell that: after a game dice are laid down,
        too, by whoever shows what could have been played."""
        tracker = self._tracker
        told = tracker.game_no > 0 and sided(tracker.config)
        return not told or {half(die) for die in dice} >= {"E", "W"}

    def _dice_fell(self) -> bool:
        return len(self._fallen()) >= 2

    def _one_roll(self) -> bool:
        """Whether two of them were thrown by one player."""
        return one_roll(self._fallen(LIES_S), sided=sided(self._tracker.config))

    def _may_have_begun(self, guess: StartGuess) -> bool:
        """Whether, before any dice are seen to fall, a board nearly set up may be that of a game under way:
        as one roll each may have made it, or with a roll lying there."""
        tracker = self._tracker
        lying = tracker.dice.resting(tracker.now, 0.3)
        return may_be_played(guess.board) or one_roll(lying, sided=sided(tracker.config))

    def _under_way(self, guess: StartGuess) -> bool:
        """Whether a board nearly set up is that of a game that had begun before it came into view: dice that
        fall are no opening roll, where that can be told, or the board is as plays may have made it."""
        if guess.even or not self._one_roll():
            return False
        return sided(self._tracker.config) or not guess.near or may_be_played(guess.board)

    def _join(self, joined: Joined) -> None:
        """Follow a game that was under way when it came into view, or began unseen."""
        tracker, board = self._tracker, joined.board
        game = GameTrack(
            joined.seating, board, board, board, in_opening=False, turn=JOINED_TURN, since=self._since
        )
        game.told_with_dice, game.unwatched, game.joined = board, True, True
        tracker.begin(game)
        since, frames = self._since, (self._frame, tracker.frame)
        self.reset()
        self._told_right = False
        data = _placed(board, joined.seating)
        tracker.lose("the game was under way when it came into view")
        begun = self._counted() | {"cube": {"value": tracker.doubling.value, "owner": tracker.doubling.owner}}
        tracker.regain("joined a game under way", joined=True, **data, **begun)
        tracker.tell("CheckersMoved", t=since, frames=frames, data=data)

    def _counted(self, *, again: bool = False) -> dict[str, Any]:
        """One game more, unless it has been told before: its number, and the score at which it begins."""
        tracker = self._tracker
        if tracker.score.over:
            tracker.score.new_match()
            tracker.game_no = 0
        tracker.game_no += 0 if again else 1
        score = tracker.score
        return {"game_no": tracker.game_no, "score": score.as_json, "crawford": score.crawford}

    def _begin(self, guess: StartGuess) -> None:
        """A game begins."""
        tracker = self._tracker
        if guess.doubted and self._dice_fell():
            guess = replace(guess, right=True)  # Nobody has put right what was hardly wrong.
        board = START if guess.right else guess.board
        game = GameTrack(guess.seating, board, board, board, since=self._since)
        game.start_wrong, game.start_doubted = not guess.right, guess.doubted and not guess.right
        game.told_with_dice = board
        tracker.begin(game)
        hold_against(board, tracker.evidence, guess.seating)
        frames = (self._frame, tracker.frame)
        since, again, told_right = self._since, self._again, self._told_right
        self.reset()
        self._told_right = guess.right
        if again and guess.right and told_right:
            return
        counted = self._counted(again=again)
        tracker.regain("a new game begins")
        cube = tracker.doubling.at_start()
        data = _placed(board, guess.seating) | {"board": text_of(board), **counted}
        data |= {} if cube is None else {"cube": cube}
        data |= {"handedness_mismatch": True} if mismatched(board) else {}
        conf = 1.0 if guess.right else 0.99
        tracker.tell("GameStarted", t=since, conf=conf, frames=frames, data=data)


def _placed(board: Position, seating: Seating) -> dict[str, Any]:
    """A board and who sits where, as fields of an event."""
    return {"board_after": text_of(board), "home": seating.home, "light": seating.light}
