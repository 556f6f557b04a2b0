"""Panels that a stream lays over the board are known as such; hands, men and other scenes are none."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from fixtures.dataset import pictures, renderer
from fixtures.scene.sample import sample_scene
from tests.vision.shapes import shapes
from tests.vision.test_slots import truth_geometry
from vision.graphics import Graphics
from vision.looks import STILL
from vision.motion import Motion
from vision.reader import Reader
from vision.reading import DieReading
from vision.sources.frame import Frame
from vision.views import BAR, Cutter, SlotViews
from vision.warp import Window

GEOMETRY = BoardGeometry(((80, 45), (555, 45), (590, 320), (45, 320)), (640, 360))
SEED = 900_016
Picture = NDArray[np.uint8]
Paint = Callable[[Picture, float], object]
BOX = (70, 262, 308, 325)
"""Left, top, right, bottom of a panel over the near left of the board (px)."""


class Stream:
    """The board at five frames a second with a camera's noise, and what is painted over it."""

    def __init__(self, rate: float = 5.0) -> None:
        window = Window(GEOMETRY)
        self.graphics = Graphics(GEOMETRY, window)
        self._window, self._cutter = window, Cutter(GEOMETRY, window)
        self._motion = Motion(GEOMETRY)
        self._board = shapes(GEOMETRY.size, 300, (4, 25), soft=1.0, ground=110)
        self._noise = np.random.default_rng(5).normal(0.0, 2.0, (7, *self._board.shape))
        self._shown = 0
        self._seen: SlotViews | None = None
        self._rate = rate
        self.t = 0.0

    def shown(self, paint: Paint | None = None) -> Picture:
        """The next picture."""
        picture = self._board.copy()
        if paint is not None:
            paint(picture, self.t)
        self._shown += 1
        return np.clip(picture + self._noise[self._shown % 7], 0, 255).astype(np.uint8)

    def show(self, seconds: float, paint: Paint | None = None) -> Iterator[Graphics]:
        """So much of the stream, frame by frame, and what was known of panels after each."""
        for _ in range(round(seconds * self._rate)):
            smooth = self._window.smooth(Frame(0, self.t, self.shown(paint)))
            views = self._cutter.take(smooth)
            motion = self.graphics.calm(self._motion.between(self._seen, views))
            self._seen = views
            self.graphics.watch(self.t, smooth, still=float(motion.max()) < STILL)
            self.t += 1.0 / self._rate
            yield self.graphics


def hidden(stream: Stream, seconds: float, paint: Paint | None = None) -> list[int]:
    """How many slots panels hid, frame by frame."""
    return [int(graphics.hidden.sum()) for graphics in stream.show(seconds, paint)]


def panel(picture: Picture, _: float) -> None:
    """A name strip."""
    left, top, right, bottom = BOX
    picture[top:bottom, left:right] = (120, 40, 30)
    cv2.putText(picture, "J. MORENO (3)", (left + 15, bottom - 20), 0, 0.8, (240, 240, 240), 2)


def sliding(begun: float) -> Paint:
    """The same, which slides in from below within four tenths of a second."""

    def paint(picture: Picture, t: float) -> None:
        left, top, right, bottom = BOX
        whole = picture.copy()
        panel(whole, t)
        high = round(min(1.0, (t - begun + 0.1) / 0.4) * (bottom - top))
        picture[bottom - high : bottom, left:right] = whole[top : top + high, left:right]

    return paint


def fading(begun: float, clear: float) -> Paint:
    """The same, which fades in, and through which a share of what is beneath is always seen."""

    def paint(picture: Picture, t: float) -> None:
        whole = picture.copy()
        panel(whole, t)
        weight = (1.0 - clear) * min(1.0, (t - begun + 0.1) / 0.4)
        picture[:] = cv2.addWeighted(whole, weight, picture, 1.0 - weight, 0.0)

    return paint


def drifting(picture: Picture, t: float) -> None:
    """Somebody's face: blurred colours that drift."""
    left, top, right, bottom = BOX
    colours = np.random.default_rng(6).integers(30, 200, (6, 10, 3), dtype=np.uint8)
    face = cv2.resize(colours, (right - left, bottom - top), interpolation=cv2.INTER_CUBIC)
    picture[top:bottom, left:right] = np.roll(face, int(t * 10), axis=1)


def hand(x: int, y: int) -> Paint:
    """An arm from below with a fist at its end."""

    def paint(picture: Picture, _: float) -> None:
        cv2.line(picture, (x - 30, 359), (x, y), (90, 120, 190), 40)
        cv2.circle(picture, (x, y), 30, (80, 110, 180), -1)

    return paint


def both(one: Paint, other: Paint) -> Paint:
    """One and, over it, another."""

    def paint(picture: Picture, t: float) -> None:
        one(picture, t)
        other(picture, t)

    return paint


