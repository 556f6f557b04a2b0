"""The evidence seen against one game: what changed, what the turn was, whether anything explains it."""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from monitor.backgammon import START, Position, from_seat
from monitor.backgammon.plays import legal_results
from monitor.events import Player, other
from monitor.tracking.ends import outcomes_of
from monitor.tracking.explain import Change, Explainer, TurnVerdict, roll_scores
from monitor.tracking.explain import Roll as Dice
from monitor.tracking.leaning import sound
from monitor.tracking.on_man import on_man
from monitor.tracking.reach import Reach
from monitor.tracking.rolltelling import LEANS_THROWN_AGAIN
from monitor.tracking.state import GameTrack, Roll
from monitor.tracking.steps import ROLLS, moved_men
from vision.reading import MAX_COUNT

if TYPE_CHECKING:
    from monitor.tracking.tracker import MatchTracker

MISFIT = -4.0
"""Log-likelihood under which the believed board is looked at again."""
SHARED_MISFIT = -6.0
"""The same for a board with men of both sides on one point: they are read as men of one."""
FITS = -1.0
"""Log-likelihood of the points of a play from which it is told while a hand is there: a man who seems to be
missing may be in it."""
HOPELESS = -25.0
"""Log-likelihood under which no explanation of a turn is believed."""
UNEXPLAINED = -25.0
"""Log-probability of the best explanation of a turn under which something must have gone unseen."""
DOUBLED = 2.0
"""By how much another board before a turn must explain it better than the one believed in."""
LOG_TWICE = -8.0
"""For two illegal plays on end, where a misread that went on would explain both."""
MANY_MEN = 5
"""More men than this are not moved in one turn, legal or not."""


