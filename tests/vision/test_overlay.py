"""A reading drawn over its picture."""

import numpy as np

from calibration.geometry import BoardGeometry
from tests.support import make_die, make_reading
from vision.overlay import caption, draw_reading
from vision.reading import MAX_COUNT, TrayReading

GEOMETRY = BoardGeometry(((60, 40), (580, 40), (580, 320), (60, 320)), (640, 360))
PICTURE = np.full((360, 640, 3), 90, dtype=np.uint8)


def test_a_copy_with_points_counts_and_dice() -> None:
    plain = draw_reading(PICTURE, GEOMETRY, None)
    full = draw_reading(PICTURE, GEOMETRY, make_reading(dice=(make_die(xy=(400, 180)),)))
    assert (PICTURE == 90).all()
    assert (plain[40, 60:580] != 90).any(axis=1).all()
    changed = (full != plain).any(axis=2)
    assert changed[165:195, 380:420].any()
    assert not changed[:, :40].any()


def test_hidden_slots_are_marked_in_red() -> None:
    hidden = np.zeros(24, dtype=np.float32)
    hidden[3] = 1
    drawn = draw_reading(PICTURE, GEOMETRY, make_reading(hidden=hidden)).astype(int)
    red = (drawn[:, :, 2] - drawn[:, :, 1] > 120).nonzero()
    left, right = (GEOMETRY.picture_points([(edge, 0)])[0, 0] for edge in GEOMETRY.column(3))
    assert len(red[0])
    assert (red[1] > left - 20).all()
    assert (red[1] < right + 20).all()


def test_men_borne_off_are_written_beside_the_field() -> None:
    men = np.zeros((4, 2, MAX_COUNT + 1), np.float32)
    men[:, 0, 0] = men[[0, 1, 2, 3], 1, [0, 3, 0, 0]] = 1
    plain = draw_reading(PICTURE, GEOMETRY, make_reading())
    trays = TrayReading(men, np.array([0, 0, 0.9, 0], np.float32))
    drawn = draw_reading(PICTURE, GEOMETRY, make_reading(trays=trays))
    changed = (drawn != plain).any(axis=2)
    assert changed[:180, 580:].any()
    assert changed[180:, :60].any()
    assert not changed[:180, :60].any()
    assert not changed[180:, 580:].any()


def test_caption_adds_a_band() -> None:
    one, two = (caption(PICTURE, ["12:03.4 Zoë: illegal move", "USBGF 4.2.3(a)"][:n]) for n in (1, 2))
    assert one.shape[0] < two.shape[0]
    assert one.shape[1:] == two.shape[1:] == (640, 3)
    assert (two[:360] == PICTURE).all()
    assert (two[360:] > 150).any()
