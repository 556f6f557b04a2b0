"""The legal results of a roll, as fast as plain Python allows.

A board is one integer of fifty eight-bit counts (`Position.key`), so that moving a checker is one addition
and a set of integers removes the duplicates. Which points hold men, blots or a block is kept as bit masks
over the mover's places: bit 0 his ace point, bit 23 his 24 point, bit 24 his bar.

The rules are the base rules of backgammon: as many dice as possible, the larger one where only one of the
two can be played, the bar first, bearing off with all men home, with a larger number only from the highest
point. As in GNU Backgammon, a play that uses both dice comes before one that ends the game with the first.
"""

from monitor.backgammon.errors import DiceError
from monitor.backgammon.steps import HIT, HITTING, LIFT, LOW, MOVE, PLAIN

BAR_BIT = 1 << 24
_POINTS = (1 << 24) - 1
_HOME = 1 << 6

SOME = bytes([48] + [49] * 255)
ONE = bytes([48, 49] + [48] * 254)
BLOCK = bytes([48, 48] + [49] * 254)


_FACES = frozenset(range(1, 7))


def check_dice(dice: tuple[int, int]) -> tuple[int, int]:
    """The two numbers, larger first. Raises DiceError where they are not two numbers from 1 to 6."""
    try:
        one, two = dice
        if one in _FACES and two in _FACES:
            return (int(one), int(two)) if one >= two else (int(two), int(one))
    except (TypeError, ValueError):
        pass
    raise DiceError(f"{dice!r} is no roll: two numbers from 1 to 6 are needed")


def masks(board: bytes) -> tuple[int, int, int]:
    """Mover's places with a man, points open to him, points with one man of the opponent."""
    facing = board[25:49]
    return (
        int(board[24::-1].translate(SOME), 2),
        int(facing.translate(BLOCK), 2) ^ _POINTS,
        int(facing.translate(ONE), 2),
    )


def legal_keys(board: bytes, dice: tuple[int, int]) -> set[int]:
    """Keys of all boards a legal play of the roll can leave; empty where the mover cannot move.

    board: the fifty counts of a `Position`. Raises DiceError.
    """
    high, low = check_dice(dice)
    key = int.from_bytes(board, "little")
    occ, free, blots = masks(board)
    if high == low:
        return _doubles(key, occ, free, blots, high)
    if occ >= BAR_BIT:
        found = _from_bar(board, key, occ, free, blots, high, low)
    else:
        outside = occ >> 6
        if outside & (outside - 1) or (outside and board[outside.bit_length() + 5] > 1):
            found = _outside(board, key, occ, free, blots, high, low)
        else:
            found = _bearing_off(board, key, occ, free, blots, high, low)
    if found:
        return found
    return set(ends(key, occ, free, blots, high)) or set(ends(key, occ, free, blots, low))


def ends(key: int, occ: int, free: int, blots: int, die: int) -> list[int]:
    """Keys after one man has moved by one die."""
    sources = occ & (free << die) if occ < BAR_BIT else BAR_BIT & (free << die)
    hits = sources & (blots << die)
    low, high = PLAIN[die]
    plain = sources ^ hits
    found = [key + x for x in low[plain & LOW] + high[plain >> 12]]
    if hits:
        low, high = HITTING[die]
        found += [key + x for x in low[hits & LOW] + high[hits >> 12]]
    if occ < _HOME:
        off = bear_off_source(occ, die)
        if off >= 0:
            found.append(key + LIFT[off])
    return found


def bear_off_source(occ: int, die: int) -> int:
    """The place from which a die bears off when all men are home (occ below 64), -1 where none."""
    if occ >> (die - 1) & 1:
        return die - 1
    return occ.bit_length() - 1 if occ < 1 << (die - 1) else -1


def _outside(board: bytes, key: int, occ: int, free: int, blots: int, high: int, low: int) -> set[int]:
    """Both dice played with at least two men outside, none on the bar: nothing can be borne off."""
    first, second = occ & (free << high), occ & (free << low)
    hit1, hit2 = first & (blots << high), second & (blots << low)
    found: set[int] = set()
    if first and second:
        tails = _deltas(second ^ hit2, hit2, low)
        found = {k + x for k in [key + x for x in _deltas(first ^ hit1, hit1, high)] for x in tails}
        same = first & second
        if same:
            same &= int(board[24::-1].translate(ONE), 2)
            if same:
                _not_twice(found, key, same, hit1, hit2, high, low)
        if hit1 and hit2:
            _hit_once(found, key, (hit1 >> high) & (hit2 >> low), high, low)
    both = high + low
    far = occ & (free << both)
    if far:
        via1, via2 = far & (free << high), far & (free << low)
        if via1 | via2:
            via_hit1, via_hit2 = via1 & (blots << high), via2 & (blots << low)
            quiet = (via1 ^ via_hit1) | (via2 ^ via_hit2)
            end_hit = quiet & (blots << both)
            found.update([key + x for x in _deltas(quiet ^ end_hit, end_hit, both)])
            if via_hit1:
                _through_hit(found, key, via_hit1, blots, high, both)
            if via_hit2:
                _through_hit(found, key, via_hit2, blots, low, both)
    return found


def _deltas(plain: int, hits: int, pips: int) -> tuple[int, ...]:
    low, high = PLAIN[pips]
    steps = low[plain & LOW] + high[plain >> 12]
    if hits:
        low, high = HITTING[pips]
        steps += low[hits & LOW] + high[hits >> 12]
    return steps


