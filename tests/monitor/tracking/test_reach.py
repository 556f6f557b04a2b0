"""From which seat a hand came."""

import numpy as np
import pytest

from monitor.events import Player
from monitor.tracking.reach import Reach
from tests.support import make_reading

EVERY_S = 0.2


class Hands:
    """What covers and stirs the slots, picture by picture."""

    def __init__(self, every: float = EVERY_S) -> None:
        self.reach, self._t, self._every = Reach(), 0.0, every
        self.look()

    def look(self, *slots: int, p: float = 0.9, stirs: tuple[int, ...] = (), times: int = 1) -> None:
        """So many pictures in which some slots are hidden with p, and something moves in others."""
        hidden, motion = np.zeros(24, np.float32), np.zeros(24, np.float32)
        hidden[list(slots)], motion[list(stirs)] = p, 0.5
        for _ in range(times):
            self.reach.update(make_reading(t=self._t, hidden=hidden, motion=motion))
            self._t += self._every

    @property
    def whose(self) -> Player | None:
        """Whose hand it was, if that is known."""
        players: tuple[Player, Player] = ("A", "B")
        return next((player for player in players if self.reach.by(player)), None)


@pytest.mark.parametrize(("own", "far", "player"), [(18, 6, "A"), (6, 18, "B")])
def test_a_hand_belongs_to_the_seat_over_whose_row_it_comes_and_goes(
    own: int, far: int, player: Player
) -> None:
    hands = Hands()
    hands.look(own)
    hands.look(own, far)
    hands.look(far)
    assert hands.whose is None
    hands.look(own)
    assert hands.whose == player
    hands.look(times=12)
    assert hands.whose is None


def test_a_hand_over_both_rows_from_first_to_last_is_nobodys() -> None:
    hands = Hands()
    hands.look(3, 15, times=3)
    assert hands.whose is None


def test_a_hand_over_one_row_is_nobodys_where_something_passes_over_the_other() -> None:
    hands = Hands()
    hands.look(8, stirs=(16, 17, 18, 19))
    assert hands.whose is None


def test_it_is_known_where_its_own_row_is_stirred_more_all_the_time() -> None:
    hands = Hands()
    hands.look(16, stirs=(5,))
    hands.look(16, 17, stirs=(5, 16, 17))
    hands.look(16)
    assert hands.whose == "A"


@pytest.mark.parametrize(("shade", "whose"), [(0.45, "A"), (0.6, None)])
def test_a_hand_over_one_row_is_known_though_the_other_lies_in_the_shade(
    shade: float, whose: Player | None
) -> None:
    hands, hidden = Hands(), np.zeros(24, np.float32)
    hidden[20], hidden[2] = 0.95, shade
    hands.reach.update(make_reading(t=EVERY_S, hidden=hidden))
    assert hands.whose == whose


def test_what_a_rim_hides_all_the_time_is_no_hand() -> None:
    hands = Hands()
    hands.look(14, 22, p=0.35, times=16)
    assert hands.whose is None
    hands.look(4, 14, 22, p=0.4)
    hands.look(14, 22, p=0.35)
    assert hands.whose == "B"


def test_what_is_hidden_in_the_first_picture_came_before_it() -> None:
    reach, hidden = Reach(), np.zeros(24, np.float32)
    hidden[[14, 22]] = 0.9
    reach.update(make_reading(t=0.0, hidden=hidden))
    reach.update(make_reading(t=EVERY_S, hidden=hidden))
    assert not reach.by("A")


def test_with_few_pictures_the_row_that_is_covered_last_tells() -> None:
    hands = Hands(every=0.4)
    hands.look(6, 18, stirs=(6, 18))
    hands.look(18, stirs=(17, 18, 19))
    assert hands.whose == "A"
