"""Rule sets as data: loading, checking, and that no code knows one of them by name."""

from pathlib import Path

import pytest

from monitor.rules import RuleSetFileError, UnknownRuleSetError, load_ruleset, ruleset_names
from monitor.rules.ruleset import parse_ruleset

RULES = Path("monitor/rules")
GOOD = (RULES / "rulesets" / "usbgf-2016.toml").read_text(encoding="utf-8")


def test_the_shipped_set_loads() -> None:
    assert "usbgf-2016" in ruleset_names()
    rules = load_ruleset("usbgf-2016")
    assert rules.value("dice.landing.on_checker") == "valid"
    assert rules.value("no.such.value") is None


def test_the_first_fitting_clause_decides() -> None:
    rules = load_ruleset("usbgf-2016")
    never = rules.clause("ILLEGAL_MOVE", "co_occupied", frozenset())
    later = rules.clause("ILLEGAL_MOVE", "own_checker_to_bar", frozenset())
    usual = rules.clause("ILLEGAL_MOVE", "wrong_pips", frozenset())
    assert never is not None
    assert never.closes == ()
    assert later is not None
    assert later.closes == ("own_valid_roll",)
    assert usual is not None
    assert "opp_valid_roll" in usual.closes
    assert "opponent" in usual.until()
    assert rules.clause("BIG_TROUBLE", None, frozenset()) is None


def test_citations_name_the_sections() -> None:
    rules = load_ruleset("usbgf-2016")
    clause = rules.clause("ILLEGAL_MOVE", "bar_entry_ignored", frozenset())
    assert clause is not None
    assert rules.citations(clause, "bar_entry_ignored")[-1] == "USBGF 4.2.1"


def test_an_unknown_set_is_refused() -> None:
    with pytest.raises(UnknownRuleSetError, match="usbgf-2016"):
        load_ruleset("usbgf-1916")


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(GOOD.replace("usbgf-2016", "club"), encoding="utf-8")
    assert load_ruleset(str(path)).id == "club"
    with pytest.raises(RuleSetFileError, match="cannot be read"):
        load_ruleset(str(tmp_path / "none.toml"))


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("schema = 1", "schema = 7", "schema"),
        ('closes = ["own_valid_roll"]', 'closes = ["next_tuesday"]', "next_tuesday"),
        ('closes = ["turn_end:4"]', 'closes = ["turn_end"]', "turn_end"),
        ('remedy = "undo_and_replay"', 'remedie = "undo_and_replay"', "remedie"),
        ('severity = "must_correct"', 'severity = "bad"', "severity"),
        ('mode = ["baffle"]', 'mode = ["boxed"]', "boxed"),
        ('prefix = "USBGF"', "", "meta.prefix"),
        ('v = "roller_right", cite', 'v = "roller_right", site', "site"),
        ("[meta]", "[meta", "Expected"),
    ],
)
def test_faults_are_named(old: str, new: str, word: str) -> None:
    assert old in GOOD
    with pytest.raises(RuleSetFileError, match=word):
        parse_ruleset(GOOD.replace(old, new), "changed.toml")


def test_all_faults_are_reported_at_once() -> None:
    broken = GOOD.replace("schema = 1", "schema = 2").replace('mode = ["baffle"]', 'mode = ["boxed"]')
    with pytest.raises(RuleSetFileError) as caught:
        parse_ruleset(broken, "changed.toml")
    assert "schema" in str(caught.value)
    assert "boxed" in str(caught.value)


def test_no_code_knows_a_rule_set_by_name() -> None:
    names = [name.partition("-")[0] for name in ruleset_names()]
    for path in RULES.rglob("*.py"):
        text = path.read_text(encoding="utf-8").lower()
        assert not [name for name in names if name in text], path
