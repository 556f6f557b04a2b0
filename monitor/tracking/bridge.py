"""Bridging turns that were not seen: one or two turns that alone explain the board."""

import math
from collections.abc import Sequence

import numpy as np

from monitor.backgammon import Position, from_seat
from monitor.backgammon.plays import legal_results
from monitor.events import Player, other
from monitor.tracking.explain import Explainer, Roll, TurnVerdict
from monitor.tracking.state import GameTrack
from monitor.tracking.steps import ROLLS

CLOSE = -6.0
"""Log-likelihood above which a board counts as explained."""
ALONE = 4.0
"""By how much the best explanation must fit better than the next board."""
HARDLY, BY_FAR = -10.0, 10.0
"""So does one board that fits so well, by so much better than the next: one tall column is a man off."""
ROUNDING = 1e-6


def bridge(explainer: Explainer, game: GameTrack, known: Roll | None = None) -> list[TurnVerdict]:
    """The unseen turns that explain the evidence, if exactly one board of one or two turns does; or none.

    known: the roll of the player to act, where it was seen; the first of two turns goes by it if it can.
    """
    players: tuple[Player, ...] = (game.to_act,) if game.to_act is not None else ("A", "B")
    for player in players:
        turn = _one(explainer, game.before, player)
        if turn is not None:
            return [turn]
    for player in players:
        turns = _two(explainer, game.before, player, known) if known is not None else []
        turns = turns or _two(explainer, game.before, player, None)
        if turns:
            return turns
    return []


def passed_on(
    explainer: Explainer, before: Position, player: Player, known: Roll | None, dice: Roll
) -> tuple[TurnVerdict, Position] | None:
    """The turn of the player to act that was not seen to end, after which his opponent's dice explain where
    the men stand, his play made, begun or not; and the board as it is now. None where no turn does alone.

    known: the roll that was seen before, None where any may have been thrown.
    """
    tried: list[tuple[float, Position, bytes]] = []
    for middle in map(Position, _firsts(explainer, before, player, known)):
        boards = may_stand(explainer, middle, other(player), dice)
        fits = explainer.fit(boards)
        best = int(fits.argmax())
        tried.append((float(fits[best]), middle, boards[best]))
    tried.sort(key=lambda entry: -entry[0])
    if not tried or tried[0][0] < CLOSE or any(entry[0] > tried[0][0] - ALONE for entry in tried[1:]):
        return None
    fit, middle, now = tried[0]
    return _verdict(player, before, middle.board, fit, known), Position(now)


def may_stand(explainer: Explainer, before: Position, player: Player, dice: Roll) -> list[bytes]:
    """Boards, seen by A, on which a player who has these dice may stand: not begun, on the way, or done."""
    ways = explainer.on_the_way(before, player, (dice,))
    ends = (key.to_bytes(50, "little") for key in legal_results(from_seat(before, player), dice))
    return [before.board, *(from_seat(Position(way), player).board for way in {*ways, *ends})]


def _results(board: Position, player: Player, rolls: Sequence[Roll] = ROLLS) -> dict[int, tuple[int, int]]:
    """Keys of every board that some of the rolls leads to, seen by the mover, each with one such roll."""
    start = from_seat(board, player)
    found: dict[int, tuple[int, int]] = {}
    for roll in rolls:
        for key in legal_results(start, roll) or {start.key}:
            found.setdefault(key, roll)
    return found


def _one(explainer: Explainer, before: Position, player: Player) -> TurnVerdict | None:
    results = _results(before, player)
    boards = [_south(key, player) for key in results]
    fits = explainer.fit(boards)
    best = int(fits.argmax())
    lead = float(fits[best] - np.delete(fits, best).max(initial=-np.inf))
    if not (fits[best] >= CLOSE and lead >= ALONE) and not (fits[best] >= HARDLY and lead >= BY_FAR):
        return None
    return _verdict(player, before, boards[best], float(fits[best]))


def _two(explainer: Explainer, before: Position, player: Player, known: Roll | None) -> list[TurnVerdict]:
    """Two turns: the mover's men must stand right after the first, but for those hit in the second.

    No board after the second fits better than the mover's men do after the first.
    """
    found: list[tuple[float, bytes, bytes]] = []
    for first in _firsts(explainer, before, player, known):
        seconds = [_south(key, other(player)) for key in _results(Position(first), other(player))]
        fits = explainer.fit(seconds)
        found += [(float(fits[i]), first, seconds[i]) for i in np.flatnonzero(fits > CLOSE - ALONE)]
    if not found:
        return []
    found.sort(key=lambda entry: -entry[0])
    best = found[0]
    if best[0] < CLOSE or any(entry[0] > best[0] - ALONE for entry in found[1:]):
        return []
    return [
        _verdict(player, before, best[1], best[0], known),
        _verdict(other(player), Position(best[1]), best[2], best[0]),
    ]


def _firsts(explainer: Explainer, before: Position, player: Player, known: Roll | None) -> list[bytes]:
    """Boards after a player's turn, with any roll or the known one, that his men fit best, whatever his
    opponent played since."""
    firsts = [_south(key, player) for key in _results(before, player, ROLLS if known is None else (known,))]
    own = explainer.fit_side(firsts, player)
    order = np.argsort(-own)[:40]
    least = max(float(own[order[0]]) - 20.0, CLOSE - ALONE - ROUNDING)
    return [firsts[index] for index in order if own[index] >= least]


def _verdict(
    player: Player, before: Position, after: bytes, fit: float, known: Roll | None = None
) -> TurnVerdict:
    p = 1.0 / (1.0 + math.exp(-ALONE))
    legal = None if known is None else True
    return TurnVerdict(player, known, before, Position(after), legal, p, 1.0 - p, fit, fit)


def _south(key: int, player: Player) -> bytes:
    board = key.to_bytes(50, "little")
    return board if player == "A" else board[25:] + board[:25]
