"""A game that was under way when it came into view."""

import pytest

from tests.monitor.rules.play import BOARD, Play


@pytest.mark.parametrize("cube", [None, {"value": 2, "owner": "B"}])
def test_in_a_game_joined_under_way_the_cube_stands_where_it_is_first_seen(cube: object) -> None:
    """However often it has been turned before; from then on its level is known."""
    play = Play("usbgf-2016", board=None)
    play("TrackLost", reason="under way")
    play("TrackRegained", joined=True, game_no=1, board_after=BOARD, cube=cube, crawford=False)
    play.offer("B", 4).take("A", 4)
    assert (play.codes, play.cube) == ([], (4, "A"))
    play.turn("B", 6, 2, "24/18 13/11").offer("A", 16)
    assert play.codes == ["CUBE_WRONG_LEVEL"]


def test_of_a_game_joined_under_way_nobody_is_told_that_it_was_set_up_wrong() -> None:
    play = Play("usbgf-2016", board=None)
    play("TrackLost", reason="under way")
    play("TrackRegained", joined=True, game_no=1, board_after=BOARD, crawford=False)
    play.turn("A", 3, 1, "8/5 6/5").turn("B", 6, 2, "24/18 13/11")
    assert play.codes == []
    assert play.turn("A", 3, 1, "8/4 6/5").codes == ["ILLEGAL_MOVE"]
