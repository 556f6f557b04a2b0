"""When a roll counts: where the dice lie, how they lie, and how they were thrown."""

from collections.abc import Iterable, Mapping
from typing import Any

from monitor.config import MatchConfig
from monitor.events import Event, Player
from monitor.rules.ruleset import RuleSet

Die = Mapping[str, Any]
_OUTSIDE = ("frame", "tray", "table", "box", "out")
_UNSEEN = "unseen"
_IF_UNSEEN = {
    "outside": "dice.landing.outside",
    "on_die": "dice.landing.on_die",
    "cocked": "dice.flat.leaning",
}
"""What may be wrong with a die that was thrown and is nowhere in view, and where a rule set says so: it has
left the board, lies under or on the other one, or leans out of sight."""
_MANNER = {
    "from_cup": ("not_from_cup", "source", "hand"),
    "simultaneous": ("not_simultaneous", "simultaneous", False),
    "no_hand_contact": ("hand_contact", "hand_contact", True),
    "cup_clear_of_board": ("cup_on_board", "cup_on_board", True),
    "min_height": ("low_height", "low_height", True),
}
"""What a rule set demands of a throw -> kind of fault, and the field and value of DiceThrown that show it."""

_MANNER_SHOWN = frozenset(field for _, field, _ in _MANNER.values())
_FACES = frozenset(range(1, 7))
_TILT = {"leaning": "leaning", "dimple": "dimple", "surface": "uneven_surface"}


def faces_of(dice: Iterable[Die]) -> tuple[int, ...]:
    """The faces that were read; dice without one are left out."""
    return tuple(die["face"] for die in dice if die.get("face") in _FACES)


def roll_faults(
    dice: Iterable[Die], throw: Event | None, half: str | None, rules: RuleSet, config: MatchConfig
) -> list[str]:
    """Kinds of everything that makes this roll invalid, each once; empty when it counts.

    dice: as in the event DiceAtRest. throw: the event DiceThrown before, None where it was not seen; then
    the manner is not judged. half: E or W where the dice have to lie, None where that is not judged.
    """
    faults: dict[str, None] = {}
    for die in dice:
        if _plainly_sound(die, half):
            continue
        faults.update(dict.fromkeys(_tilt_faults(die, rules)))
        faults.update(dict.fromkeys(_place_faults(die, half, rules)))
    if throw is not None:
        for kind in manner_faults(throw, rules, config):
            faults[kind] = None
    return list(faults)


def unsure_which(dice: Iterable[Die], faults: Iterable[str]) -> bool:
    """Whether only one of these kinds is the fault, and it is not known which: a die was nowhere in view."""
    return any(die.get("zone") == _UNSEEN for die in dice) and set(faults) == set(_IF_UNSEEN)


def manner_faults(throw: Event, rules: RuleSet, config: MatchConfig) -> list[str]:
    """What a rule set has against the way the dice were thrown."""
    if throw.data.keys().isdisjoint(_MANNER_SHOWN):
        return []
    wanted = rules.value("dice.throw.manner_baffle" if config.baffle else "dice.throw.manner") or ()
    rules_of_throw = [_MANNER[word] for word in wanted if word in _MANNER]
    return [kind for kind, name, value in rules_of_throw if throw.get(name) == value]


def right_half(player: Player) -> str:
    """The half on a player's right: east for south, west for north, whichever half is home."""
    return "E" if player == "A" else "W"


def wanted_half(roller: Player | None, rules: RuleSet, config: MatchConfig) -> str | None:
    """The half a roll must end in, None where it cannot be said."""
    if not config.has_bar:
        return None
    if config.baffle:
        if rules.value("dice.landing.with_baffle") != "box_half" or config.home is None:
            return None
        return "W" if config.home == "E" else "E"
    if roller is None or rules.value("dice.landing.no_baffle") != "roller_right":
        return None
    return right_half(roller)


def _plainly_sound(die: Die, half: str | None) -> bool:
    """Flat on the surface of the half it belongs to: most dice need no second look."""
    return (
        die.get("zone") == half
        and die.get("tilt", "flat") == "flat"
        and die.get("support", "surface") == "surface"
        and "left_board" not in die
    )


def _tilt_faults(die: Die, rules: RuleSet) -> tuple[str, ...]:
    cause = _TILT.get(die.get("tilt", "flat"))
    verdict = "valid" if cause is None else rules.value(f"dice.flat.{cause}")
    clear = verdict == "valid" or (verdict == "valid_if_face_clear" and die.get("face_clear", True))
    return () if clear else ("cocked",)


def _place_faults(die: Die, half: str | None, rules: RuleSet) -> tuple[str, ...]:
    zone, support = die.get("zone"), die.get("support", "surface")
    if die.get("left_board") and rules.value("dice.throw.bounce_back") == "invalid":
        return ("bounced_back",)
    if zone == "floor":
        return ("floor",)
    if zone in _OUTSIDE:
        return ("outside",) if rules.value("dice.landing.outside") == "invalid" else ()
    if zone == _UNSEEN:
        void = all(rules.value(path) != "valid" for path in _IF_UNSEEN.values())
        return tuple(_IF_UNSEEN) if void else ()
    faults = []
    if (zone == "bar" or support == "bar") and rules.value("dice.landing.on_bar") == "invalid":
        faults.append("on_bar")
    for kind, what in (("on_die", "die"), ("on_checker", "checker")):
        if support == what and rules.value(f"dice.landing.{kind}") == "invalid":
            faults.append(kind)
    if zone in ("E", "W") and half is not None and zone != half:
        faults.append("wrong_side")
    return tuple(faults)
