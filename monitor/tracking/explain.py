"""The two-sided test: the best legal explanation of what is seen against the best illegal one.

Every explanation costs what it takes: readings that contradict it, dice misread, a price for being illegal.
Only a clear difference is called; both probabilities are always reported.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from monitor.backgammon import Position, from_seat, judge_seat
from monitor.backgammon.kinds import WRONG_DIRECTION
from monitor.events import Player
from monitor.tracking.dice import DieTrack
from monitor.tracking.ends import (
    Ends,
    boards_on_the_way,
    legal_ends,
    legal_keys_of,
    outcomes_of,
    shared_ends,
    ways,
)
from monitor.tracking.evidence import CONTRADICTED, SLOTS, Evidence, Floats, fits_of
from monitor.tracking.seating import Outcomes, Seating, stack
from monitor.tracking.seen import MOST_IN_TEXT, TALL, SeenBoard, seen_boards, to_go_on_from
from monitor.tracking.slips import (
    LOG_HIT_MAN_GONE,
    LOG_MAN_GONE,
    LOG_MAN_UNSEEN,
    LOG_PLAINLY_TAKEN,
    PLAINLY_SHORT,
    comes_unseen,
    one_double,
    pips_apart,
    price_of_distance,
    price_of_men,
    price_of_others,
    price_of_two,
)
from monitor.tracking.steps import ROLLS, likely_mover
from vision.reading import MAX_COUNT, MIXED

Roll = tuple[int, int]
_Tried = tuple[tuple[Outcomes, Outcomes], tuple[bytes, ...], float, Player | None]
"""Outcomes of some boards, the boards, the log-probability of each before anything is seen, and who moved."""

LOG_ILLEGAL = math.log(0.01) - math.log(100)
"""One turn in a hundred is illegal, in one of about a hundred ways near a legal play."""
FAR_SLIP = 3
LOG_FAR_SLIP = -4.0
"""For a play that would be legal with one of the dice at least so many pips higher or lower: few slips are so
large, and a die misread explains it better."""
LOG_NOT_HIS_TURN = math.log(0.02)
LOG_PERHAPS_THERE = -4.6
"""Log odds of a man on the bar, even of the other colour, against none from which a hit man may lie there."""
LOG_SELDOM_SHARED = 6.8
"""Men of both sides hardly ever share a point: readings allow for it (two count, 1 in 600 each), and so does
the price of an illegal play. Once is enough."""
CLEAR = 3.0
"""Log odds above which a turn is called illegal."""
CLEARLY_LEGAL = 0.97
"""Probability from which a play is legal beyond what another look might show."""
PATIENCE_S, SECOND_LOOK_S = 4.0, 1.5
"""Time after the dice are lifted in which a play that cannot be told yet may become clear, and in which one
that is legal with less than that may be seen to be none."""
NEARLY = 3.0
"""A legal result within this many nats of the best one might as well be the true one."""
LOG_ONE_CAUSE = -8.0
"""Several slots misread have mostly one cause: a legal play is never less probable than this."""
LOG_NOT_ACCUSED = -6.0
"""For an illegal board that was not sure enough to be told at the end of its turn."""
MOST_RIVALS = 3
MOST_TRIED = 8
DICE_RANGE = 14.0
"""Rolls less probable than the best one by this many nats are not tried."""


@dataclass(frozen=True)
class TurnVerdict:
    """What a turn most probably was.

    player: who played. dice: the roll believed. before, after: boards seen by A. legal: None where the
    evidence does not decide. p_legal, p_illegal: probabilities of the two sides of the test.
    """

    player: Player
    dice: Roll | None
    before: Position
    after: Position
    legal: bool | None
    p_legal: float
    p_illegal: float
    score: float
    misfit: float
    """Log-likelihood of the board believed against the best reading of each slot; 0 is a perfect fit."""
    open: bool = False
    """Whether another legal result is nearly as probable: part of the board could not be seen."""
    rivals: tuple[tuple[Position, float], ...] = ()
    """Other boards the turn may have ended with, and their log odds against the one believed."""
    roll_margin: float = 0.0
    """Log odds of the roll against every other that would explain a legal play."""
    legal_with: Roll | None = None
    """Of an illegal play: dice with which it would be legal."""

    @property
    def changed(self) -> bool:
        """Whether any man stands elsewhere than before."""
        return self.before.board != self.after.board

    @property
    def patience(self) -> float:
        """How long after the dice were lifted it is waited for (s): a moment later it may be clearer."""
        if self.legal is None:
            return PATIENCE_S
        return SECOND_LOOK_S if self.legal and not self.surely_legal else 0.0

    @property
    def surely_legal(self) -> bool:
        """Whether it is legal beyond what another look might show."""
        return self.legal is True and self.p_legal >= CLEARLY_LEGAL

    @property
    def conf(self) -> float:
        """Probability of the side believed."""
        return self.p_illegal if self.legal is False else self.p_legal


@dataclass(frozen=True)
class Change:
    """A board in the middle of a turn, seen by A.

    mover: whose men moved, None where none did. margin: log odds to the next best board. misfit:
    log-likelihood against the best reading of every slot.
    """

    board: Position
    mover: Player | None
    margin: float
    misfit: float


def roll_scores(tracks: Sequence[DieTrack]) -> dict[Roll, float]:
    """Log-probability of each of the 21 rolls from up to two dice; the chance of each where none was seen."""
    if not tracks:
        return {roll: math.log((1 if roll[0] == roll[1] else 2) / 36) for roll in ROLLS}
    one = tracks[0].face_scores
    two = tracks[1].face_scores if len(tracks) > 1 else np.full(6, math.log(1 / 6))
    scores = {}
    for high, low in ROLLS:
        score = one[high - 1] + two[low - 1]
        if high != low:
            score = np.logaddexp(score, one[low - 1] + two[high - 1])
        scores[(high, low)] = float(score)
    return scores


@dataclass(frozen=True)
class _Legal:
    """The most probable legal result of a turn; rivals: other legal results and their log odds against it."""

    roll: Roll
    board: Position
    score: float
    fit: float
    rivals: tuple[tuple[Position, float], ...]
    roll_margin: float


class Explainer:
    """Explains boards by evidence for one seating.

    What one look at the evidence has given is kept until the evidence changes.
    """

    def __init__(
        self,
        evidence: Evidence,
        seating: Seating,
        *,
        has_bar: bool,
        doubted: NDArray[np.bool_] | None = None,
    ) -> None:
        self.evidence = evidence
        self.seating = seating
        self.has_bar = has_bar
        self._doubted = doubted
        self._evidence_then: tuple[Floats, Floats] | None = None
        self._rows: tuple[Floats, Floats] | None = None
        self._fits: dict[bytes, NDArray[np.float64]] = {}
        self._seen: dict[bytes, list[SeenBoard]] = {}

    def doubting(self, slots: NDArray[np.bool_]) -> "Explainer":
        """The same, with (25,) slots, last the bar, taken to be misread."""
        return Explainer(self.evidence, self.seating, has_bar=self.has_bar, doubted=slots)

    def contradicted(self, board: Position) -> NDArray[np.bool_]:
        """(25,) slots, last the bar, that are plainly seen to hold something else than on this board."""
        points, bars = outcomes_of(self.seating, board.board)
        return self.evidence.contradicted(points[0], bars[0])

    def read_short(self, boards: Sequence[bytes]) -> NDArray[np.int64]:
        """(K,) the slot that alone speaks against a board: a tall column read with a man less; -1 where it is
        another, or more than one."""
        rows = self._weighted()
        points, bars = self.seating.outcomes(stack(boards))
        against = rows[0][SLOTS, points] < CONTRADICTED
        slots = against.argmax(axis=1)
        alone = (against.sum(axis=1) == 1) & (rows[1][SLOTS[:2], bars].min(axis=1) > CONTRADICTED)
        believed, read = points[np.arange(len(boards)), slots], rows[0].argmax(axis=1)[slots]
        tall = np.where(believed > MAX_COUNT, believed - MAX_COUNT, believed) >= TALL
        return np.where(alone & tall & (believed != MIXED) & (read == believed - 1), slots, -1)

    def confirm(self, board: Position) -> None:
        """Hold the slots against the board believed in at the end of a turn."""
        points, bars = outcomes_of(self.seating, board.board)
        self.evidence.confirm(points[0], bars[0])

    def believe(self, board: Position) -> None:
        """The last turn has ended with this board, not with the one it was thought to."""
        points, bars = outcomes_of(self.seating, board.board)
        self.evidence.believe(points[0], bars[0])

    def overrule(self, board: Position) -> None:
        """Take the word of somebody at the table that this is the board, whatever is read."""
        points, bars = outcomes_of(self.seating, board.board)
        self.evidence.overrule(points[0], bars[0])

    def fit(self, boards: Sequence[bytes]) -> Floats:
        """(K,) log-likelihoods of boards seen by A."""
        if len(boards) != 1:
            return fits_of(self._weighted(), *self.seating.outcomes(stack(boards)))
        rows, board = self._weighted(), boards[0]
        if board not in self._fits:
            self._fits[board] = fits_of(rows, *outcomes_of(self.seating, board))
        return self._fits[board]

    def _weighted(self) -> tuple[Floats, Floats]:
        """The log-likelihoods of all contents; what was kept is forgotten if they have changed."""
        now = self.evidence.weighted()
        if self._rows is None or now is not self._evidence_then:
            self._evidence_then = now
            self._rows = now if self._doubted is None else self.evidence.weighted(self._doubted)
            self._fits.clear()
            self._seen.clear()
        return self._rows

    def fit_side(self, boards: Sequence[bytes], player: Player) -> np.ndarray:
        """(K,) best log-likelihoods over whatever the opponent may do next: only this player's men must fit.

        A blot may have been hit; where the player has no man, anything of the opponent may stand.
        """
        points, _ = self._weighted()
        first = 1 if (self.seating.light == player) else MAX_COUNT + 1
        own = points[:, first : first + MAX_COUNT]
        strange = np.delete(points, np.arange(first, first + MAX_COUNT), axis=1).max(axis=1)
        table = np.column_stack([strange, own])
        table[:, 1] = np.maximum(table[:, 1], strange)
        counts = np.minimum(stack(boards)[:, :24] if player == "A" else stack(boards)[:, 48:24:-1], MAX_COUNT)
        return np.asarray(table[self.seating.slots[None, :], counts].sum(axis=1), dtype=np.float64)

    def seen(self, expected: Position) -> list[SeenBoard]:
        """Boards read off the evidence alone, best first."""
        self._weighted()
        if expected.board not in self._seen:
            self._seen[expected.board] = seen_boards(
                self.evidence, self.seating, expected, has_bar=self.has_bar, doubted=self._doubted
            )
        return self._seen[expected.board]

    def resume(self, expected: Position) -> Position:
        """The board to go on from when nothing explains it: as seen, at best with the right number of men."""
        return to_go_on_from(self.seen(expected), expected)

    def turn(self, before: Position, player: Player, rolls: dict[Roll, float]) -> TurnVerdict:
        """Judge a turn that is over: a board before, seen by A, and the log-probabilities of the rolls."""
        legal = self._best_legal(before, player, rolls)
        wrong = self._best_illegal(before, player, rolls, legal.board)
        top = max(rolls, key=rolls.__getitem__)
        odds = -math.inf if wrong is None else wrong[1] + rolls[top] - legal.score
        by_other_dice = wrong is not None and wrong[0].board.board == legal.board.board
        if wrong is not None and by_other_dice and not one_double(top, legal.roll):
            if pips_apart(top, legal.roll) < FAR_SLIP:
                odds -= wrong[2]
            elif not self._slipped(before, player, top, legal.board):
                odds += LOG_FAR_SLIP
        elif wrong is not None and odds > CLEAR:
            odds += price_of_two(before, legal.board, wrong[0].board, top, player)
        p_illegal = 1.0 / (1.0 + math.exp(-max(-60.0, min(60.0, odds))))
        if wrong is not None and odds > CLEAR:
            return TurnVerdict(
                player,
                top,
                before,
                wrong[0].board,
                False,
                1.0 - p_illegal,
                p_illegal,
                legal.score + odds,
                wrong[0].score,
                rivals=() if by_other_dice else ((legal.board, max(-odds, LOG_ONE_CAUSE)),),
                legal_with=legal.roll if by_other_dice else None,
            )
        rivals = legal.rivals
        if wrong is not None:
            rivals = (*rivals, (wrong[0].board, min(odds, 0.0) + LOG_NOT_ACCUSED))
        return TurnVerdict(
            player,
            legal.roll,
            before,
            legal.board,
            True if odds < -1.0 else None,
            1.0 - p_illegal,
            p_illegal,
            legal.score,
            legal.fit,
            any(gap > -NEARLY for _, gap in legal.rivals),
            rivals,
            legal.roll_margin,
        )

    def _slipped(self, before: Position, player: Player, roll: Roll, after: Position) -> bool:
        """Whether that is part of a play with this roll, or one with a number in the wrong direction."""
        part = from_seat(after, player).board in self.on_the_way(before, player, (roll,))
        return part or WRONG_DIRECTION in judge_seat(before, roll, after, player).kinds

    def prepare(self, before: Position, player: Player, rolls: dict[Roll, float]) -> tuple[list[Roll], Ends]:
        """The rolls that are tried at the end of a turn, and what they lead to: kept until then."""
        best_roll = max(rolls.values())
        tried = [roll for roll, score in rolls.items() if score >= best_roll - DICE_RANGE]
        return tried, legal_ends(self.seating, before.board, player, tuple(tried))

    def _best_legal(self, before: Position, player: Player, rolls: dict[Roll, float]) -> "_Legal":
        tried, ends = self.prepare(before, player, rolls)
        boards, of = ends.boards, ends.of
        prior = [rolls[roll] - math.log(n) for roll, n in zip(tried, ends.many, strict=True)]
        fits = fits_of(self._weighted(), ends.points, ends.bars)
        scores = fits + np.repeat(prior, ends.many)
        best = int(scores.argmax())
        gaps: dict[bytes, float] = {}
        for index in np.argsort(-scores)[:MOST_TRIED]:
            gaps.setdefault(boards[index], float(scores[index] - scores[best]))
        gaps.pop(boards[best], None)
        rivals = tuple((Position(board), gap) for board, gap in list(gaps.items())[:MOST_RIVALS])
        others = scores[of != of[best]]
        top = float(scores[best])
        margin = top - float(others.max()) if len(others) else math.inf
        return _Legal(tried[of[best]], Position(boards[best]), top, float(fits[best]), rivals, margin)

    def _best_illegal(
        self, before: Position, player: Player, rolls: dict[Roll, float], nearest: Position
    ) -> tuple[SeenBoard, float, float] | None:
        """The best board that no probable roll leads to, its score less the dice, and what of that is for its
        distance from the legal ones.

        nearest: the best legal result, seen by A.
        """
        start = from_seat(before, player)
        roll = max(rolls, key=rolls.__getitem__)
        top = rolls[roll]
        sure = [legal_keys_of(start.board, roll) for roll, score in rolls.items() if score > top - 1.0]
        legal = frozenset[int]().union(*sure) or {start.key}
        counts = stack([key.to_bytes(50, "little") for key in legal]).astype(np.int64)
        best: tuple[SeenBoard, float, float] | None = None
        slips = (
            SeenBoard(nearest, float(self.fit([nearest.board])[0]), 0.0),
            *self._shared(before, player, roll),
            *self._one_less(nearest),
            *self._alone(before, player),
        )
        for seen in (*self.seen(before)[:6], *slips):
            after = from_seat(seen.board, player)
            if after.key in legal:
                continue
            handled = self.evidence.handled[self.seating.slots if player == "A" else self.seating.slots[::-1]]
            men = price_of_men(start, from_seat(nearest, player), after, handled) if self.has_bar else None
            from_bar = men is not None and men > 0.0 and start.mover[24] > 0
            if (men == LOG_HIT_MAN_GONE or from_bar) and self._on_bar_perhaps(seen.board):
                men = LOG_MAN_UNSEEN
            if men == LOG_PLAINLY_TAKEN and seen.score - self.fit([nearest.board])[0] < PLAINLY_SHORT:
                men = LOG_MAN_GONE
            price = seen.price if men is None else men
            gone = sum(after.mover) < sum(start.mover) and self.stranger_on_bar(seen.board)
            if gone or comes_unseen(self.evidence, self.seating, before, seen.board, player):
                price = min(price, LOG_MAN_UNSEEN)
            near, others = seen.score + price + LOG_ILLEGAL, price_of_others(start, after)
            if best is not None and near + others <= best[1]:
                continue
            further = price_of_distance(counts, after)
            score = near + further + others
            if best is None or score > best[1]:
                best = (seen, score, further)
        return best

    def _shared(self, before: Position, player: Player, roll: Roll) -> list[SeenBoard]:
        """The most probable board on which the roll put a man beside the opponent's, if there is one.

        Where more men than his and one are read, or fewer than his, the reading is a bad one, not his fault.
        """
        choice = shared_ends(self.seating, before.board, player, roll)
        if not choice.boards or sum(before.board) > MOST_IN_TEXT:
            return []
        points, bars = self._weighted()
        (there,), _ = outcomes_of(self.seating, before.board)
        points, read = points.copy(), points.argmax(axis=1)
        well = (read == there) | (read == there + 1) | (read == MIXED)
        well &= ~self.evidence.seemed_shared
        points[well, MIXED] = np.minimum(points[well, MIXED] + LOG_SELDOM_SHARED, 0.0)
        fits = fits_of((points, bars), choice.points, choice.bars)
        best = int(fits.argmax())
        return [SeenBoard(Position(choice.boards[best]), float(fits[best]), 0.0)]

    def _alone(self, before: Position, player: Player) -> list[SeenBoard]:
        """The boards read off with the opponent's men as they stood, whatever is read of them, but for blots
        where men of the player's now stand; as many of his as before, none more on the bar, and not all where
        they were: a man missing from a tall column is overlooked."""
        start, boards = from_seat(before, player), dict[bytes, None]()
        for seen in self.seen(before)[:6]:
            men, others = from_seat(seen.board, player).mover, list(start.opponent)
            there = [point for point in range(24) if men[point] and others[23 - point]]
            fewer = sum(men) != sum(start.mover) or men[24] > start.mover_bar
            if fewer or any(others[23 - point] > 1 for point in there):
                continue
            for point in there:
                others[23 - point], others[24] = 0, others[24] + 1
            boards[from_seat(Position.of(men, others), player).board] = None
        boards.pop(before.board, None)
        fits = self.fit(list(boards)).tolist() if boards else []
        return [SeenBoard(Position(one), fit, 0.0) for one, fit in zip(boards, fits, strict=True)]

    def _one_less(self, board: Position) -> list[SeenBoard]:
        """A board, seen by A, with a man less, wherever one stands."""
        men = board.board
        less = [bytes((*men[:place], n - 1, *men[place + 1 :])) for place, n in enumerate(men) if n]
        fits = self.fit(less).tolist()
        return [SeenBoard(Position(one), fit, LOG_MAN_UNSEEN) for one, fit in zip(less, fits, strict=True)]

    def stranger_on_bar(self, board: Position) -> bool:
        """Whether more men of a side are read on the bar than lie there: one may be of the other side."""
        _, there = outcomes_of(self.seating, board.board)
        return bool((self._weighted()[1].argmax(axis=1) > there[0]).any())

    def _on_bar_perhaps(self, board: Position) -> bool:
        """Whether a man, be he of either colour, may lie on the bar of whom this board does not know."""
        bar = self._weighted()[1]
        empty = bool((bar[:, 0] == 0.0).all())
        return self.stranger_on_bar(board) or (empty and bar[:, 1].max() > LOG_PERHAPS_THERE)

    def on_the_way(self, before: Position, mover: Player, rolls: tuple[Roll, ...]) -> frozenset[bytes]:
        """Boards, seen by the mover, that he may come to in the middle of a turn; before is seen by A."""
        return boards_on_the_way(before.board, mover, rolls, has_bar=self.has_bar)

    def change(
        self,
        before: Position,
        now: Position,
        movers: Sequence[Player],
        rolls: tuple[Roll, ...],
        turn: Player | None,
    ) -> Change:
        """The board in the middle of a turn.

        before: at the start of the turn; now: believed so far; both seen by A. Considered are no change,
        boards on the way for every possible mover, and the board as it is seen, at its price.
        """
        tried: list[_Tried] = [
            (outcomes_of(self.seating, board.board), (board.board,), price, None)
            for board, price in ((now, math.log(0.5)), (before, math.log(0.1)))
        ]
        for mover in movers:
            way = ways(self.seating, before.board, mover, rolls, has_bar=self.has_bar)
            price = math.log(0.4 / max(1, len(way.boards) * len(movers)))
            if turn is not None and mover != turn:
                price += LOG_NOT_HIS_TURN
            tried.append(((way.points, way.bars), way.boards, price, mover))
        for seen in self.seen(before)[:4]:
            board = seen.board.board
            who = likely_mover(now.board, board)
            tried.append((outcomes_of(self.seating, board), (board,), LOG_ILLEGAL + 2.0 * seen.price, who))
        many = [len(boards) for _, boards, _, _ in tried]
        boards = [board for _, some, _, _ in tried for board in some]
        points, bars = zip(*(outcomes for outcomes, *_ in tried), strict=True)
        fits = fits_of(self._weighted(), np.concatenate(points), np.concatenate(bars))
        scores = fits + np.repeat([price for _, _, price, _ in tried], many)
        best = int(scores.argmax())
        of = int(np.repeat(np.arange(len(tried)), many)[best])
        rivals = (scores[index] for index in np.argsort(-scores) if boards[index] != boards[best])
        margin = float(scores[best] - next(rivals, -math.inf))
        return Change(Position(boards[best]), tried[of][3], margin, float(fits[best]))
