"""Which rolls and plays explain a change of position that was seen without its dice."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement

from monitor.backgammon.generate import legal_keys
from monitor.backgammon.plays import Dice, Play, early_end, find_play
from monitor.backgammon.position import Position

ROLLS: tuple[Dice, ...] = tuple((b, a) for a, b in combinations_with_replacement(range(1, 7), 2))
"""The 21 rolls, larger number first."""


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll that explains a turn from `before` to `after`, both from the side of the player who rolled."""

    dice: Dice
    before: Position
    after: Position

    @property
    def play(self) -> Play:
        """The play made with the roll; no hops for a turn without a move."""
        return find_play(self.before, self.dice, self.after)


@dataclass(frozen=True, slots=True)
class TwoTurns:
    """The mover's turn and the opponent's reply; `between` is the board after the first, mover on roll.

    Each roll in `first` leads to `between`; each in `reply`, from the opponent's side, on from there.
    Any pair of them explains the change.
    """

    between: Position
    first: tuple[Roll, ...]
    reply: tuple[Roll, ...]


def explain_rolls(before: Position, after: Position) -> tuple[Roll, ...]:
    """Every roll, of the 21, with which a legal play leads from one board to the other.

    Both boards from the mover's side, the turn not yet passed. An unchanged board is explained by the
    rolls that cannot be played. Empty where no single turn explains the change.
    """
    return tuple(Roll(dice, before, after) for dice in _possible_rolls(before, after))


def explain_two_turns(before: Position, after: Position) -> tuple[TwoTurns, ...]:
    """Every way in which two unseen turns, the mover's and then the opponent's, lead to a board.

    `after` is again from the side of the mover of `before`, who is on roll once more. One entry for each
    board that may have stood between. A first turn that ends the game has no reply and is left out.
    """
    seen: dict[int, list[Dice]] = {}
    for dice in ROLLS:
        for key in _results(before, dice):
            seen.setdefault(key, []).append(dice)
    found: list[TwoTurns] = []
    end = after.swapped()
    for key, rolls in seen.items():
        board = key.to_bytes(50, "little")
        if not any(board[:25]) or not _could_follow(board, after.board):
            continue
        between = Position(board)
        replies = explain_rolls(between.swapped(), end)
        if replies:
            first = tuple(Roll(dice, before, between) for dice in rolls)
            found.append(TwoTurns(between, first, replies))
    return tuple(found)


def _results(position: Position, dice: Dice) -> set[int]:
    keys = legal_keys(position.board, dice)
    return keys | early_end(position, dice) if keys else {position.key}


def _possible_rolls(position: Position, target: Position) -> Iterator[Dice]:
    """Rolls whose legal results contain the target; those that cannot give its pips are not tried."""
    before, after = position.board, target.board
    key = int.from_bytes(after, "little")
    if not _could_be_turn(before, after):
        return
    moved = _pips(before) - _pips(after)
    bears_off = sum(before[:25]) > sum(after[:25])
    for dice in ROLLS:
        high, low = dice
        if moved == 0:
            fits = True
        elif high == low:
            fits = moved <= 4 * high if bears_off else moved in {high, 2 * high, 3 * high, 4 * high}
        else:
            fits = moved <= high + low if bears_off else moved in {high, low, high + low}
        if fits and key in _results(position, dice):
            yield dice


def _pips(board: bytes) -> int:
    return sum([n * place for place, n in enumerate(board[:25], 1) if n])


def _could_be_turn(before: bytes, after: bytes) -> bool:
    """Whether one turn can have done it: most four own men moved, only blots of the other."""
    left = sum([a - b for a, b in zip(before[:25], after[:25], strict=True) if a > b])
    return left <= 4 and _only_hits(before[25:], after[25:])


def _could_follow(between: bytes, after: bytes) -> bool:
    """Whether the opponent's turn can lead on: the first mover loses nothing but blots to the bar."""
    return _only_hits(between[:25], after[:25])


def _only_hits(before: bytes, after: bytes) -> bool:
    """Whether one side's 25 counts differ by nothing but blots sent to the bar."""
    if before == after:
        return True
    hits = after[24] - before[24]
    if not 0 < hits <= 4:
        return False
    for a, b in zip(before[:24], after[:24], strict=True):
        if a != b:
            if a != 1 or b != 0:
                return False
            hits -= 1
    return hits == 0
