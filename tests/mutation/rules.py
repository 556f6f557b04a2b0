"""Would a test notice a slip in the rule set files? Every value and every field is changed, one at a time.

``python -m tests.mutation.rules`` changes the five files in memory, runs the checks below on every change
and writes rules.md beside this file; it ends with 1 where fewer than 85 of 100 changes are noticed. The
checks are those of the tests; the first that notices counts:

load       the file is refused when it is read
scenarios  a scenario of tests/monitor/rules/scenarios, or of ../shared/rules/scenarios.json where that is
           there, has other findings, terms, citations or times than it must
facts      what is shown of a matter differs from tests/monitor/rules/data/facts.txt; this does not count for
           a value in force that the referee judges by: that a scenario must notice

The generated page and the reference data hold every word of the files and would notice everything; they are
left out. So are the wordings themselves (text, note).
"""

import argparse
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from monitor.rules import RuleSet, RuleSetFileError, ruleset_names
from monitor.rules.ruleset_file import ruleset_from
from monitor.rules.values import SLOTS
from monitor.scenarios import found_by
from tests.monitor.rules.facts import SUMS, Fact, facts, shown
from tests.monitor.rules.outcome import Scenario, scenarios, wrong
from tests.mutation.changes import Change, Data, changes

RULESETS = Path("monitor/rules/rulesets")
TABLE = Path(__file__).with_name("rules.md")
REFEREE = Path("monitor/rules")
PAGES = (
    "values.py",
    "slots.py",
    "vocabulary.py",
    "windows.py",
    "file_check.py",
    "page.py",
    "comparison.py",
    "wording.py",
)
"""Code that knows values without judging by them."""
BY = ("load", "scenarios", "facts")
ENOUGH = 85
HEAD = """# Changes to the rule set files that a test notices

Written by `python -m tests.mutation.rules`, which tells how; load, scenarios and facts are the checks there.
"""


@dataclass
class Checks:
    """What the changes of one rule set are checked with.

    read: values that the referee asks for. code: the referee's own, to tell which words it knows.
    """

    name: str
    scenarios: list[Scenario]
    facts: Mapping[str, Fact]
    read: set[str]
    code: str

    def notices(self, change: Change, data: Data) -> str:
        """Which check notices a change first; empty where none does."""
        try:
            rules = ruleset_from(change.applied(data), "", "changed")
        except RuleSetFileError:
            return "load"
        if any(wrong(rules, self.name, scenario) for scenario in self._concerned(change)):
            return "scenarios"
        path = ".".join(map(str, change.steps[:-1]))
        if path not in self.facts:
            noticed = any(shown(rules, name) != self.facts[name] for name in SUMS)
        else:
            noticed = not self._judged(change, path, data) and shown(rules, path) != self.facts[path]
        noticed |= any(shown(rules, name) != self.facts[name] for name in ("choices", "speakers"))
        return "facts" if noticed else ""

    def _concerned(self, change: Change) -> Iterable[Scenario]:
        """Scenarios that may notice, likely ones first; no finding has sections and certainty of a value."""
        if change.steps[0] != "finding":
            matter = str(change.steps[0])
            likely = sorted(self.scenarios, key=lambda s: not s["topic"].startswith(matter))
            return () if change.kind in ("cite", "certainty") else likely
        code = change.what.split()[0]
        mine = [scenario for scenario in self.scenarios if code in scenario["codes"]]
        return self.scenarios if change.kind in ("kinds", "mode", "club") else mine

    def _judged(self, change: Change, path: str, data: Data) -> bool:
        """Whether the referee judges by what is changed: a value in force, in words that its code knows."""
        entry: Any = data
        for step in change.steps[:-1]:
            entry = entry[step]
        if path not in self.read or change.kind != ("default" if "default" in entry else "v"):
            return False
        old, new = entry[change.kind], change.new
        if isinstance(old, list) and isinstance(new, list):
            altered = [word for word in (*old, *new) if (word in old) != (word in new)]
        else:
            altered = [old, new]
        return any(not isinstance(word, str) or f'"{word}"' in self.code for word in altered)