class GameView:
    """One game as the newest evidence shows it."""

    def __init__(self, explainer: Explainer, game: GameTrack) -> None:
        self.explainer = explainer
        self.game = game

    def fit(self, board: Position) -> float:
        """Log-likelihood of one board."""
        return float(self.explainer.fit([board.board])[0])

    def plainly_played(self, verdict: TurnVerdict) -> bool:
        """Whether a turn is surely legal and whole: nothing seen contradicts it, nor where it moved men."""
        whole = verdict.surely_legal and verdict.misfit > MISFIT and not verdict.open
        return whole and self._fit_of_moved(verdict) > FITS and not self.hit_unseen(verdict)

    def _fit_of_moved(self, verdict: TurnVerdict) -> float:
        """Log-likelihood of the points, as a turn left them, from or to which it moved men: not of what is
        read otherwise anyhow."""
        boards = [
            outcomes_of(self.game.seating, board.board)[0][0] for board in (verdict.before, verdict.after)
        ]
        moved = np.flatnonzero(boards[0] != boards[1])
        return float(self.explainer.evidence.weighted()[0][moved, boards[1][moved]].sum())

    @property
    def rolls(self) -> tuple[Dice, ...]:
        """The rolls that the dice in sight may show; all of them where none lie there."""
        return likely(roll_scores(self.game.roll.shown)) if self.game.roll else ROLLS

    @property
    def movers(self) -> tuple[Player, ...]:
        """Who may be moving now."""
        game = self.game
        return ("A", "B") if game.to_act is None or game.roll is None else (game.to_act,)

    def best_change(self) -> Change:
        """The most probable board in the middle of a turn."""
        game = self.game
        return self.explainer.change(game.before, game.board, self.movers, self.rolls, game.to_act)

    def changed(self) -> bool:
        """Whether the board is another than at the start of the turn, by more than a reading or two."""
        game = self.game
        start, now = self.fit(game.before), self.fit(game.board)
        if start > MISFIT:
            return False
        if game.board.board != game.before.board and now > start + 3.0:
            return True
        if self.best_change().board.board != game.before.board:
            return True
        over = game.roll is not None and game.roll.lifted is not None
        return over and start < 2.0 * MISFIT and self._plainly_shared()

    def _plainly_shared(self) -> bool:
        """Whether the roll put a man beside the opponent's: no board in the middle of a turn shows that."""
        verdict = self.verdict()
        return verdict.legal is False and verdict.misfit > SHARED_MISFIT and bool(verdict.after.shared_points)

    def danced(self, player: Player) -> bool:
        """Whether the roll on the board counts and certainly could not be played."""
        roll = self.game.roll
        return roll is not None and all(sound(track) for track in roll.shown) and self.unplayable(player)

    def unplayable(self, player: Player) -> bool:
        """Whether the roll on the board, however its dice lie, could not be played."""
        start = from_seat(self.game.before, player)
        return not any(legal_results(start, roll) for roll in self.rolls)

    def says_nothing(self, roll: Roll) -> bool:
        """Whether a roll in doubt was lifted that could not be played anyway: who throws next will tell."""
        player = self.game.to_act or roll.by
        return roll.held and roll.lifted is not None and player is not None and self.unplayable(player)

    def may_dance(self, player: Player) -> bool:
        """Whether there is a roll that could not be played from the board at the start of the turn."""
        start = from_seat(self.game.before, player)
        return any(not legal_results(start, roll) for roll in ROLLS)

    def verdict(self) -> TurnVerdict:
        """What the turn was, were it over now.

        Where it makes no sense from the board believed in, but is a legal play from another board that the
        turn before may have ended with, that board is taken: `before` of the verdict is then not the game's.
        """
        game = self.game
        found = self._from(game.before, self.explainer)
        clear = found.legal is True and found.misfit > MISFIT
        best, score = found, found.score
        for rival in game.rivals:
            if clear and rival.odds < DOUBLED:
                continue
            held = self._from(rival.board, self.explainer.doubting(rival.doubted))
            twice = found.legal is False and rival.clears is not None
            total = held.score + rival.odds - (LOG_TWICE if twice else DOUBLED)
            if held.legal is True and held.misfit > MISFIT and total > score:
                best, score = held, total
        return best

    def half_seen(self, *, tied: bool) -> TurnVerdict | None:
        """The play of the roll on the board, where the board seems as it was before but a legal play with
        sound dice explains it better than that nothing was played; None where it does not, or they tied.

        A die that may lean, hardly, or lies on a man may have been taken up unplayed for that, unless part of
        the play shows.
        """
        roll = self.game.roll
        if tied or roll is None or len(roll.tracks) < 2 or not self.explainer.evidence.known.all():
            return None
        shows = self.fit(self.game.before) <= MISFIT
        if not all(map(sound, roll.shown)):
            return None
        if not shows and any(die.lean_p >= LEANS_THROWN_AGAIN or on_man(die) for die in roll.shown):
            return None
        verdict = self.verdict()
        clear = verdict.legal is True and verdict.changed and not verdict.open and not hopeless(verdict)
        return verdict if clear else None

    def waits_unseen(self, verdict: TurnVerdict) -> bool:
        """Whether more men of the player are said to wait on the bar than are plainly seen there: one who was
        hit and never put there, or never hit."""
        place = 24 if verdict.player == "A" else 49
        plainly = self.explainer.contradicted(verdict.after)[-1]
        return bool(plainly) and self._fewer_seen(verdict.after, place)

    def hit_unseen(self, verdict: TurnVerdict) -> bool:
        """Whether a man is said to have been hit whom the bar, if it is in the picture, does not show, in
        whatever colour."""
        place = 49 if verdict.player == "A" else 24
        hit = verdict.after.board[place] > verdict.before.board[place]
        missing = hit and self.explainer.has_bar and self._fewer_seen(verdict.after, place)
        return missing and not self.explainer.stranger_on_bar(verdict.after)

    def hit_man_gone(self, verdict: TurnVerdict) -> bool:
        """Whether the turn took a man of the opponent's from the board instead of putting him on the bar."""
        before, after = (from_seat(board, verdict.player) for board in (verdict.before, verdict.after))
        return sum(after.opponent) == sum(before.opponent) - 1

    def _fewer_seen(self, board: Position, place: int) -> bool:
        """Whether fewer men are seen at a place, of its 50, than stand there on this board."""
        men = board.board
        others = [bytes((*men[:place], n, *men[place + 1 :])) for n in range(MAX_COUNT + 1)]
        return bool(men[place]) and int(self.explainer.fit(others).argmax()) < men[place]

    def miscounted(self, verdict: TurnVerdict) -> bool:
        """Whether a turn changed the number of men of a side that had more than there are: so the board was
        read, on which the thread was taken up, and nobody has taken a man off or put one there."""
        before, after = verdict.before, verdict.after
        sides = (before.mover, after.mover), (before.opponent, after.opponent)
        return any(sum(was) > sum(START.mover) and sum(now) != sum(was) for was, now in sides)

    def off_turn(self, board: Position, who: Player | None, reach: Reach) -> Player | None:
        """The player not on turn, if he has moved men of his own, or back, by a hand from his seat, to this
        board; who: whose men moved; reach: the last hand over the board. Nobody is said to where part of the
        turn or of the one before went unseen, where a wrong set-up may be put right, or where fewer men are
        seen than are said to have come: one may have been taken up to be hit."""
        game, roll = self.game, self.game.roll
        if (
            game.unwatched
            or game.start_wrong
            or roll is None
            or not roll.announced
            or game.to_act is None
            or roll.by != game.to_act
        ):
            return None
        idle = other(game.to_act)
        back = board.board == (game.stood or game.before).board and game.off_turn == idle
        hit = (board.mover_bar, board.opponent_bar) != (game.board.mover_bar, game.board.opponent_bar)
        if not back and (who != idle or hit or self.may_be_a_play(board)):
            return None
        places = range(25) if idle == "A" else range(25, 50)
        come = (place for place in places if board.board[place] > game.board.board[place])
        unseen = any(self._fewer_seen(board, place) for place in come)
        return idle if reach.by(idle) and not unseen else None

    def mending(self, reach: Reach) -> bool:
        """Whether the last hand over the board may put right the turn before, which was not clearly legal,
        while the other player's roll lies there unplayed."""
        game, last = self.game, self.game.last
        if last is None or last.legal is True or game.roll is None or game.board.board != game.before.board:
            return False
        return reach.by(last.player)

    def prepare(self) -> None:
        """Make ready what the end of the turn will be held against, while there is time."""
        game = self.game
        if game.roll is not None and game.to_act is not None:
            self.explainer.prepare(game.before, game.to_act, roll_scores(game.roll.shown))

    def _from(self, before: Position, explainer: Explainer) -> TurnVerdict:
        game = self.game
        rolls = roll_scores(game.roll.shown if game.roll else ())
        players: Sequence[Player] = (game.to_act,) if game.to_act is not None else ("A", "B")
        verdicts = [explainer.turn(before, player, rolls) for player in players]
        return max(verdicts, key=lambda verdict: verdict.score)

    def half_thrown(self, who: Player) -> bool:
        """Whether of a roll of this player one die was seen, and the other player had moved before without
        dice, or had perhaps thrown what he could not play."""
        game, roll = self.game, self.game.roll
        if roll is None or roll.by != who or roll.known:
            return False
        return game.board.board != game.before.board or self.may_dance(other(who))

    def plays_out(self, board: Position, player: Player) -> bool:
        """Whether this player comes to a board by playing the whole roll that lies there."""
        start = from_seat(self.game.before, player)
        there = from_seat(board, player).key
        return any(there in legal_results(start, roll) for roll in self.rolls)

    def seen_short(self, player: Player | None) -> bool:
        """Whether on a point of this player fewer men are seen than are believed to have stood there before
        the turn: one that is taken off there may not show."""
        places = range(25, 50) if player == "B" else range(25) if player == "A" else range(50)
        return any(self._fewer_seen(self.game.before, place) for place in places)

    def may_be_a_play(self, board: Position, before: Position | None = None) -> bool:
        """Whether a player on turn may have come to this board by moving; before: his turn's first board."""
        game = self.game
        start = before or game.before
        movers: tuple[Player, ...] = ("A", "B") if game.to_act is None else (game.to_act,)
        return any(
            from_seat(board, mover).board in self.explainer.on_the_way(start, mover, self.rolls)
            for mover in movers
        )

    def own_men_on_the_way(self, board: Position, mover: Player, roll: Dice) -> bool:
        """Whether his own men stand as he may have put them with this roll; board: seen by A."""
        own = from_seat(board, mover).board[:25]
        return any(way[:25] == own for way in self.explainer.on_the_way(self.game.before, mover, (roll,)))

    def may_be_a_turn(self, board: Position) -> bool:
        """Whether some roll lets the player on turn come to this board."""
        game = self.game
        if game.to_act is None:
            return False
        start, end = from_seat(game.before, game.to_act), from_seat(board, game.to_act).key
        return any(end in legal_results(start, roll) for roll in ROLLS)

    def played_unread(self) -> bool:
        """Whether the player on turn has come to where the men stand by a roll that was not read."""
        game = self.game
        moved = game.roll is None and game.board.board != game.before.board
        return moved and self.may_be_a_turn(game.board)

    def first_turn_played(self) -> bool:
        """Whether the board is as the first turn of a game may leave it."""
        return float(self.explainer.fit(_first_ends()).max()) > MISFIT

    def opening_played(self, roll: Dice, by: Player) -> bool:
        """Whether it is as a player may leave it who has the first turn with this roll."""
        return float(self.explainer.fit(_opening_ends(roll, by)).max()) > MISFIT

    def all_there(self, board: Position) -> bool:
        """Whether no man is in a hand: as many as before, but for men that may have been borne off."""
        game = self.game
        lost = [
            sum(game.before.mover) - sum(board.mover),
            sum(game.before.opponent) - sum(board.opponent),
        ]
        if lost == [0, 0]:
            return True
        mover = game.to_act
        if mover is None or min(lost) < 0 or lost[1 if mover == "A" else 0]:
            return False
        return not any(from_seat(board, mover).mover[6:])


