"""Judging a transition: was the board after the turn the result of a legal play of the roll?"""

from dataclasses import dataclass
from functools import cached_property

from monitor.backgammon import kinds as k
from monitor.backgammon.change import describe_change
from monitor.backgammon.generate import check_dice, legal_keys
from monitor.backgammon.notation import Hop, format_play
from monitor.backgammon.plays import Dice, Play, dice_to_use, early_end, find_play, legal_plays
from monitor.backgammon.position import Position

NEAREST = 8
"""How many legal plays a verdict names."""


@dataclass(frozen=True)
class Verdict:
    """Whether `after` is a result of a legal play, and if not, why.

    before, after: from the mover's side, the turn not yet passed. kinds: empty when legal.
    """

    before: Position
    dice: Dice
    after: Position
    legal: bool
    kinds: frozenset[str]

    @property
    def kind(self) -> str | None:
        """The kind that names the illegal move; None when legal."""
        if self.kinds == {k.CHECKER_COUNT, k.WRONG_PIPS} and not any(self.after.board[6:25]):
            return k.WRONG_PIPS
        return next((name for name in k.PRIORITY if name in self.kinds), None)

    @cached_property
    def play(self) -> Play | None:
        """The legal play that was made, None when it was illegal; no hops where the mover cannot move."""
        if not self.legal:
            return None
        return find_play(self.before, self.dice, self.after)

    @cached_property
    def done(self) -> tuple[Hop, ...]:
        """What was done, legal or not, as hops that lead from `before` to `after`."""
        return self.play.hops if self.play else describe_change(self.before, self.after, self.dice)

    @property
    def notation(self) -> str:
        """What was done, as written; empty where nothing moved."""
        return format_play(self.done)

    @cached_property
    def nearest(self) -> tuple[Play, ...]:
        """The legal plays (at most eight) with the fewest checkers placed differently, best first.

        When legal, the play itself; empty where the mover cannot move.
        """
        if self.play is not None:
            return (self.play,)
        plays = legal_plays(self.before, self.dice)
        return tuple(sorted(plays, key=lambda play: distance(play.result, self.after))[:NEAREST])

    @cached_property
    def explanation(self) -> str:
        """One or two sentences for a person: what was done, what is wrong with it, what was legal."""
        from monitor.backgammon.wording import explain

        return explain(self)


def judge_transition(before: Position, dice: Dice, after: Position) -> Verdict:
    """Judge the board after a turn; `after` may be a board that no legal position has.

    Both boards from the mover's side, the turn not yet passed. Raises DiceError for no roll.
    """
    keys = legal_keys(before.board, dice)
    key = int.from_bytes(after.board, "little")
    if key in keys or (not keys and after.board == before.board) or key in early_end(before, dice):
        return Verdict(before, dice, after, True, frozenset())
    roll = check_dice(dice)
    return Verdict(before, dice, after, False, k.kinds_of(before, roll, after, dice_to_use(before, dice)))


def distance(one: Position, two: Position) -> int:
    """Men that would have to be lifted to make the boards equal, both sides together."""
    changed = sum([abs(a - b) for a, b in zip(one.board, two.board, strict=True)])
    own = abs(sum(one.board[:25]) - sum(two.board[:25]))
    other = abs(sum(one.board[25:]) - sum(two.board[25:]))
    return (changed + own + other) // 2
