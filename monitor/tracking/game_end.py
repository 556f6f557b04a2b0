"""How games end: by the last man borne off, a double passed, or a board cleared or set up anew."""

from typing import TYPE_CHECKING, Any

from monitor.backgammon import START, Position, from_seat
from monitor.events import Event, Player, other
from monitor.tracking.explain import TurnVerdict
from monitor.tracking.resigning import SURE_WINNER, Result, likely_results
from monitor.tracking.seen import seen_at_first
from monitor.tracking.silent import P_SILENT, SilentDouble, yet_to_throw
from monitor.tracking.start import guess_start, misplaced
from monitor.tracking.state import JOINED_TURN, PLAYED, GameTrack
from monitor.tracking.steps import moved_men
from monitor.tracking.view import HOPELESS, MISFIT, GameView

if TYPE_CHECKING:
    from monitor.tracking.opening import OpeningRoll
    from monitor.tracking.tracker import MatchTracker

PLAYED_OUT_S = 1.0
"""A board without men of the player on turn ends the game after this time, dice or no dice."""
FEW_MOVED, TWO_MOVED, TWO_S = 3, 2, 3.5
"""Men moved at once, with a double waiting, from which the game is over: fewer may be one slot misread. The
second where the cube has been put back, or where they have stood so for so long (s), all in sight: a play is
taken back, perhaps, to talk it over."""
DISTURBED_S = 2.0
"""Before the first die, and after a double, a board that has been wrong for this long is being set up."""
PLAINLY = -2.0
"""Log-likelihood from which a set-up is seen to be right, not merely taken to be."""
FEWEST_MEN = 13
"""A side that began with fewer men was not set up wrong: the game was under way when it came into view."""
CLEARED_S = 3.0
CLEARED_MEN = 12
"""Men of both sides that must have gone at once for a board to count as cleared."""
FEW_GONE = 6
"""Men of both sides gone from which nobody is playing on."""
UNLIKE_START = 4
"""Men that must stand elsewhere than at the start before a board like that is one set up anew: first plays,
half made, can be taken for it."""
BOTH_PLAYED, CLEARLY_ANEW = 3, 3.0
"""Unless either side has played by this turn, nobody has thrown, and the starting position fits so much
better than the board at the start of the turn: no play undoes what the other side has played."""
SEEN_ANEW = 2.0
"""By how much it must fit better than the board that is followed, where men have been moved."""
NEARER = 4
"""Men nearer to the starting position than before the turn: more than any play brings back."""
CONCEDED_P = 0.9
"""A board set up anew in the middle of a game means that somebody has given up."""


