"""Many matches: a failure stops nothing, and the report tells everything."""

from html.parser import HTMLParser
from pathlib import Path

import pytest

from monitor.batch import BatchError, one_by_one
from monitor.batch.matches import Job, Outcome, jobs_of, transcribe_all
from monitor.batch.page import page
from monitor.config import MatchConfig
from monitor.transcribe import Placing


def test_a_match_is_a_video_or_a_folder_of_videos_in_order_of_name(tmp_path: Path) -> None:
    for name in ("final/part 2.mp4", "final/part 1.mp4", "final/notes.txt", "semi.mkv", "other/semi.mkv"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    jobs = jobs_of([tmp_path / "final", tmp_path / "semi.mkv", tmp_path / "other" / "semi.mkv"])
    assert [job.name for job in jobs] == ["final", "semi", "semi-2"]
    assert [path.name for path in jobs[0].recordings] == ["part 1.mp4", "part 2.mp4"]


def test_a_folder_without_pictures_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BatchError, match="neither videos nor pictures"):
        jobs_of([tmp_path])


def test_a_match_that_fails_is_reported_and_the_next_one_is_tried(tmp_path: Path) -> None:
    jobs = [Job("gone", (tmp_path / "gone.mp4",)), Job("text", (tmp_path / "text.mp4",))]
    (tmp_path / "text.mp4").write_text("no video")
    outcomes = list(transcribe_all(jobs, MatchConfig(), tmp_path / "out", one_by_one, Placing(), ("mat",)))
    assert [outcome.job.name for outcome in outcomes] == ["gone", "text"]
    assert "no such file" in str(outcomes[0].failure)
    assert "not a video" in str(outcomes[1].failure)


class Cells(HTMLParser):
    """Text of the page, and whether every element it opens that must be closed is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_report_names_failures_doubts_and_faults_and_escapes_names(tmp_path: Path) -> None:
    review = {
        "match": {"players": ["A<b>", "B"], "games": 2},
        "entries": [{"kind": "move", "legal": False}, {"kind": "gap"}, {"kind": "move", "legal": True}],
        "moments": [{"t": 61.0, "game": 1, "recorded": "31: 8/5 6/5", "reason": "dice sure by 60%"}] * 14,
        "faults": [{"severity": "fault", "game": 2, "move": 7, "text": "not a legal play"}],
        "problems": ["2 damaged pictures"],
    }
    good = Outcome(Job("final", (tmp_path / "final.mp4",)), tmp_path / "out" / "final", review, seconds=75)
    bad = Outcome(Job("semi", (tmp_path / "semi.mp4",)), tmp_path / "out" / "semi", failure="no board in it")
    good.folder.mkdir(parents=True)
    (good.folder / "match.mat").touch()
    html = page([good, bad], tmp_path / "out")
    cells = Cells()
    cells.feed(html)
    assert "<b>" not in html.replace("&lt;b&gt;", "")
    for words in (
        "2 matches transcribed",
        "1 failed",
        "no board in it",
        "dice sure by 60%",
        "1:01",
        "not a legal play",
    ):
        assert words in cells.text, words
    assert "and 2 more doubtful moments" in cells.text
    assert "final/match.mat" in html
