"""What is wrong with a rule set file: every fault with its line and key."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from monitor.rules import vocabulary as words
from monitor.rules.lines import line_index, line_of
from monitor.rules.values import CLAUSE_EXTRAS, EXTRAS, SLOTS
from monitor.rules.windows import summed_up

Fault = tuple[str, str]
"""Path of the key, and what is wrong there."""

_META: Final[Mapping[str, type]] = {
    "id": str,
    "prefix": str,
    "title": str,
    "edition": str,
    "numbering": str,
    "scope": str,
    "slips": list,
    "cite_alias": dict,
    "club_exempt": bool,
}
_META_NEEDED: Final = ("id", "prefix", "title", "edition")
_CLAUSE: Final[Mapping[str, type]] = {
    "code": str,
    "kinds": list,
    "mode": list,
    "severity": str,
    "opens": str,
    "closes": list,
    "obligation": str,
    "decide": str,
    "remedy": str,
    "text": str,
    "cite": list,
    "extra_cite": dict,
    "certainty": str,
    "club": bool,
    "note": str,
    **dict.fromkeys(CLAUSE_EXTRAS, str),
    "call": list,
}
_CLAUSE_NEEDED: Final = ("code", "severity", "obligation", "decide", "remedy", "text", "cite")
_CLAUSE_WORDS: Final[Mapping[str, Any]] = {
    "code": words.CODES,
    "severity": words.SEVERITIES,
    "obligation": words.OBLIGATIONS,
    "decide": words.DECIDERS,
    "opens": words.OPENS,
    "certainty": words.CERTAINTIES,
    **CLAUSE_EXTRAS,
}
_REMEDY: Final = re.compile(r"[a-z0-9]+(_[a-z0-9]+)*")


def faults_of(data: Mapping[str, Any], text: str) -> list[str]:
    """Every fault as "line: key: what is wrong", in the order of the file. data: the parsed text."""
    lines = line_index(text)
    faults = sorted((line_of(lines, path), path, what) for path, what in _faults(data))
    return [f"{line}: {path}: {what}" for line, path, what in faults]


def value_tables(data: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of the file with its dotted path; a table without v holds further values."""
    for key, entry in data.items():
        if not path and key in ("schema", "meta", "finding"):
            continue
        here = f"{path}.{key}" if path else key
        if isinstance(entry, dict) and here not in SLOTS and "v" not in entry:
            yield from value_tables(entry, here)
        else:
            yield here, entry


def _faults(data: Mapping[str, Any]) -> Iterator[Fault]:
    if data.get("schema") != 1:
        yield "schema", "must be 1"
    yield from _meta_faults(data.get("meta"))
    values = {}
    for path, entry in value_tables(data):
        found = list(_value_faults(path, entry))
        yield from found
        if not found:
            values[path] = entry
    clauses = data.get("finding")
    if not isinstance(clauses, list) or not clauses or not all(isinstance(c, dict) for c in clauses):
        yield "finding", "there must be at least one [[finding]]"
        return
    sound = []
    for number, entry in enumerate(clauses):
        where = f"finding[{number}]"
        found = list(_clause_faults(where, entry))
        yield from found
        if not found:
            sound.append((where, entry))
    yield from _window_faults(values, sound)
    meta = data.get("meta")
    yield from _unreachable(sound, isinstance(meta, dict) and bool(meta.get("club_exempt")))


def _meta_faults(meta: Any) -> Iterator[Fault]:
    if not isinstance(meta, dict):
        yield "meta", "the table is missing"
        return
    for key, fact in meta.items():
        if key not in _META:
            yield f"meta.{key}", "unknown key"
        elif not isinstance(fact, _META[key]) or fact == "":
            yield f"meta.{key}", f"must be {_kind(_META[key])}"
    for key in _META_NEEDED:
        if key not in meta:
            yield f"meta.{key}", "missing"


def _value_faults(path: str, entry: Any) -> Iterator[Fault]:
    slot = SLOTS.get(path)
    if slot is None:
        yield path, "no such value"
        return
    if not isinstance(entry, dict) or "v" not in entry:
        yield path, 'must be a table such as { v = ..., cite = ["4.1"], certainty = "explicit" }'
        return
    for key in ("v", "default"):
        if key in entry and not slot.accepts(entry[key]):
            yield f"{path}.{key}", f"{entry[key]!r} must be {slot.choices}"
    if entry.get("default") == words.UNSTATED:
        yield f"{path}.default", "must say what is done"
    for key in entry:
        if key in ("v", "default", "certainty", "cite", "note"):
            continue
        if key not in EXTRAS:
            yield f"{path}.{key}", "unknown key"
        elif not isinstance(entry[key], EXTRAS[key]):
            yield f"{path}.{key}", f"must be {_kind(EXTRAS[key])}"
    yield from _ground_faults(path, entry, needs_section=entry.get("certainty") != "silent")
    for choice in entry.get("choices", ()):
        if not slot.accepts(choice):
            yield f"{path}.choices", f"{choice!r} must be {slot.choices}"


