"""``gammonitor rules`` through the command."""

import json
from pathlib import Path

import pytest

from tests.support import run_command

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


def test_list_and_show(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_command(capsys, "rules", "list")
    assert code == 0
    assert "usbgf-2016" in out
    code, out, _ = run_command(capsys, "rules", "show", "usbgf-2016")
    assert code == 0
    assert "ILLEGAL_MOVE" in out
    assert "USBGF 4.2.3(a)" in out.replace("USBGF 4.2.3(e), ", "USBGF ")
    assert "until the opponent's next valid roll" in out


def test_show_a_rule_set_that_does_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, said = run_command(capsys, "rules", "show", "monopoly")
    assert code == 2
    assert said == "gammonitor: unknown rule set 'monopoly'; known: usbgf-2016\n"


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


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not a scenario file"),
        ('{"scenarios": []}', "not a scenario file"),
        ('{"scenarios": [{"id": "S1"}]}', "has no 'expect'"),
        (
            '{"scenarios": [{"id": "S1", "events": [{"ev": "Dance"}], "expect": {"usbgf-2016": {}}}]}',
            "S1: unknown event",
        ),
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
