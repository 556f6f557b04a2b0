"""Bridging turns that were not seen: one or two turns that alone explain the board."""

import math

import numpy as np

from monitor.backgammon import Position, from_seat
from monitor.backgammon.plays import legal_results
from monitor.events import Player, other
from monitor.tracking.explain import Explainer, TurnVerdict
from monitor.tracking.state import GameTrack
from monitor.tracking.steps import ROLLS

CLOSE = -6.0
"""Log-likelihood above which a board counts as explained."""
ALONE = 4.0
"""By how much the best explanation must fit better than the next board."""
ROUNDING = 1e-6


def bridge(explainer: Explainer, game: GameTrack) -> list[TurnVerdict]:
    """The unseen turns that explain the evidence, if exactly one board of one or two turns does; or none."""
    players: tuple[Player, ...] = (game.to_act,) if game.to_act is not None else ("A", "B")
    for player in players:
        turn = _one(explainer, game.before, player)
        if turn is not None:
            return [turn]
    for player in players:
        turns = _two(explainer, game.before, player)
        if turns:
            return turns
    return []


def _results(board: Position, player: Player) -> dict[int, tuple[int, int]]:
    """Keys of every board that some roll leads to, seen by the mover, each with one such roll."""
    start = from_seat(board, player)
    found: dict[int, tuple[int, int]] = {}
    for roll in ROLLS:
        for key in legal_results(start, roll) or {start.key}:
            found.setdefault(key, roll)
    return found


def _one(explainer: Explainer, before: Position, player: Player) -> TurnVerdict | None:
    results = _results(before, player)
    boards = [_south(key, player) for key in results]
    fits = explainer.fit(boards)
    best = int(fits.argmax())
    rivals = np.delete(fits, best)
    if fits[best] < CLOSE or (len(rivals) and fits[best] - rivals.max() < ALONE):
        return None
    return _verdict(player, before, boards[best], float(fits[best]))


def _two(explainer: Explainer, before: Position, player: Player) -> list[TurnVerdict]:
    """Two turns: the mover's men must stand right after the first, but for those hit in the second.

    No board after the second fits better than the mover's men do after the first.
    """
    results = _results(before, player)
    firsts = [_south(key, player) for key in results]
    own = explainer.fit_side(firsts, player)
    order = np.argsort(-own)[:40]
    found: list[tuple[float, bytes, bytes]] = []
    for index in order:
        if own[index] < max(own[order[0]] - 20.0, CLOSE - ALONE - ROUNDING):
            break
        middle = Position(firsts[index])
        seconds = [_south(key, other(player)) for key in _results(middle, other(player))]
        fits = explainer.fit(seconds)
        found += [(float(fits[i]), firsts[index], seconds[i]) for i in np.flatnonzero(fits > CLOSE - ALONE)]
    if not found:
        return []
    found.sort(key=lambda entry: -entry[0])
    best = found[0]
    if best[0] < CLOSE or any(entry[0] > best[0] - ALONE for entry in found[1:]):
        return []
    return [
        _verdict(player, before, best[1], best[0]),
        _verdict(other(player), Position(best[1]), best[2], best[0]),
    ]


def _verdict(player: Player, before: Position, after: bytes, fit: float) -> TurnVerdict:
    p = 1.0 / (1.0 + math.exp(-ALONE))
    return TurnVerdict(player, None, before, Position(after), None, p, 1.0 - p, fit, fit)


def _south(key: int, player: Player) -> bytes:
    board = key.to_bytes(50, "little")
    return board if player == "A" else board[25:] + board[:25]
