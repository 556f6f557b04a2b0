"""Games that are given up: what a rule set wants of the position and of the moment."""

from itertools import combinations_with_replacement

from monitor.backgammon import Position, from_seat, legal_results
from monitor.events import Event, Player, other
from monitor.rules.table import Table

_SMALLEST_ROLL = 3
"""Pips of 2-1."""
_HOME = 6


def conceded(table: Table, event: Event, loser: Player) -> None:
    """GameEnded by a concession: whether the loser may give the game up here and now."""
    winner = other(loser)
    board = from_seat(table.game.board, winner)
    rule = table.value("match.concession")
    met = contact(board) and not _certain(table, board, event)
    wrong = []
    if rule == "no_contact_only":
        wrong = ["contact"] if contact(board) else []
    elif rule == "no_contact_or_no_other_result_possible":
        wrong = ["contact"] if met else []
    elif rule == "after_own_turn_and_only_if_bigger_loss_impossible":
        if (met and not _only_single(board, event)) or _gammon_in_race(board, event):
            wrong.append("contact")
        if table.game.to_act == loser or table.game.phase not in ("await", "cube_offered"):
            wrong.append("not_after_own_turn")
    if wrong:
        table.raise_finding("CONCESSION_IN_CONTACT", event, loser, wrong)


def _certain(table: Table, board: Position, event: Event) -> bool:
    """Whether the winner, to roll now, ends the game with any roll, and the loss given up is that loss."""
    game = table.game
    if game.phase != "await" or game.to_act != event.get("winner") or not wins_at_once(board):
        return False
    close = board.opponent_bar or any(board.facing(point) for point in range(1, _HOME + 1))
    sure = "single" if board.opponent_off else "backgammon" if close else "gammon"
    return event.get("level") in (sure, None)


def _only_single(board: Position, event: Event) -> bool:
    """Whether a single game is given up and the loser has a man off, so that no more can be lost."""
    return event.get("level") in ("single", None) and bool(board.opponent_off)


def contact(board: Position) -> bool:
    """Whether men of the two sides can still meet."""
    return _last(board.mover) + _last(board.opponent) > 25


def _last(men: tuple[int, ...]) -> int:
    return max((place for place, count in enumerate(men, start=1) if count), default=0)


def wins_at_once(board: Position) -> bool:
    """Whether the mover bears off his last man with whatever he rolls."""
    rolls = combinations_with_replacement(range(1, 7), 2)
    return all(any(_borne_off(key) for key in legal_results(board, roll)) for roll in rolls)


def _borne_off(key: int) -> bool:
    return not any(Position.from_key(key).mover)


def _gammon_in_race(board: Position, event: Event) -> bool:
    """Whether, in a race, the winner, on move, could still win a gammon where a single game is given up.

    That is so when his best rolls end the game before the loser's smallest bring one man off.
    """
    if event.get("level") not in ("single", None) or board.opponent_off or contact(board):
        return False
    sixes = sum(count * -(-place // _HOME) for place, count in enumerate(board.mover, start=1))
    pips = sum(count * max(0, place - _HOME) for place, count in enumerate(board.opponent, start=1))
    nearest = min((place for place, count in enumerate(board.opponent, start=1) if count), default=0)
    turns_left = -(-sixes // 4) - 1
    return turns_left < -(-(pips + min(nearest, _HOME)) // _SMALLEST_ROLL)
