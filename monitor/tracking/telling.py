"""Putting turns and boards into events."""

from typing import TYPE_CHECKING, Any

from monitor.backgammon import Position, Verdict, judge_seat, text_of
from monitor.events import Player, other
from monitor.tracking.explain import CLEAR, TurnVerdict, roll_scores
from monitor.tracking.slips import one_double
from monitor.tracking.state import GameTrack, Roll
from monitor.tracking.watched import watched

if TYPE_CHECKING:
    from monitor.tracking.tracker import MatchTracker


HARDLY_READ = 3.0
"""A play that only other dice explain decides where the dice as read are no surer than by so many nats."""
NO_SLIP_P = 0.001
"""So does one that is less probably a slip than this: four men moved as a doublet says."""
HAND = {"hand": "unclear"}
"""That it is seen whose hand it was, though not which."""


def tell_board(
    tracker: "MatchTracker",
    game: GameTrack,
    board: Position,
    by: Player | None,
    conf: float,
    t: float,
    *,
    off_turn: bool = False,
) -> None:
    """Tell a board in the middle of a turn and believe it. off_turn: by a hand whose turn it is not; before
    anything is played, the turn then begins from there. Whose hand it was is not told where the turn before
    was not judged: he may be putting right what nobody saw."""
    judged = game.turn == 1 or (game.last is not None and game.last.legal is not None)
    untouched, game.board = game.board.board == game.before.board, board
    game.off_turn = by if off_turn and board.board != (game.stood or game.before).board else None
    tracker.acts.moved(game, by)
    data = {"board_after": text_of(board), **(HAND if off_turn and judged else {})}
    game.moved = min(t, tracker.now)
    tracker.tell("CheckersMoved", t=game.moved, by=by, conf=conf, data=data)
    if off_turn and untouched:
        game.stood, game.before = game.stood or game.before, board


def start_anew(tracker: "MatchTracker", game: GameTrack, who: Player | None, why: str) -> None:
    """Something went unseen, but it is clear where the game stands now."""
    game.unwatched = True
    tracker.lose(why)
    tracker.regain("it is seen who plays", by=who, board_after=text_of(game.before))


def tell_turn(tracker: "MatchTracker", game: GameTrack, verdict: TurnVerdict, t: float) -> bool | None:
    """Tell the end of a turn: the board if it is news, the turn, the dice lifted, and any contradiction.

    Returns whether it was told as legal, None where it was not judged.
    """
    roll = game.roll
    if verdict.after.board != game.board.board:
        tell_board(tracker, game, verdict.after, verdict.player, verdict.conf, t)
    data = _turn_data(game, verdict, watched=watched(tracker, game, verdict))
    tracker.tell("TurnPlayed", t=t, by=verdict.player, conf=verdict.conf, data=data)
    if roll is not None and roll.announced and roll.lifted is not None:
        shared = tracker.config.dice == "shared2"
        by: Player = other(verdict.player) if shared else verdict.player
        meaning = "next_turn" if shared else "turn_end"
        tracker.tell("DicePickedUp", t=roll.lifted, by=by, n=len(roll.tracks), meaning=meaning)
    _tell_conflict(tracker, roll, verdict, t)
    told: bool | None = data["legal"]
    return told


def _turn_data(game: GameTrack, verdict: TurnVerdict, *, watched: bool) -> dict[str, Any]:
    """The fields of TurnPlayed.

    `dice` and `move` are what was seen, or what alone explains the play where not both dice were, or hardly
    so, or where the play is surely no slip. Another roll that would explain it better stands beside them in
    `explained_by`, and the turn is then not judged. Other dice with which an illegal play would be legal
    stand in `legal_with`.
    """
    seen = dice_seen(game.roll)
    alone = verdict.legal and verdict.roll_margin > CLEAR
    double = seen is not None and verdict.dice is not None and one_double(seen, verdict.dice)
    no_slip = double or verdict.p_illegal < NO_SLIP_P
    if alone and (seen is None or no_slip or _hardly_read(game.roll, seen, verdict)):
        seen = verdict.dice
    other_roll = verdict.dice is not None and (seen is None or sorted(seen) != sorted(verdict.dice))
    legal = verdict.legal
    if (legal and seen is not None and other_roll) or (legal is False and not watched):
        legal = None
    data: dict[str, Any] = {
        "dice": list(seen) if seen else None,
        "move": None,
        "board_before": text_of(verdict.before),
        "board_after": text_of(verdict.after),
        "legal": legal,
        "p_legal": round(verdict.p_legal, 5),
        "p_illegal": round(verdict.p_illegal, 5),
        "turn": game.turn,
    }
    dice = seen or verdict.dice
    if dice is not None:
        found = _judged(verdict, dice)
        data["move"] = found.notation
        if not found.legal:
            data["kinds"] = sorted(found.kinds)
            data["legal_moves"] = [play.notation for play in found.nearest]
    if verdict.legal_with is not None:
        data["legal_with"] = list(verdict.legal_with)
    if other_roll and verdict.dice is not None and verdict.legal is not False:
        data["explained_by"] = list(verdict.dice)
        data["explained_move"] = _judged(verdict, verdict.dice).notation
    return data


def dice_seen(roll: Roll | None) -> tuple[int, int] | None:
    """The values read on two dice at rest; None unless both were seen."""
    if roll is None or len(roll.tracks) != 2:
        return None
    return roll.faces[0], roll.faces[1]


def _hardly_read(roll: Roll | None, seen: tuple[int, int], verdict: TurnVerdict) -> bool:
    """Whether the dice may about as well have shown what the play was made with."""
    if roll is None or verdict.dice is None or sorted(seen) == sorted(verdict.dice):
        return False
    scores = roll_scores(roll.shown)
    read = scores[max(seen), min(seen)]
    return read - scores[verdict.dice] < HARDLY_READ


def _judged(verdict: TurnVerdict, dice: tuple[int, int]) -> Verdict:
    player = verdict.player
    return judge_seat(verdict.before, dice, verdict.after, player)


def _tell_conflict(tracker: "MatchTracker", roll: Roll | None, verdict: TurnVerdict, t: float) -> None:
    seen = dice_seen(roll)
    if seen is not None and verdict.dice is not None and sorted(seen) != sorted(verdict.dice):
        tracker.tell(
            "EvidenceConflict",
            t=t,
            by=verdict.player,
            what="dice_and_play",
            dice=list(seen),
            explained_by=list(verdict.dice),
        )
