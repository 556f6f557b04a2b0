"""Why a board is no result of a legal play: the kinds of illegal move.

A board seldom tells how it came about, so several explanations may fit. The ones that need the fewest
breaches are kept, all of them: `kinds` is a set. `PRIORITY` says which one names the whole.
"""

from itertools import permutations

from monitor.backgammon.change import Fit, fits
from monitor.backgammon.position import Position

WRONG_PIPS = "wrong_pips"
BLOCKED_PATH = "blocked_path"
MUST_PLAY_MORE = "must_play_more"
MUST_PLAY_HIGHER = "must_play_higher"
NO_MOVE = "no_move"
WRONG_DIRECTION = "wrong_direction"
BAR_ENTRY_IGNORED = "bar_entry_ignored"
PREMATURE_BEAROFF = "premature_bearoff"
HIT_CHECKER_REMOVED = "hit_checker_removed"
CO_OCCUPIED = "co_occupied"
OPPONENT_CHECKER_MOVED = "opponent_checker_moved"
OWN_CHECKER_TO_BAR = "own_checker_to_bar"
CHECKER_COUNT = "checker_count"
DEADLOCK = "deadlock"

PRIORITY = (
    DEADLOCK,
    CO_OCCUPIED,
    HIT_CHECKER_REMOVED,
    OWN_CHECKER_TO_BAR,
    OPPONENT_CHECKER_MOVED,
    PREMATURE_BEAROFF,
    CHECKER_COUNT,
    BAR_ENTRY_IGNORED,
    WRONG_DIRECTION,
    NO_MOVE,
    BLOCKED_PATH,
    MUST_PLAY_HIGHER,
    MUST_PLAY_MORE,
    WRONG_PIPS,
)
"""All kinds, the one that names the illegal move first."""

_SIDE = 25
Labels = frozenset[str]


def kinds_of(before: Position, dice: tuple[int, int], after: Position, most: int) -> Labels:
    """The kinds of a board that is not legal; never empty for such a board.

    most: how many dice a legal play must use (0 where the mover cannot move).
    """
    borne = after.mover_off - before.mover_off if after.tray else None
    turn = _Turn(before.board, after.board, dice, most, borne)
    certain = set()
    if after.deadlocked and not before.deadlocked:
        certain.add(DEADLOCK)
    if _newly_shared(before, after):
        certain.add(CO_OCCUPIED)
    plain = turn.by_dice()
    if plain and _least(plain)[0] <= {MUST_PLAY_MORE, MUST_PLAY_HIGHER}:
        return frozenset(certain).union(*_least(plain))
    others = [*turn.reversed_die(), *turn.man_put_on_bar(), *turn.man_gone()]
    if plain:
        limit = len(_least(plain)[0] - {NO_MOVE})
        simpler = max(1, limit - 1)
        kept = [*_least(plain), *(found for found in others if len(found - {NO_MOVE}) <= simpler)]
    elif others:
        least = _least(others)
        limit = len(least[0] - {NO_MOVE})
        kept = [*least, *(found for found in turn.by_flow() if len(found - {NO_MOVE}) <= limit)]
    else:
        kept = turn.by_flow()
    return frozenset(certain).union(*kept)


def _least(explanations: list[Labels]) -> list[Labels]:
    """The explanations with the fewest breaches; not being able to move is a circumstance, no breach."""
    fewest = min(len(found - {NO_MOVE}) for found in explanations)
    return [found for found in explanations if len(found - {NO_MOVE}) == fewest]


def _newly_shared(before: Position, after: Position) -> bool:
    old = set(before.shared_points)
    return any(p not in old or after.at(p) > before.at(p) for p in after.shared_points)


