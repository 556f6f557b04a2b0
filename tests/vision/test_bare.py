"""What is painted on a board looks like a die to the networks, but nobody has thrown it."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.lone_dice import PICTURE, SIZE_PX, die
from vision.bare import EARLIER_S, EVERY_S, FIRST_P, KEPT, PLAIN_P, UNSEEN_S, BareBoard
from vision.reading import DieReading
from vision.sources.frame import Frame

INLAY, THROWN = die(0.7, 0.4, p=0.7), die(0.3, 0.6, p=0.7)
SEEN = die(0.2, 0.3)


def picture(*dice: DieReading, light: int = 60, noise: int | None = None) -> NDArray[np.uint8]:
    """A board with light squares."""
    values = np.full(PICTURE.shape, light, np.float64)
    for one in dice:
        (left, top), side = (np.array(one.xy) - SIZE_PX / 2).astype(int), round(SIZE_PX)
        values[top : top + side, left : left + side] += 90
    if noise is not None:
        values += np.random.default_rng(noise).normal(0.0, 6.0, PICTURE.shape)
    return np.clip(values, 0, 255).astype(np.uint8)


def watched(*taken: NDArray[np.uint8], every: float = EVERY_S) -> BareBoard:
    """A bare board seen in these pictures, the first at 0 s."""
    bare = BareBoard()
    for number, one in enumerate(taken):
        bare.watch(Frame(number, number * every, one))
    return bare


@pytest.mark.parametrize(("light", "noise"), [(60, None), (90, None), (60, 1)])
def test_a_faint_die_that_was_there_long_before_is_painted(light: int, noise: int | None) -> None:
    """Also in other light, and in a noisy picture."""
    bare = watched(picture(INLAY, noise=0 if noise else None))
    now = picture(INLAY, THROWN, light=light, noise=noise)
    assert bare.thrown((INLAY, THROWN), Frame(9, UNSEEN_S, now)) == (THROWN,)


def test_of_a_moment_ago_it_may_be_one_that_was_not_seen_yet() -> None:
    bare = watched(picture(THROWN))
    dice = (THROWN,)
    assert bare.thrown(dice, Frame(9, UNSEEN_S - 0.1, picture(THROWN))) == dice


def test_what_was_there_in_the_first_picture_and_is_hard_to_read_was_not_thrown() -> None:
    """It is believed in that picture itself, where nothing came before, and where it is plainer."""
    bare, inlay, plainer = BareBoard(), die(0.7, 0.4, p=FIRST_P - 0.01), die(0.7, 0.4, p=FIRST_P)
    assert bare.thrown((inlay,), Frame(0, 0.0, picture(inlay))) == (inlay,)
    assert bare.thrown((inlay, THROWN), Frame(1, 0.2, picture(inlay, THROWN))) == (THROWN,)
    assert bare.thrown((plainer,), Frame(2, 0.4, picture(inlay))) == (plainer,)


def test_a_plain_die_is_one() -> None:
    plain = die(0.7, 0.4, p=PLAIN_P)
    assert watched(picture(plain)).thrown((plain,), Frame(9, 60.0, picture(plain))) == (plain,)


def test_any_of_the_last_pictures_of_the_bare_board_will_do() -> None:
    """A hand was over the inlay in all of them but one."""
    covered = picture()
    frame = Frame(9, 90.0, picture(INLAY))
    assert watched(picture(INLAY), *[covered] * (KEPT - 1)).thrown((INLAY,), frame) == ()
    assert watched(picture(INLAY), *[covered] * KEPT).thrown((INLAY,), frame) == (INLAY,)
    assert watched(covered, picture(INLAY), every=EVERY_S / 2).thrown((INLAY,), frame) == (INLAY,)


def test_what_a_closer_look_shows_came_with_the_die_seen() -> None:
    bare, frame = watched(picture(INLAY)), Frame(9, 30.0, picture(INLAY, THROWN, SEEN))
    assert bare.came_with([SEEN], EARLIER_S, [INLAY, THROWN], frame) == [THROWN]
    assert bare.came_with([SEEN], EARLIER_S - 0.1, [INLAY, THROWN], frame) == [INLAY, THROWN]


def test_a_picture_with_the_die_seen_is_none_of_the_bare_board() -> None:
    """Neither of the two was seen at first."""
    bare, frame = watched(picture(THROWN, SEEN)), Frame(9, 30.0, picture(THROWN, SEEN))
    assert bare.came_with([SEEN], 20.0, [THROWN], frame) == [THROWN]


def test_pictures_of_another_size_say_nothing() -> None:
    bare = watched(picture(INLAY)[:-20])
    assert bare.thrown((INLAY,), Frame(9, 60.0, picture(INLAY))) == (INLAY,)


def test_a_die_outside_the_picture_is_left_alone() -> None:
    far = die(3.0, 3.0, p=0.5)
    assert watched(picture()).thrown((far,), Frame(9, 60.0, picture())) == (far,)