def _ground_faults(path: str, entry: Mapping[str, Any], *, needs_section: bool) -> Iterator[Fault]:
    if entry.get("certainty") not in tuple(words.CERTAINTIES):
        yield f"{path}.certainty", f"must be one of: {', '.join(words.CERTAINTIES)}"
    if "note" in entry and not isinstance(entry["note"], str):
        yield f"{path}.note", "must be a text"
    cite = entry.get("cite", [])
    if not _is_texts(cite):
        yield f"{path}.cite", "must be a list of sections"
    elif needs_section and not cite:
        yield f"{path}.cite", "names no section; only what the text is silent about needs none"
    elif len(set(cite)) < len(cite):
        yield f"{path}.cite", "names a section twice"


def _clause_faults(where: str, entry: Mapping[str, Any]) -> Iterator[Fault]:
    for key in _CLAUSE_NEEDED:
        if key not in entry:
            yield f"{where}.{key}", "missing"
    for key, fact in entry.items():
        if key not in _CLAUSE:
            yield f"{where}.{key}", "unknown key"
        elif not isinstance(fact, _CLAUSE[key]) or fact == "":
            yield f"{where}.{key}", f"must be {_kind(_CLAUSE[key])}"
        elif key in _CLAUSE_WORDS and fact not in _CLAUSE_WORDS[key]:
            yield f"{where}.{key}", f"{fact!r} must be one of: {', '.join(_CLAUSE_WORDS[key])}"
    if isinstance(entry.get("remedy"), str) and not _REMEDY.fullmatch(entry["remedy"]):
        yield f"{where}.remedy", "must be a name such as reroll_both"
    yield from _ground_faults(where, {"certainty": "explicit"} | dict(entry), needs_section="cite" in entry)
    code = words.CODES.get(str(entry.get("code")))
    kinds = code.kinds if code else ()
    yield from _list_faults(f"{where}.kinds", entry.get("kinds"), lambda kind: kind == "*" or kind in kinds)
    yield from _list_faults(f"{where}.mode", entry.get("mode"), lambda word: word in words.MODES)
    yield from _list_faults(f"{where}.closes", entry.get("closes"), words.is_predicate)
    yield from _list_faults(
        f"{where}.call", entry.get("call"), SLOTS["clock.expired_call"].words.__contains__
    )
    extra = entry.get("extra_cite")
    for kind, sections in extra.items() if isinstance(extra, dict) else ():
        if kind not in kinds:
            yield f"{where}.extra_cite", f"{entry.get('code')} has no kind {kind!r}"
        if not _is_texts(sections) or not sections:
            yield f"{where}.extra_cite", f"{kind} must be a list of sections"


def _list_faults(path: str, entry: Any, fits: Callable[[Any], bool]) -> Iterator[Fault]:
    if not isinstance(entry, list):
        return
    for word in entry:
        if not fits(word):
            yield path, f"{word!r} is no word known here"
    if len({*map(str, entry)}) < len(entry):
        yield path, "names something twice"
    if path.endswith("kinds") and not entry:
        yield path, 'names no kind; leave the key out, or write ["*"], for all'


def _window_faults(
    values: Mapping[str, Mapping[str, Any]], clauses: list[tuple[str, Mapping[str, Any]]]
) -> Iterator[Fault]:
    def value(path: str) -> Any:
        entry = values.get(path, {"v": None})
        chosen = entry.get("default", entry["v"])
        return None if chosen == words.UNSTATED else chosen

    for where, entry in clauses:
        if entry.get("club"):
            continue
        wanted = summed_up(entry["code"], entry.get("kinds", ["*"]), entry.get("mode", ()), value)
        if wanted is not None and list(wanted) != entry.get("closes", []):
            yield f"{where}.closes", f"differs from the window among the values, {list(wanted)}"


def _unreachable(clauses: list[tuple[str, Mapping[str, Any]]], club_exempt: bool) -> Iterator[Fault]:
    for number, (where, entry) in enumerate(clauses):
        earlier = [
            before
            for _, before in clauses[:number]
            if before["code"] == entry["code"]
            and set(before.get("mode", ())) <= set(entry.get("mode", ()))
            and not (club_exempt and entry.get("club") and not before.get("club"))
        ]
        taken = {kind for before in earlier for kind in before.get("kinds", ["*"])}
        if "*" in taken or taken >= set(entry.get("kinds", ["*"])):
            yield where, f"never applies: an earlier [[finding]] of {entry['code']} covers all of it"


def _is_texts(entry: Any) -> bool:
    return isinstance(entry, list) and all(isinstance(part, str) and part for part in entry)


def _kind(form: Any) -> str:
    names = {str: "a text", list: "a list", bool: "true or false", int: "a whole number", dict: "a table"}
    return names[form]
