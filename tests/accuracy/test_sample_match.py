"""The main job on the bundled sample match, as a user runs it: three findings in time, and nothing else."""

import sys
from pathlib import Path

import pytest

from fixtures import score
from monitor.cli import main

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_the_sample_match_gives_its_three_findings_in_time_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    events = tmp_path / "demo.jsonl"
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "argv", ["gammonitor", "watch", "demo", "--events", str(events)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    assert "3 findings" in shown
    result = score.score(score.read_lines(ROOT / "fixtures/demo/truth.jsonl"), score.read_lines(events))
    assert len(result.raised) == 3
    assert result.missed == []
    assert result.false == []
    assert result.in_time.right == 3
    assert result.turns.right >= 29
