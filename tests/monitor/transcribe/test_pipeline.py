"""From film to transcript: what is written, the same for any split, derived again with corrections."""

import copy
import json
import re
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from monitor.backgammon import Position
from monitor.config import MatchConfig
from monitor.transcribe import (
    FORMATS,
    CorrectionError,
    TranscribeError,
    Transcript,
    Unit,
    UnitReadings,
    follow_again,
    load,
    read_unit,
    rederive,
    survey,
    transcribe,
)
from monitor.transcripts import Move, Setup, read_match
from tests.monitor.transcribe.films import PLACED, piece, told_turns, true_turns
from tests.monitor.transcripts.gnubg import ask_gnubg, needs_gnubg

Made = tuple[Path, Transcript]
CONFIG = MatchConfig(players=("Anna", "Boris"), length=1)


def test_every_play_and_every_form(made: Made, minute: Path) -> None:
    folder, transcript = made
    assert told_turns(transcript.review) == true_turns(0.0, 59.0)
    assert [moment["what"] for moment in transcript.review["moments"]] == ["result"]
    assert transcript.review["moments"][0]["reason"] == "the end was not seen"
    assert not transcript.losses
    for name in FORMATS:
        assert (folder / f"match.{name}").stat().st_size > 200
    for name in ("mat", "sgf", "txt", "jsonl"):
        match = read_match(folder / f"match.{name}")
        assert not match.all_problems
        entries = match.games[0].entries
        boards = [entry for entry in entries if not isinstance(entry, Setup)]
        assert len(boards) == len(true_turns(0.0, 59.0))
    sgf = (folder / "match.sgf").read_text(encoding="utf-8")
    assert re.search(rf"C\[video 0:00:19\.\d{{3}} of {re.escape(minute.name)}", sgf)


def test_the_review_says_where_to_look(made: Made, minute: Path) -> None:
    folder, transcript = made
    told = json.loads((folder / "review.json").read_text(encoding="utf-8"))
    assert told == transcript.review
    assert told["format"] == "gammonitor review 1"
    assert [file["name"] for file in told["files"]] == [minute.name]
    assert told["files"][0]["seconds"] == pytest.approx(60.0, abs=0.2)
    moves = [entry for entry in told["entries"] if entry["kind"] == "move"]
    assert [entry["t"] for entry in moves] == sorted(entry["t"] for entry in moves)
    assert len({entry["id"] for entry in told["entries"]}) == len(told["entries"])
    for entry in moves:
        assert entry["t_roll"] < entry["t"] == entry["t_all"]
        assert entry["p"] > 0.95
        Position.from_board26(entry["board_after"])


@needs_gnubg
def test_gnu_backgammon_imports_it(made: Made, tmp_path: Path) -> None:
    folder, _ = made
    files = [Path(shutil.copy(folder / f"match.{name}", tmp_path)) for name in ("mat", "sgf", "txt")]
    for answer in ask_gnubg(tmp_path, *files):
        assert answer[1] == []


