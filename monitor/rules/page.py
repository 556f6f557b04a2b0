"""A rule set as a page to read: what counts, what is raised, until when, on what ground."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from monitor.rules import vocabulary
from monitor.rules.ruleset import Clause, RuleSet, Value
from monitor.rules.values import SLOTS
from monitor.rules.wording import kinds_and_mode, plain, said, sections

CHAPTERS: Final = (
    ("Play", ("modes.",)),
    ("Dice", ("dice.",)),
    ("End of a turn", ("turn.",)),
    ("Checkers", ("checkers.", "shuffle.")),
    ("Illegal moves", ("illegal.",)),
    ("Starting position", ("setup.",)),
    ("Cube", ("cube.",)),
    ("Match", ("match.",)),
    ("Clock and breaks", ("clock.", "breaks.")),
    ("Equipment", ("equipment.",)),
    ("Monitor, recording, disputes, reports", ("monitor.", "recording.", "dispute.", "reports.")),
)
"""Headings, and the beginnings of the paths under them."""


@dataclass(frozen=True)
class Line:
    """One line of the page: a heading, a term with its text and ground, or a remark to the line above."""

    kind: Literal["title", "heading", "entry", "remark"]
    term: str
    text: str = ""
    ground: str = ""


def page(rules: RuleSet) -> Iterator[Line]:
    """The page of one rule set, top to bottom."""
    yield Line("title", rules.id, f"{rules.title}, {rules.edition}")
    for key in ("numbering", "scope"):
        if key in rules.meta:
            yield Line("remark", f"{key}: {rules.meta[key]}")
    for slip in rules.meta.get("slips", ()):
        yield Line("remark", f"slip of the text: {slip}")
    for heading, beginnings in CHAPTERS:
        entries = [path for path in SLOTS if path.startswith(beginnings) and path in rules.entries]
        if entries:
            yield Line("heading", heading)
        for path in entries:
            entry = rules.entries[path]
            yield Line("entry", SLOTS[path].label, said(path, entry), _ground(rules, path, entry))
            if entry.note:
                yield Line("remark", entry.note)
    yield Line("heading", "What is raised")
    for clause in rules.clauses:
        yield from clause_lines(rules, clause)


def _ground(rules: RuleSet, path: str, entry: Value) -> str:
    remarks = [] if entry.certainty == "explicit" else [vocabulary.CERTAINTIES[entry.certainty]]
    if entry.may_be_switched:
        choices = " or ".join(plain(choice) for choice in entry.extras.get("choices", ()))
        remarks.append(f"director's choice: {path}{f' = {choices}' if choices else ''}")
    where = sections(rules, entry.cite)
    return f"{where} [{'; '.join(remarks)}]".lstrip() if remarks else where


def clause_lines(rules: RuleSet, clause: Clause) -> Iterator[Line]:
    """One clause: name, what to do, and the terms."""
    where = kinds_and_mode(clause)
    label = vocabulary.CODES[clause.code].label
    yield Line("entry", clause.code, f"{label}: {where}" if where else label, sections(rules, clause.cite))
    yield Line("remark", clause.text)
    yield Line("remark", "; ".join(terms(clause)))
    for kind, cite in clause.extra_cite.items():
        yield Line("remark", f"{kind.replace('_', ' ')}: also {sections(rules, cite)}")
    if clause.note:
        yield Line("remark", clause.note)


def terms(clause: Clause) -> list[str]:
    """How grave it is, until when it can be put right, who decides, the remedy, how sure the ground is."""
    found = [vocabulary.SEVERITIES[clause.severity]]
    if clause.obligation != "none":
        found.append(clause.obligation.replace("_", " "))
    if clause.closes or clause.severity in ("must_correct", "roll_void"):
        start = f"from when {vocabulary.OPENS[clause.opens]} " if clause.closes else ""
        found.append(start + clause.until())
    if clause.decide != "none":
        found.append(f"decided by {vocabulary.DECIDERS[clause.decide]}")
    found.append(f"remedy {clause.remedy}")
    if clause.certainty != "explicit":
        found.append(vocabulary.CERTAINTIES[clause.certainty])
    if clause.club:
        found.append("also in club play")
    found += [
        f"{key.replace('_', ' ')}: {fact if isinstance(fact, str) else ', '.join(fact)}".replace("_", " ")
        for key, fact in clause.extras.items()
    ]
    return found


@dataclass(frozen=True)
class Difference:
    """One thing that two rule sets have differently; what each says, empty where it says nothing."""

    name: str
    left: str
    right: str


def differences(left: RuleSet, right: RuleSet) -> Iterator[Difference]:
    """Values and findings in which two rule sets differ, in the order of the files."""
    for path, slot in SLOTS.items():
        pair = [
            f"{said(path, entry)} {sections(rules, entry.cite)}".rstrip() if entry else ""
            for rules in (left, right)
            for entry in [rules.entries.get(path)]
        ]
        if left.value(path) != right.value(path) or (path in left.entries) != (path in right.entries):
            yield Difference(f"{slot.label}\n{path}", *pair)
    for code in vocabulary.CODES:
        shown = [
            [_summary(rules, clause) for clause in rules.clauses if clause.code == code]
            for rules in (left, right)
        ]
        demands = [
            [_demand(clause) for clause in rules.clauses if clause.code == code] for rules in (left, right)
        ]
        if demands[0] != demands[1]:
            yield Difference(code, *("\n".join(part) for part in shown))


def _demand(clause: Clause) -> tuple[object, ...]:
    return (
        clause.kinds,
        clause.mode,
        clause.severity,
        clause.obligation,
        clause.decide,
        clause.closes,
        clause.remedy,
    )


def _summary(rules: RuleSet, clause: Clause) -> str:
    where = kinds_and_mode(clause)
    head = f"{where}: " if where else ""
    return f"{head}{'; '.join(terms(clause))} {sections(rules, clause.cite)}"
