"""Following a game turn by turn: dice, checkers, the end of every turn, and the loss of the thread."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from monitor.backgammon import START, Position, judge_transition
from monitor.backgammon.plays import legal_results
from monitor.events import Player, other
from monitor.tracking.explain import Explainer, Roll as Dice, TurnVerdict, from_side, roll_scores
from monitor.tracking.rollwatch import RollWatch, sound
from monitor.tracking.start import put_right
from monitor.tracking.state import GameTrack, Roll
from monitor.tracking.steps import ROLLS, moved_men

if TYPE_CHECKING:
    from monitor.tracking.tracker import MatchTracker

MISFIT = -4.0
"""Log-likelihood under which the believed board is looked at again."""
HOPELESS = -25.0
"""Log-likelihood under which no explanation of a turn is believed."""
MANY_MEN = 5
RETRY_S = 0.4
UNEXPLAINED_S = 2.0
PATIENCE_S = 4.0
"""Time after the dice are lifted in which a play that cannot be told yet may become clear."""


class PlayWatch:
    """Turns the evidence of the tracker into events of one game."""

    def __init__(self, tracker: "MatchTracker") -> None:
        self._tracker = tracker
        self._rolls = RollWatch(tracker)
        self._looked_at: float | None = None
        self._next_look = 0.0
        self._odd_since: float | None = None
        self._regain_since: float | None = None

    def reset(self) -> None:
        """A new game."""
        self._rolls.reset()
        self._looked_at, self._next_look = None, 0.0
        self._odd_since = self._regain_since = None

    def update(self, game: GameTrack) -> None:
        """Look at the newest evidence."""
        tracker = self._tracker
        self._explainer = Explainer(tracker.evidence, game.seating, has_bar=tracker.config.has_bar)
        if tracker.lost is not None:
            self._find_again(game)
            return
        thrown = self._rolls.update(game)
        if thrown is not None and not self._accept(game, thrown):
            return
        if tracker.settled and game.start_wrong and self._set_right(game):
            return
        if tracker.settled and self._turn_over(game):
            return
        if tracker.settled:
            self._watch_board(game)

    def finish(self, game: GameTrack) -> None:
        """At the end of the source: close a turn whose dice are gone."""
        if self._tracker.lost is None and game.roll is not None and game.roll.lifted is not None:
            self._explainer = Explainer(
                self._tracker.evidence, game.seating, has_bar=self._tracker.config.has_bar
            )
            verdict = self._verdict(game)
            if verdict.changed:
                self._close(game, verdict, game.roll.lifted)

    # --- dice -----------------------------------------------------------------------------------------

    def _accept(self, game: GameTrack, thrown: Roll) -> bool:
        """A new roll lies on the board: close the turn before it if there is one, then take it."""
        if game.in_opening:
            game.in_opening = False
            game.to_act = thrown.by
        elif self._ends_former_turn(game, thrown):
            verdict = self._verdict(game)
            if self._hopeless(verdict):
                self._give_up(game, verdict)
                return False
            self._close(game, verdict, thrown.t)
        game.roll = thrown
        game.told_with_dice = game.board
        if thrown.by is not None and thrown.by != game.to_act and game.to_act is not None:
            thrown.doubtful, game.to_act = True, None
        elif thrown.by is not None:
            game.to_act = thrown.by
        if not thrown.doubtful:
            self._rolls.announce(game, thrown)
        return True

    def _ends_former_turn(self, game: GameTrack, thrown: Roll) -> bool:
        """Whether a new roll means that the turn before it is over."""
        if game.to_act is None:
            return False
        if thrown.by is None:
            return self._changed(game) or (game.roll is not None and self._danced(game, game.to_act))
        if thrown.by == game.to_act:
            return self._changed(game) and game.roll is not None
        if game.roll is None:
            return self._changed(game)
        return self._changed(game) or all(sound(track) for track in game.roll.tracks)

    def _resolve_thrower(self, game: GameTrack, who: Player | None) -> None:
        """A roll of which it was not clear who threw it: tell it, now that it is."""
        roll = game.roll
        if roll is not None and roll.doubtful and who is not None:
            roll.doubtful, roll.by, game.to_act = False, who, who
            self._rolls.announce(game, roll)

    def _changed(self, game: GameTrack) -> bool:
        """Whether the board is another than at the start of the turn, by more than a reading or two."""
        fits = self._explainer.fit([game.before.board, game.board.board])
        if fits[0] > MISFIT:
            return False
        if game.board.board != game.before.board and fits[1] > fits[0] + 3.0:
            return True
        return self._best_change(game)[0].board != game.before.board

    def _best_change(self, game: GameTrack) -> tuple[Position, Player | None, float, float]:
        rolls = _likely(roll_scores(game.roll.tracks)) if game.roll else ROLLS
        movers: Sequence[Player] = ("A", "B") if game.to_act is None or game.roll is None else (game.to_act,)
        return self._explainer.change(game.before, game.board, movers, rolls, game.to_act)

    def _danced(self, game: GameTrack, player: Player) -> bool:
        """Whether the roll on the board counts and certainly could not be played."""
        if game.roll is None or not all(sound(track) for track in game.roll.tracks):
            return False
        start = from_side(game.before, player)
        scores = roll_scores(game.roll.tracks)
        top = max(scores.values())
        return not any(legal_results(start, roll) for roll, score in scores.items() if score > top - 4.0)

    # --- the end of a turn ----------------------------------------------------------------------------

    def _turn_over(self, game: GameTrack) -> bool:
        """Close the turn if its dice have been lifted and what was played is clear."""
        roll = game.roll
        if roll is None or roll.lifted is None:
            return False
        if not self._changed(game):
            player = game.to_act or roll.by
            if player is not None and self._danced(game, player):
                self._resolve_thrower(game, player)
                self._close(game, self._verdict(game), roll.lifted)
                return True
            return False
        if self._waiting():
            return False
        verdict = self._verdict(game)
        if self._hopeless(verdict):
            if self._odd_for() >= UNEXPLAINED_S or self._tracker.config.stills:
                self._give_up(game, verdict)
                return True
            return False
        if verdict.legal is None and self._tracker.now - roll.lifted < PATIENCE_S and not self._tracker.config.stills:
            return False
        if not verdict.changed:
            return False
        self._close(game, verdict, roll.lifted)
        return True

    def _verdict(self, game: GameTrack) -> TurnVerdict:
        rolls = roll_scores(game.roll.tracks if game.roll else ())
        players: Sequence[Player] = (game.to_act,) if game.to_act is not None else ("A", "B")
        verdicts = [self._explainer.turn(game.before, player, rolls) for player in players]
        return max(verdicts, key=lambda verdict: verdict.score)

    def _hopeless(self, verdict: TurnVerdict) -> bool:
        if verdict.misfit < HOPELESS:
            return True
        if verdict.legal is False:
            own = slice(0, 25) if verdict.player == "A" else slice(25, 50)
            theirs = slice(25, 50) if verdict.player == "A" else slice(0, 25)
            before, after = verdict.before.board, verdict.after.board
            return moved_men(before[own], after[own]) > MANY_MEN or moved_men(before[theirs], after[theirs]) > 3
        return False

    def _close(self, game: GameTrack, verdict: TurnVerdict, t: float) -> None:
        """Tell the end of a turn and hand the dice to the other player."""
        tracker = self._tracker
        self._resolve_thrower(game, verdict.player)
        roll = game.roll
        judged = verdict.legal if self._may_judge(game, verdict) else (True if verdict.legal else None)
        if verdict.after.board != game.board.board:
            self._tell_board(game, verdict.after, verdict.player, verdict.conf, t)
        tracker.tell(
            "TurnPlayed", t=t, by=verdict.player, conf=verdict.conf, **self._told(game, verdict, judged)
        )
        if roll is not None and roll.announced and roll.lifted is not None:
            tracker.tell("DicePickedUp", t=roll.lifted, by=verdict.player, n=len(roll.tracks))
        self._note_conflict(roll, verdict, t)
        if roll is not None:
            game.used_dice |= roll.ids
        game.before, game.board = verdict.after, verdict.after
        game.roll, game.to_act, game.turn, game.turn_began = None, other(verdict.player), game.turn + 1, t
        self._odd_since = None
        if not any(from_side(verdict.after, verdict.player).mover):
            self._end_game(game, verdict)

    def _told(self, game: GameTrack, verdict: TurnVerdict, judged: bool | None) -> dict[str, object]:
        dice = verdict.dice if game.roll is not None or judged else None
        data: dict[str, object] = {
            "dice": list(dice) if dice else None,
            "dice_seen": list(game.roll.faces) if game.roll else None,
            "board_before": _text(verdict.before),
            "board_after": _text(verdict.after),
            "legal": judged,
            "p_legal": round(verdict.p_legal, 5),
            "p_illegal": round(verdict.p_illegal, 5),
            "turn": game.turn,
        }
        if verdict.dice is not None:
            player = verdict.player
            found = judge_transition(
                from_side(verdict.before, player), verdict.dice, from_side(verdict.after, player)
            )
            data["move"] = found.notation
            if not found.legal:
                data["kinds"] = sorted(found.kinds)
                data["legal_moves"] = [play.notation for play in found.nearest]
        return data

    def _may_judge(self, game: GameTrack, verdict: TurnVerdict) -> bool:
        """Whether this turn was watched well enough to call it illegal."""
        config = self._tracker.config
        if not config.has_bar and (verdict.before.mover_bar or verdict.before.opponent_bar):
            return False
        if config.stills:
            return game.roll is not None and game.told_with_dice.board == verdict.after.board
        return True

    def _note_conflict(self, roll: Roll | None, verdict: TurnVerdict, t: float) -> None:
        if roll is None or verdict.dice is None or len(roll.tracks) != 2:
            return
        if sorted(roll.faces) != sorted(verdict.dice):
            self._tracker.tell(
                "EvidenceConflict",
                t=t,
                by=verdict.player,
                what="dice_and_play",
                dice_seen=list(roll.faces),
                dice_believed=list(verdict.dice),
            )

    def _end_game(self, game: GameTrack, verdict: TurnVerdict) -> None:
        loser = from_side(verdict.after, other(verdict.player))
        men = sum(from_side(game.start, other(verdict.player)).mover)
        if sum(loser.mover) < men:
            level = "single"
        else:
            level = "backgammon" if loser.mover_bar or any(loser.mover[18:24]) else "gammon"
        self._tracker.tell("GameEnded", winner=verdict.player, how="bearoff", level=level)
        self._tracker.end()

    # --- the board in between -------------------------------------------------------------------------

    def _watch_board(self, game: GameTrack) -> None:
        """Tell a board that has changed in the middle of a turn."""
        fit = float(self._explainer.fit([game.board.board])[0])
        if fit > MISFIT:
            self._odd_since = None
            return
        if self._odd_since is None:
            self._odd_since = self._tracker.now
        if self._waiting():
            return
        board, who, margin, misfit = self._best_change(game)
        stills = self._tracker.config.stills
        if board.board != game.board.board and (margin > 1.0 or stills) and misfit > HOPELESS:
            if not self._all_there(game, board) and self._odd_for() < 1.5 and not stills:
                return
            if moved_men(game.before.board, board.board) > 2 * MANY_MEN:
                self._lose_after(game)
                return
            self._take_change(game, board, who, margin)
        elif misfit < HOPELESS:
            self._lose_after(game)

    def _take_change(self, game: GameTrack, board: Position, who: Player | None, margin: float) -> None:
        """Believe a board in the middle of a turn, and whose turn that makes it."""
        game.in_opening = False
        self._resolve_thrower(game, who)
        if game.to_act is None:
            game.to_act = who
        elif who is not None and who != game.to_act and game.roll is None:
            self._pass_over(game, who)
        conf = 1.0 / (1.0 + pow(2.718281828, -min(margin, 50.0)))
        self._tell_board(game, board, who or game.to_act, conf, self._tracker.evidence.quiet_since)
        if game.roll is not None and game.roll.lifted is None:
            game.told_with_dice = board

    def _pass_over(self, game: GameTrack, who: Player) -> None:
        """The other side moves although its turn had not come: a turn was not seen, or is over without dice."""
        if game.board.board != game.before.board:
            self._close(game, TurnVerdict(other(who), None, game.before, game.board, None, 0.5, 0.0, 0.0, 0.0), self._tracker.now)
        else:
            game.to_act = who

    def _tell_board(self, game: GameTrack, board: Position, by: Player | None, conf: float, t: float) -> None:
        game.board = board
        self._tracker.tell("CheckersMoved", t=min(t, self._tracker.now), by=by, conf=conf, board_after=_text(board))

    def _all_there(self, game: GameTrack, board: Position) -> bool:
        """Whether no man is in a hand: as many as before, but for men that may have been borne off."""
        lost = [sum(b) - sum(a) for b, a in zip(_sides(game.before), _sides(board), strict=True)]
        if lost == [0, 0]:
            return True
        mover = game.to_act
        if mover is None or min(lost) < 0 or lost[1 if mover == "A" else 0]:
            return False
        return not any(from_side(board, mover).mover[6:])

    def _waiting(self) -> bool:
        """Spare the work while nothing new has been seen."""
        quiet = self._tracker.evidence.quiet_since
        if self._tracker.config.stills:
            return False
        if quiet == self._looked_at and self._tracker.now < self._next_look:
            return True
        self._looked_at, self._next_look = quiet, self._tracker.now + RETRY_S
        return False

    def _odd_for(self) -> float:
        return 0.0 if self._odd_since is None else self._tracker.now - self._odd_since

    # --- set-up put right, thread lost and found ------------------------------------------------------

    def _set_right(self, game: GameTrack) -> bool:
        """Notice that a wrong set-up has been corrected."""
        right = START if game.turn == 1 and game.roll is None else put_right(game.start, game.board)
        if right is None or right.board == game.board.board:
            return False
        now, then = self._explainer.fit([game.board.board, right.board])
        if then < MISFIT or now > then - 6.0:
            return False
        restart = game.turn == 1 and game.roll is None
        game.board = right
        shift = right if restart else put_right(game.start, game.before)
        game.before = shift or right
        game.start, game.start_wrong = START, False
        self._tracker.tell("SetupCorrected", board=_text(right), board_after=_text(right), restart=False)
        return True

    def _lose_after(self, game: GameTrack) -> None:
        if self._odd_for() >= UNEXPLAINED_S or self._tracker.config.stills:
            self._give_up(game, None)

    def _give_up(self, game: GameTrack, verdict: TurnVerdict | None) -> None:
        who = "" if verdict is None else f" by {verdict.player}"
        self._tracker.lose(f"the board changed by more than one play{who} explains")
        self._regain_since = None
        if self._tracker.config.stills:
            self._find_again(game)

    def _find_again(self, game: GameTrack) -> None:
        """Take up the thread: the same board, one or two unseen turns, or the seen board with a gap."""
        from monitor.tracking.bridge import bridge

        tracker = self._tracker
        self._rolls.forget(game)
        if not tracker.settled:
            self._regain_since = None
            return
        if self._regain_since is None:
            self._regain_since = tracker.now
        if not tracker.config.stills and tracker.now - self._regain_since < 1.0:
            return
        self._regain_since = self._odd_since = None
        if float(self._explainer.fit([game.board.board])[0]) > MISFIT:
            tracker.regain("the board is as it was", by=game.to_act, conf=0.9)
            return
        turns = bridge(self._explainer, game)
        game.roll = None
        if turns:
            tracker.regain("the turns not seen explain the board", by=turns[0].player, board_after=_text(game.before))
            game.board = game.before
            for verdict in turns:
                self._close(game, verdict, tracker.now)
            return
        self._resume_from_seen(game)

    def _resume_from_seen(self, game: GameTrack) -> None:
        tracker = self._tracker
        guess = float(self._explainer.fit([START.board])[0])
        if guess > MISFIT and game.turn > 1:
            tracker.tell("GameEnded", conf=0.5, winner=None, how="unknown", level=None)
            tracker.end()
            return
        seen = self._explainer.seen(game.before)
        board = seen[0].board if seen else self._explainer.read(game.before)
        game.before = game.board = board
        game.to_act, game.start_wrong, game.in_opening = None, False, False
        tracker.regain("going on from the board as it is seen", conf=0.5, board_after=_text(board), gap=True)
        tracker.tell("CheckersMoved", conf=0.8, board_after=_text(board))


def _text(board: Position) -> str:
    return board.id if board.shared_points else board.board26()


def _sides(board: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return board.mover, board.opponent


def _likely(scores: dict[Dice, float]) -> tuple[Dice, ...]:
    top = max(scores.values())
    return tuple(roll for roll, score in scores.items() if score > top - 5.0)
