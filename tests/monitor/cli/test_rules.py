"""``gammonitor rules`` through the command."""

import json
from pathlib import Path
from typing import Any

import pytest

from monitor.rules import ruleset_names
from tests.support import run_command

CLUB = "tests/monitor/rules/data/harbour-club.toml"

SCENARIO = {
    "id": "S1",
    "title": "3-1 played as 4-1",
    "mode": {},
    "start": {"board": "-b---AE-C---dD---c-e-a--B-", "phase": "await", "to_act": "A", "turn": 7},
    "events": [
        {"ev": "DiceThrown", "by": "A", "n": 2, "seq": 1},
        {
            "ev": "DiceAtRest",
            "by": "A",
            "seq": 2,
            "dice": [{"face": face, "zone": "E", "support": "surface", "tilt": "flat"} for face in (3, 1)],
        },
        {"ev": "CheckersMoved", "by": "A", "board_after": "-b---BC-D---dD---c-e-a--B-", "seq": 3},
        {"ev": "DicePickedUp", "by": "A", "n": 2, "seq": 4},
    ],
}
ILLEGAL = {
    "code": "ILLEGAL_MOVE",
    "by": "A",
    "at": 4,
    "status": "open",
    "cite": ["USBGF 4.2.3(a)", "USBGF 4.2.3(c)"],
}


def scenario_file(folder: Path, findings: list[dict[str, object]], ruleset: str = "usbgf-2016") -> Path:
    path = folder / "scenarios.json"
    case = SCENARIO | {"expect": {ruleset: {"findings": findings}}}
    path.write_text(json.dumps({"scenarios": [case]}), encoding="utf-8")
    return path


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_command(capsys, "rules", "list")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == list(ruleset_names())
    assert "United States Backgammon Federation, October 2016" in out