FLAT = {"support": "surface", "support_p": 1.0, "tilt": "flat", "tilt_p": 1.0}
COMING = {
    "at once": lambda _: panel,
    "sliding": sliding,
    "fading": lambda t: fading(t, 0.0),
    "one sees through it": lambda t: fading(t, 0.2),
    "a face": lambda _: drifting,
}


@pytest.mark.parametrize("rate", [5.0, 12.0])
@pytest.mark.parametrize("how", COMING)
def test_a_panel_hides_what_it_covers_for_as_long_as_it_is_there(how: str, rate: float) -> None:
    stream = Stream(rate)
    assert not any(hidden(stream, 3.0))
    paint = COMING[how](stream.t)
    hidden(stream, 0.6, paint)
    for graphics in stream.show(4.0, paint):
        under = np.flatnonzero(graphics.hidden).tolist()
        assert under == [12, 13, 14, 15, 16, 17]
    assert not any(hidden(stream, 2.0)[1:])


def test_a_panel_stays_hidden_while_hands_work_beside_it_and_beneath_it() -> None:
    stream = Stream()
    hidden(stream, 3.0)
    assert hidden(stream, 1.0, panel)[-1] == 6
    for x in range(50, 550, 50):
        assert hidden(stream, 0.4, both(hand(x, 225), panel)) == [6, 6]


def test_a_panel_that_comes_while_a_hand_is_over_its_side_is_known() -> None:
    stream = Stream()
    hidden(stream, 3.0)
    assert hidden(stream, 1.0, both(hand(300, 150), panel))[-1] == 6


def column(x: int, men: int) -> Paint:
    """A column of so many men upright in the picture."""

    def paint(picture: Picture, _: float) -> None:
        for k in range(men):
            cv2.circle(picture, (x, 300 - 33 * k), 16, (230, 225, 220), -1, cv2.LINE_AA)

    return paint


@pytest.mark.parametrize(
    "paint",
    [
        hand(200, 150),
        hand(350, 250),
        column(150, 5),
        both(column(150, 5), both(column(184, 5), column(217, 5))),
        lambda picture, _: picture.fill(30),
        lambda picture, _: cv2.convertScaleAbs(picture, picture, 1.3),
        lambda picture, _: cv2.rectangle(picture, (300, 150), (325, 175), (240, 240, 240), -1),
    ],
    ids=["hand", "hand further on", "column", "columns", "nothing", "light", "cube"],
)
def test_what_is_no_panel_hides_nothing(paint: Paint) -> None:
    stream = Stream()
    hidden(stream, 3.0)
    assert not any(hidden(stream, 3.0, paint))
    assert not any(hidden(stream, 3.0))


def test_what_had_been_there_from_the_first_picture_on_leaves_no_panel_where_it_was() -> None:
    stream = Stream()
    hidden(stream, 4.0, panel)
    assert not any(hidden(stream, 4.0))


def test_what_moves_in_a_panel_is_no_motion_and_what_lies_in_it_no_die() -> None:
    stream = Stream()
    hidden(stream, 3.0)
    hidden(stream, 1.0, drifting)
    moved = np.ones(BAR, np.float32)
    assert np.flatnonzero(stream.graphics.calm(moved) == 0.0).tolist() == [12, 13, 14, 15, 16, 17]

    def die(x: float, y: float) -> DieReading:
        ((u, v),) = GEOMETRY.field_points([(x, y)])
        place = {"xy": (x, y), "uv": (float(u), float(v)), "zone": "W", "size_px": 20.0}
        return DieReading(3, 0.9, (0, 0, 1, 0, 0, 0), **place, **FLAT)  # type: ignore[arg-type]

    dice = die(200.0, 300.0), die(450.0, 300.0)
    assert stream.graphics.without(dice, None) == (dice[1:], None)


def test_a_reading_says_that_graphics_cover_the_board() -> None:
    picture, record = next(
        pictures(renderer("flat", (800, 450), 1), sample_scene(SEED, "slots", (800, 450)), 1)
    )
    reader = Reader(truth_geometry(record))
    noise = np.random.default_rng(5).normal(0.0, 2.0, (7, *picture.shape))
    corners = np.array(record["corners"]).round().astype(int)
    low, high = corners.min(axis=0), corners.max(axis=0)
    readings = []
    for k in range(20):
        shown = picture.copy()
        if k >= 15:
            shown[high[1] - 80 : high[1] + 5, low[0] : low[0] + 300] = (120, 40, 30)
        noisy = np.clip(shown + noise[k % 7], 0, 255).astype(np.uint8)
        readings.append(reader.read(Frame(k, k / 5, noisy)))
    before, after = readings[14], readings[-1]
    came = (after.hidden > 0.9) & (before.hidden < 0.5)
    assert 4 <= came.sum() <= 8
    assert "graphics" not in str(before.reason)
    assert "by graphics" in str(after.reason)
    others = ~came & (before.hidden < 0.5)
    assert (after.counts()[others] == before.counts()[others]).mean() > 0.9
