"""Where dice lie and when they came: which belong together, and on whose right they are."""

from collections.abc import Iterable

from monitor.config import MatchConfig
from monitor.events import Player
from monitor.tracking.dice import DieTrack

TOGETHER_S = 1.5
"""Dice that came no further apart than this were thrown together."""
HALVES_S = 0.5
"""Dice in different halves are taken for one roll as though they had come this much further apart."""


def apart(one: DieTrack, two: DieTrack) -> float:
    """Seconds between the coming of two dice; more where they lie in different halves."""
    return abs(one.first - two.first) + (HALVES_S if half(one) != half(two) else 0.0)


def together(one: DieTrack, two: DieTrack) -> bool:
    """Whether two dice came at about the same time."""
    return abs(one.first - two.first) <= TOGETHER_S


def half(track: DieTrack) -> str | None:
    """The half that a die lies in, E or W; None on bar, frame and table."""
    return track.zone if track.zone in ("E", "W") else None


def in_both_halves(tracks: Iterable[DieTrack]) -> bool:
    """Whether dice lie in either half, and none elsewhere."""
    return {half(track) for track in tracks} == {"E", "W"}


def right(player: Player) -> str:
    """The half on a player's right."""
    return "E" if player == "A" else "W"


def on_right_of(track: DieTrack) -> Player:
    """The player on whose right a die lies that lies in either half."""
    return "A" if half(track) == right("A") else "B"


def sided(config: MatchConfig) -> bool:
    """Whether both players throw on their right, so that the half tells who threw: not through a box."""
    return config.has_bar and not config.baffle