def checks_for(name: str, rules: RuleSet, known: Sequence[Scenario]) -> Checks:
    """The checks that the unchanged rule set passes; a scenario that it fails is told and left out."""
    chosen = []
    for scenario in known:
        if name in scenario["expect"]:
            if wrong(rules, name, scenario):
                say(f"left out, fails unchanged: {name} {scenario['id']} {scenario['title']}")
                continue
            codes = {finding["code"] for finding in scenario["expect"][name]["findings"]}
            chosen.append({**scenario, "codes": codes})
    code = "".join(
        path.read_text(encoding="utf-8") for path in REFEREE.glob("*.py") if path.name not in PAGES
    )
    read = {path for path in SLOTS if f'"{path}"' in code} | asked_for(rules, chosen)
    return Checks(name, chosen, facts()[name], read, code)


def asked_for(rules: RuleSet, known: Sequence[Scenario]) -> set[str]:
    """Values that the referee asks for in the scenarios."""
    asked: set[str] = set()
    plain = RuleSet.value

    def listening(self: RuleSet, path: str) -> Any:
        asked.add(path)
        return plain(self, path)

    with patch.object(RuleSet, "value", listening):
        for scenario in known:
            found_by(rules, scenario, "scenario")
    return asked


@dataclass(frozen=True)
class Row:
    """One change and what noticed it."""

    ruleset: str
    change: Change
    by: str


def table(rows: Sequence[Row], left_out: int) -> str:
    """The page: by section and rule set, by kind of change, and everything that went unnoticed."""
    names = ruleset_names()
    noticed = sum(bool(row.by) for row in rows)
    parts = [
        HEAD,
        f"{len(rows)} changes, {noticed} noticed: {100 * noticed / len(rows):.1f} %.",
        f"Scenarios left out because they fail unchanged: {left_out}.",
        "",
        "## By section and rule set: noticed / changes",
        "",
        f"| section | {' | '.join(names)} | all |",
        "|---" * (len(names) + 2) + "|",
    ]
    groups = dict.fromkeys(row.change.group for row in rows)
    for group in (*groups, ""):
        mine = [row for row in rows if group in ("", row.change.group)]
        cells = [share([row for row in mine if row.ruleset == name]) for name in names]
        parts.append(f"| {group or 'all'} | {' | '.join(cells)} | {share(mine)} |")
    parts += [
        "",
        "## By what is changed",
        "",
        f"| changed | {' | '.join(BY)} | noticed |",
        "|---" * (len(BY) + 2) + "|",
    ]
    for kind in dict.fromkeys(row.change.kind for row in rows):
        mine = [row for row in rows if row.change.kind == kind]
        counts = Counter(row.by for row in mine)
        parts.append(f"| {kind} | {' | '.join(str(counts[by]) for by in BY)} | {share(mine)} |")
    parts += ["", "## Unnoticed", ""]
    for name in names:
        parts += [f"- {name}: `{row.change.what}`" for row in rows if row.ruleset == name and not row.by]
    return "\n".join(parts) + "\n"


def share(rows: Sequence[Row]) -> str:
    """Noticed / all."""
    return f"{sum(bool(row.by) for row in rows)} / {len(rows)}" if rows else ""


def say(line: str) -> None:
    sys.stderr.write(line + "\n")


def main() -> int:
    """Run everything; 1 where too few changes are noticed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--ruleset", action="append", help="only these; the page is not written")
    only = parser.parse_args().ruleset
    known = scenarios()
    rows, left_out = [], 0
    for name in only or ruleset_names():
        data = tomllib.loads((RULESETS / f"{name}.toml").read_text(encoding="utf-8"))
        checks = checks_for(name, ruleset_from(data, "", name), known)
        left_out += sum(name in s["expect"] for s in known) - len(checks.scenarios)
        mine = [Row(name, change, checks.notices(change, data)) for change in changes(data)]
        say(f"{name}: {share(mine)}")
        rows += mine
    page = table(rows, left_out)
    if only:
        sys.stdout.write(page)
    else:
        TABLE.write_text(page, encoding="utf-8")
    return int(sum(bool(row.by) for row in rows) * 100 < ENOUGH * len(rows))


if __name__ == "__main__":
    sys.exit(main())
