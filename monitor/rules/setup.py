"""The starting position and what differs from it."""

from monitor.backgammon import START, Position


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