class _Turn:
    """One illegal turn and the ways to explain it, each a set of kinds.

    old, new: fifty counts as in `Position.board`; most: dice a legal play must use; borne: men of the
    mover that came to his tray, None where the tray was not seen.
    """

    def __init__(
        self, old: bytes, new: bytes, dice: tuple[int, int], most: int, borne: int | None = None
    ) -> None:
        self.old = old
        self.new = new
        self.dice = dice
        self.most = most
        self.missing = sum(old[:_SIDE]) - sum(new[:_SIDE])
        early = PREMATURE_BEAROFF if any(new[6:_SIDE]) else WRONG_PIPS
        self.gone: Labels = frozenset({CHECKER_COUNT, early})
        if borne is not None:
            self.gone = frozenset({early}) if borne >= self.missing else frozenset({CHECKER_COUNT})

    def by_dice(self) -> list[Labels]:
        """The dice account for the mover's men; some rule on how to use them was broken."""
        return [
            self._with_moves(order, self.old, self.new, frozenset())
            for fit in fits(self.old, self.new, self.dice)
            for order in self._orders(fit)
        ]

    def reversed_die(self) -> list[Labels]:
        """One die was moved backwards, the other dice forwards or not at all."""
        found: list[Labels] = []
        for die in set(self.dice):
            for i in range(24 - die):
                if self.old[i] and self.new[i + die]:
                    turned = bytearray(self.old)
                    turned[i] -= 1
                    turned[i + die] += 1
                    found += self._rest(bytes(turned), self.new, frozenset({WRONG_DIRECTION}), die)
        return found

    def man_put_on_bar(self) -> list[Labels]:
        """One own man was laid on the bar."""
        if not self.new[24]:
            return []
        plain = bytearray(self.new)
        plain[24] -= 1
        return self._one_man_less(range(24), bytes(plain), [frozenset({OWN_CHECKER_TO_BAR})])

    def man_gone(self) -> list[Labels]:
        """One own man left the board without a die: lost, or borne off too many or too early."""
        if self.missing < 1:
            return []
        found = self._one_man_less(range(_SIDE), self.new, [frozenset({name}) for name in self.gone])
        return [labels - {MUST_PLAY_MORE} if WRONG_PIPS in labels else labels for labels in found]

    def by_flow(self) -> list[Labels]:
        """No simple account: what the counts alone tell."""
        old, new = self.old, self.new
        found = _opponent(old, new, _arrived(old, new))
        above = 0
        back = False
        for i in range(23, -1, -1):
            above += new[i] - old[i]
            back = back or above > max(0, old[24] - new[24])
        if new[24] > old[24]:
            found.add(OWN_CHECKER_TO_BAR)
        elif new[24] and any(new[i] < old[i] for i in range(24)):
            found.add(BAR_ENTRY_IGNORED)
        if back:
            found.add(WRONG_DIRECTION)
        if self.missing < 0:
            found.add(CHECKER_COUNT)
        elif self.missing:
            found |= {WRONG_PIPS, *self.gone}
        elif not found & {OWN_CHECKER_TO_BAR} and old[:_SIDE] != new[:_SIDE]:
            found.add(WRONG_PIPS)
        if not self.most and old[:_SIDE] != new[:_SIDE]:
            found.add(NO_MOVE)
        return [frozenset(found)]

    def _orders(self, fit: Fit) -> list[tuple[tuple[int, int], ...]]:
        return [fit.moves] if self.dice[0] == self.dice[1] else list(permutations(fit.moves))

    def _with_moves(
        self, order: tuple[tuple[int, int], ...], old: bytes, new: bytes, known: Labels, used: int = 0
    ) -> Labels:
        """The breaches of these moves in this order, with those already known from the other dice."""
        own, landed = _breaches(old, order)
        labels = known | own | _opponent(old, new, landed)
        spent = len(order) + used
        if not own and spent < self.most:
            labels |= {MUST_PLAY_MORE}
        elif not labels and spent == 1:
            labels |= {MUST_PLAY_HIGHER}
        return labels | {NO_MOVE} if order and not self.most else labels

    def _rest(self, old: bytes, new: bytes, known: Labels, used: int) -> list[Labels]:
        """Explanations of the rest once one breach is known; used: a die already spent, 0 for none."""
        found: list[Labels] = []
        for fit in fits(old, new, self.dice):
            spent = [die for _, die in fit.moves]
            if used and spent.count(used) >= (4 if self.dice[0] == self.dice[1] else 1):
                continue
            found += [
                self._with_moves(order, old, new, known, 1 if used else 0) for order in self._orders(fit)
            ]
        return found

    def _one_man_less(self, places: range, new: bytes, names: list[Labels]) -> list[Labels]:
        """One man of the mover was lifted from one of the places and the dice moved the others."""
        found: list[Labels] = []
        for i in places:
            if self.old[i]:
                lifted = bytearray(self.old)
                lifted[i] -= 1
                for name in names:
                    found += self._rest(bytes(lifted), new, name, 0)
        return found


def _breaches(old: bytes, order: tuple[tuple[int, int], ...]) -> tuple[frozenset[str], set[int]]:
    """Rules broken by these moves in this order, and the places landed on."""
    men = list(old[:_SIDE])
    found: set[str] = set()
    landed: set[int] = set()
    for place, die in order:
        if men[24] and place != 24:
            found.add(BAR_ENTRY_IGNORED)
        if place >= die:
            if old[48 - (place - die)] > 1 or not men[place]:
                found.add(BLOCKED_PATH)
            landed.add(place - die)
        elif any(men[6:]):
            found.add(PREMATURE_BEAROFF)
        elif place + 1 < die and any(men[place + 1 :]):
            found.add(WRONG_PIPS)
        men[place] -= 1
        if place >= die:
            men[place - die] += 1
    return frozenset(found), landed


def _opponent(old: bytes, new: bytes, landed: set[int]) -> set[str]:
    """What is wrong with the opponent's men, given the mover's places that were landed on."""
    men = list(old[_SIDE:])
    there = new[_SIDE:]
    found: set[str] = set()
    to_bar = there[24] - men[24]
    lost = sum(men) - sum(there)
    for own in sorted(23 - t for t in landed if old[48 - t] == 1):
        if there[own]:
            if not new[23 - own]:
                found.add(BLOCKED_PATH)
        elif to_bar > 0:
            men[own] -= 1
            men[24] += 1
            to_bar -= 1
        elif lost > 0:
            men[own] -= 1
            lost -= 1
            found.add(HIT_CHECKER_REMOVED)
    if lost:
        found.add(CHECKER_COUNT)
    gained = any(b > a for a, b in zip(men, there, strict=True))
    left = sum(max(0, a - b) for a, b in zip(men, there, strict=True))
    if gained and left > max(0, lost):
        found.add(OPPONENT_CHECKER_MOVED)
    return found


def _arrived(old: bytes, new: bytes) -> set[int]:
    """Places with more men of the mover than before, and blots that his men passed."""
    found = {i for i in range(24) if new[i] > old[i]}
    above = 0
    for i in range(24, -1, -1):
        if i < 24 and above > 0 and old[48 - i] == 1 and not new[48 - i]:
            found.add(i)
        above += old[i] - new[i]
    return found