def _not_twice(found: set[int], key: int, same: int, hit1: int, hit2: int, high: int, low: int) -> None:
    """Take out the pairs that would move a point's only man with both dice."""
    while same:
        i = same.bit_length() - 1
        bit = 1 << i
        same ^= bit
        wrong = key + MOVE[high][i] + MOVE[low][i]
        if hit1 & bit:
            wrong += HIT[i - high]
        if hit2 & bit:
            wrong += HIT[i - low]
        found.discard(wrong)


def _hit_once(found: set[int], key: int, twice: int, high: int, low: int) -> None:
    """Where both dice land on the same blot, it goes to the bar once."""
    while twice:
        t = twice.bit_length() - 1
        twice ^= 1 << t
        right = key + MOVE[high][t + high] + MOVE[low][t + low] + HIT[t]
        found.discard(right + HIT[t])
        found.add(right)


def _through_hit(found: set[int], key: int, via: int, blots: int, first: int, both: int) -> None:
    """One man plays both dice and hits where the first one takes him."""
    while via:
        i = via.bit_length() - 1
        via ^= 1 << i
        end = key + MOVE[both][i] + HIT[i - first]
        found.add(end + HIT[i - both] if blots >> (i - both) & 1 else end)


def _from_bar(board: bytes, key: int, occ: int, free: int, blots: int, high: int, low: int) -> set[int]:
    """Both dice played with men on the bar."""
    found: set[int] = set()
    if board[24] > 1:
        if free >> (24 - high) & free >> (24 - low) & 1:
            key = enter(key, blots, high)
            return {enter(key, blots, low)}
        return found
    rest = occ ^ BAR_BIT
    for first, second in ((high, low), (low, high)):
        place = 24 - first
        if free >> place & 1:
            bit = 1 << place
            found.update(ends(enter(key, blots, first), rest | bit, free, blots & ~bit, second))
    return found


def enter(key: int, blots: int, die: int) -> int:
    """The key after a man has entered from the bar onto an open point."""
    place = 24 - die
    key += MOVE[die][24]
    return key + HIT[place] if blots >> place & 1 else key


def _bearing_off(board: bytes, key: int, occ: int, free: int, blots: int, high: int, low: int) -> set[int]:
    """Both dice played one after the other, in both orders; right for any board without men on the bar."""
    found: set[int] = set()
    for first, second in ((high, low), (low, high)):
        sources = occ & (free << first)
        moves = MOVE[first]
        while sources:
            i = sources.bit_length() - 1
            bit = 1 << i
            sources ^= bit
            after = key + moves[i]
            landed = bit >> first
            left = blots
            if blots & landed:
                after += HIT[i - first]
                left ^= landed
            rest = (occ if board[i] > 1 else occ ^ bit) | landed
            found.update(ends(after, rest, free, left, second))
        if occ < _HOME:
            i = bear_off_source(occ, first)
            if i >= 0:
                rest = occ if board[i] > 1 else occ ^ (1 << i)
                found.update(ends(key + LIFT[i], rest, free, blots, second))
    return found


def _doubles(key: int, occ: int, free: int, blots: int, die: int) -> set[int]:
    """Up to four moves of one die, sources never going up: each result is then met exactly once.

    How often each place is a source determines the result and the other way round, and a blot is hit
    by the first man that lands there, so the order within a play does not matter.
    """
    reach, struck = free << die, blots << die
    level = [(key, occ, _NOTHING_MOVED, 0)]
    for depth in range(3):
        deeper: list[tuple[int, int, int, int]] = []
        for state in level:
            _deepen(deeper, state, reach, struck, die)
        if not deeper:
            return {state[0] for state in level} if depth else set()
        level = deeper
    last: list[int] = []
    for state in level:
        last += _double_ends(state, reach, struck, die)
    return set(last) if last else {state[0] for state in level}


_NOTHING_MOVED = 25


def _deepen(
    deeper: list[tuple[int, int, int, int]],
    state: tuple[int, int, int, int],
    reach: int,
    struck: int,
    die: int,
) -> None:
    """Add every state one move on; a state is (key, places with men, last source, men left there)."""
    key, occ, top, left = state
    sources = occ & reach & ((2 << top) - 1) if occ < BAR_BIT else BAR_BIT & reach
    moves = MOVE[die]
    while sources:
        i = sources.bit_length() - 1
        bit = 1 << i
        sources ^= bit
        after = key + moves[i]
        if i == top:
            men = left - 1
        else:
            men = (key >> (8 * i) & 255) - 1
            if struck & bit:
                after += HIT[i - die]
        deeper.append((after, (occ if men else occ ^ bit) | bit >> die, i, men))
    if occ < _HOME:
        i = bear_off_source(occ, die)
        if 0 <= i <= top:
            men = (left if i == top else key >> (8 * i) & 255) - 1
            deeper.append((key + LIFT[i], occ if men else occ ^ (1 << i), i, men))


def _double_ends(state: tuple[int, int, int, int], reach: int, struck: int, die: int) -> list[int]:
    """Keys one move on from a state of `_deepen`."""
    key, occ, top, _ = state
    sources = occ & reach & ((2 << top) - 1) if occ < BAR_BIT else BAR_BIT & reach
    hits = sources & struck & ~(1 << top)
    found = [key + x for x in _deltas(sources ^ hits, hits, die)]
    if occ < _HOME:
        i = bear_off_source(occ, die)
        if 0 <= i <= top:
            found.append(key + LIFT[i])
    return found
