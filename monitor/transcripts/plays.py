"""From a written play to the men it moves: which blots it hit, by which way, and whether it can be made."""

from dataclasses import replace

from monitor.backgammon import (
    Dice,
    Hop,
    NotationError,
    Position,
    apply_play,
    judge_transition,
    legal_plays,
    legal_results,
    parse_play,
)

MOST_MEN = 4
"""Men that a single turn can move; a board that differs by more cannot be told as one turn."""
MOST_HOPS = 60
"""Moves of one man in a written play up to which it is taken for a play at all."""


def read_play(before: Position, dice: Dice, text: str) -> tuple[Hop, ...]:
    """The hops of a written play as it was made on this board, the hits worked out anew.

    before: from the mover's side. Stars, order and dice of the text are not relied on: where the men named
    can have been moved by a legal play, it is that play (of several, the one that hits where the text says,
    else the one that hits least on the way); else the hops as they are written.
    Raises NotationError where the text is no play or starts from an empty point.
    """
    written = parse_play(text)
    if len(written) > MOST_HOPS:
        raise NotationError(f"{text[:40]!r}... names {len(written)} moves; a turn has four at most")
    made = _carried_out(before, written)
    stars = sum(hop.hit for hop in written)
    after = apply_play(before, made)
    if stars <= sum(hop.hit for hop in made) and _legal(before, dice, after):
        return made
    ways = [play for play in legal_plays(before, dice) if play.result.mover == after.mover]
    if ways:
        return min(ways, key=lambda play: (abs(play.hits - stars), play.hits)).hops
    return made


def _legal(before: Position, dice: Dice, after: Position) -> bool:
    results = legal_results(before, dice)
    return after.key in results if results else after.board == before.board


def _carried_out(before: Position, written: tuple[Hop, ...]) -> tuple[Hop, ...]:
    """The hops with the hits they make, in the order written or, where that cannot be, from the back."""
    try:
        return with_hits(before, written)
    except NotationError:
        backwards = tuple(sorted(written, key=lambda hop: -hop.source))
        try:
            return with_hits(before, backwards)
        except NotationError:
            pass
        raise


def with_hits(before: Position, hops: tuple[Hop, ...]) -> tuple[Hop, ...]:
    """The hops, each hitting where it lands on a single man of the opponent.

    Raises NotationError where one starts from an empty place.
    """
    made: list[Hop] = []
    board = before
    for hop in hops:
        hits = not hop.other and 1 <= hop.to <= 24 and board.facing(hop.to) == 1
        made.append(replace(hop, hit=hits, rail=False))
        board = apply_play(board, made[-1:])
    return tuple(made)


def between(before: Position, after: Position, dice: Dice) -> tuple[Hop, ...] | None:
    """The hops that lead from one board to another in one turn, those of the legal play where there is one;
    None where too much has changed for that.

    Both boards from the mover's side.
    """
    old, new = before.board, after.board
    mover = sum(max(0, a - b) for a, b in zip(old[:25], new[:25], strict=True))
    gained = sum(new[:25]) - sum(old[:25])
    opponent = sum(max(0, a - b) for a, b in zip(old[25:], new[25:], strict=True))
    if mover > MOST_MEN or opponent > MOST_MEN or gained > MOST_MEN:
        return None
    hops = judge_transition(before, dice, after).done
    try:
        reached = apply_play(before, hops)
    except NotationError:
        return None
    return hops if reached.board == after.board else None


def from_the_back(hops: tuple[Hop, ...]) -> list[Hop]:
    """The hops of a legal play as they are usually written, highest point first; a legal play allows it."""
    return sorted(hops, key=lambda hop: -hop.source)


def is_plain(before: Position, hops: tuple[Hop, ...]) -> bool:
    """Whether a program that knows only forward moves onto free points carries the hops out as they are."""
    if len(hops) > MOST_MEN or any(hop.other or hop.rail or not hop.to < hop.source for hop in hops):
        return False
    board = before
    for hop in hops:
        facing = board.facing(hop.to) if 1 <= hop.to <= 24 else 0
        if facing > 1 or hop.hit != (facing == 1):
            return False
        board = apply_play(board, (hop,))
    return True
