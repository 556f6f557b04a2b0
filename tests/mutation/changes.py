"""Single changes to a rule set file: every value and every field of every finding in turn."""

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from monitor.rules import vocabulary
from monitor.rules.file_check import value_tables
from monitor.rules.values import CLAUSE_EXTRAS, SLOTS

Data = dict[str, Any]
Step = str | int


@dataclass(frozen=True)
class Change:
    """One change. group: section of the file; kind: what is changed; what: the change in words.

    steps: where in the parsed file; new: the new value, None where the key is taken out.
    """

    group: str
    kind: str
    what: str
    steps: tuple[Step, ...]
    new: Any

    def applied(self, data: Data) -> Data:
        """The file with this change."""
        changed = copy.deepcopy(data)
        here: Any = changed
        for step in self.steps[:-1]:
            here = here[step]
        if self.new is None:
            del here[self.steps[-1]]
        else:
            here[self.steps[-1]] = self.new
        return changed


def changes(data: Data) -> Iterator[Change]:
    """Every change of one file, in its order."""
    yield Change("meta", "meta", "prefix", ("meta", "prefix"), data["meta"]["prefix"] + "x")
    exempt = bool(data["meta"].get("club_exempt"))
    yield Change("meta", "meta", f"club_exempt {not exempt}", ("meta", "club_exempt"), not exempt)
    for path, entry in value_tables(data):
        yield from (change for change in _value_changes(path, entry) if change.new != entry[change.steps[-1]])
    for number, entry in enumerate(data["finding"]):
        yield from _clause_changes(number, entry)


def _value_changes(path: str, entry: Mapping[str, Any]) -> Iterator[Change]:
    steps = tuple(path.split("."))
    group = path.rpartition(".")[0]
    for key, fact in entry.items():
        kind = key if key in ("v", "default", "cite", "certainty") else "further facts"
        if key == "note":
            continue
        if key in ("v", "default"):
            others = _other_values(path, fact)
        elif key == "cite":
            others = _shorter(fact)
        elif key == "certainty":
            others = iter([_next(list(vocabulary.CERTAINTIES), fact)])
        else:
            others = _other_facts(fact)
        for other in others:
            yield Change(group, kind, f"{path}.{key} = {other!r}", (*steps, key), other)


def _other_values(path: str, value: Any) -> Iterator[Any]:
    slot = SLOTS[path]
    if isinstance(value, str):
        words = [*slot.also, *slot.words]
        if slot.many or not words:
            yield (
                [slot.words[0]]
                if slot.many
                else {"yes or no": True, "a number": 5}.get(slot.form, ["match_end"])
            )
        else:
            yield _next(words, value)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, list) and slot.many:
        yield from _shorter(value)
        if more := [word for word in slot.words if word not in value]:
            yield [*value, more[0]]
    else:
        yield from _other_facts(value)


def _other_facts(value: Any) -> Iterator[Any]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield value + 1
    elif isinstance(value, str):
        yield value + "x"
    elif isinstance(value, dict):
        for key, part in value.items():
            for other in _other_facts(part):
                yield value | {key: other}
    else:
        yield from _shorter(value)
        for place, part in enumerate(value):
            if not isinstance(part, str):
                for other in _other_facts(part):
                    yield [*value[:place], other, *value[place + 1 :]]
        if not value:
            yield ["match_end"]


def _clause_changes(number: int, entry: Mapping[str, Any]) -> Iterator[Change]:
    code = entry["code"]
    words = ", ".join([*entry.get("kinds", ()), *entry.get("mode", ()), *["club"] * bool(entry.get("club"))])
    name = f"{code} ({words})" if words else code
    for key, others in _clause_fields(entry):
        for other in others:
            steps = ("finding", number, key)
            yield Change("finding", key, f"{name} {key} = {other!r}", steps, other)
    yield Change("finding", "whole finding", f"{name} taken out", ("finding", number), None)


def _clause_fields(entry: Mapping[str, Any]) -> Iterator[tuple[str, Sequence[Any]]]:
    words = {
        "severity": list(vocabulary.SEVERITIES),
        "obligation": sorted(vocabulary.OBLIGATIONS),
        "decide": list(vocabulary.DECIDERS),
    }
    for key, known in words.items():
        yield key, [_next(known, entry[key])]
    yield "remedy", [entry["remedy"] + "_x"]
    yield "certainty", [_next(list(vocabulary.CERTAINTIES), entry.get("certainty", "explicit"))]
    for key in ("kinds", "mode", "closes"):
        yield key, list(_shorter(entry.get(key, ())))
    ends = [end for end in ("match_end", "next_match_start") if end not in entry.get("closes", ())]
    yield "closes", [[*entry.get("closes", ()), ends[0]]]
    yield "cite", list(_shorter(entry["cite"]))
    for kind in entry.get("extra_cite", ()):
        yield "extra_cite", [{other: cite for other, cite in entry["extra_cite"].items() if other != kind}]
    if "club" in entry:
        yield "club", [False]
    for key, known in CLAUSE_EXTRAS.items():
        if key in entry:
            yield key, [_next(list(known), entry[key])]
    if "call" in entry:
        yield "call", list(_shorter(entry["call"]))


def _shorter(values: Sequence[Any]) -> Iterator[list[Any]]:
    for place in range(len(values)):
        yield [*values[:place], *values[place + 1 :]]


def _next(known: Sequence[str], word: str) -> str:
    place = known.index(word) if word in known else -1
    return known[(place + 1) % len(known)]