class EndWatch:
    """Notices the end of a game, tells it with its worth, and keeps the score."""

    def __init__(self, tracker: "MatchTracker") -> None:
        self._tracker = tracker
        self._silent = SilentDouble(tracker)
        self.begin()

    def begin(self) -> None:
        """A new game."""
        self._empty_since: float | None = None
        self._odd_since: float | None = None
        self._cleared_since: float | None = None
        self._stood = False
        self._last_by: Player | None = None
        self._in_a_row = 0
        self._played = False
        self._silent.begin()

    def turn_over(self, by: Player | None, *, legal: bool) -> None:
        """A turn is told."""
        follows = legal and by is not None and by != self._last_by
        self._in_a_row = self._in_a_row + 1 if follows else 0
        self._last_by = by
        self._played |= self._in_a_row >= PLAYED

    def played_out(self, game: GameTrack) -> float | None:
        """Since when the player on turn has had no man left, once that is sure; None while he has."""
        player = game.to_act
        if player is None or any(from_seat(game.board, player).mover):
            self._empty_since = None
            return None
        if self._empty_since is None:
            self._empty_since = self._tracker.now
        stood = self._tracker.now - self._empty_since
        return self._empty_since if stood >= PLAYED_OUT_S or self._tracker.config.stills else None

    def update(self, view: GameView, openings: "OpeningRoll") -> bool:
        """Whether the game is over by something else than a turn: a pass, or a board that was cleared."""
        tracker, game = self._tracker, view.game
        if tracker.config.stills or not tracker.settled:
            return False
        if game.in_opening and game.roll is None and not game.opening:
            return self._still_setting_up(view, openings)
        self._silent.update(view)
        if self._cleared(view):
            self.broken_off(game)
            return True
        if tracker.doubling.offer is not None and game.roll is None:
            return self._disturbed_after_double(view)
        self._odd_since = None
        return self.at_start(view) and self.set_up_again(view)

    def finish(self, game: GameTrack) -> None:
        """No reading follows: a double put back was passed; a board that stands cleared, if for a moment
        only, is the end of its game."""
        tracker = self._tracker
        if tracker.doubling.put_back:
            self.passed(conf=0.8)
        elif tracker.game is game and self._cleared_since is not None:
            self.broken_off(game)

    def set_up_again(self, view: GameView) -> bool:
        """Whether the men stand as at the start in the middle of a game; then the game has ended."""
        game = view.game
        near = misplaced(game.before) < UNLIKE_START
        if game.turn < (BOTH_PLAYED if near else 2) or not self._tracker.evidence.known.all():
            return False
        fit = view.fit(START)
        if near and (fit < MISFIT or game.roll is not None or fit - view.fit(game.before) < CLEARLY_ANEW):
            return False
        if fit < HOPELESS or (fit < MISFIT and not self._as_at_start(game)):
            return False
        self.broken_off(game)
        return True

    def at_start(self, view: GameView) -> bool:
        """Whether the men have come to stand as at the start, as it is followed or as it is seen."""
        game = view.game
        if game.board.board in (START.board, game.before.board):
            return game.board.board == START.board
        fit = view.fit(START)
        return fit > PLAINLY and fit - view.fit(game.board) >= SEEN_ANEW

    def _as_at_start(self, game: GameTrack) -> bool:
        """Whether whoever waits for a game to be set up would take the board for the starting position."""
        tracker = self._tracker
        return guess_start(tracker.evidence, [game.seating], has_bar=tracker.config.has_bar).right

    def while_lost(self, view: GameView) -> bool:
        """Whether a board that nothing explains is no game any more: set up anew, cleared, or on the way."""
        if self.set_up_again(view):
            return True
        tracker, game = self._tracker, view.game
        if tracker.config.stills or tracker.dice.resting(tracker.now, 0.0):
            return False
        if self._cleared(view):
            self.broken_off(game)
            return True
        seen = self._seen(game)
        return misplaced(game.before) - misplaced(seen) >= NEARER or _gone(game.before, seen) >= FEW_GONE

    def thrown(self, view: GameView, by: Player | None) -> bool:
        """Whether a roll by this player says that there is no game any more, or that there was none.

        A double that was put back had been passed, if not the doubler throws but his opponent, or lays dice
        down, to show what he had rolled before; so had any during which a man was moved. In the turn in which
        a game was joined nobody throws twice.
        """
        game, offer, former = view.game, self._tracker.doubling.offer, view.game.roll
        if offer is not None:
            opponent = offer.back is not None and not offer.after_roll and by == other(offer.by)
            if opponent or self._moved_meanwhile(game):
                self.passed(conf=0.8)
                return True
        if not game.joined or game.turn > JOINED_TURN or former is None or former.by != by or view.changed():
            return False
        self._none_there()
        return True

    def _moved_meanwhile(self, game: GameTrack) -> bool:
        """Whether a man was moved while a double waited, and has stood elsewhere since."""
        if self._odd_since is None or self._tracker.now - self._odd_since < DISTURBED_S:
            return False
        seen = self._seen(game).board
        return sum(seen) == sum(game.board.board) and moved_men(game.board.board, seen) > 0

    def given_up(self, game: GameTrack) -> bool:
        """Whether what was joined is no game as far as can be seen: nothing explains the board, and nothing
        has been played that would be lost with it. It is joined anew if it is one."""
        lost = self._tracker.lost
        if lost is None or lost.unseen or not game.joined or self._played or self._tracker.config.stills:
            return False
        self._none_there()
        return True

    def _none_there(self) -> None:
        """What was joined was no game, or so little was seen of it that nothing can be said."""
        self._tracker.game_no -= 1
        self._tracker.lose("what stood on the board was no game, or nothing was seen of it")
        self._tracker.end()

    def passed(self, conf: float = 0.95, **more: Any) -> None:
        """Tell that the double was passed, whatever level the cube showed, and the end of the game."""
        tracker = self._tracker
        offer = tracker.doubling.offer
        if offer is None:
            return
        cube = tracker.cube.rest
        loc = tracker.place(cube).loc if cube is not None and offer.back is not None else None
        t = offer.back or self._odd_since or tracker.now
        tracker.doubling.offer = None
        refused = 2 * tracker.doubling.value
        tracker.tell("CubePassed", t=t, by=other(offer.by), conf=conf, value=refused, loc=loc)
        self.tell(offer.by, "pass", "single", conf=conf, t=t, **more)

    def borne_off(self, verdict: TurnVerdict, game: GameTrack) -> None:
        """Tell that a player has borne off his last man."""
        loser = from_seat(verdict.after, other(verdict.player))
        men = sum(from_seat(game.start, other(verdict.player)).mover)
        if sum(loser.mover) < (men if men >= FEWEST_MEN else sum(START.mover)):
            level = "single"
        else:
            level = "backgammon" if loser.mover_bar or any(loser.mover[18:24]) else "gammon"
        self.tell(verdict.player, "bearoff", level, conf=1.0)

    def broken_off(self, game: GameTrack) -> None:
        """Tell the end of a game that was not played out: a double was passed, be it one that was not seen,
        or else somebody who was far behind has given up."""
        tracker = self._tracker
        if tracker.doubling.offer is not None:
            self.passed()
            return
        if game.joined and not self._played:
            self._none_there()
            return
        board, on_roll, waits = game.left or (game.before, game.on_roll, True)
        results = self._results(game, board, on_roll)
        waits = waits and yet_to_throw(tracker, game)
        doubler = self._silent.doubler(board, on_roll, results) if waits else None
        if doubler is not None:
            tracker.doubling.unseen(doubler, self._silent.since, P_SILENT)
            self.passed(P_SILENT, alternatives=[result.as_json for result in results])
            return
        best = results[0]
        sure = sum(result.p for result in results if result.winner == best.winner)
        winner = best.winner if sure >= SURE_WINNER else None
        level = best.level if winner is not None and best.p >= SURE_WINNER * sure else None
        others = [result.as_json for result in results if level is None or result is not best]
        conf = 0.5 if winner is None else best.p * CONCEDED_P
        self.tell(winner, "concede", level, conf=conf, alternatives=others)

    def _results(self, game: GameTrack, board: Position, on_roll: Player | None) -> list[Result]:
        """What a game that is given up may count, by the board that was followed to: one taken up since,
        from which nobody played, may have been half cleared."""
        tracker = self._tracker
        south, north = (
            men if men >= FEWEST_MEN else sum(START.mover)
            for men in (sum(game.start.mover), sum(game.start.opponent))
        )
        cube = tracker.doubling.value
        most: dict[Player, int] = {"A": tracker.score.most("A", cube), "B": tracker.score.most("B", cube)}
        return likely_results(board, on_roll, {"A": south, "B": north}, most)

    def tell(
        self,
        winner: Player | None,
        how: str,
        level: str | None,
        *,
        conf: float,
        t: float | None = None,
        **more: Any,
    ) -> None:
        """Tell the end of the game with what it counts, and of the match where that decides it."""
        tracker = self._tracker
        cube = tracker.doubling.value
        counted = tracker.score.game_over(winner, level, cube, passed=how == "pass")
        points = None if counted is None else counted.points
        score = tracker.score.as_json
        tracker.tell(
            "GameEnded",
            t=t,
            conf=conf,
            winner=winner,
            how=how,
            level=level,
            cube=cube,
            points=points,
            score=score,
            **more,
        )
        if counted is not None and counted.match_winner is not None:
            tracker.tell(
                "MatchEnded",
                t=t,
                conf=conf,
                winner=counted.match_winner,
                through_cube=counted.through_cube,
                score=score,
            )
        tracker.end()

    def said(self, event: Event) -> None:
        """A result that somebody at the table has entered: it counts instead of our own."""
        tracker = self._tracker
        winner, level = event.get("winner"), event.get("level") or "single"
        if winner not in ("A", "B"):
            return
        if tracker.game is None:
            tracker.score.game_over_again(winner, level)
        else:
            passed = event.get("how") == "pass"
            tracker.score.game_over(winner, level, tracker.doubling.value, passed=passed)
            tracker.end()

    def _still_setting_up(self, view: GameView, openings: "OpeningRoll") -> bool:
        """Before the first die has fallen a change of the board is no play: the set-up is not finished, or a
        play is shown with the dice of one player.

        Unless it stood as it should, and is now as an opening roll may leave it: the dice were not seen, lay
        there before the board was seen to stand so, or came out of a box.
        """
        tracker = self._tracker
        dice = tracker.dice.resting(tracker.now, 0.0)
        shown = openings.shown(view.game, dice)
        fit = view.fit(view.game.board)
        self._stood |= fit > PLAINLY and bool(tracker.evidence.known.all())
        if fit <= MISFIT and self._stood and openings.through_box(view, dice):
            return False
        if fit > MISFIT or (dice and not shown):
            self._odd_since = None
            return False
        if self._odd_since is None:
            self._odd_since = tracker.now
        if tracker.now - self._odd_since < DISTURBED_S:
            return True
        if self._stood and (openings.lay_before(view, dice) if shown else view.first_turn_played()):
            return False
        tracker.withdraw()
        return True

    def _disturbed_after_double(self, view: GameView) -> bool:
        """Between a double and the next roll no man moves, unless the double was passed: nothing that moves
        then is a play, and several men moved, or all set up anew, are the end of the game."""
        tracker, game = self._tracker, view.game
        if view.fit(game.board) > MISFIT:
            self._odd_since = None
            return False
        if self._odd_since is None:
            self._odd_since = tracker.now
        moved = moved_men(game.board.board, self._seen(game).board)
        anew = tracker.doubling.put_back and tracker.evidence.known.all() and view.fit(START) > PLAINLY
        stood = tracker.now - self._odd_since
        two = tracker.doubling.put_back or (stood >= TWO_S and bool(tracker.evidence.known.all()))
        if (moved >= (TWO_MOVED if two else FEW_MOVED) or anew) and stood >= DISTURBED_S:
            self.passed()
        return True

    def _seen(self, game: GameTrack) -> Position:
        tracker = self._tracker
        return seen_at_first(tracker.evidence, game.seating, game.before, has_bar=tracker.config.has_bar)

    def _cleared(self, view: GameView) -> bool:
        tracker, game = self._tracker, view.game
        if not tracker.evidence.known.all() or view.fit(game.board) > 3.0 * MISFIT:
            self._cleared_since = None
            return False
        if _gone(game.before, self._seen(game)) < CLEARED_MEN:
            self._cleared_since = None
            return False
        if self._cleared_since is None:
            self._cleared_since = tracker.now
        return tracker.now - self._cleared_since >= CLEARED_S


def _gone(before: Position, seen: Position) -> int:
    """Men of both sides that are gone; 0 where one side has lost none."""
    south, north = sum(before.mover) - sum(seen.mover), sum(before.opponent) - sum(seen.opponent)
    return south + north if min(south, north) > 0 else 0
