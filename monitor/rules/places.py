"""What the cube shows and where it lies when it is offered and taken."""

from collections.abc import Mapping
from typing import Any

from monitor.events import Event, EventError, Player
from monitor.rules.rolls import right_half

Loc = Mapping[str, Any]
_ON_BOARD = frozenset(("surface", "rail", "bar", "frame", "tray"))
_SIDES: Mapping[Player, tuple[str, str]] = {"A": ("A", "S"), "B": ("B", "N")}


def loc_of(event: Event) -> Loc | None:
    """Where an event says that the cube lies; None where it does not. Raises EventError."""
    loc = event.get("loc")
    if loc is None:
        return None
    words = loc.values() if isinstance(loc, Mapping) else (loc,)
    if not isinstance(loc, Mapping) or not all(isinstance(word, str | None) for word in words):
        raise EventError(f"{event.ev}: loc is {loc!r}; it must be a region with a half or a side")
    return loc


def value_of(event: Event) -> int | None:
    """The value that an event gives to the cube; None where it gives none. Raises EventError."""
    value = event.get("value")
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 1 or value & (value - 1):
        raise EventError(f"{event.ev}: value is {value!r}; it must be a power of two")
    return value


def offered_there(wanted: str, doubler: Player, loc: Loc) -> bool:
    """Whether a cube that is offered lies where the rule set wants it; what is not told counts as right."""
    region = loc.get("region", "surface")
    if wanted == "surface_doubler_right":
        return region == "surface" and loc.get("half") in (right_half(doubler), None)
    return wanted != "on_board" or region in _ON_BOARD


def taken_there(wanted: str, taker: Player, loc: Loc) -> bool:
    """Whether a cube that was taken lies where the rule set wants it; what is not told counts as right."""
    if wanted in ("anywhere", "drawn_to_taker"):
        return True
    region, side = loc.get("region"), loc.get("side")
    if side is not None and side not in _SIDES[taker]:
        return False
    if wanted == "taker_side_off_surface":
        return region != "surface"
    return wanted != "taker_side_within_board" or region is None or region in _ON_BOARD