def test_units_by_other_hands_give_the_same_and_what_was_read_is_not_read_again(
    made: Made, minute: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def elsewhere(work: Callable[[Unit], UnitReadings], units: Iterable[Unit]) -> Iterable[UnitReadings]:
        sent = [copy.deepcopy(unit) for unit in units]
        back = {unit.key: work(unit).to_bytes() for unit in reversed(sent)}
        return [UnitReadings.from_bytes(back[unit.key]) for unit in sent]

    transcribe([minute], CONFIG, tmp_path, placing=PLACED, run=elsewhere)
    assert _files(made[0]) == _files(tmp_path)
    lost = min((tmp_path / "readings").iterdir())
    lost.unlink()
    read: list[str] = []

    def noted(unit: Unit) -> UnitReadings:
        read.append(unit.key)
        return read_unit(unit)

    monkeypatch.setattr("monitor.transcribe.pipeline.read_unit", noted)
    transcribe([minute], CONFIG, tmp_path, placing=PLACED)
    assert read == [lost.stem]
    assert _files(made[0]) == _files(tmp_path)


def _files(folder: Path) -> dict[Path, bytes]:
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.*")}


def test_units_are_known_by_content_and_place(minute: Path, tmp_path: Path) -> None:
    renamed = tmp_path / "renamed.mp4"
    renamed.write_bytes(minute.read_bytes())
    one, two = survey([minute], PLACED), survey([renamed], PLACED)
    assert [unit.key for unit in one.units] == [unit.key for unit in two.units]
    assert len({unit.key for unit in one.units}) == len(one.units) == 2
    other = survey([piece(tmp_path / "other.mp4", 20.0, 60.0)], PLACED)
    assert not {unit.key for unit in one.units} & {unit.key for unit in other.units}


def test_derived_again_without_the_video(made: Made) -> None:
    folder, transcript = made
    following = follow_again(folder)
    for given in (None, following, following):
        again = rederive(folder, [], given)
        assert again.review == transcript.review
        assert again.match == transcript.match
    found, config = load(folder)
    assert config.players == ("Anna", "Boris")
    assert [unit.key for unit in found.units] == [path.stem for path in _in_order(folder)]


def _in_order(folder: Path) -> list[Path]:
    found, _ = load(folder)
    return [folder / "readings" / f"{unit.key}.npz" for unit in found.units]


def _moves(transcript: Transcript) -> list[dict[str, Any]]:
    return [entry for entry in transcript.review["entries"] if entry["kind"] == "move"]


def test_a_correction_counts_and_what_follows_is_derived_again(made: Made) -> None:
    folder, transcript = made
    third = _moves(transcript)[2]
    assert third["dice"] == [6, 2]
    after = rederive(folder, [{"id": third["id"], "dice": [6, 2], "move": "24/18 13/11"}])
    changed = _moves(after)
    assert changed[2]["move"] == "24/18 13/11"
    assert changed[2]["p"] == 1.0
    assert [entry["id"] for entry in changed] == [entry["id"] for entry in _moves(transcript)]
    assert changed[3]["board_before"] == changed[2]["board_after"]
    undone = rederive(folder, [])
    assert undone.review == transcript.review


def test_entries_can_be_put_in_and_taken_out(made: Made) -> None:
    folder, transcript = made
    moves = _moves(transcript)
    without = rederive(folder, [{"id": moves[-1]["id"], "remove": True}])
    assert len(_moves(without)) == len(moves) - 1
    put_back = {
        "after": moves[-2]["id"],
        "game": 1,
        "insert": {"seat": moves[-1]["seat"], "dice": moves[-1]["dice"], "move": moves[-1]["move"]},
    }
    again = rederive(folder, [{"id": moves[-1]["id"], "remove": True}, put_back])
    assert told_turns(again.review) == told_turns(transcript.review)
    doubled = rederive(
        folder,
        [
            {"after": moves[1]["id"], "game": 1, "insert": {"seat": "B", "act": "double", "value": 2}},
            {"game": 1, "result": {"winner": "A", "points": 2, "how": "resigned"}},
        ],
    )
    acts = [entry.get("act") for entry in doubled.review["entries"] if entry["kind"] == "cube"]
    assert acts == ["double"]
    assert doubled.match.games[0].result is not None
    assert doubled.match.games[0].result.points == 2


@pytest.mark.parametrize(
    "correction",
    [
        {"id": "m000000001", "dice": [3, 1]},
        {"id": "THIRD", "dice": [7, 1]},
        {"id": "THIRD", "board_after": "nonsense"},
        {"game": 9, "result": {"winner": "A", "points": 1}},
        {"id": "THIRD", "dice": [6, 2], "move": "9/3 9/7"},
        {},
    ],
)
def test_a_correction_that_makes_no_sense(made: Made, correction: dict[str, Any]) -> None:
    folder, transcript = made
    if correction.get("id") == "THIRD":
        correction = {**correction, "id": _moves(transcript)[2]["id"]}
    with pytest.raises(TranscribeError):
        rederive(folder, [correction])


def test_the_first_bad_correction_is_named(made: Made) -> None:
    with pytest.raises(CorrectionError, match="correction 2"):
        rederive(made[0], [{"id": _moves(made[1])[0]["id"], "accept": True}, {"id": "x", "dice": [1, 2]}])


def test_corrections_outlive_a_new_transcription_if_they_fit(
    made: Made, minute: Path, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(made[0], tmp_path / "again"))
    third = _moves(made[1])[2]
    said = {"id": third["id"], "dice": [6, 2], "move": "24/18 13/11"}
    (folder / "corrections.json").write_text(json.dumps({"corrections": [said]}), encoding="utf-8")
    again = transcribe([minute], CONFIG, folder, placing=PLACED)
    assert _moves(again)[2]["move"] == "24/18 13/11"
    (folder / "corrections.json").write_text(
        json.dumps({"corrections": [{**said, "id": "mA000000001"}]}), encoding="utf-8"
    )
    again = transcribe([minute], CONFIG, folder, placing=PLACED)
    assert _moves(again)[2]["move"] == third["move"]
    assert any("corrections_1.json" in problem for problem in again.review["problems"])
    assert (folder / "corrections_1.json").exists()
    assert not (folder / "corrections.json").exists()


def test_one_recording_in_three_files(made: Made, tmp_path: Path) -> None:
    """Cut without a gap: every play is there, none twice, and the times are those of each file."""
    parts = [piece(tmp_path / f"part{n}.mp4", 20.0 * n, 20.0 * n + 20.0) for n in range(3)]
    transcript = transcribe(parts, CONFIG, tmp_path / "out", placing=PLACED)
    assert told_turns(transcript.review) == told_turns(made[1].review)
    assert {entry["file"] for entry in _moves(transcript)} >= {part.name for part in parts[1:]}
    assert all(0.0 <= entry["t"] <= 20.1 for entry in _moves(transcript))


def test_time_that_is_missing_is_a_gap_and_nothing_is_made_up(tmp_path: Path) -> None:
    parts = [piece(tmp_path / "one.mp4", 0.0, 40.0), piece(tmp_path / "two.mp4", 100.0, 154.7)]
    transcript = transcribe(parts, CONFIG, tmp_path / "out", placing=PLACED)
    truth = true_turns(0.0, 39.9) + true_turns(100.0, 154.7)
    told = told_turns(transcript.review)
    assert all(turn in truth for turn in told)
    assert len(told) >= len(truth) - 3
    gaps = [entry for entry in transcript.match.games[0].entries if isinstance(entry, Setup)]
    assert gaps
    assert any(moment["what"] == "gap" for moment in transcript.review["moments"])
    assert all(isinstance(entry, Move | Setup) for entry in transcript.match.games[0].entries)
    names = [moment["id"] for moment in transcript.review["moments"] if moment["what"] in ("gap", "result")]
    again = rederive(tmp_path / "out", [{"id": name, "accept": True} for name in names])
    assert not [moment for moment in again.review["moments"] if moment["what"] in ("gap", "result")]
    assert again.review["entries"] == transcript.review["entries"]
