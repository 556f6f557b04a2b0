"""Written plays: reading, writing, and carrying them out on a board whether they are legal or not.

The form is the usual one, from the mover's side: `8/5 6/5`, `13/7*/6`, `bar/22*`, `6/off(2)`, `24/18/12`.
Read too are `25` and `b` for the bar, `0` for off, commas, any case, and two additions for what happens
on real boards: `24/21*rail` lays the man that was hit off the board instead of on the bar, `opp:5/6`
moves a man of the other player (in that player's numbering). `8/bar` puts an own man on the bar.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from monitor.backgammon.errors import NotationError
from monitor.backgammon.position import BAR, OFF, Position

NO_PLAY = frozenset(("", "-", "dance", "cannot move", "no move", "no play"))
"""Words, in lower case, for a turn in which nothing moves."""

_SIDE = 25
"""Counts of one player in `Position.board`: his 24 points, then his bar."""
_TOKEN = re.compile(r"(opp:)?([a-z0-9*|]+(?:/[a-z0-9*|]+)+|[a-z0-9]+/)(?:\((\d{1,2})\))?")
_PLACE = re.compile(r"(\d{1,2}|bar|b|off)(\*rail|\*)?")


@dataclass(frozen=True, slots=True)
class Hop:
    """One man from place to place in the numbering of his owner: 1 to 24, BAR (25), OFF (0).

    hit: an opponent's man on `to` goes to the bar; rail: he is laid off the board instead; other: the man
    belongs to the player not on roll.
    """

    source: int
    to: int
    hit: bool = False
    rail: bool = False
    other: bool = False


def parse_play(text: str) -> tuple[Hop, ...]:
    """The hops of a written play, in the order written; empty for a dance.

    In a repeated move only the first man hits: `6/4*(2)` meets one blot.
    Raises NotationError naming the part that cannot be read.
    """
    plain = text.strip().lower()
    if plain in NO_PLAY:
        return ()
    hops: list[Hop] = []
    for token in plain.replace(",", " ").split():
        try:
            hops += _hops(token)
        except NotationError as error:
            raise NotationError(f"{text!r}: {error}") from None
    return tuple(hops)


@lru_cache(maxsize=4096)
def _hops(token: str) -> tuple[Hop, ...]:
    """The hops of one written move, such as 8/5, bar/22* or 6/off(2)."""
    match = _TOKEN.fullmatch(token)
    if match is None:
        raise NotationError(f"{token!r} is no move; write from/to, as in 8/5, bar/22* or 6/off(2)")
    places = [_place(part, token) for part in match[2].split("/")]
    chain = [Hop(a, b, hit, rail, bool(match[1])) for (a, _, _), (b, hit, rail) in pairwise(places)]
    if not match[3]:
        return tuple(chain)
    again = [replace(hop, hit=False, rail=False) for hop in chain]
    return tuple(chain + again * (int(match[3]) - 1))


def _place(part: str, token: str) -> tuple[int, bool, bool]:
    match = _PLACE.fullmatch(part)
    if match is None:
        raise NotationError(f"{part!r} in {token!r} is no place; points are 1 to 24, bar and off")
    name, star = match[1], match[2]
    place = BAR if name in {"bar", "b"} else OFF if name == "off" else int(name)
    if place > BAR:
        raise NotationError(f"{part!r} in {token!r}: there is no point {place}")
    return place, star is not None, star == "*rail"


def apply_play(position: Position, play: str | Iterable[Hop]) -> Position:
    """The board after the hops, carried out as written, legal or not; the mover is still on roll.

    A star takes one opposing man off the point if any stands there; without a star nothing is hit, and
    both players may end up on one point. Raises NotationError where a hop starts from an empty place.
    """
    hops = parse_play(play) if isinstance(play, str) else tuple(play)
    board = bytearray(position.board)
    known = position.tray is not None
    counted = known or any(hop.rail or hop.source == OFF for hop in hops)
    off = [position.mover_off, position.opponent_off] if counted else [0, 0]
    for hop in hops:
        own = _SIDE if hop.other else 0
        _take(board, own, off, hop)
        if hop.to == OFF:
            off[own // _SIDE] += 1
            continue
        board[own + hop.to - 1] += 1
        facing = _SIDE - own + 24 - hop.to
        if hop.hit and hop.to != BAR and board[facing]:
            board[facing] -= 1
            if hop.rail:
                known = True
            else:
                board[2 * _SIDE - 1 - own] += 1
    return Position(bytes(board), (off[0], off[1]) if known else None)


def _take(board: bytearray, own: int, off: list[int], hop: Hop) -> None:
    if hop.source == OFF:
        if not off[own // _SIDE]:
            raise NotationError(f"{written(hop)}: no man has been borne off")
        off[own // _SIDE] -= 1
        return
    if not board[own + hop.source - 1]:
        where = "the bar" if hop.source == BAR else f"point {hop.source}"
        raise NotationError(f"{written(hop)}: there is no checker on {where} to move")
    board[own + hop.source - 1] -= 1


def name_place(place: int) -> str:
    """`bar`, `off` or the number of a point."""
    return "bar" if place == BAR else "off" if place == OFF else str(place)


def written(hop: Hop) -> str:
    """One hop as written."""
    star = "*rail" if hop.rail else "*" if hop.hit else ""
    return f"{'opp:' if hop.other else ''}{name_place(hop.source)}/{name_place(hop.to)}{star}"


def format_play(hops: Iterable[Hop]) -> str:
    """The hops in GNU Backgammon's style: highest source first, one man's hops joined, repeats counted.

    A place passed is named only where a man is hit there. Reads back to the same board.
    """
    hops = tuple(hops)
    chains = _joined([hop for hop in hops if not hop.other]) + _joined([hop for hop in hops if hop.other])
    groups: list[tuple[str, int]] = []
    last: tuple[int, ...] = ()
    for chain in chains:
        text = _format_chain(chain)
        path = (chain[0].other, chain[0].source, *(hop.to for hop in chain))
        same = path == last and not any(hop.hit for hop in chain)
        if groups and (same or groups[-1][0].rstrip("*") == text):
            groups[-1] = (groups[-1][0], groups[-1][1] + 1)
        else:
            groups.append((text, 1))
        last = path
    return " ".join(text if n == 1 else f"{text}({n})" for text, n in groups)


def _joined(hops: list[Hop]) -> list[list[Hop]]:
    """Chains of one man each, in the greedy manner of GNU Backgammon; highest source first."""
    chains = [[hop] for hop in sorted(hops, key=lambda hop: (-hop.source, -hop.to, not hop.hit))]
    for i, chain in enumerate(chains):
        for later in chains[i + 1 :]:
            if chain and later and OFF != chain[-1].to == later[0].source:
                chain.extend(later)
                later.clear()
    return [chain for chain in chains if chain]


def _format_chain(chain: list[Hop]) -> str:
    text = f"{'opp:' if chain[0].other else ''}{name_place(chain[0].source)}"
    for hop in chain[:-1]:
        if hop.hit:
            text += f"/{_end(hop)}"
    return f"{text}/{_end(chain[-1])}"


def _end(hop: Hop) -> str:
    return written(hop).partition("/")[2]
