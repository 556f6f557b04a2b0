"""Rule sets as data: values, clauses, windows in words, and that no code knows a set by name."""

import ast
from pathlib import Path

import pytest

from monitor.rules import RuleSetFileError, UnknownRuleSetError, load_ruleset, ruleset_names
from monitor.rules.vocabulary import PREDICATES, in_words, is_predicate, until

PRODUCT = Path("monitor")
CLUB = "tests/monitor/rules/data/harbour-club.toml"
ALL = ("ausbgf-2021", "biba-2014", "fcbg-2007", "usbgf-2016", "wbgt-2010")


def test_five_sets_come_along() -> None:
    assert ruleset_names() == ALL
    for name in ALL:
        rules = load_ruleset(name)
        assert rules.id == name
        assert rules.prefix.lower().startswith(name.partition("-")[0])


def test_a_value_is_its_default_where_the_text_is_silent() -> None:
    rules = load_ruleset("wbgt-2010")
    assert rules.value("dice.landing.on_checker") == "invalid"
    entry = rules.entry("dice.landing.on_checker")
    assert entry is not None
    assert (entry.v, entry.default, entry.cite, entry.certainty) == (
        "unstated", "invalid", ("4.1.4.1",), "interpretation",
    )  # fmt: skip
    assert load_ruleset("usbgf-2016").value("dice.landing.on_checker") == "valid"


def test_a_value_that_nobody_gives_is_none() -> None:
    rules = load_ruleset("fcbg-2007")
    assert rules.value("clock.side") is None
    assert rules.entry("clock.side") is not None
    assert rules.value("no.such.value") is None
    assert rules.entry("no.such.value") is None
    assert rules.value("dice.opening.low_die_hands_off") is False
    assert rules.value("dice.throw.manner_baffle") == ()


def test_further_facts_of_a_value() -> None:
    leave = load_ruleset("ausbgf-2021").entry("dice.landing.left_with_permission")
    assert leave is not None
    assert leave.extras["expires"] == ("opponent_withdraws", "rolls_right_again", "game_end")
    board = load_ruleset("usbgf-2016").value("equipment.board_cm")
    assert dict(board) == {"min": (44, 55), "max": (66, 88)}


def test_the_first_fitting_clause_decides() -> None:
    rules = load_ruleset("usbgf-2016")
    never = rules.clause("ILLEGAL_MOVE", "co_occupied", frozenset())
    later = rules.clause("ILLEGAL_MOVE", "own_checker_to_bar", frozenset())
    usual = rules.clause("ILLEGAL_MOVE", "wrong_pips", frozenset())
    assert never is not None
    assert (never.closes, never.until()) == ((), "at any time")
    assert later is not None
    assert later.until() == "until the same player's next valid roll"
    assert usual is not None
    assert usual.until() == "until the opponent's next valid roll or the next game starts"
    assert usual.opens == "turn_end"
    assert rules.clause("CUBE_AT_OPENING", None, frozenset()) is None


def test_a_clause_can_depend_on_the_mode_of_play() -> None:
    rules = load_ruleset("wbgt-2010")
    clock = rules.clause("ILLEGAL_MOVE", "wrong_pips", frozenset({"clock", "shared2", "no_baffle"}))
    plain = rules.clause("ILLEGAL_MOVE", "wrong_pips", frozenset({"no_clock", "own4", "no_baffle"}))
    assert clock is not None
    assert plain is not None
    assert "opp_valid_double" in plain.closes
    assert "opp_valid_double" not in clock.closes


def test_an_invalid_roll_is_open_until_the_next_throw() -> None:
    clause = load_ruleset("biba-2014").clause("ROLL_INVALID", "cocked", frozenset())
    assert clause is not None
    assert clause.until() == "until the dice are thrown again"


