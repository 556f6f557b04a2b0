"""The board as it is seen: most probable contents of all slots for every number of men in sight."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import nlargest
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from monitor.backgammon import Position
from monitor.backgammon.position import CHECKERS
from monitor.tracking.evidence import SLOTS, Evidence
from monitor.tracking.resigning import HOME
from monitor.tracking.seating import Seating, stack
from vision.reading import MIXED, OUTCOMES, outcome_parts

ALTERNATIVES = 4
"""The most probable outcomes of a slot are considered."""
TALL = 5
"""Of so many men and more a man more and a man less are considered, too: where six are as probable as seven,
eight and nine, the true five may come fifth."""
FARTHEST = -11.0
"""Outcomes less probable than this are not."""
FARTHEST_MIXED = -6.0
"""Nor are men of both sides on one slot that are less probable than this."""
MOST_IN_TEXT = 2 * CHECKERS
"""No text holds a board of more men than this on which both sides share a point."""
MOST_ON_BAR = 3
REACH = 26.0
"""Ways to account for a number of men that are less probable than the best by more than this are dropped."""
SLACK = 2.0
"""So are those less probable by this than as many boards as are wanted, found at once."""
MOST_WAYS = 500
"""Of a board that is hardly read at all no more partial sums than this are kept."""
MOST_BOARDS = 6
LOG_CHANGED = -2.0
"""A slot is not likely to have changed: used to choose between ways to account for the number of men."""
LOG_MAN_LESS = math.log(0.005)
LOG_MAN_MORE = math.log(0.001)
LOG_VANISHED, MOST_STRANGE = math.log(0.005), 2
"""Besides, for up to so many, where nobody saw it happen, and they were not borne off."""
LOG_HIT_UNSEEN = math.log(0.02)
"""A blot gone from a board whose bar is not in the picture."""
LOG_UNEVEN = math.log(0.02)
"""Sides of different strength before anybody can have borne off, and every man beyond ODD_MEN that a side has
more than its set."""
ODD_MEN = 1
"""Put up by mistake, from another set; of a side with more, a point was taken for the other side's."""


def _parts(outcome: int, before: int) -> tuple[int, int]:
    """Light and dark men of an outcome. Where both sides stand on a slot, one man of the other side has come
    to those that stood there before."""
    if outcome != MIXED:
        return outcome_parts(outcome)
    light, dark = outcome_parts(before)
    return max(1, light), max(1, dark)


_PARTS = tuple(tuple(_parts(o, here) for o in range(OUTCOMES)) for here in range(OUTCOMES))
"""Light and dark men, by outcome before and now."""
_SIDE = 1024
_MEN = tuple(tuple(_SIDE * light + dark for light, dark in row) for row in _PARTS)
"""They as one number, in which a light man counts so much."""
_CODE = 5
"""Bits of an outcome."""
_BESIDE = tuple(
    tuple(n for n in (o - 1, o + 1) if max(outcome_parts(o)) >= TALL and max(outcome_parts(n)) > 1)
    for o in range(OUTCOMES)
)
"""By outcome, if it is a tall column: those with a man of the same side less or more."""
_Choice = tuple[int, float, int, float]
"""Men, what it gains where ways to a number of men are compared, outcome, log-probability."""
_States = dict[int, tuple[float, float, int]]
"""By the sum of the men: the sums of what was gained and of log-probabilities, and the outcomes."""


@dataclass(frozen=True)
class SeenBoard:
    """A board read off the evidence, seen by A.

    score: log-likelihood against the best reading. price: log-probability of its number of men.
    """

    board: Position
    score: float
    price: float


def seen_boards(
    evidence: Evidence,
    seating: Seating,
    expected: Position,
    *,
    has_bar: bool,
    doubted: NDArray[np.bool_] | None = None,
) -> list[SeenBoard]:
    """The best board for every number of men near the expected one, most probable first.

    expected: the board believed in, seen by A; slots about which nothing is known keep its men. Without a
    bar in the picture, men that are missing are taken to be on it. doubted: (25,) slots taken to be misread.
    """
    wanted = (sum(expected.mover), sum(expected.opponent))

    def priced(men: tuple[int, int]) -> tuple[float, tuple[int, int] | None]:
        """Log-probability of so many light and dark men; those of A and B on a bar out of the picture."""
        have = men if seating.light == "A" else men[::-1]
        return (sum(map(_price, have, wanted)), None) if has_bar else _out_of_sight(have, expected)

    choices = Choices(evidence, seating, expected, has_bar=has_bar, doubted=doubted, change=LOG_CHANGED)
    least = choices.worth(MOST_BOARDS, lambda men: priced(men)[0])
    found = [(way, *priced(way.men)) for way in choices.ways(least - SLACK)]
    best = nlargest(MOST_BOARDS, found, key=lambda entry: entry[0].score + entry[1])
    return [
        SeenBoard(_position(seating, *choices.contents(way), on_bar), way.score, price)
        for way, price, on_bar in best
    ]


