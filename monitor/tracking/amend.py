"""What is put right afterwards: the last turn by its player, a wrong set-up, or our own reading of either."""

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from monitor.backgammon import START, Position, from_seat, judge_seat, text_of
from monitor.backgammon.plays import legal_results
from monitor.events import Player, other
from monitor.tracking.evidence import Floats
from monitor.tracking.explain import LOG_NOT_ACCUSED, NEARLY, Explainer, Roll, TurnVerdict, roll_scores
from monitor.tracking.rivals import Rival
from monitor.tracking.seating import stack
from monitor.tracking.start import hold_against, mismatched, put_right
from monitor.tracking.state import GameTrack
from monitor.tracking.state import Roll as DiceRoll
from monitor.tracking.telling import HAND
from monitor.tracking.view import MISFIT, GameView

if TYPE_CHECKING:
    from monitor.tracking.tracker import MatchTracker

DONE_S = 1.2
"""A play put right man by man comes through boards that are legal too: it is done when nothing has moved for
this long."""
STANDS_S = 2.5
"""So it is when it has been seen so, and no other way, for this long, whatever hands hide meanwhile."""
CLEARLY = 6.0
"""By how much the board put right must fit better than the one believed."""
MENDED_S = 0.7
"""A set-up is put right in the course of the game when nothing has moved for this long."""
NOWHERE_NEAR, MOST_OTHERWISE = 25.0, 2
"""By how much for each slot that is seen otherwise, of at most so many: a man a little off the rim is read as
two."""
PERHAPS = LOG_NOT_ACCUSED - 1.0
"""Log odds from which a wrong board counts that was not sure enough to be told."""
LIKELY, TURNED_S = 1.0, 2.0
"""By how much where the one believed once fitted so much better, and how long it must lie still then (s)."""


def amend_turn(tracker: "MatchTracker", view: GameView) -> bool:
    """Notice that the board is now another result of the last roll, or what it was before that turn.

    With the next roll on the board it is still put right by what cannot be a play with that; a turn that was
    surely legal only where the board told is nowhere near: nobody else puts men where they may stand by his
    roll.
    """
    game = view.game
    board = put_right_to(tracker, view)
    if board is None:
        return False
    if game.mended is None or game.mended[0] != board.board:
        game.mended = board.board, tracker.now
    waits = _waits(tracker, game)
    stands = tracker.now - game.mended[1] >= STANDS_S
    if not waits or stands or tracker.evidence.quiet_for(tracker.now) >= DONE_S:
        put_right_last(tracker, view, board)
    return True


def put_right_to(tracker: "MatchTracker", view: GameView) -> Position | None:
    """The board with which the last turn seems to have ended after all, or from which it is to be played
    anew; None where it is as it was told."""
    game, last = view.game, view.game.last
    if last is None or game.before.board != last.after.board:
        return None
    sure = game.roll is not None and not _doubted(game, last)
    if sure and (game.board.board != game.before.board or tracker.config.stills):
        return None
    stood = game.before if game.roll is None else game.board
    now = view.fit(stood)
    if now > MISFIT:
        game.mended = None
        return None
    boards = other_ends(game, last, stood)
    if not boards:
        return None
    fits = view.explainer.fit(boards)
    best = int(fits.argmax())
    if sure and not fits[best] - now >= NOWHERE_NEAR:
        return None
    clear = fits[best] >= (2.0 * MISFIT if _waits(tracker, game) else MISFIT) and fits[best] - now >= CLEARLY
    board = Position(boards[best]) if clear else _read_short(tracker, view, last, boards, fits)
    if board is None and _at_rest(tracker, view, Position(boards[best]), stood, fits):
        board = Position(boards[best])
    if board is None or (game.roll is not None and view.may_be_a_play(board)):
        return None
    return board


def _doubted(game: GameTrack, last: TurnVerdict) -> bool:
    """Whether a turn was not legal for sure, by the dice that were read."""
    return last.legal is not True or _by_other_dice(game, last)


def _by_other_dice(game: GameTrack, last: TurnVerdict) -> bool:
    """Whether a turn counts as legal only because its dice seem to have been misread."""
    read = game.last_rolls[:1]
    return last.dice is not None and any(sorted(roll) != sorted(last.dice) for roll in read)


def _waits(tracker: "MatchTracker", game: GameTrack) -> bool:
    """Whether men put right one by one may be on their way while the next roll lies there."""
    return game.roll is not None and not tracker.config.stills