def test_citations_name_the_sections() -> None:
    rules = load_ruleset("usbgf-2016")
    clause = rules.clause("ILLEGAL_MOVE", "bar_entry_ignored", frozenset())
    assert clause is not None
    assert rules.citations(clause, "bar_entry_ignored") == ("USBGF 4.2.3(a)", "USBGF 4.2.3(c)", "USBGF 4.2.1")
    assert rules.citations(clause, "wrong_pips") == ("USBGF 4.2.3(a)", "USBGF 4.2.3(c)")


def test_what_still_binds_in_club_play() -> None:
    rules = load_ruleset("fcbg-2007")
    assert rules.club_exempt
    club = {clause.code for clause in rules.clauses if clause.club}
    assert club == {
        "OPENING_TIE_PLAYED", "OPENING_WRONG_STARTER", "ILLEGAL_MOVE", "SETUP_ERROR", "CUBE_AFTER_ROLL",
        "CUBE_NO_ACCESS", "CUBE_AUTOMATIC", "CUBE_BEAVER",
    }  # fmt: skip
    for name in ALL:
        if name != "fcbg-2007":
            others = load_ruleset(name)
            assert not others.club_exempt
            assert not any(clause.club for clause in others.clauses)


@pytest.mark.parametrize(
    ("predicate", "words"),
    [
        ("opp_throw", "until the opponent throws"),
        ("any_throw", "until the dice are next thrown"),
        ("opp_valid_roll", "until the opponent's next valid roll"),
        ("own_valid_roll", "until the same player's next valid roll"),
        ("opp_valid_double", "until the opponent's next valid double"),
        ("opp_cube_turn", "until the opponent turns the cube"),
        ("own_checker_move", "until the same player begins to play the roll"),
        ("turn_end:4", "until turn 4 of the game is over"),
        ("turn_commence:3", "until turn 3 of the game is begun with a throw or a valid double"),
        ("turn_valid_start:3", "until turn 3 of the game is begun with a valid roll or a valid double"),
        ("throw_turn:5", "until the first throw of turn 5"),
        ("game_end", "until the game ends"),
        ("next_game_start", "until the next game starts"),
        ("match_end", "until the match ends"),
        ("next_match_start", "until either player starts the next match"),
    ],
)
def test_every_closing_predicate_in_words(predicate: str, words: str) -> None:
    assert is_predicate(predicate)
    assert until((predicate,)) == words


def test_windows_in_words() -> None:
    assert len(PREDICATES) == 15
    assert until(()) == "at any time"
    assert until(("match_end", "opp_throw")) == "until the match ends or the opponent throws"
    with pytest.raises(KeyError):
        in_words("next_tuesday")
    for wrong in (
        "turn_end",
        "turn_end:",
        "turn_end:0",
        "turn_end:x",
        "turn_end:N",
        "opp_throw:3",
        "",
        3,
        None,
    ):
        assert not is_predicate(wrong), wrong


def test_an_unknown_set_is_refused() -> None:
    with pytest.raises(UnknownRuleSetError, match=r"'usbgf-1916'; known: ausbgf-2021, .*wbgt-2010"):
        load_ruleset("usbgf-1916")


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    assert load_ruleset(CLUB).id == "harbour-club"
    with pytest.raises(RuleSetFileError, match=r"none\.toml cannot be read: No such file"):
        load_ruleset(str(tmp_path / "none.toml"))
    (tmp_path / "latin.toml").write_bytes(b"title = '\xe9'")
    with pytest.raises(RuleSetFileError, match=r"latin\.toml is not text in UTF-8"):
        load_ruleset(str(tmp_path / "latin.toml"))


def test_no_code_asks_which_rule_set_is_in_force() -> None:
    names = {word for name in ALL for word in (name, name.partition("-")[0])} | {
        load_ruleset(name).prefix.lower() for name in ALL
    }
    for path in PRODUCT.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        if path.is_relative_to(PRODUCT / "rules"):
            assert not [name for name in names if name in source.lower()], path
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Compare | ast.Match):
                compared = ast.unparse(node).lower()
                assert not [name for name in names if f"'{name}'" in compared], (path, compared)
                assert "rules.id" not in compared, (path, compared)
                assert "rules.prefix" not in compared, (path, compared)
