"""What the pages made from the rule sets say."""

from pathlib import Path

import pytest

from monitor.rules import load_ruleset, ruleset_names
from monitor.rules.comparison import comparison
from monitor.rules.page import differences, page
from monitor.rules.values import SLOTS
from monitor.rules.wording import said, what
from tests.monitor.rules.facts import disagreements, facts

PAGE = Path("monitor/rules/COMPARISON.md")
CLUB = "tests/monitor/rules/data/harbour-club.toml"


def lines(name: str) -> str:
    return "\n".join(f"{line.term} | {line.text} | {line.ground}" for line in page(load_ruleset(name)))


def test_the_page_of_a_set() -> None:
    text = lines("wbgt-2010")
    assert "Where a roll counts | right of the bar, seen by whoever rolls | WBGT 4.1.4.1" in text
    assert (
        "Die flat on a checker | not said; we take: invalid |"
        " WBGT 4.1.4.1 [the text is open; our reading; director's choice: dice.landing.on_checker]"
    ) in text
    assert (
        "Wrong set-up: open until | until turn 3 of the game is begun with a throw or a valid double" in text
    )
    assert "Turn ends, two dice each | lifting either die | WBGT 4.1.6.1" in text
    assert "Time | bronstein (per point s 120; delay s 12, 12) | WBGT 3.5.5" in text
    assert "ILLEGAL_MOVE | illegal move: no clock | WBGT 4.2.3.1, 4.2.3.2" in text
    assert "until the opponent throws or the opponent's next valid double or the next game starts" in text
    assert "bar entry ignored: also WBGT 4.2.1" in text
    assert "remedy dice_back_and_replay" in text


@pytest.mark.parametrize("name", [*ruleset_names(), CLUB])
def test_the_page_leaves_nothing_out(name: str) -> None:
    rules, text = load_ruleset(name), lines(name)
    for path in rules.entries:
        assert f"{SLOTS[path].label} | " in text, path
    for clause in rules.clauses:
        assert clause.text in text
        assert clause.remedy in text


def test_what_differs_between_two_sets() -> None:
    found = {d.name: d for d in differences(load_ruleset("usbgf-2016"), load_ruleset("ausbgf-2021"))}
    on_checker = found["Die flat on a checker\ndice.landing.on_checker"]
    assert on_checker.left == "valid USBGF 4.1.4.1"
    assert on_checker.right == "invalid AusBGF 4.1.4(a)"
    assert "Die on the bar\ndice.landing.on_bar" not in found
    assert found["CUBE_ACT_INCOMPLETE"].left == ""
    assert "void unless agreed" in found["CUBE_ACT_INCOMPLETE"].right
    assert "HIT_CHECKER_OFF_BAR" not in found
    assert not list(differences(load_ruleset("biba-2014"), load_ruleset("biba-2014")))


def test_values_in_words() -> None:
    rules = load_ruleset("usbgf-2016")
    assert (
        said("breaks.allowed", rules.entries["breaks.allowed"]) == "9: 1, 13: 2, 19: 3, more: 4 (minutes 5)"
    )
    assert (
        said("dice.landing.left_with_permission", rules.entries["dice.landing.left_with_permission"]) == "no"
    )
    assert what("dice.throw.manner_baffle", ()) == "nothing"


def test_the_comparison_page_is_that_of_the_data() -> None:
    made = comparison([load_ruleset(name) for name in ruleset_names()])
    assert PAGE.read_text(encoding="utf-8") == made, "run: python -m monitor.rules.comparison > " + str(PAGE)


def test_the_comparison_shows_every_section() -> None:
    text = comparison([load_ruleset(CLUB), load_ruleset("fcbg-2007")])
    assert "| | Harbour | FCBG |" in text
    row = next(line for line in text.splitlines() if "`dice.landing.on_checker`" in line)
    assert row == "| Die flat on a checker<br>`dice.landing.on_checker` | valid **2** | invalid **IRR (b)** |"
    row = next(line for line in text.splitlines() if "`dice.flat.dimple`" in line)
    assert "not said; we take: valid (i) **3**" in row
    assert "`clock.method`" in text
    assert not any(line.startswith("|") and line.count("|") != 4 for line in text.splitlines())


@pytest.mark.parametrize("name", ruleset_names())
def test_every_set_shows_what_its_text_says(name: str) -> None:
    assert not list(disagreements(load_ruleset(name), facts()[name]))
