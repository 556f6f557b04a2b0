"""Facts of the five texts, written down apart from the rule set files, and how a rule set shows them."""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from monitor.rules import RuleSet
from monitor.rules.ruleset import Clause
from monitor.rules.wording import MARKS, kinds_and_mode, plain, said
from monitor.scenarios import found_by

FILE = Path(__file__).parent / "data" / "facts.txt"
LETTERS = {
    "U": "usbgf-2016", "W": "wbgt-2010", "A": "ausbgf-2021", "B": "biba-2014", "F": "fcbg-2007"
}  # fmt: skip
_LINE = re.compile(r"([UWABF]) (.*) \[(.*)\](?: ([nibs]))?")

_FLAT = {"support": "surface", "tilt": "flat", "zone": "E"}
ILLEGAL: dict[str, Any] = {
    "start": {"board": "-b---AE-C---dD---c-e-a--B-", "phase": "await", "to_act": "A", "turn": 7},
    "events": [
        {"ev": "DiceThrown", "by": "A", "n": 2, "seq": 1},
        {"ev": "DiceAtRest", "by": "A", "dice": [{"face": face, **_FLAT} for face in (3, 1)], "seq": 2},
        {"ev": "CheckersMoved", "by": "A", "move": "8/4 6/5", "seq": 3},
        {"ev": "DicePickedUp", "by": "A", "n": 2, "seq": 4},
    ],
}
"""3-1 played as 4-1."""

Fact = tuple[str, str, str]
"""What is shown, the sections, the mark of certainty."""


def facts() -> Mapping[str, Mapping[str, Fact]]:
    """Rule set -> path -> fact."""
    found: dict[str, dict[str, Fact]] = {name: {} for name in LETTERS.values()}
    path = ""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if match := _LINE.fullmatch(line):
            found[LETTERS[match[1]]][path] = (match[2], match[3], match[4] or "")
        elif line and not line.startswith("#"):
            path = line
    return found


def shown(rules: RuleSet, path: str) -> Fact | None:
    """What a rule set shows at a path, or in sum under a name of SUMS; None where it has nothing."""
    if path in SUMS:
        return SUMS[path](rules), "", ""
    entry = rules.entries.get(path)
    if entry is None:
        return None
    return said(path, entry), ", ".join(entry.cite), MARKS[entry.certainty]


def _unsure(rules: RuleSet) -> str:
    return ", ".join(
        f"{_name(clause)} {MARKS[clause.certainty]}" for clause in rules.clauses if MARKS[clause.certainty]
    )


def _further(rules: RuleSet) -> str:
    return ", ".join(
        f"{clause.code}: " + f"{name} {fact if isinstance(fact, str) else ' '.join(fact)}".replace("_", " ")
        for clause in rules.clauses
        for name, fact in sorted(clause.extras.items())
    )


def _windows(rules: RuleSet) -> str:
    return ". ".join(f"{_name(clause)}: {clause.until()}" for clause in rules.clauses if clause.closes)


def _speakers(rules: RuleSet) -> str:
    spoken = []
    for agreed in (False, True):
        (finding,) = found_by(rules, ILLEGAL | {"mode": {"monitor_agreed": agreed}}, "facts")
        spoken.append(", ".join(finding.speak))
    return "; ".join(spoken)


def _choices(rules: RuleSet) -> str:
    return ". ".join(
        f"{path}: {' or '.join(plain(choice) for choice in entry.extras['choices'])}"
        for path, entry in rules.entries.items()
        if "choices" in entry.extras
    )


def _name(clause: Clause) -> str:
    where = kinds_and_mode(clause)
    return f"{clause.code} ({where})" if where else clause.code


SUMS: Mapping[str, Callable[[RuleSet], str]] = {
    "findings": _unsure,
    "terms": _further,
    "windows": _windows,
    "choices": _choices,
    "speakers": _speakers,
}
"""What is shown of the findings of a whole rule set."""


def disagreements(rules: RuleSet, known: Mapping[str, Fact]) -> Iterator[str]:
    """Paths at which a rule set shows something else than the facts."""
    for path in {**known, **rules.entries}:
        if shown(rules, path) != known.get(path):
            yield f"{path}: {shown(rules, path)} instead of {known.get(path)}"
