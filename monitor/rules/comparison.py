"""The rule sets side by side as a page of Markdown, made from the data.

``python -m monitor.rules.comparison > monitor/rules/COMPARISON.md`` writes the page anew.
"""

import sys
from collections.abc import Iterator, Sequence

from monitor.rules import vocabulary
from monitor.rules.page import CHAPTERS, terms
from monitor.rules.ruleset import Clause, RuleSet
from monitor.rules.ruleset_file import load_ruleset, ruleset_names
from monitor.rules.values import SLOTS
from monitor.rules.wording import MARKS, kinds_and_mode, said

HEAD = """# The rule sets side by side

Made from the files in `rulesets/` by `python -m monitor.rules.comparison`; change those, not this page.

Sections stand in bold. A letter in brackets marks what the text does not say outright: (n) follows from it,
(i) our reading, (b) a rule of the game itself, (s) the text is silent. An empty cell: no such value there.
"""


def comparison(sets: Sequence[RuleSet]) -> str:
    """The whole page for these rule sets, one column each."""
    parts = [HEAD, *_editions(sets)]
    for heading, beginnings in CHAPTERS:
        paths = [path for path in SLOTS if path.startswith(beginnings)]
        rows = [[f"{SLOTS[path].label}<br>`{path}`", *(_value(s, path) for s in sets)] for path in paths]
        parts += ["", f"## {heading}", "", *_table(sets, [row for row in rows if any(row[1:])])]
    codes = vocabulary.CODES.items()
    rows = [[f"{code.label}<br>`{name}`", *(_raised(s, name) for s in sets)] for name, code in codes]
    parts += ["", "## What is raised", "", "Kinds and mode of play: how grave; until when; who decides.", ""]
    parts += _table(sets, [row for row in rows if any(row[1:])])
    return "\n".join(parts) + "\n"


def _editions(sets: Sequence[RuleSet]) -> Iterator[str]:
    for rules in sets:
        slips = "; ".join(rules.meta.get("slips", ()))
        yield f"- **{rules.prefix}** (`{rules.id}`): {rules.title}, {rules.edition}."
        if "scope" in rules.meta:
            yield f"  {rules.meta['scope']}"
        if slips:
            yield f"  Slips of the text: {slips}."


def _table(sets: Sequence[RuleSet], rows: list[list[str]]) -> Iterator[str]:
    yield f"| | {' | '.join(rules.prefix for rules in sets)} |"
    yield "|---" * (len(sets) + 1) + "|"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _value(rules: RuleSet, path: str) -> str:
    entry = rules.entries.get(path)
    if entry is None:
        return ""
    return _joined(said(path, entry), _mark(entry.certainty), _bold(entry.cite))


def _raised(rules: RuleSet, code: str) -> str:
    return "<br>".join(_clause(clause) for clause in rules.clauses if clause.code == code)


def _clause(clause: Clause) -> str:
    where = kinds_and_mode(clause)
    head = f"*{where}*: " if where else ""
    cite = [*clause.cite]
    for kind, more in clause.extra_cite.items():
        cite += [f"{section} ({kind.replace('_', ' ')})" for section in more]
    return _joined(head + "; ".join(terms(clause)).replace("_", " "), _mark(clause.certainty), _bold(cite))


def _mark(certainty: str) -> str:
    return f"({MARKS[certainty]})" if MARKS[certainty] else ""


def _bold(cite: Sequence[str]) -> str:
    return f"**{', '.join(cite)}**" if cite else ""


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part).replace("|", "/")


if __name__ == "__main__":
    sys.stdout.write(comparison([load_ruleset(name) for name in ruleset_names()]))