def test_show(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_command(capsys, "rules", "show", "usbgf-2016")
    assert code == 0
    for heading in ("Dice", "End of a turn", "Illegal moves", "Cube", "Clock and breaks", "What is raised"):
        assert f"\n{heading}\n" in out
    assert "Die flat on a checker: valid  USBGF 4.1.4.1\n" in out
    assert "ILLEGAL_MOVE: illegal move  USBGF 4.2.3(a), 4.2.3(c)\n" in out
    assert "until the opponent's next valid roll or the next game starts" in out


def test_show_a_file_of_ones_own(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_command(capsys, "rules", "show", CLUB)
    assert code == 0
    assert out.startswith(
        "harbour-club: House rules of the Harbour Backgammon Club, pinned to the door, 2024\n"
    )


def test_show_what_two_sets_have_differently(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_command(capsys, "rules", "show", "--diff", "usbgf-2016", "wbgt-2010")
    assert code == 0
    assert "usbgf-2016" in out.splitlines()[1]
    assert "dice.landing.on_checker" in out
    assert "dice.landing.on_bar " not in out
    code, out, _ = run_command(capsys, "rules", "show", "--diff", "usbgf-2016", "usbgf-2016")
    assert (code, out) == (0, "usbgf-2016 and usbgf-2016 say the same\n")


def test_show_a_rule_set_that_does_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["monopoly"], ["--diff", "usbgf-2016", "monopoly"]):
        code, _, said = run_command(capsys, "rules", "show", *arguments)
        assert code == 2
        assert said.startswith("gammonitor: unknown rule set 'monopoly'; known: ausbgf-2021, ")
        assert len(said.splitlines()) == 1


@pytest.mark.parametrize("arguments", [[], ["usbgf-2016", "--diff", "usbgf-2016", "wbgt-2010"]])
def test_show_needs_one_or_two_names(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    code, _, said = run_command(capsys, "rules", "show", *arguments)
    assert code == 2
    assert "name one rule set, or two with --diff" in said


def test_check_the_sets_that_come_along(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_command(capsys, "rules", "check")
    assert code == 0
    assert out.splitlines() == [*(f"{name}: no faults" for name in ruleset_names()), "5 passed, 0 failed"]


def test_check_a_rule_set_of_ones_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = run_command(capsys, "rules", "check", CLUB)
    assert (code, out) == (0, f"{CLUB}: no faults\n1 passed, 0 failed\n")
    path = tmp_path / "club.toml"
    text = Path(CLUB).read_text(encoding="utf-8")
    path.write_text(text.replace("on_die =", "on_hat =").replace('"explicit"', '"sure"', 1), encoding="utf-8")
    code, out, _ = run_command(capsys, "rules", "check", str(path), CLUB)
    assert code == 1
    first, second, third, last = out.splitlines()
    assert first.startswith(f"{path}:11: dice.landing.no_baffle.certainty: must be one of: explicit")
    assert second == f"{path}:14: dice.landing.on_hat: no such value"
    assert (third, last) == (f"{CLUB}: no faults", "1 passed, 1 failed")
    code, out, _ = run_command(capsys, "rules", "check", str(path), "--json")
    assert code == 1
    assert json.loads(out.splitlines()[0])["wrong"] == [first, second]


def test_check_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for name in ("none.toml", "none.json"):
        code, _, said = run_command(capsys, "rules", "check", str(tmp_path / name))
        assert code == 2
        assert name in said
        assert len(said.splitlines()) == 1


def test_check_that_passes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = run_command(capsys, "rules", "check", str(scenario_file(tmp_path, [ILLEGAL])))
    assert (code, out) == (0, "1 passed, 0 failed\n")


@pytest.mark.parametrize(
    ("findings", "ruleset", "words"),
    [
        ([], "usbgf-2016", "too much: code=ILLEGAL_MOVE"),
        ([ILLEGAL | {"by": "B"}], "usbgf-2016", "missing: code=ILLEGAL_MOVE by=B"),
        ([ILLEGAL | {"cite": ["USBGF 4.2.3(a)"]}], "usbgf-2016", "missing"),
        ([], "monopoly", "unknown rule set monopoly"),
    ],
)
def test_check_that_fails(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    findings: list[dict[str, object]],
    ruleset: str,
    words: str,
) -> None:
    path = scenario_file(tmp_path, findings, ruleset)
    code, out, _ = run_command(capsys, "rules", "check", str(path))
    assert code == 1
    assert words in out
    assert out.endswith("0 passed, 1 failed\n")
    code, out, _ = run_command(capsys, "rules", "check", str(path), "--json")
    first = json.loads(out.splitlines()[0])
    assert (first["scenario"], first["ruleset"], first["passed"]) == ("S1", ruleset, False)


def test_an_event_that_cannot_be_read_fails_its_own_scenario_only(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "scenarios.json"
    fine: dict[str, Any] = {
        "start": SCENARIO["start"],
        "events": [],
        "expect": {"usbgf-2016": {"findings": []}},
    }
    odd = [
        {"ev": "Dance"},
        {"ev": "DiceAtRest", "by": "A"},
        {"ev": "DiceAtRest", "by": "A", "dice": [{"face": 7, "zone": "E"}]},
        {"ev": "CheckersMoved", "by": "A", "move": "3/2/x"},
    ]
    scenarios = [fine, *({**fine, "events": [event]} for event in odd), fine]
    path.write_text(json.dumps({"scenarios": scenarios}), encoding="utf-8")
    code, out, _ = run_command(capsys, "rules", "check", str(path))
    assert code == 1
    assert out.splitlines()[-1] == "2 passed, 4 failed"
    for words in ("event 1: unknown event 'Dance'", "dice is missing", "face of a die is 7", "'3/2/x'"):
        assert words in out


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not a scenario file"),
        ('{"scenarios": []}', "not a scenario file"),
        ('{"scenarios": [{"id": "S1"}]}', "has no 'expect'"),
        ('{"scenarios": [{"id": "S1", "expect": {"usbgf-2016": {}}}]}', "S1: 'events'"),
    ],
)
def test_check_what_is_no_scenario_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, words: str
) -> None:
    path = tmp_path / "scenarios.json"
    path.write_text(text, encoding="utf-8")
    code, _, said = run_command(capsys, "rules", "check", str(path))
    assert code == 2
    assert words in said
    assert len(said.splitlines()) == 1
