"""When a roll counts: where the dice lie, how they lie, and how they were thrown."""

from collections.abc import Iterable, Mapping
from typing import Any

from monitor.config import MatchConfig
from monitor.events import Event, Player
from monitor.rules.ruleset import RuleSet

Die = Mapping[str, Any]
_OUTSIDE = ("frame", "tray", "table", "box", "out")
_MANNER = {
    "from_cup": ("not_from_cup", "source", "hand"),
    "simultaneous": ("not_simultaneous", "simultaneous", False),
    "no_hand_contact": ("hand_contact", "hand_contact", True),
    "cup_clear_of_board": ("cup_on_board", "cup_on_board", True),
    "min_height": ("low_height", "low_height", True),
}
"""What a rule set demands of a throw -> kind of fault, and the field and value of DiceThrown that show it."""


def roll_faults(
    dice: Iterable[Die], roller: Player | None, throw: Event | None, rules: RuleSet, config: MatchConfig
) -> set[str]:
    """Kinds of everything that makes this roll invalid; empty when it counts.

    dice: as in the event DiceAtRest. roller: None where it is not known; then the half is not judged.
    throw: the event DiceThrown before, None where it was not seen; then the manner is not judged.
    """
    faults: set[str] = set()
    for die in dice:
        faults |= _tilt_faults(die, rules) | _place_faults(die, roller, rules, config)
    if throw is not None:
        wanted = rules.value("dice.throw.manner_baffle" if config.baffle else "dice.throw.manner") or ()
        for kind, name, value in (_MANNER[rule] for rule in wanted if rule in _MANNER):
            if throw.get(name) == value:
                faults.add(kind)
    return faults


def right_half(player: Player) -> str:
    """The half on a player's right: east for south, west for north, whichever half is home."""
    return "E" if player == "A" else "W"


def _tilt_faults(die: Die, rules: RuleSet) -> set[str]:
    tilt = die.get("tilt", "flat")
    if tilt == "leaning":
        verdict = rules.value("dice.flat.leaning")
    elif tilt == "dimple":
        verdict = rules.value("dice.flat.dimple")
    elif tilt == "surface":
        verdict = rules.value("dice.flat.uneven_surface")
    else:
        return set()
    clear = verdict == "valid" or (verdict == "valid_if_face_clear" and die.get("face_clear", True))
    return set() if clear else {"cocked"}


def _place_faults(die: Die, roller: Player | None, rules: RuleSet, config: MatchConfig) -> set[str]:
    zone, support = die.get("zone"), die.get("support", "surface")
    if die.get("left_board") and rules.value("dice.throw.bounce_back") == "invalid":
        return {"bounced_back"}
    if zone == "floor":
        return {"floor"}
    if zone in _OUTSIDE:
        return {"outside"} if rules.value("dice.landing.outside") == "invalid" else set()
    faults = set()
    if (zone == "bar" or support == "bar") and rules.value("dice.landing.on_bar") == "invalid":
        faults.add("on_bar")
    for kind, what in (("on_die", "die"), ("on_checker", "checker")):
        if support == what and rules.value(f"dice.landing.{kind}") == "invalid":
            faults.add(kind)
    wanted = wanted_half(roller, rules, config)
    if zone in ("E", "W") and wanted is not None and zone != wanted:
        faults.add("wrong_side")
    return faults


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
