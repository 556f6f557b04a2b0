"""Analysis by the real GNU Backgammon: our sums are its own, and the diagrams are of the right boards."""

from pathlib import Path

import pytest

from monitor.analysis import GnubgFailedError, GnubgMissingError, analyse, find_gnubg, judged
from monitor.analysis.text import report
from monitor.backgammon import apply_play, from_seat, judge_transition
from monitor.transcripts import read_match
from tests.monitor.transcripts.gnubg import needs_gnubg

HERE = Path(__file__).resolve()
SAMPLE = HERE.parents[2] / "data" / "transcripts" / "anna_boris.mat"
SHARED = HERE.parents[4] / "shared" / "matches"
needs_matches = pytest.mark.skipif(not SHARED.is_dir(), reason="../shared/matches is not here")


@needs_gnubg
def test_sample_match_has_both_players_and_boards_that_fit_the_plays() -> None:
    analysis = analyse(read_match(SAMPLE), plies=0)
    assert [player.name for player in analysis.players.values()] == ["Anna", "Boris"]
    assert all(player.rating is not None and player.rating >= 0 for player in analysis.players.values())
    plays = [mistake for mistake in analysis.mistakes if mistake.kind == "play"]
    assert plays
    for mistake in plays:
        before = from_seat(mistake.board, mistake.seat)
        for play in (mistake.done, mistake.best):
            assert judge_transition(before, mistake.dice, apply_play(before, play)).legal, (mistake, play)
        assert mistake.done != mistake.best


@needs_gnubg
@needs_matches
@pytest.mark.parametrize("name", ["lazybg-1893.mat", "lazybg-1895.mat", "bglab-lasse-0119.mat"])
def test_losses_of_single_decisions_add_up_to_gnubgs_own_statistics(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plays exactly, doubles, takes and passes to rounding: no decision is missed or counted twice."""
    monkeypatch.setattr(judged, "NOTED", 0.0)
    analysis = analyse(read_match(SHARED / name), plies=0)
    assert not analysis.skipped
    for seat, player in analysis.players.items():
        mine = [mistake for mistake in analysis.mistakes if mistake.seat == seat]
        play = sum(mistake.loss for mistake in mine if mistake.kind == "play")
        cube = sum(mistake.loss for mistake in mine if mistake.kind != "play")
        assert play == pytest.approx(player.play_loss, abs=1e-4)
        assert cube == pytest.approx(player.cube_loss, abs=1e-4)


@needs_gnubg
def test_report_names_rates_and_costliest_decisions_first() -> None:
    analysis = analyse(read_match(SAMPLE), plies=0)
    lines = list(report(analysis))
    assert "Anna - Boris" in lines[0]
    assert any(line.startswith("Anna") for line in lines)
    prices = [float(line.split()[0]) for line in lines if " better " in line]
    assert prices
    assert prices == sorted(prices, reverse=True)


@needs_gnubg
def test_too_little_time_is_said_so() -> None:
    with pytest.raises(GnubgFailedError, match="more than"):
        analyse(read_match(SAMPLE), plies=2, timeout=0.01)


def test_without_the_program_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("monitor.analysis.gnubg.shutil.which", lambda *_, **__: None)
    with pytest.raises(GnubgMissingError, match="apt-get install gnubg"):
        find_gnubg()


@pytest.mark.parametrize("record", [{"games": [{}]}, {"games": [{"stats": {}, "game": []}]}, {"games": [3]}])
def test_a_record_of_another_form_is_no_traceback(record: dict[str, object]) -> None:
    with pytest.raises(GnubgFailedError, match="another form"):
        judged.judged(record, read_match(SAMPLE), 0)