def _read_short(
    tracker: "MatchTracker", view: GameView, last: TurnVerdict, boards: list[bytes], fits: Floats
) -> Position | None:
    """The board with which a wrong play has been put right, of which one tall column is read a man short.

    Nobody has borne that man off, and no hand holds him for so long. A column that holds what it held before
    the play or after it is no such one: then it was read right. boards: what the play may have been put right
    to; fits: (K,) their log-likelihoods.
    """
    game, quiet = view.game, tracker.evidence.quiet_for(tracker.now)
    if last.legal is not False or tracker.config.stills or quiet < DONE_S:
        return None
    points, _ = game.seating.outcomes(stack([last.before.board, last.after.board, *boards]))
    slots = view.explainer.read_short(boards)
    fresh = (points[:2, slots] != points[np.arange(2, len(points)), slots]).all(axis=0)
    fits = np.where((slots >= 0) & fresh, fits, -math.inf)
    better = fits.max() - view.fit(game.board) >= LIKELY and _lead(fits) >= NEARLY
    return Position(boards[int(fits.argmax())]) if better else None


def _at_rest(tracker: "MatchTracker", view: GameView, board: Position, stood: Position, fits: Floats) -> bool:
    """Whether the best of boards is seen plainly enough where nothing moves: better than every other, in all
    slots or, where the board believed is nowhere near, in all but one or two.

    board: the best; stood: the one believed. A slot that is to hold what it held speaks for neither. fits:
    (K,) log-likelihoods of all.
    """
    if tracker.evidence.firm_for(tracker.now) < DONE_S:
        return False
    now, best, lead = view.fit(stood), fits.max(), _lead(fits)
    if best >= 2.0 * MISFIT and best - now >= CLEARLY and lead >= LIKELY:
        return True
    wrong = view.explainer.contradicted(board)
    if not 1 <= wrong.sum() <= MOST_OTHERWISE:
        return False
    (right, old), _ = view.game.seating.outcomes(stack([board.board, stood.board]))
    weighs = max(1, int(wrong[:24][right != old].sum()))
    return bool(best - now >= weighs * NOWHERE_NEAR and lead >= weighs * CLEARLY)


def _lead(fits: Floats) -> float:
    """By how much the best of (K,) log-likelihoods is better than every other."""
    second, first = np.sort([-math.inf, *fits])[-2:]
    return float(first - second)


def amend_setup(tracker: "MatchTracker", view: GameView) -> bool:
    """Notice that a wrong set-up has been, or seems to have been put right."""
    game = view.game
    thrown = game.roll is not None and len(game.roll.tracks) > 1
    if game.start_doubted and thrown and game.board.board == game.start.board:
        _misread_after_all(tracker, game)
        return True
    fresh = game.turn == 1 and game.roll is None
    by_and_by = game.turn == 1 and game.board.board == START.board
    unplayed = fresh or by_and_by
    before = None if unplayed else put_right(game.start, game.before)
    seen = before is not None and game.roll is not None and before.board == game.board.board
    stood = game.before if seen else game.board
    right = START if unplayed else before if seen else put_right(game.start, stood)
    if right is None or (right.board == stood.board and not by_and_by):
        return False
    now, then = view.fit(stood), view.fit(right)
    game.start_gap = max(game.start_gap, now - then)
    plainly = by_and_by or then - now >= CLEARLY or _turned(tracker, game, then - now)
    if then < MISFIT or not plainly:
        return False
    if not fresh and view.may_be_a_play(right):
        return False
    if not fresh and not tracker.config.stills:
        if not tracker.evidence.clear:
            return False
        if tracker.evidence.quiet_for(tracker.now) < MENDED_S:
            return True
    game.before = before or right
    game.board = game.told_with_dice = right
    view.explainer.believe(right)
    game.start, game.start_wrong = START, False
    text, since = text_of(right), game.changed_at if seen else None
    tracker.tell("SetupCorrected", t=since, board=text, board_after=text, restart=False)
    return True


def _misread_after_all(tracker: "MatchTracker", game: GameTrack) -> None:
    """Both have thrown, and nobody has put right a set-up of which one column was read a man short, but not
    surely: it was misread. The game is followed from the right one."""
    hold_against(START, tracker.evidence, game.seating)
    _begin_right(tracker, game, withdrawn=True)


