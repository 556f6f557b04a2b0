"""``gammonitor watch`` from the command to its files; only the networks are replaced by a scripted reader."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from monitor.cli import watch as watch_command
from monitor.tracking import MatchTracker
from tests.support import START_SLOTS, make_die, make_reading, run_command
from vision.known_position import Counts
from vision.reading import Reading
from vision.slots import SlotReader
from vision.sources.frame import Frame
from vision.trays import TrayReader

MakeVideo = Callable[..., Path]
CORNERS = "20,15 300,15 300,165 20,165"
WRONG_START = START_SLOTS | {"B7": (4, 0), "B8": (1, 0)}


class ScriptedReader:
    """Sees a start with one checker out of place, and from the third frame on a roll of 3 and 1."""

    def __init__(
        self,
        geometry: BoardGeometry,
        slots: SlotReader | None = None,
        *,
        trays: TrayReader | None = None,
        positions: Sequence[Counts] = (),
    ) -> None:
        self.geometry = geometry

    def read(self, frame: Frame, *, alone: bool = False) -> Reading:
        dice = (make_die(3, uv=(0.7, 0.5)), make_die(1, uv=(0.8, 0.5))) if frame.seq >= 2 else ()
        return make_reading(WRONG_START, seq=frame.seq, t=frame.t, dice=dice)


@pytest.fixture(autouse=True)
def scripted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(watch_command, "Reader", ScriptedReader)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of four pictures, each of its own lightness."""
    made = tmp_path / "pictures"
    made.mkdir()
    for number in range(4):
        picture = np.full((180, 320, 3), 60 + 30 * number, dtype=np.uint8)
        assert cv2.imwrite(str(made / f"{number + 8}.png"), picture)
    return made


def events_of(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_wrong_start_in_a_folder_of_pictures(
    capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path
) -> None:
    events = tmp_path / "out" / "match.jsonl"
    events.parent.mkdir()
    code, out, said = run_command(
        capsys, "watch", str(folder), "--corners", CORNERS, "--events", str(events), "--players", "Anna,Boris"
    )
    assert (code, said) == (0, "")
    lines = events_of(events)
    assert [line["ev"] for line in lines][:3] == ["MatchConfigured", "GameStarted", "Finding"]
    assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1))
    finding = next(line for line in lines if line["ev"] == "Finding")
    assert (finding["code"], finding["status"]) == ("SETUP_ERROR", "open")
    assert all({"seq", "t", "t_known", "conf"} <= set(line) for line in lines)
    picture = events.parent / "match_pictures" / "F1_setup_error.jpg"
    assert cv2.imread(str(picture)) is not None
    for words in (
        "watching pictures (320x180, 4 pictures, bar_vertical)",
        "F1 wrong starting set-up",
        "A's 6 point: 4 instead of 5",
        "USBGF 4.2.4",
        "until turn 4 of the game is over",
        "1 finding\n",
        str(events),
        str(picture),
    ):
        assert words in out


def test_without_events_everything_goes_to_a_new_folder(
    capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path
) -> None:
    code, out, _ = run_command(capsys, "watch", str(folder), "--corners", CORNERS)
    assert code == 0
    runs = list((tmp_path / "runs").iterdir())
    assert len(runs) == 1
    assert {path.name for path in runs[0].iterdir()} == {
        "events.jsonl",
        "match.journal",
        "pictures",
    }
    assert str(runs[0].relative_to(tmp_path)) in out


def test_that_no_game_was_followed_is_said_at_the_end(
    capsys: pytest.CaptureFixture[str], make_video: MakeVideo, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(_: ScriptedReader, frame: Frame, *, alone: bool = False) -> Reading:
        return make_reading({}, seq=frame.seq, t=frame.t)

    monkeypatch.setattr(ScriptedReader, "read", nothing)
    code, out, _ = run_command(capsys, "watch", str(make_video()), "--corners", "10,8 150,8 150,88 10,88")
    assert code == 0
    assert "no game was followed: the board never stood as a game begins" in out
    assert out.index("no game was followed") < out.index("no findings")


def test_what_made_following_hard_is_said_at_the_end(
    capsys: pytest.CaptureFixture[str], make_video: MakeVideo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MatchTracker, "_notice", "dice are hardly read")
    code, out, _ = run_command(capsys, "watch", str(make_video()), "--corners", "10,8 150,8 150,88 10,88")
    assert code == 0
    assert out.index("dice are hardly read") < out.index("finding")


def test_a_picture_that_cannot_be_read_ends_the_watch_and_keeps_the_rest(
    capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path
) -> None:
    (folder / "11.png").write_bytes(b"")
    events = tmp_path / "match.jsonl"
    code, out, said = run_command(capsys, "watch", str(folder), "--corners", CORNERS, "--events", str(events))
    assert code == 2
    assert said.startswith("gammonitor: picture 4 of 4: ")
    assert "11.png is empty" in said
    assert str(events.with_suffix(".journal")) in said
    assert len(said.splitlines()) == 1
    assert "F1 wrong starting set-up" in out
    assert "Finding" in {line["ev"] for line in events_of(events)}


def test_a_video_that_breaks_off(
    capsys: pytest.CaptureFixture[str], make_video: MakeVideo, tmp_path: Path
) -> None:
    path = make_video(times=[number / 10 for number in range(80)], size=(320, 180), movflags="+faststart")
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 7 // 10])
    code, out, said = run_command(
        capsys, "watch", str(path), "--corners", CORNERS, "--events", "match.jsonl", "--home", "E"
    )
    assert code == 2
    assert "breaks off after" in said
    assert "of 8.00 s" in said
    assert "kept in match.journal" in said
    assert "frames read in full" in out
    configured = events_of(tmp_path / "match.jsonl")[0]
    assert (configured["ev"], configured["home"]) == ("MatchConfigured", "E")


def test_the_sample_match_is_found_by_its_folder(
    capsys: pytest.CaptureFixture[str], make_video: MakeVideo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_video(times=[number / 10 for number in range(30)], size=(320, 180))
    board = "size = [640, 360]\ncorners = [[40, 30], [600, 30], [600, 330], [40, 330]]\n"
    (tmp_path / "board.toml").write_text(board)
    monkeypatch.setenv("GAMMONITOR_DEMO", str(tmp_path))
    code, out, said = run_command(capsys, "watch", "demo")
    assert (code, said) == (0, "")
    assert "watching match.mp4 (320x180, 30 frames, bar_vertical)" in out
    assert "30 frames read in full" in out


def test_read_in_words_as_json_and_drawn(
    capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("monitor.cli.read.Reader", ScriptedReader)
    pictures = [str(path) for path in sorted(folder.iterdir())][:2]
    options = ["--corners", CORNERS, "--debug-overlay", "drawn"]
    code, out, said = run_command(capsys, "read", *pictures, *options)
    assert (code, said) == (0, "")
    assert out.count(": ok") == 2
    assert "set-up: B7: 4 light instead of 5" in out
    assert len(list((tmp_path / "drawn").iterdir())) == 2
    code, out, _ = run_command(capsys, "read", *pictures, *options, "--json")
    answers = [json.loads(line) for line in out.splitlines()]
    assert [answer["file"] for answer in answers] == pictures
    assert all(set(answer["ms"]) == {"decode", "locate", "read"} for answer in answers)
    assert answers[0]["setup_errors"]
    assert answers[0]["corners"] == [[20, 15], [300, 15], [300, 165], [20, 165]]
