"""Real pictures and a real clip: nothing false is found, nothing is claimed where nothing can be seen."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import real_watch
from realdata import FOLDER

pytestmark = pytest.mark.skipif(
    not FOLDER.is_dir(), reason="the labelled real pictures (../shared/realdata) are not here"
)


def test_nothing_is_found_in_tournament_frames() -> None:
    row = real_watch.stills("tournament frames")
    assert row.findings == ""
    assert row.right >= 2


@pytest.mark.slow
def test_only_the_wrong_set_up_is_found_in_a_real_game() -> None:
    first, second = map(real_watch.stills, ("real game, first stretch", "real game, second stretch"))
    assert first.findings == "SETUP_ERROR 5 in 5 rule sets"
    assert second.findings == ""
    assert first.right + second.right >= 30


def test_nothing_is_claimed_of_a_board_that_cannot_be_read() -> None:
    row = real_watch.clip("no_bar", every=6)
    assert row.findings == ""
    assert row.silent == row.pictures
