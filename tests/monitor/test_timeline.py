"""A page of a long match stays small enough to open, and counts everything."""

from dataclasses import replace
from pathlib import Path

import pytest

from monitor import timeline
from monitor.config import MatchConfig
from monitor.timeline import Timeline, TimelineError
from monitor.tracking import MatchTracker
from tests.support import make_reading


def test_a_long_match_is_drawn_with_longer_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeline, "MOST_STEPS", 50)
    page, tracker, reading = Timeline(), MatchTracker(), make_reading()
    for number in range(400):
        page.look(replace(reading, seq=number, t=number / 2), tracker)
    assert 25 <= len(page.steps) <= 50
    assert sum(step.n for step in page.steps) == 400
    assert page.steps[1].t - page.steps[0].t == 4.0
    text = page.page([], MatchConfig(), "a & b")
    assert "a &amp; b" in text
    assert text.count("<rect") < 400


def test_a_page_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(TimelineError, match="cannot be written"):
        Timeline().write(tmp_path, [], MatchConfig(), "x")