def to_go_on_from(boards: list[SeenBoard], expected: Position) -> Position:
    """Of boards seen the one to go on from where nothing explains it. Men whom nobody saw come or go are
    mostly misread, unless their side may have borne them off."""

    def strange(now: tuple[int, ...], before: tuple[int, ...]) -> int:
        """How many men came or went; one on the bar may have been put away since, and where there are more
        they are being gathered in."""
        more = sum(now) - sum(before)
        men = max(more, -more - before[24], 0) if more > 0 or any(now[HOME:]) else 0
        return men if men <= MOST_STRANGE else 0

    def worth(one: SeenBoard) -> float:
        men = strange(one.board.mover, expected.mover) + strange(one.board.opponent, expected.opponent)
        return one.score + one.price + LOG_VANISHED * men

    return max(boards, key=worth).board


def seen_at_first(evidence: Evidence, seating: Seating, blank: Position, *, has_bar: bool) -> Position:
    """A board of which nothing is known yet: as it is read, by preference with as many men on both sides, and
    hardly with more than a set has."""
    most = max(sum(blank.mover), sum(blank.opponent))

    def price(men: tuple[int, int]) -> float:
        over = max(0, max(men) - most - ODD_MEN)
        return LOG_UNEVEN * ((men[0] != men[1]) + over)

    choices = Choices(evidence, seating, blank, has_bar=has_bar, doubted=None, change=0.0)
    ways = choices.ways(choices.worth(1, price) - SLACK)
    return _position(seating, *choices.contents(max(ways, key=lambda way: way.score + price(way.men))))


class Way(NamedTuple):
    """The best way to a number of light and dark men, with its log-probability.

    code: outcomes of the slots with a choice, and of the bar.
    """

    score: float
    men: tuple[int, int]
    code: int


class Choices:
    """What the 24 slots and the bar may hold, the most probable at 0.

    change: log-probability of a slot with other contents than expected, where ways to a number of men are
    compared. A slot of which nothing is known holds what is expected.
    """

    def __init__(
        self,
        evidence: Evidence,
        seating: Seating,
        expected: Position,
        *,
        has_bar: bool,
        doubted: NDArray[np.bool_] | None,
        change: float,
    ) -> None:
        points, bars = evidence.weighted(doubted)
        before: list[int] = seating.outcomes(stack([expected.board]))[0][0].tolist()
        order = np.argsort(-points, axis=1, kind="stable")[:, :ALTERNATIVES]
        self._before, self._slots, self._open = before, before[:], list[int]()
        self._rows: list[list[_Choice]] = []
        self._men = 0
        known = evidence.known
        several = (known & (points[SLOTS, order[:, 1]] > FARTHEST)).tolist()
        rows = zip(before, order.tolist(), points.tolist(), known.tolist(), several, strict=True)
        for slot, (here, outcomes, values, seen, some) in enumerate(rows):
            if some:
                row = [
                    (_MEN[here][o], values[o] + (0.0 if o == here else change), o, values[o])
                    for o in _considered(outcomes, values)
                    if values[o] > (FARTHEST_MIXED if o == MIXED else FARTHEST)
                ]
                self._open.append(slot)
                self._rows.append(row)
            else:
                self._slots[slot] = outcomes[0] if seen else here
                self._men += _MEN[here][self._slots[slot]]
        self._has_bar = has_bar
        if has_bar:
            for unit, bar in zip((_SIDE, 1), bars[:, : MOST_ON_BAR + 1].tolist(), strict=True):
                row = [(n * unit, value, n, value) for n, value in enumerate(bar)]
                self._rows.append(sorted(row, key=lambda choice: -choice[3]))

    def worth(self, number: int, price: Callable[[tuple[int, int]], float]) -> float:
        """A log-probability, price of the men included, that so many boards have as a rule.

        Looked at are those that differ from the best in one place.
        """
        whole = self._men + sum(row[0][0] for row in self._rows)
        near = {whole: 0.0}
        for best, *others in self._rows:
            for men, _, _, value in others:
                total = whole + men - best[0]
                near[total] = max(near.get(total, -REACH), value - best[3])
        worth = nlargest(number, (value + price(divmod(total, _SIDE)) for total, value in near.items()))
        return max(worth[-1], -REACH) if len(worth) == number else -REACH

    def ways(self, least: float) -> Iterator[Way]:
        """The best way to every sum of light and dark men, of those less probable than the best by no more
        than `least`. Slot by slot the best way to every sum so far is kept."""
        states: _States = {self._men: (0.0, 0.0, 0)}
        for row in self._rows:
            least += row[0][3]
            states = _extend(states, row, least)
        for total, (_, score, code) in states.items():
            yield Way(score, divmod(total, _SIDE), code)

    def contents(self, way: Way) -> tuple[list[tuple[int, int]], tuple[int, int]]:
        """Light and dark men on the 24 slots, and on the bar.

        With more than thirty men nobody is told of a slot that both sides share, since no text can hold such
        a board: it is left as it was.
        """
        chosen = [way.code >> _CODE * back & 31 for back in reversed(range(len(self._rows)))]
        slots = self._slots[:]
        for slot, outcome in zip(self._open, chosen, strict=False):
            slots[slot] = outcome
        full = sum(way.men) > MOST_IN_TEXT
        pairs = zip(slots, self._before, strict=True)
        parts = [_PARTS[here][_unshared(here) if full and one == MIXED else one] for one, here in pairs]
        return parts, ((chosen[-2], chosen[-1]) if self._has_bar else (0, 0))


