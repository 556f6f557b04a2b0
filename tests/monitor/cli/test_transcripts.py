"""verify and convert through the command: reports, exit codes, refusals."""

import json
from pathlib import Path

import pytest

from monitor.transcripts import parse_match, read_match
from tests.monitor.transcripts.making import told
from tests.support import run_command

GOOD = (
    "3 point match\n\n Game 1\n Anna : 0                       Boris : 0\n"
    "  1) 31: 8/5 6/5                 52: 24/22 13/8\n"
    "  2) 64: 24/14                    Doubles => 2\n"
    "  3)  Drops                       Wins 1 point\n"
)
BAD = GOOD.replace("24/22 13/8", "24/21 13/8")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.mat").write_text(GOOD)
    (tmp_path / "bad.mat").write_text(BAD)
    (tmp_path / "notes.mat").write_text("dear diary")
    return tmp_path


def test_verify_a_good_match(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(capsys, "verify", "good.mat") == (
        0, "good.mat: no problem (Anna - Boris, 3 points, 1 game, 3 rolls)\n", ""
    )  # fmt: skip


def test_verify_an_illegal_play(capsys: pytest.CaptureFixture[str]) -> None:
    code, said, _ = run_command(capsys, "verify", "bad.mat", "good.mat")
    assert code == 1
    lines = said.splitlines()
    assert lines[0] == "bad.mat: game 1, move 1, Boris (line 5): illegal play [wrong_pips]"
    assert lines[1].startswith("    24/21 13/8 with 5-2: 8 pips were moved where the roll gives 7.")
    assert lines[2].startswith("    legal: ")
    assert "and" in lines[2]
    assert "    before the play (X Anna, O Boris):" in lines
    assert any("13 14 15 16 17 18" in line for line in lines)
    assert "    XGID=-b---BD-B---eE---c-e----B-:0:0:-1:52:0:0:0:3:10" in lines
    assert lines[-2].startswith("bad.mat: 1 problem (")
    assert lines[-1].startswith("good.mat: no problem")


def test_verify_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, said, errors = run_command(capsys, "verify", "--json", "bad.mat", "notes.mat", "good.mat")
    assert code == 2
    bad, notes, good = map(json.loads, said.splitlines())
    assert bad["ok"] is False
    assert good == {
        "file": "good.mat", "ok": True, "players": ["Anna", "Boris"], "length": 3, "games": 1, "plays": 3,
        "problems": [],
    }  # fmt: skip
    (problem,) = bad["problems"]
    assert problem["kinds"] == ["wrong_pips"]
    assert (problem["game"], problem["move"], problem["player"], problem["line"]) == (1, 1, "Boris", 5)
    assert (problem["dice"], problem["played"]) == ([5, 2], "24/21 13/8")
    assert "not a match" in notes["error"]
    assert errors == f"gammonitor: {notes['error']}\n"


@pytest.mark.parametrize(
    ("name", "words"),
    [("notes.mat", "not a match"), ("missing.mat", "No such file"), (".", "a folder")],
)
def test_what_cannot_be_verified(capsys: pytest.CaptureFixture[str], name: str, words: str) -> None:
    code, said, errors = run_command(capsys, "verify", name)
    assert (code, said) == (2, "")
    assert errors.startswith("gammonitor: ")
    assert words in errors
    assert len(errors.splitlines()) == 1


@pytest.mark.parametrize("end", ["mat", "sgf", "txt", "jsonl"])
def test_convert_there_and_back(capsys: pytest.CaptureFixture[str], end: str) -> None:
    code, said, errors = run_command(capsys, "convert", "good.mat", f"new.{end}")
    assert (code, errors) == (0, "")
    assert said == f"wrote new.{end}: 1 game, 3 rolls\n"
    assert told(read_match(Path(f"new.{end}"))) == told(parse_match(GOOD.encode()))


def test_convert_to_xgids(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(capsys, "convert", "good.mat", "new.xgid")[0] == 0
    lines = Path("new.xgid").read_text().splitlines()
    assert sum(line.startswith("XGID=") for line in lines) == 5


def test_convert_a_watched_match(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    events = [
        {"ev": "MatchConfigured", "players": ["Anna", "Boris"], "length": 3},
        {"ev": "GameStarted", "t": 1.0, "board": "-b----E-C---eE---c-e----B-", "game_no": 1},
        {"ev": "TurnPlayed", "t": 9.5, "by": "A", "dice": [3, 1], "legal": True,
         "board_before": "-b----E-C---eE---c-e----B-", "board_after": "-b---BD-B---eE---c-e----B-"},
        {"ev": "TurnPlayed", "t": 20.25, "by": "B", "dice": [5, 2], "legal": False,
         "board_before": "-b---BD-B---eE---c-e----B-", "board_after": "-b---BD-B---eE---c-e----B-"},
    ]  # fmt: skip
    (folder / "events.jsonl").write_text("\n".join(map(json.dumps, events)))
    code, said, _ = run_command(capsys, "convert", "events.jsonl", "match.sgf")
    assert code == 0
    assert said == "wrote match.sgf: 1 game, 2 rolls, 1 illegal play that stood\n"
    assert "C[video 0:00:20.250; illegal play that stood: 52: no move]" in Path("match.sgf").read_text()


def test_convert_what_is_damaged_keeps_the_rest(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "odd.mat").write_text(GOOD + "\n Game 2\n Anna : 0     Boris : 1\n  1) 31: nonsense\n")
    code, said, errors = run_command(capsys, "convert", "odd.mat", "new.mat")
    assert code == 2
    assert "2 games, 3 rolls" in said
    assert errors.startswith("gammonitor: odd.mat: line 11: game 2: 31: nonsense")


@pytest.mark.parametrize(
    ("source", "target", "words"),
    [
        ("notes.mat", "new.mat", "not a match"),
        ("missing.mat", "new.mat", "No such file"),
        ("good.mat", "new.pdf", "no form is known"),
        ("good.mat", "nowhere/new.mat", "cannot be written"),
        ("good.mat", "good.mat", "is the file to read"),
    ],
)
def test_what_cannot_be_converted(
    capsys: pytest.CaptureFixture[str], source: str, target: str, words: str
) -> None:
    code, said, errors = run_command(capsys, "convert", source, target)
    assert (code, said) == (2, "")
    assert words in errors
    assert len(errors.splitlines()) == 1


def test_losses_are_told(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "long.mat").write_text(GOOD.replace("3 point", "65 point"))
    code, said, _ = run_command(capsys, "convert", "long.mat", "new.mat")
    assert code == 0
    assert "not in this form: GNU Backgammon reads matches of at most 64 points" in said
