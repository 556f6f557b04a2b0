"""The starting position and what differs from it."""

from monitor.backgammon import START, Position, judge_seat
from monitor.events import Player


def setup_faults(board: Position, *, mismatch: bool = False) -> list[str]:
    """What is wrong with a starting position, in words; empty when it is right.

    board: as A sees it. mismatch: one side is set up for the other direction of play.
    """
    faults = ["the two sides are set up for different directions of play"] if mismatch else []
    for player, have, want in (("A", board.mover, START.mover), ("B", board.opponent, START.opponent)):
        missing = sum(want) - sum(have)
        if missing:
            faults.append(f"{player} has {sum(have)} checkers instead of {sum(want)}")
        for place, (seen, right) in enumerate(zip(have, want, strict=True), start=1):
            if seen != right:
                name = "bar" if place == 25 else f"{place} point"
                faults.append(f"{player}'s {name}: {seen} instead of {right}")
    return faults


def shifted(board: Position, old: Position, new: Position) -> Position | None:
    """The board with the change from old to new made to it as well; None where that cannot be."""
    counts = [b + n - o for b, o, n in zip(board.board, old.board, new.board, strict=True)]
    return Position.of(counts[:25], counts[25:]) if min(counts) >= 0 else None


def play_affected(
    start: Position, before: Position, dice: tuple[int, int], after: Position, player: Player
) -> bool:
    """Whether a play depended on a wrong starting position.

    It did where a point was used on which the start was wrong, or where the same play would not be legal
    with the start put right. start, before, after: boards as A sees them.
    """
    moved = [i for i, (a, b) in enumerate(zip(before.board, after.board, strict=True)) if a != b]
    if any(start.board[i] != START.board[i] for i in moved):
        return True
    right, result = shifted(before, start, START), shifted(after, start, START)
    if right is None or result is None:
        return True
    return not judge_seat(right, dice, result, player).legal
