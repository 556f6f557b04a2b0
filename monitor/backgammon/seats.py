"""Boards kept as A sees them, and each player's view of them."""

from monitor.backgammon.judge import Verdict, judge_transition
from monitor.backgammon.plays import Dice
from monitor.backgammon.position import Position, Seat


def from_seat(board: Position, seat: Seat) -> Position:
    """A board seen by A as that seat sees it, and the other way round."""
    return board if seat == "A" else board.swapped()


def text_of(board: Position) -> str:
    """26 characters seen by A, or the Position ID of a board that they cannot hold."""
    return board.id if board.shared_points else board.board26()


def judge_seat(before: Position, dice: Dice, after: Position, seat: Seat) -> Verdict:
    """`judge_transition` for the turn of a seat; both boards as A sees them. Raises DiceError for no roll."""
    return judge_transition(from_seat(before, seat), dice, from_seat(after, seat))