def game_view(tracker: "MatchTracker", game: GameTrack) -> GameView:
    """What the tracker's evidence says of a game as it stands."""
    return GameView(Explainer(tracker.evidence, game.seating, has_bar=tracker.config.has_bar), game)


@cache
def _first_ends() -> list[bytes]:
    """Boards, seen by A, after a first turn by either player."""
    rolls = [roll for roll in ROLLS if roll[0] != roll[1]]
    return sorted({board for roll in rolls for by in ("A", "B") for board in _opening_ends(roll, by)})


@cache
def _opening_ends(roll: Dice, by: str) -> list[bytes]:
    """Boards, seen by A, after a first turn of that player with this roll."""
    own = [key.to_bytes(50, "little") for key in legal_results(START, roll)]
    return own if by == "A" else [board[25:] + board[:25] for board in own]


def hopeless(verdict: TurnVerdict) -> bool:
    """Whether a verdict explains so little, or so much, that the thread of the game is lost."""
    if verdict.misfit < HOPELESS or verdict.score < UNEXPLAINED:
        return True
    if verdict.legal is not False:
        return False
    before = from_seat(verdict.before, verdict.player).board
    after = from_seat(verdict.after, verdict.player).board
    return moved_men(before[:25], after[:25]) > MANY_MEN or moved_men(before[25:], after[25:]) > 3


def likely(scores: dict[Dice, float]) -> tuple[Dice, ...]:
    """The rolls not much less probable than the best one, which comes first."""
    top = max(scores.values())
    rolls = (roll for roll, score in scores.items() if score > top - 5.0)
    return tuple(sorted(rolls, key=lambda roll: -scores[roll]))
