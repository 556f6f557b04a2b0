"""The five shipped sets: their order, their wording, and the reference data they were made from."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from monitor.rules import load_ruleset, ruleset_names
from monitor.rules.file_check import value_tables
from monitor.rules.ruleset import Clause, RuleSet
from monitor.rules.values import SLOTS
from monitor.rules.vocabulary import CODES

SHIPPED = Path("monitor/rules/rulesets")
REFERENCE = Path("../shared/rules")
SEEDS = Path("../shared/seeds")
NAMES = ruleset_names()
needs_reference = pytest.mark.skipif(not REFERENCE.exists(), reason="the reference data are not here")

OURS_ALONE = {
    "illegal.window_game_end",
    "match.preferences",
    "clock.mid_match_minutes",
    "breaks.late_minutes",
    "dispute.appeal",
}
"""Values that the reference does not have."""
SAID_OTHERWISE = {(name, path) for name in NAMES for path in ("breaks.allowed", "reports.td")} | {
    ("ausbgf-2021", "cube.dead"),  # 4.4.7 speaks of a cube that the player holds
    ("biba-2014", "illegal.named_kinds"),  # 4.8 also names checkers left on the bar and borne off wrongly
}
"""Values whose form or reading differs from the reference on purpose."""
CLAUSES_APART = {
    ("usbgf-2016", "CUBE_DEAD"),  # 4.4.9 sends to the limits of 4.4.6.1 and 4.4.6.2, which differ by kind
}


def reference(name: str) -> dict[str, Any]:
    return tomllib.loads((REFERENCE / f"{name}.toml").read_text(encoding="utf-8"))


def ground_clauses(rules: RuleSet) -> list[Clause]:
    """Without those for club play that the reference does not have."""
    return [clause for clause in rules.clauses if clause.remedy != "players_settle_it"]


@pytest.mark.parametrize("name", NAMES)
def test_files_list_everything_in_the_same_order(name: str) -> None:
    data = tomllib.loads((SHIPPED / f"{name}.toml").read_text(encoding="utf-8"))
    paths = [path for path, _ in value_tables(data)]
    assert paths == [path for path in SLOTS if path in paths]
    codes = list(dict.fromkeys(finding["code"] for finding in data["finding"]))
    assert codes == [code for code in CODES if code in codes]


@pytest.mark.parametrize("name", NAMES)
def test_every_cited_section_follows_the_numbering(name: str) -> None:
    rules = load_ruleset(name)
    alias = rules.meta.get("cite_alias")
    for section in cited(rules):
        if alias is None:
            assert re.fullmatch(r"\d+(\.\d+)*(\([a-h]\))?|AppB", section), section
        else:
            assert any(re.fullmatch(rf"{re.escape(short)}( \([a-k]\).*)?", section) for short in alias), (
                section
            )


def cited(rules: RuleSet) -> Iterator[str]:
    for entry in rules.entries.values():
        yield from entry.cite
    for clause in rules.clauses:
        yield from clause.cite
        for cite in clause.extra_cite.values():
            yield from cite


@needs_reference
@pytest.mark.parametrize("name", NAMES)
def test_values_equal_the_reference(name: str) -> None:
    rules, theirs = load_ruleset(name), dict(reference_values(reference(name)))
    assert set(theirs) == set(rules.entries) - OURS_ALONE
    for path, entry in theirs.items():
        ours = rules.entries[path]
        if (name, path) not in SAID_OTHERWISE:
            assert plain(ours.v) == entry["v"], path
        assert plain(ours.default) == entry.get("default"), path
        assert list(ours.cite) == entry.get("cite", []), path
        assert ours.certainty == entry["certainty"], path
        for fact in ("expires", "binding", "soft", "mode", "per_point_s", "delay_s"):
            assert plain(ours.extras.get(fact)) == entry.get(fact), (path, fact)


@needs_reference
@pytest.mark.parametrize("name", NAMES)
def test_clauses_equal_the_reference(name: str) -> None:
    ours: dict[str, list[Clause]] = {}
    for clause in ground_clauses(load_ruleset(name)):
        ours.setdefault(clause.code, []).append(clause)
    theirs: dict[str, list[dict[str, Any]]] = {}
    for entry in reference(name)["finding"]:
        theirs.setdefault(entry["code"], []).append(entry)
    assert set(ours) == set(theirs)
    for code, entries in theirs.items():
        if (name, code) in CLAUSES_APART:
            continue
        assert len(ours[code]) == len(entries), code
        for clause, entry in zip(ours[code], entries, strict=True):
            same_terms(clause, entry)


def same_terms(clause: Clause, entry: dict[str, Any]) -> None:
    kinds = [kind for kind in clause.kinds if kind != "bounced_back"]  # only by a director's choice
    assert kinds == [kind for kind in entry.get("kinds", ["*"]) if kind != "bounced_back"], entry
    assert clause.mode == set(entry.get("mode", ())), entry
    assert list(clause.closes) == entry.get("closes", []), entry
    assert list(clause.cite) == entry["cite"], entry
    assert clause.certainty == entry.get("certainty", "explicit"), entry
    for fact in ("severity", "obligation", "decide", "remedy"):
        assert getattr(clause, fact) == entry[fact], (fact, entry)
    for fact in ("waiver", "call", "closes_certainty"):
        assert clause.extras.get(fact) == entry.get(fact), (fact, entry)
    extra = {kind: cite for kind, cite in entry.get("extra_cite", {}).items() if kind != "blocked_point"}
    assert {kind: list(cite) for kind, cite in clause.extra_cite.items()} == extra, entry


@pytest.mark.skipif(not SEEDS.exists(), reason="the texts are not here")
def test_no_phrase_of_the_texts_or_of_the_reference_is_repeated() -> None:
    theirs: set[tuple[str, ...]] = set()
    for path in [*SEEDS.glob("*.txt"), *REFERENCE.glob("*.toml"), REFERENCE / "RULES.md"]:
        theirs |= set(runs(path.read_text(encoding="utf-8")))
    for name in NAMES:
        rules = load_ruleset(name)
        for text in [
            *(clause.text for clause in rules.clauses),
            *(clause.note for clause in rules.clauses),
            *(entry.note for entry in rules.entries.values()),
            *(str(rules.meta.get(key, "")) for key in ("scope", "numbering")),
            *rules.meta.get("slips", ()),
        ]:
            repeated = [" ".join(run) for run in runs(text) if run in theirs]
            assert not repeated, (name, text, repeated)


def runs(text: str, length: int = 6) -> Iterator[tuple[str, ...]]:
    words = re.findall(r"[a-z']+", text.lower())
    return (tuple(words[start : start + length]) for start in range(len(words) - length + 1))


def reference_values(data: dict[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    for key, entry in data.items():
        if not path and key in ("schema", "meta", "finding"):
            continue
        here = f"{path}.{key}" if path else key
        if "v" in entry:
            yield here, entry
        else:
            yield from reference_values(entry, here)


def plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    return {key: plain(part) for key, part in value.items()} if hasattr(value, "items") else value
