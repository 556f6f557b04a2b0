"""What counts as motion in a slot, and that light which flickers or is switched does not."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from tests.vision.shapes import shapes
from vision.looks import STILL
from vision.motion import Motion
from vision.views import SLOTS, STRIP_H, STRIP_W, Cutter, SlotViews

GEOMETRY = BoardGeometry(((160, 90), (1110, 70), (1200, 640), (90, 660)), (1280, 720))
Picture = NDArray[np.uint8]
Light = NDArray[np.float64]
BOARD = shapes((1280, 720), 400, (8, 50), soft=1.5)


def lit(picture: Picture, light: Light) -> SlotViews:
    shown = np.clip(np.round(picture * light[..., None]), 0, 255).astype(np.uint8)
    return Cutter(GEOMETRY).cut(shown)


def bands(phase: float, axis: int, strength: float = 0.16) -> Light:
    """Light in one and a half waves across the picture, as a rolling shutter sees a lamp that flickers."""
    along = np.indices((720, 1280))[axis] / (720, 1280)[axis]
    return np.asarray(1.0 + strength * np.sin(2 * np.pi * (1.6 * along + phase)))


def even(level: float) -> Light:
    return np.full((720, 1280), level)


def test_motion_is_the_share_of_a_strip_that_changed() -> None:
    before = SlotViews.of(np.full((SLOTS, STRIP_H, STRIP_W, 3), 100, np.uint8))
    strips = before.strips.copy()
    strips[5, : STRIP_H // 2] = 200
    motion = Motion(GEOMETRY).between(before, SlotViews.of(strips))
    assert motion[5] == pytest.approx(0.5)
    assert motion.sum() == pytest.approx(0.5)


def test_nothing_has_moved_in_the_first_frame() -> None:
    assert not Motion(GEOMETRY).between(None, lit(BOARD, even(1.0))).any()


CHANGES: dict[str, Callable[[float], Light]] = {
    "bands along the rows": lambda phase: bands(phase, 0),
    "bands along the columns": lambda phase: bands(phase, 1),
    "light switched": lambda phase: even(1.0 - 0.5 * phase),
}


@pytest.mark.parametrize("change", CHANGES)
def test_light_that_changes_moves_nothing(change: str) -> None:
    before, now = (lit(BOARD, CHANGES[change](phase)) for phase in (0.0, 0.55))
    assert Motion(GEOMETRY).between(before, now).max() < STILL


@pytest.mark.parametrize("change", CHANGES)
def test_a_hand_moves_the_slots_that_it_is_over_in_any_light(change: str) -> None:
    picture = BOARD
    corners = np.array([(640, 360), (760, 340), (900, 719), (700, 719)], np.int32)
    hand = cv2.fillPoly(picture.copy(), [corners], (30, 40, 225))
    before, now = lit(picture, CHANGES[change](0.0)), lit(np.asarray(hand, np.uint8), CHANGES[change](0.55))
    motion = Motion(GEOMETRY).between(before, now)
    over = np.zeros(24, dtype=bool)
    over[[18, 19]] = True
    assert motion[over].min() > 0.3
    assert motion[:5].max() < STILL


def test_a_camera_that_is_pushed_moves_everything() -> None:
    picture = BOARD
    pushed = np.roll(picture, 40, axis=1)
    motion = Motion(GEOMETRY).between(lit(picture, even(1.0)), lit(pushed, even(1.0)))
    assert motion.min() > STILL
    assert np.median(motion) > 0.3
