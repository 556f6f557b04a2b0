"""Fields that an event has to have before it can be judged, and what may stand in them."""

from collections.abc import Callable, Mapping

from monitor.events import Event, EventError

ZONES = frozenset(("E", "W", "bar", "frame", "tray", "table", "floor", "box", "out"))
SUPPORTS = frozenset(("surface", "checker", "bar", "frame", "tray", "die", "hand", "table", "floor"))
TILTS = frozenset(("flat", "leaning", "dimple", "surface"))
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
    for die in dice:
        if not isinstance(die, Mapping):
            raise _wrong(event, "dice", "a list of dice with face, zone and tilt")
        face = die.get("face")
        if face is not None and (face not in _FACES or isinstance(face, bool)):
            raise EventError(f"{event.ev}: face of a die is {face!r}; it must be 1 to 6, or null if unread")
        if die.get("zone") not in ZONES:
            raise EventError(f"{event.ev}: zone of a die is {die.get('zone')!r}; it must be {_words(ZONES)}")
        if die.get("support", "surface") not in SUPPORTS:
            raise EventError(
                f"{event.ev}: support of a die is {die['support']!r}; it must be {_words(SUPPORTS)}"
            )
        if die.get("tilt", "flat") not in TILTS:
            raise EventError(f"{event.ev}: tilt of a die is {die['tilt']!r}; it must be {_words(TILTS)}")


def _move(event: Event) -> None:
    if event.get("board_after") is None and not isinstance(event.get("move"), str):
        raise _wrong(event, "move", "a play such as 13/7 8/7, or board_after a board")
    if event.get("board_after") is None and event.by is None:
        raise EventError(f"{event.ev}: by is missing; a move is written as its player counts the points")


def _needs(name: str, *allowed: str) -> Callable[[Event], None]:
    words = frozenset(allowed)

    def check(event: Event) -> None:
        value = event.get(name)
        if not isinstance(value, str) or not value or (words and value not in words):
            raise _wrong(event, name, _words(words) if words else "a text")

    return check


def _wrong(event: Event, name: str, wanted: str) -> EventError:
    value = event.get(name)
    found = "is missing" if value is None else f"is {value!r}"
    return EventError(f"{event.ev}: {name} {found}; it must be {wanted}")


def _words(words: frozenset[str]) -> str:
    *first, last = sorted(words)
    return f"{', '.join(first)} or {last}" if first else last


_CHECKS: Mapping[str, Callable[[Event], None]] = {
    "DiceAtRest": _dice,
    "CheckersMoved": _move,
    "CheckerPlaced": _needs("what", "hit", "borne_off"),
    "OptionExercised": _needs("choice", "stand", "reroll", "condone", "demand"),
    "ViolationPointedOut": _needs(
        "role", "player", "td", "staff", "official", "monitor", "annotator", "transcriber", "spectator"
    ),
    "Corrected": _needs("code"),
    "TDRuling": _needs("ruling"),
    "PermissionGranted": _needs("kind"),
    "PermissionWithdrawn": _needs("kind"),
}
