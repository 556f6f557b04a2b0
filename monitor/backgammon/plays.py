"""Legal plays: every distinct result of a roll with a way to play it."""

from dataclasses import dataclass

from monitor.backgammon.change import describe_change
from monitor.backgammon.generate import BAR_BIT, bear_off_source, check_dice, legal_keys, masks
from monitor.backgammon.notation import Hop, format_play
from monitor.backgammon.position import BAR, OFF, Position
from monitor.backgammon.steps import HIT, LIFT, MOVE

Dice = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Play:
    """A legal play: the board it leaves, still from the mover's side, and one way of making it.

    hops: one man by one die each, in an order in which they can be played; empty for a dance.
    """

    result: Position
    hops: tuple[Hop, ...]

    @property
    def notation(self) -> str:
        """The play as written, `8/5 6/5`, `6/2*`, `bar/22`, `2/off(2)`; an empty string for a dance."""
        return format_play(self.hops)

    @property
    def hits(self) -> int:
        """How many men of the opponent go to the bar."""
        return sum(hop.hit for hop in self.hops)


def legal_results(position: Position, dice: Dice) -> set[int]:
    """Keys (`Position.key`) of all boards a legal play can leave; empty where the mover cannot move.

    The quick form of `legal_plays`. Raises DiceError for anything but two numbers from 1 to 6.
    """
    return legal_keys(position.board, dice)


def legal_plays(position: Position, dice: Dice) -> tuple[Play, ...]:
    """All legal plays that differ in their result, ordered by notation from the back; empty for none.

    The set is GNU Backgammon's: where a play with both dice exists, the board that the last man leaves
    when he is borne off with the first die alone is not in it (`early_end` has it).
    Raises DiceError for anything but two numbers from 1 to 6.
    """
    high, low = check_dice(dice)
    keys = legal_keys(position.board, (high, low))
    if not keys:
        return ()
    walk = _Routes(position.board, keys)
    walk.all(high, low)
    plays = []
    for key, hops in walk.found.items():
        board = key.to_bytes(50, "little")
        plays.append(Play(Position(board, _trays(position, board)), hops))
    plays.sort(key=lambda play: [(-hop.source, -hop.to) for hop in play.hops])
    return tuple(plays)


def _trays(before: Position, after: bytes) -> tuple[int, int] | None:
    """The men borne off after a play, where they were counted before it."""
    if not before.tray:
        return None
    return before.tray[0] + sum(before.board[:25]) - sum(after[:25]), before.tray[1]


def early_end(position: Position, dice: Dice) -> set[int]:
    """Boards on which the last man has been borne off with one die although both could be played.

    By the letter both numbers must be used; by the same text the first player without men has won, and
    the game is over either way. Such a board is never called illegal.
    """
    board = position.board
    if sum(board[:25]) != 1 or dice[0] == dice[1]:
        return set()
    occ = masks(board)[0]
    if occ >= 1 << 6:
        return set()
    source = occ.bit_length() - 1
    return {position.key + LIFT[source]} if source < max(dice) else set()


def find_play(position: Position, dice: Dice, after: Position) -> Play:
    """The play of the roll that leaves `after`, which must be legal; no hops where nothing moves."""
    high, low = check_dice(dice)
    if after.key not in legal_keys(position.board, (high, low)):
        return Play(after, describe_change(position, after, dice))
    walk = _Routes(position.board, {after.key})
    walk.all(high, low)
    return Play(Position(after.board, _trays(position, after.board)), walk.found[after.key])


def dice_to_use(position: Position, dice: Dice) -> int:
    """How many dice a legal play of the roll must use: 0 to 2, doubles 0 to 4."""
    high, low = check_dice(dice)
    orders = [(high,) * 4] if high == low else [(high, low), (low, high)]
    return max(_Routes(position.board, set()).depth(order) for order in orders)


class _Routes:
    """Finds one sequence of hops for each of the given results."""

    def __init__(self, board: bytes, keys: set[int]) -> None:
        self.board = board
        self.keys = keys
        self.free = masks(board)[1]
        self.found: dict[int, tuple[Hop, ...]] = {}

    def all(self, high: int, low: int) -> None:
        """Find them all, whichever die is played first."""
        if high == low:
            self.double(high)
        else:
            self.pair(high, low)
            self.pair(low, high)

    def steps(self, key: int, die: int, top: int = 24) -> list[tuple[int, Hop, int]]:
        """Boards one man and one die on: (key, hop, place moved from), sources up to top, highest first."""
        board = key.to_bytes(50, "little")
        occ, _, blots = masks(board)
        sources = occ & (self.free << die) if occ < BAR_BIT else BAR_BIT & (self.free << die)
        sources &= (2 << top) - 1
        found: list[tuple[int, Hop, int]] = []
        while sources:
            i = sources.bit_length() - 1
            sources ^= 1 << i
            hit = bool(blots >> (i - die) & 1)
            after = key + MOVE[die][i] + (HIT[i - die] if hit else 0)
            found.append((after, Hop(BAR if i == 24 else i + 1, i - die + 1, hit), i))
        if occ < 1 << 6:
            i = bear_off_source(occ, die)
            if 0 <= i <= top:
                found.append((key + LIFT[i], Hop(i + 1, OFF), i))
        return found

    def depth(self, dice: tuple[int, ...]) -> int:
        """How many of the dice can be played in this order, at most."""
        level = {(int.from_bytes(self.board, "little"), 24)}
        for n, die in enumerate(dice):
            level = {
                (after, i if die == dice[-1] == dice[0] else 24)
                for key, top in level
                for after, _, i in self.steps(key, die, top)
            }
            if not level:
                return n
        return len(dice)

    def keep(self, key: int, hops: tuple[Hop, ...]) -> None:
        if key in self.keys and key not in self.found:
            self.found[key] = hops

    def pair(self, first: int, second: int) -> None:
        if len(self.found) == len(self.keys):
            return
        start = int.from_bytes(self.board, "little")
        for key, hop, _ in self.steps(start, first):
            for end, last, _ in self.steps(key, second):
                self.keep(end, (hop, last))
        for key, hop, _ in self.steps(start, first):
            self.keep(key, (hop,))

    def double(self, die: int) -> None:
        level: list[tuple[int, tuple[Hop, ...], int]] = [(int.from_bytes(self.board, "little"), (), 24)]
        for _ in range(4):
            level = [
                (end, (*hops, hop), i)
                for key, hops, top in level
                for end, hop, i in self.steps(key, die, top)
            ]
            for key, hops, _top in level:
                self.keep(key, hops)
            if len(self.found) == len(self.keys):
                return
