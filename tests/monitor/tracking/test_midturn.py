"""What men that come to stand elsewhere say about whose turn it is, and whether a game is going on at all."""

from dataclasses import replace

import numpy as np
import pytest

from monitor.backgammon import START, Position, apply_play
from monitor.config import MatchConfig
from monitor.tracking.explain import TurnVerdict
from monitor.tracking.midturn import may_be_put_back
from monitor.tracking.state import GameTrack
from monitor.tracking.tracker import MatchTracker
from monitor.tracking.view import GameView
from tests.monitor.tracking.test_explain import EAST, showing
from tests.monitor.tracking.test_tall_columns import moved

PLAYED = apply_play(START, "24/18 13/11")


def after_a_turn(legal: bool | None) -> GameTrack:
    verdict = TurnVerdict("A", (6, 2), START, PLAYED, legal, 0.5, 0.5, 0.0, 0.0)
    return GameTrack(EAST, START, PLAYED, PLAYED, to_act="B", turn=2, last=verdict)


@pytest.mark.parametrize(("legal", "put_back"), [(False, True), (None, False), (True, False)])
def test_men_moved_without_dice_after_a_wrong_play_may_be_put_back(
    legal: bool | None, put_back: bool
) -> None:
    assert may_be_put_back(after_a_turn(legal)) is put_back
    assert not may_be_put_back(replace(after_a_turn(legal), last=None))


def set_up_anew(before: Position, followed: Position, seen: Position) -> bool:
    """Whether a game is over in which so many men were followed to some board while another one is seen; two
    points where the two differ are suspected of being misread."""
    explainer = showing(seen)
    doubted = np.append(explainer.contradicted(followed)[:24], False)
    view = GameView(explainer.doubting(doubted), GameTrack(EAST, START, before, followed, turn=8))
    return MatchTracker(MatchConfig()).ending.at_start(view)


def test_men_seen_to_stand_as_at_the_start_are_not_excused_by_doubts_about_where_they_were_followed() -> None:
    before = moved(START, "A", (24, 18), (13, 9), (13, 7), (6, 5), (8, 4))
    nearly = moved(START, "A", (6, 5))
    assert set_up_anew(before, nearly, START)
    assert set_up_anew(before, START, START)
    assert not set_up_anew(before, nearly, nearly)
    assert not set_up_anew(nearly, nearly, START)
