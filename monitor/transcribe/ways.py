"""What a turn may have been: from every board before it to every board after it, each way at its price."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from monitor.backgammon import Dice, NotationError, Position, apply_play, from_seat, judge_seat
from monitor.backgammon.plays import legal_results
from monitor.events import Player
from monitor.tracking.evidence import Floats
from monitor.tracking.explain import LOG_ILLEGAL, Explainer, Roll
from monitor.tracking.seating import stack
from monitor.transcribe.errors import CorrectionError
from monitor.transcribe.turns import Turn
from monitor.transcribe.windows import TurnEvidence
from monitor.transcripts.plays import read_play
from vision.reading import MAX_COUNT, MIXED

MOST_BOARDS: Final = 8
FARTHEST: Final = 14.0
"""Boards less probable than the best one by this many nats are given up."""
FITS: Final = -4.0
"""A legal play that leaves the board seen so far from its reading is no reason to look for another."""
GOES_ON: Final = -0.1
"""What a slot costs at most that is misread just as it was after the turn before."""
HARDLY_LESS: Final = -1.5
"""Of two contents of a slot with log-likelihoods no further apart now the one, now the other is the best."""
TALL: Final = 4
ONE_OFF: Final = -6.0
"""What it costs at most that a column of so many men or more is read one man off."""
AS_TOLD: Final = 2.0 * LOG_ILLEGAL
"""Price of what was told live where nothing else explains it."""

Slots = NDArray[np.int64]


@dataclass(frozen=True)
class Pin:
    """What somebody has said about a turn: it then is so.

    after: the board after it, seen by A; play: as written, to be made on the board before it.
    """

    dice: Dice | None = None
    after: Position | None = None
    play: str | None = None

    @property
    def board_said(self) -> bool:
        """Whether the board after the turn was said."""
        return self.after is not None or self.play is not None


@dataclass
class Edge:
    """A way to a board: from which board before, with which roll, and at what price."""

    parent: int
    dice: Dice
    legal: bool
    score: float
    explained: bool = True
    """False where it was only told so live, and nothing seen explains it."""


@dataclass
class Node:
    """A board after a turn. missed, content: log-likelihood and outcome of the 26 slots under this board.

    paid: (2, 24) the most that a tall column on each point has cost by being read one man short, and one man
    over, on the best way here.
    """

    board: Position
    missed: Floats
    content: Slots
    paid: Floats
    edges: list[Edge] = field(default_factory=list)
    best: float = -math.inf
    forward: float = -math.inf
    backward: float = -math.inf


class Step:
    """One turn: from the boards before it to the boards after it."""

    def __init__(
        self,
        turn: Turn,
        found: TurnEvidence,
        pin: Pin | None,
        *,
        has_bar: bool,
        seen_before: Slots | None,
    ) -> None:
        self.turn, self.pin = turn, pin or Pin()
        self.explainer = Explainer(found.board, turn.seating, has_bar=has_bar)
        self.points, self.bars = found.board.weighted()
        self.seen: Slots = np.append(self.points.argmax(axis=1), self.bars.argmax(axis=1))
        self._same_seen = np.zeros(26, bool) if seen_before is None else self._still(seen_before)
        self.rolls = found.rolls
        if self.pin.dice is not None:
            high, low = sorted(self.pin.dice, reverse=True)
            self.rolls = {(high, low): 0.0}
        self.nodes: dict[bytes, Node] = {}

    def _still(self, seen: Slots) -> NDArray[np.bool_]:
        """(26,) whether the slots are read as they were: what was the most probable is hardly less so now."""
        now = np.append(self.points[np.arange(24), seen[:24]], self.bars[np.arange(2), seen[24:]])
        return np.asarray(now > HARDLY_LESS)

    def extend(self, parents: list[Node]) -> list[Node]:
        """The boards that the turn may have ended with, each with the ways to it."""
        for number, parent in enumerate(parents):
            self._legal(number, parent)
        for number, parent in enumerate(parents):
            if not self.pin.board_said and self._poor(number):
                self._illegal(number, parent)
        self._as_told(parents)
        for node in self.nodes.values():
            _sum(node, parents)
        top = max(node.best for node in self.nodes.values())
        kept = sorted(self.nodes.values(), key=lambda node: -node.best)[:MOST_BOARDS]
        return [node for node in kept if node.best > top - FARTHEST]

    def _legal(self, number: int, parent: Node) -> None:
        player = self.turn.by
        start = from_seat(parent.board, player)
        top = max(self.rolls.values())
        wanted = self._said(parent)
        boards: list[bytes] = []
        dice: list[Roll] = []
        prior: list[float] = []
        for roll, score in self.rolls.items():
            if score < top - FARTHEST:
                continue
            keys = legal_results(start, roll) or {start.key}
            price = score - math.log(len(keys))
            for key in sorted(keys):
                board = _south(key, player)
                if not self.pin.board_said or (wanted is not None and board == wanted.board):
                    boards.append(board)
                    dice.append(roll)
                    prior.append(price)
        self._add(number, parent, boards, dice, prior, legal=True)

    def _said(self, parent: Node) -> Position | None:
        """The board, seen by A, that the turn ended with as somebody has said, from this board."""
        pin, seat = self.pin, self.turn.by
        if pin.play is None:
            return pin.after
        start = from_seat(parent.board, seat)
        dice = pin.dice or max(self.rolls, key=self.rolls.__getitem__)
        try:
            return from_seat(apply_play(start, read_play(start, dice, pin.play)), seat)
        except NotationError:
            return None

    def _poor(self, number: int) -> bool:
        """Whether no legal play from this board fits what was seen."""
        fits = [
            float(node.missed.sum())
            for node in self.nodes.values()
            if any(edge.parent == number for edge in node.edges)
        ]
        return max(fits, default=-math.inf) < FITS

    def _illegal(self, number: int, parent: Node) -> None:
        """The best board that is no legal result, at its price."""
        verdict = self.explainer.turn(parent.board, self.turn.by, self.rolls)
        odds = math.log(max(verdict.p_illegal, 1e-26) / max(verdict.p_legal, 1e-26))
        board, legal_score = verdict.after, verdict.score
        if verdict.legal is False:
            legal_score -= odds
        elif verdict.rivals:
            board = verdict.rivals[-1][0]
        best = max(self.rolls, key=self.rolls.__getitem__)
        if judge_seat(parent.board, best, board, self.turn.by).legal:
            return
        fit = float(self.explainer.fit([board.board])[0])
        self._add(number, parent, [board.board], [best], [legal_score + odds - fit], legal=False)

    def _as_told(self, parents: list[Node]) -> None:
        """What somebody has said, legal or not; what was told live, where nothing else leads there."""
        best = max(self.rolls, key=self.rolls.__getitem__)
        if not self.pin.board_said:
            if self.turn.after.board not in self.nodes:
                price = AS_TOLD + self.rolls[best]
                for number, parent in enumerate(parents):
                    board = self.turn.after.board
                    self._add(number, parent, [board], [best], [price], legal=False, explained=False)
            return
        for number, parent in enumerate(parents):
            said = self._said(parent)
            if said is not None and not self._reached(number, said):
                self._add(number, parent, [said.board], [best], [self.rolls[best]], legal=False)
        if not self.nodes:
            raise CorrectionError(
                f"the correction of the turn of {self.turn.by} at {self.turn.t:.1f} s cannot be played from "
                "the board before it"
            )

    def _reached(self, number: int, board: Position) -> bool:
        node = self.nodes.get(board.board)
        return node is not None and any(edge.parent == number for edge in node.edges)

    def _add(
        self,
        number: int,
        parent: Node,
        boards: list[bytes],
        dice: list[Roll],
        prior: list[float],
        *,
        legal: bool,
        explained: bool = True,
    ) -> None:
        if not boards:
            return
        content, missed = self.misses(boards)
        cost, paid = self._costs(content, missed, parent)
        scores = cost.sum(axis=1) + np.array(prior)
        best = float(scores.max())
        for place in np.flatnonzero(scores > best - FARTHEST):
            node = self.nodes.get(boards[place])
            if node is None:
                node = Node(Position(boards[place]), missed[place], content[place], paid[place])
                self.nodes[boards[place]] = node
            node.edges.append(Edge(number, dice[place], legal, float(scores[place]), explained))
            if parent.best + float(scores[place]) > node.best:
                node.best, node.paid = parent.best + float(scores[place]), paid[place]

    def _costs(self, content: Slots, missed: Floats, parent: Node) -> tuple[Floats, Floats]:
        """(K, 26) what the slots cost after this parent, and (K, 2, 24) what their columns have paid by then.

        What is misread just as after the turn before costs next to nothing more. A tall column whose first
        or last man is hardly seen is read one man short now and then, more or less surely, while men come and
        go: only what that costs beyond the most that it has cost before counts.
        """
        points, former, seen = content[:, :24], parent.content[:24], self.seen[:24]
        lasting = (content == parent.content) & self._same_seen & (parent.missed < -1.0)
        cost = np.where(lasting, np.maximum(missed, GOES_ON), missed)
        off = _one_off(points, seen)
        off_now = np.stack([off & (points > seen), off & (points < seen)], axis=1)
        tall = _men(points) >= TALL, _men(former) >= TALL
        keeps = (points == former) | (tall[0] & tall[1] & (_side(points) == _side(former)))
        before = np.where(keeps[:, None], parent.paid, 0.0)
        beyond = np.minimum(missed[:, None, :24] - before, 0.0) + np.maximum(missed[:, None, :24], GOES_ON)
        cost[:, :24] = np.maximum(cost[:, :24], np.where(off_now, beyond, -np.inf).max(axis=1))
        return cost, np.minimum(before, np.where(off_now, missed[:, None, :24], 0.0))

    def misses(self, boards: Sequence[bytes]) -> tuple[Slots, Floats]:
        """(K, 26) outcomes of the slots and bars under the boards, and their log-likelihoods.

        A tall column is often read one man off, and then in picture after picture. As many men on the bar as
        were seen, but of the other side, are one error and not two.
        """
        points, bars = self.turn.seating.outcomes(stack(boards))
        by_slot = self.points[np.arange(24), points]
        by_slot = np.where(_one_off(points, self.seen[:24]), np.maximum(by_slot, ONE_OFF), by_slot)
        by_bar = self.bars[np.arange(2), bars]
        swapped = (by_bar < 0.0).all(axis=1) & (bars.sum(axis=1) == self.bars.argmax(axis=1).sum())
        by_bar[swapped, by_bar[swapped].argmax(axis=1)] = 0.0
        return np.hstack([points, bars]), np.hstack([by_slot, by_bar])


def _side(outcomes: Slots) -> Slots:
    """0 for light and 1 for dark men on a point."""
    return (outcomes - 1) // MAX_COUNT


def _men(outcomes: Slots) -> Slots:
    """How many men of one side the outcomes of points say; 0 for men of both."""
    return np.where((outcomes > 0) & (outcomes != MIXED), (outcomes - 1) % MAX_COUNT + 1, 0)


def _one_off(points: Slots, seen: Slots) -> NDArray[np.bool_]:
    """Where two contents of a slot are columns of one side, both tall, that differ by one man."""
    men, other_men = _men(points), _men(seen)
    one_side = (_side(points) == _side(seen)) & (men > 0) & (other_men > 0)
    one_man = abs(men - other_men) == 1
    return np.asarray(one_side & one_man & (np.minimum(men, other_men) + 1 >= TALL), dtype=np.bool_)


def first_node(board: Position) -> Node:
    node = Node(board, np.zeros(26), np.full(26, -1, np.int64), np.zeros((2, 24)))
    node.best = node.forward = 0.0
    return node


def _sum(node: Node, parents: list[Node]) -> None:
    node.forward = float(np.logaddexp.reduce([parents[e.parent].forward + e.score for e in node.edges]))


def _south(key: int, player: Player) -> bytes:
    board = key.to_bytes(50, "little")
    return board if player == "A" else board[25:] + board[:25]
