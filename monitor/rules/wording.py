"""Values and clauses of a rule set in plain words, for pages and comparisons."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from monitor.rules import vocabulary
from monitor.rules.ruleset import Clause, RuleSet, Value
from monitor.rules.slots import WINDOW
from monitor.rules.values import SLOTS

MARKS: Final = {"explicit": "", "inferred": "n", "interpretation": "i", "base_rule": "b", "silent": "s"}
"""One letter for everything that the text does not say outright."""

_PHRASES: Final = {
    "roller_right": "right of the bar, seen by whoever rolls",
    "box_half": "the half beside the box",
    "right_of_bar_whose_right_unsaid": "right of the bar; whose right is not said",
    "own4": "two each",
    "shared2": "two shared",
    "clock_press": "pressing the clock",
    "tap": "a tap on the bar or an agreed spot",
    "lift_any": "lifting either die",
    "lift_both": "lifting both dice",
    "valid_if_face_clear": "valid if the face can be read",
    "other_document": "in another document",
    "in_text": "in the text",
    "reference": "by reference",
    "td": "director",
    "td_called": "director called",
}


def plain(value: Any) -> str:
    """A value in words; lists with commas, tables as key: value."""
    if value is None or value == vocabulary.UNSTATED:
        return "not said"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{plain(key)}: {plain(part)}" for key, part in value.items())
    if isinstance(value, tuple | list):
        return ", ".join(plain(part) for part in value) or "nothing"
    text = str(value)
    return _PHRASES.get(text, text.replace("_", " "))


def what(path: str, value: Any) -> str:
    """One value of a path in words; windows as "until ..."."""
    if SLOTS[path].form == WINDOW and isinstance(value, tuple | list):
        return vocabulary.until(tuple(value))
    return plain(value)


def said(path: str, entry: Value) -> str:
    """What the text says, and what is done where it leaves the matter open."""
    text = what(path, entry.v)
    if entry.default is not None:
        text += f"; we take: {what(path, entry.default)}"
    facts = [
        f"{key.replace('_', ' ')} {plain(fact)}" for key, fact in entry.extras.items() if key != "choices"
    ]
    return f"{text} ({'; '.join(facts)})" if facts else text


def kinds_and_mode(clause: Clause) -> str:
    """Which kinds and which mode of play a clause is for; empty where it is for all."""
    kinds = [] if "*" in clause.kinds else [kind.replace("_", " ") for kind in clause.kinds]
    mode = [word.replace("_", " ") for word in vocabulary.MODES if word in clause.mode]
    return "; ".join(part for part in (", ".join(kinds), " + ".join(plain(word) for word in mode)) if part)


def sections(rules: RuleSet, cite: Iterable[str]) -> str:
    """Sections, with the prefix of the rule set before the first."""
    named = ", ".join(cite)
    return f"{rules.prefix} {named}" if named else ""
