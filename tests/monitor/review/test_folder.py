"""Corrections: saved at once, undone, refused without a trace; everything after them is derived again."""

import json
from pathlib import Path

import pytest

from monitor.backgammon import Position, from_seat, legal_plays
from monitor.events import Json
from monitor.review import ReviewError, ReviewFolder
from monitor.review.choices import dice_choices, play_choices
from monitor.transcripts import read_match


def rolls(folder: ReviewFolder) -> list[Json]:
    """Entries that are rolls."""
    return [entry for entry in folder.review["entries"] if entry["kind"] == "move"]


def test_a_correction_changes_what_follows_and_is_on_disk_at_once(transcript: Path) -> None:
    folder = ReviewFolder(transcript)
    entry = rolls(folder)[0]
    before = from_seat(Position.from_board26(entry["board_before"]), entry["seat"])
    dice = tuple(entry["dice"])
    other = next(
        play
        for play in legal_plays(before, dice)
        if from_seat(play.result, entry["seat"]).board26() != entry["board_after"]
    )
    folder.correct({"id": entry["id"], "move": other.notation})
    again = ReviewFolder(transcript)
    changed = rolls(again)[0]
    assert changed["board_after"] == from_seat(other.result, entry["seat"]).board26()
    assert rolls(again)[1]["board_before"] == changed["board_after"]
    assert read_match(transcript / "match.mat").games[0].entries
    assert json.loads((transcript / "corrections.json").read_text())["corrections"][0]["id"] == entry["id"]


def test_undo_and_redo_bring_back_the_very_same_files(transcript: Path) -> None:
    folder = ReviewFolder(transcript)
    plain = {path.name: path.read_bytes() for path in transcript.glob("match.*")}
    folder.correct({"id": rolls(folder)[1]["id"], "dice": [6, 5]})
    corrected = {path.name: path.read_bytes() for path in transcript.glob("match.*")}
    assert corrected != plain
    assert folder.can_undo
    folder.undo()
    assert {path.name: path.read_bytes() for path in transcript.glob("match.*")} == plain
    assert folder.can_redo
    assert not folder.can_undo
    folder.redo()
    assert {path.name: path.read_bytes() for path in transcript.glob("match.*")} == corrected


@pytest.mark.parametrize(
    "nonsense",
    [{"id": "m999999999", "accept": True}, {"dice": [3, 1]}, {"id": None, "move": "8/5"}],
)
def test_a_correction_that_does_not_fit_leaves_no_trace(transcript: Path, nonsense: Json) -> None:
    folder = ReviewFolder(transcript)
    files = {path.name: path.read_bytes() for path in transcript.iterdir() if path.is_file()}
    with pytest.raises(ReviewError):
        folder.correct(nonsense)
    assert not folder.corrections
    assert {path.name: path.read_bytes() for path in transcript.iterdir() if path.is_file()} == files


def test_a_play_that_cannot_be_read_is_refused(transcript: Path) -> None:
    folder = ReviewFolder(transcript)
    with pytest.raises(ReviewError):
        folder.correct({"id": rolls(folder)[0]["id"], "move": "nonsense"})
    assert not folder.can_undo


def test_accepting_is_kept_and_the_time_spent_is_added_up(transcript: Path) -> None:
    folder = ReviewFolder(transcript)
    folder.correct({"id": rolls(folder)[0]["id"], "accept": True})
    folder.spent(20.0)
    folder.spent(22.5)
    again = ReviewFolder(transcript)
    assert again.corrections[0]["accept"] is True
    assert again.seconds == 42.5


def test_nothing_to_undo_is_said_so(transcript: Path) -> None:
    folder = ReviewFolder(transcript)
    with pytest.raises(ReviewError, match="no correction"):
        folder.undo()
    with pytest.raises(ReviewError, match="taken back"):
        folder.redo()


def test_a_folder_that_is_no_transcript_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ReviewError, match="gammonitor transcribe"):
        ReviewFolder(tmp_path)
    (tmp_path / "review.json").write_text("{}")
    with pytest.raises(ReviewError):
        ReviewFolder(tmp_path)


def test_choices_offer_what_was_read_first_and_every_legal_play(transcript: Path) -> None:
    entry = rolls(ReviewFolder(transcript))[2]
    dice = dice_choices(entry)
    assert dice[0]["dice"] == sorted(entry["dice"], reverse=True)
    assert len(dice) == 21
    plays = play_choices(entry, (max(entry["dice"]), min(entry["dice"])))
    before = from_seat(Position.from_board26(entry["board_before"]), entry["seat"])
    assert plays[0]["board_after"] == entry["board_after"]
    assert {play["board_after"] for play in plays if play["legal"]} == {
        from_seat(play.result, entry["seat"]).board26() for play in legal_plays(before, tuple(entry["dice"]))
    }
