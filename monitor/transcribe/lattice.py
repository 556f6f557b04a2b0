"""The best sequence of turns given everything that was seen before and after each of them.

Every board that a turn may have ended with is a node, every play between two of them an edge. An edge costs
what it takes: dice that must have been misread, a play among many, slots that must have been misread while
the board stood, and a price for a play that is not legal. A slot that goes on being misread the same way
costs little more after the first time. The best path is taken (Viterbi 1967); sums over all paths give the
probability of every turn (forward-backward), so that what follows tells about what was.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

import numpy as np

from monitor.backgammon import Dice, Position
from monitor.tracking.explain import Roll
from monitor.transcribe.turns import Turn
from monitor.transcribe.ways import Node, Pin, Slots, Step, first_node
from monitor.transcribe.windows import TurnEvidence

FITS_WELL: Final = -8.0
"""Log-likelihood of the board from which on a turn explains what was seen."""
MOST_OTHERS: Final = 5
"""Other explanations of a turn that are kept."""

_Play = tuple[Roll, tuple[int, ...]]


@dataclass(frozen=True)
class Candidate:
    """One explanation of a turn: the roll, the board after it seen by A, whether it is legal."""

    dice: Dice
    after: Position
    legal: bool
    p: float = 0.0
    """Probability given everything seen."""


@dataclass
class Smoothed:
    """What a turn was after all. others: best first; fit: log-likelihood of the board after it."""

    before: Position
    best: Candidate
    others: tuple[Candidate, ...]
    dice_seen: bool
    fit: float
    explained: bool = True
    """False where nothing that was seen explains what was told live."""
    joined: bool = False
    """Whether it follows from the turn before although the thread had seemed broken there."""

    @property
    def sound(self) -> bool:
        """Whether the turn is legal and leaves what was seen."""
        return self.best.legal and self.fit > FITS_WELL

    def sound_after(self, last: "Smoothed") -> bool:
        """Whether it is sound, or nothing could be moved and the board is seen as well as it was before."""
        stays = self.best.legal and self.best.after == self.before and self.fit >= last.fit - 1.0
        return self.sound or stays


def smooth(
    turns: Sequence[Turn],
    evidence: Sequence[TurnEvidence],
    pins: Mapping[int, Pin],
    *,
    has_bar: bool,
) -> list[Smoothed]:
    """The most probable course of consecutive turns, the first from the board it was told to begin with.

    pins: what is known for certain, by place in ``turns``.
    """
    levels = [[first_node(turns[0].before)]]
    seen_before: Slots | None = None
    for place, (turn, found) in enumerate(zip(turns, evidence, strict=True)):
        step = Step(turn, found, pins.get(place), has_bar=has_bar, seen_before=seen_before)
        levels.append(step.extend(levels[-1]))
        seen_before = step.seen
    _backward(levels)
    return _read_off(evidence, levels)


def _backward(levels: list[list[Node]]) -> None:
    for node in levels[-1]:
        node.backward = 0.0
    for parents, nodes in zip(levels[-2::-1], levels[:0:-1], strict=True):
        for node in nodes:
            for edge in node.edges:
                parent = parents[edge.parent]
                parent.backward = float(np.logaddexp(parent.backward, edge.score + node.backward))


def _read_off(evidence: Sequence[TurnEvidence], levels: list[list[Node]]) -> list[Smoothed]:
    """The best path, and what else each turn may have been."""
    total = float(np.logaddexp.reduce([node.forward for node in levels[-1]]))
    node = max(levels[-1], key=lambda one: one.best)
    found: list[Smoothed] = []
    for place in range(len(evidence) - 1, -1, -1):
        parents = levels[place]
        edge = max(node.edges, key=lambda e: parents[e.parent].best + e.score)
        before = parents[edge.parent].board
        mine = _play(edge.dice, before, node.board)
        ways: dict[_Play, float] = {}
        legal: set[_Play] = {mine} if edge.legal else set()
        for one in levels[place + 1]:
            for way in one.edges:
                weight = parents[way.parent].forward + way.score + one.backward - total
                play = _play(way.dice, parents[way.parent].board, one.board)
                ways[play] = ways.get(play, 0.0) + math.exp(min(0.0, weight))
                if way.legal:
                    legal.add(play)
        whole = sum(ways.values())
        others = (
            Candidate(play[0], board, play in legal, p / whole)
            for play, p in sorted(ways.items(), key=lambda item: -item[1])
            if play != mine and (board := _played(before, play)) is not None
        )
        best = Candidate(edge.dice, node.board, edge.legal, ways[mine] / whole)
        rest = tuple(islice(others, MOST_OTHERS))
        found.append(
            Smoothed(
                before, best, rest, len(evidence[place].dice) > 1, float(node.missed.sum()), edge.explained
            )
        )
        node = parents[edge.parent]
    return found[::-1]


def _play(dice: Roll, before: Position, after: Position) -> _Play:
    """A play by itself, whatever else stood on the board: the roll, and by how much each count changed."""
    return dice, tuple(b - a for a, b in zip(before.board, after.board, strict=True))


def _played(before: Position, play: _Play) -> Position | None:
    """The board after that play from another board; None where it cannot be made there."""
    counts = [n + change for n, change in zip(before.board, play[1], strict=True)]
    return Position.of(counts[:25], counts[25:]) if min(counts) >= 0 else None
