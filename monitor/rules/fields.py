"""Fields that an event has to have before it can be judged, and what may stand in them."""

from collections.abc import Callable, Mapping

from monitor.events import Event, EventError

_FACES = frozenset(range(1, 7))


def check_fields(event: Event) -> None:
    """Raise EventError, with the name of the field, for an event that cannot be judged as it is."""
    check = _CHECKS.get(event.ev)
    if check is not None:
        check(event)


def _dice(event: Event) -> None:
    dice = event.get("dice")
    if not isinstance(dice, list | tuple):
        raise _wrong(event, "dice", "a list of dice with face, zone and tilt")
    rest = event.get("rest_s")
    if rest is not None and (isinstance(rest, bool) or not isinstance(rest, int | float)):
        raise _wrong(event, "rest_s", "a number of seconds")
    for die in dice:
        if type(die) is not dict and not isinstance(die, Mapping):
            raise _wrong(event, "dice", "a list of dice with face, zone and tilt")
        face = die.get("face")
        if face is not None and (type(face) is not int or face not in _FACES):
            raise EventError(f"{event.ev}: face of a die is {face!r}; it must be 1 to 6, or null if unread")
        for name in ("zone", "support", "tilt"):
            if not isinstance(die.get(name, ""), str) or (name == "zone" and name not in die):
                raise EventError(f"{event.ev}: {name} of a die is {die.get(name)!r}; it must be a word")


def _move(event: Event) -> None:
    if event.get("board_after") is None and not isinstance(event.get("move"), str):
        raise _wrong(event, "move", "a play such as 13/7 8/7, or board_after a board")
    if event.get("board_after") is None and event.by is None:
        raise EventError(f"{event.ev}: by is missing; a move is written as its player counts the points")


def _needs(name: str) -> Callable[[Event], None]:
    def check(event: Event) -> None:
        value = event.get(name)
        if not isinstance(value, str) or not value:
            raise _wrong(event, name, "a word")

    return check


def _wrong(event: Event, name: str, wanted: str) -> EventError:
    value = event.get(name)
    found = "is missing" if value is None else f"is {value!r}"
    return EventError(f"{event.ev}: {name} {found}; it must be {wanted}")


_CHECKS: Mapping[str, Callable[[Event], None]] = {
    "DiceAtRest": _dice,
    "CheckersMoved": _move,
    "CheckerPlaced": _needs("what"),
    "OptionExercised": _needs("choice"),
    "ViolationPointedOut": _needs("role"),
    "Corrected": _needs("code"),
    "TDRuling": _needs("ruling"),
    "PermissionGranted": _needs("kind"),
    "PermissionWithdrawn": _needs("kind"),
}