def _begin_right(tracker: "MatchTracker", game: GameTrack, **more: Any) -> None:
    """The game that begins with a wrong set-up begins with the right one; more: what else is told of that."""
    game.start = game.before = game.board = game.told_with_dice = START
    game.start_wrong = False
    text = text_of(START)
    tracker.tell("SetupCorrected", board=text, board_after=text, restart=False, **more)


def _turned(tracker: "MatchTracker", game: GameTrack, gap: float) -> bool:
    """Whether the board, once clearly as it was set up wrong, looks more like the one put right and stays so.

    A column surely read as four may be less sure of five.
    """
    quiet = tracker.evidence.quiet_for(tracker.now) >= TURNED_S
    return quiet and gap >= LIKELY and game.start_gap >= CLEARLY


def face_right(tracker: "MatchTracker", game: GameTrack) -> bool:
    """Where one side was set up for the other direction of play: whether no play is to be looked for.

    Nothing that moves then is one until the men are put right, whichever way round.
    """
    if not game.start_wrong or game.turn > 1 or not mismatched(game.start):
        return False
    if not tracker.evidence.known.all():
        return True
    for seating in tracker.seatings:
        explainer = Explainer(tracker.evidence, seating, has_bar=tracker.config.has_bar)
        if float(explainer.fit([START.board])[0]) > MISFIT:
            game.seating = seating
            explainer.believe(START)
            _begin_right(tracker, game, home=seating.home, light=seating.light)
            break
    return True


def take_back(tracker: "MatchTracker", game: GameTrack, rival: Rival, player: Player) -> None:
    """The turn before, of that player, ended with another board than was told: say so.

    `withdraws` names the finding that then was none, `of` its player, and `at` the end of his turn (s).
    """
    clears = rival.clears is not None
    blame = {"withdraws": "ILLEGAL_MOVE", "of": rival.clears, "at": rival.since} if clears else {}
    text = text_of(rival.board)
    tracker.tell("EvidenceConflict", by=player, data=blame, what="turn_amended", board_after=text)
    game.before = rival.board


def with_setup_put_right(tracker: "MatchTracker", view: GameView, verdict: TurnVerdict) -> TurnVerdict:
    """The verdict, or a better one if the set-up was put right in the course of the same turn."""
    game = view.game
    right = put_right(game.start, game.before) if game.start_wrong and verdict.legal is not True else None
    if right is None:
        return verdict
    rolls = roll_scores(game.roll.shown if game.roll else ())
    other = view.explainer.turn(right, verdict.player, rolls)
    if other.legal is not True or other.score < verdict.score + 1.0:
        return verdict
    game.before, game.start, game.start_wrong = right, START, False
    tracker.tell("SetupCorrected", board=text_of(right), board_after=text_of(game.board), restart=False)
    return other


def other_ends(game: GameTrack, last: TurnVerdict, than: Position) -> list[bytes]:
    """Other boards than this one that the turn told last may have ended with, by its roll."""
    start = from_seat(last.before, last.player)
    keys = {key for roll in game.last_rolls for key in legal_results(start, roll)}
    boards = [from_seat(Position.from_key(key), last.player).board for key in keys]
    if last.legal is False:
        boards.append(last.before.board)
    return [board for board in boards if board != than.board]


def _danced(last: TurnVerdict) -> bool:
    """Whether the dice of a turn could not be played: men put back where they stood are then put right."""
    return last.dice is not None and not legal_results(from_seat(last.before, last.player), last.dice)