def _considered(best: list[int], values: list[float]) -> list[int]:
    """The outcomes of a slot that are tried, the most probable first; values: log-probabilities of all."""
    beside = set(_BESIDE[best[0]]).difference(best)
    return best + sorted(beside, key=values.__getitem__, reverse=True)


def _extend(states: _States, choices: list[_Choice], least: float) -> _States:
    """Add one slot to every partial sum, keeping the best way to each number of men; choices: best first."""
    found: _States = {}
    for total, (rank, score, code) in states.items():
        shifted = code << _CODE
        for men, gain, picked, value in choices:
            if score + value < least:
                break
            reached = found.get(total + men)
            if reached is None or reached[0] < rank + gain:
                found[total + men] = (rank + gain, score + value, shifted | picked)
    if len(found) > MOST_WAYS:
        return dict(nlargest(MOST_WAYS, found.items(), key=lambda way: way[1][0]))
    return found


def _position(
    seating: Seating,
    parts: list[tuple[int, int]],
    there: tuple[int, int],
    on_bar: tuple[int, int] | None = None,
) -> Position:
    """The board, seen by A. parts, there: light and dark men on slots and bar; on_bar: men of A and B,
    on one that is not in the picture."""
    mine = 0 if seating.light == "A" else 1
    bar = on_bar or (there[mine], there[1 - mine])
    order: list[int] = seating.slots.tolist()
    south = [parts[slot][mine] for slot in order]
    north = [parts[slot][1 - mine] for slot in reversed(order)]
    return Position(bytes((*south, bar[0], *north, bar[1])))


def _unshared(before: int) -> int:
    """What is taken to stand on a slot, seen shared, that is not to be shared."""
    return 1 if before == MIXED else before


def _price(there: int, wanted: int) -> float:
    return (LOG_MAN_LESS if there < wanted else LOG_MAN_MORE) * abs(there - wanted)


def _out_of_sight(have: tuple[int, int], expected: Position) -> tuple[float, tuple[int, int]]:
    """Men of A and B on a bar out of the picture, after the log-probability of so many.

    A man who comes back from where he was expected is no surprise, a blot that is gone may have been hit;
    any other change of the number is strange.
    """
    bars, price = [], 0.0
    for there, counts in zip(have, (expected.mover, expected.opponent), strict=True):
        missing = sum(counts) - there
        bars.append(max(0, missing))
        gone = missing - counts[24]
        hit = min(max(0, gone), sum(count == 1 for count in counts[:24]), 2)
        price += hit * LOG_HIT_UNSEEN + LOG_MAN_MORE * (max(0, gone) - hit + max(0, -missing))
    return price, (bars[0], bars[1])
