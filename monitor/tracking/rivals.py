"""Other boards that may be the true one: what the last turns may have ended with instead of what was told.

A rival differs from the board believed in by a man or two. It is carried along while the game goes on: its
odds change with what is seen where the two differ. A later turn that makes sense only from a rival brings
it back (`GameView.verdict`).
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from monitor.backgammon import Position
from monitor.events import Player
from monitor.tracking.explain import Explainer, TurnVerdict
from monitor.tracking.seen import MOST_IN_TEXT

MOST = 3
FARTHEST = -14.0
"""A rival less probable than the board believed in by this many nats is forgotten."""

MOST_GAIN, MOST_LOSS = 0.5, 0.1
"""What is misread goes on to be misread: the odds of a rival change by no more than this in a turn."""


@dataclass(frozen=True)
class Rival:
    """Another board, seen by A, and its log odds against the one believed in.

    doubted: (25,) slots, last the bar, that are misread if this is the true board. clears: the player told to
    have played illegally who then did not, at the time `since` (s).
    """

    board: Position
    odds: float
    doubted: NDArray[np.bool_]
    clears: Player | None = None
    since: float = 0.0


def rivals_after(
    explainer: Explainer, verdict: TurnVerdict, t: float, before: Position, former: tuple[Rival, ...]
) -> tuple[Rival, ...]:
    """The rivals of the board that a turn ended with: other ends of this turn, and former ones carried along.

    t: its end (s). before: the board believed in when the turn began; former: its rivals. Of more than a few,
    those that would clear a player are kept first.
    """
    accused = verdict.player if verdict.legal is False else None
    found = [
        Rival(board, odds, explainer.contradicted(board), accused, since=t) for board, odds in verdict.rivals
    ]
    if verdict.before.board == before.board:
        for rival in former:
            carried = _carried(explainer, rival, before, verdict.after)
            if carried is not None and all(carried.board.board != other.board.board for other in found):
                found.append(carried)
    kept = [rival for rival in found if rival.odds > FARTHEST]
    return tuple(sorted(kept, key=lambda rival: (rival.clears is None, -rival.odds))[:MOST])


def _carried(explainer: Explainer, rival: Rival, before: Position, after: Position) -> Rival | None:
    """A rival after a turn that was played from the board believed in; None where its men have moved, or are
    more than can be written down."""
    counts = [
        now + other - was
        for now, other, was in zip(after.board, rival.board.board, before.board, strict=True)
    ]
    if min(counts) < 0 or counts == list(after.board) or sum(counts) > MOST_IN_TEXT:
        return None
    board = Position.of(counts[:25], counts[25:])
    with_doubt = explainer.doubting(rival.doubted)
    gain = float(with_doubt.fit([board.board])[0] - explainer.fit([after.board])[0])
    return replace(rival, board=board, odds=min(0.0, rival.odds) + max(-MOST_LOSS, min(MOST_GAIN, gain)))