def put_right_last(tracker: "MatchTracker", view: GameView, board: Position) -> None:
    """Tell that the turn told last ended with another board, or has been taken back to be played anew."""
    game, last, text = view.game, view.game.last, text_of(board)
    if last is None:
        return
    doubted = _doubted(game, last)
    last = replace(last, dice=dice_for(game, last, board))
    retracted = last.legal is False and last.after.board == last.before.board and game.roll is None
    if board.board == last.before.board and not _danced(last):
        tracker.tell("MoveRetracted", by=last.player, board_after=text)
        game.last = game.taken_back = replace(last, after=board)
    elif retracted and last.dice is not None:
        _tell_replay(tracker, view, last, board)
        game.last = replace(last, after=board, legal=True)
    else:
        move = written(last, board)
        played = None if game.roll is not None else _wrongly(tracker, last, board)
        if last.legal is False or (game.roll is not None and doubted) or played is not None:
            if played is not None:
                stood = text_of(played)
                what = "wrong_after_all"
                tracker.tell("EvidenceConflict", by=last.player, conf=0.9, what=what, played=stood)
            if last.legal is False and game.roll is not None and tracker.reach.by(last.player, DONE_S):
                tracker.tell("CheckersMoved", by=last.player, data=HAND, conf=0.9, board_after=text)
            tracker.tell(
                "Corrected", by=last.player, code="ILLEGAL_MOVE", board=text, board_after=text, move=move
            )
        else:
            tracker.tell("EvidenceConflict", by=last.player, what="turn_amended", board_after=text, move=move)
            tracker.tell("CheckersMoved", by=last.player, conf=0.9, board_after=text)
        game.last = replace(last, after=board, legal=True)
    game.board = game.before = game.told_with_dice = board
    view.explainer.believe(board)
    game.changed_at = None
    if game.roll is None:
        game.to_act = other(last.player)


def _wrongly(tracker: "MatchTracker", last: TurnVerdict, board: Position) -> Position | None:
    """The board with which a turn that was not judged had ended wrongly, as now appears: the hand of its
    player has put men where they may stand by its roll. None where that cannot be said.

    Of 5 such turns in 288 films all were wrong. board: to which it was put right.
    """
    if last.legal is not None or last.dice is None or not tracker.reach.by(last.player, DONE_S):
        return None
    rivals = sorted(last.rivals, key=lambda rival: -rival[1])
    for stood in (last.after, *(rival for rival, odds in rivals if odds >= PERHAPS)):
        if stood.board != board.board and not judge_seat(last.before, last.dice, stood, last.player).legal:
            return stood
    return None


def replay_unseen(tracker: "MatchTracker", view: GameView, thrown: DiceRoll) -> None:
    """The opponent throws although a play that was taken back has not been seen to be played anew: it was, by
    men that are misread; nobody who has had it put right throws before. What was played is told where that is
    clear."""
    game, last = view.game, view.game.taken_back
    if last is None or last is not game.last or thrown.by != other(last.player) or game.roll is not None:
        return
    played = _played_anew(view, last)
    if played is not None:
        put_right_last(tracker, view, played)
        return
    game.last, board = None, text_of(game.board)
    data: dict[str, Any] = {
        "dice": list(last.dice) if last.dice else None,
        "move": None,
        "board_before": board,
        "board_after": board,
        "legal": None,
        "turn": game.turn - 1,
    }
    tracker.tell("TurnPlayed", t=thrown.t, by=last.player, conf=0.5, data=data)


def _played_anew(view: GameView, last: TurnVerdict) -> Position | None:
    """The one play of the roll that fits, if it does so hardly worse than that nothing was played."""
    boards = other_ends(view.game, last, last.before)
    if not boards:
        return None
    fits = view.explainer.fit(boards)
    alone = _lead(fits) >= NEARLY and fits.max() - view.fit(view.game.board) >= -NEARLY
    return Position(boards[int(fits.argmax())]) if alone else None


def _tell_replay(tracker: "MatchTracker", view: GameView, last: TurnVerdict, board: Position) -> None:
    """A turn whose play was taken back has been played again, with the same dice: it ends once more."""
    verdict = view.explainer.turn(last.before, last.player, dict.fromkeys(view.game.last_rolls, 0.0))
    tracker.tell(
        "TurnPlayed",
        by=last.player,
        conf=verdict.p_legal,
        dice=list(last.dice or ()),
        move=written(last, board),
        board_before=text_of(last.before),
        board_after=text_of(board),
        legal=True,
        p_legal=round(verdict.p_legal, 5),
        p_illegal=round(verdict.p_illegal, 5),
        turn=view.game.turn - 1,
    )


def dice_for(game: GameTrack, last: TurnVerdict, board: Position) -> Roll | None:
    """The roll with which the turn may have ended with this board; of which only one die was read."""
    start, key = from_seat(last.before, last.player), from_seat(board, last.player).key
    rolls = [last.dice] if last.dice is not None else []
    return next((roll for roll in [*rolls, *game.last_rolls] if key in legal_results(start, roll)), last.dice)


def written(last: TurnVerdict, board: Position) -> str | None:
    """The play of a turn, had it ended with this board."""
    if last.dice is None:
        return None
    return judge_seat(last.before, last.dice, board, last.player).notation
