"""A moved camera is told within a second, and the new place; knocks, hands and darkness are no move."""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "accuracy"))

from steady_table import DEMO, demo, moved_frame, movement, tell

from calibration.board_file import read_board
from calibration.cv import cv2
from calibration.geometry import BoardGeometry, apply_homography
from vision.marks import MOST, STILL, UNMOVED, Marks
from vision.sources.frame import Frame
from vision.steady import Steady

START, AT = 1.0, 2.5


@pytest.fixture(scope="module")
def geometry() -> BoardGeometry:
    return read_board(DEMO / "board.toml")


@pytest.fixture(scope="module")
def frames() -> list[Frame]:
    return list(demo(START, AT + 1.5))


@pytest.mark.parametrize(
    ("kind", "share"), [("shift", 0.005), ("shift", 0.05), ("shift", 0.15), ("turn", 0.03), ("tilt", 0.02)]
)
def test_a_moved_board_is_told_within_a_second(
    frames: list[Frame], geometry: BoardGeometry, kind: str, share: float
) -> None:
    told = tell(frames, AT, movement(kind, share, geometry), geometry)
    assert told.after is not None
    assert told.after <= 1.0
    assert told.overlap > 0.99


def test_whether_the_board_has_a_bar_may_be_taken_wrongly_where_it_is_found_again(
    frames: list[Frame], geometry: BoardGeometry
) -> None:
    """So far away that it has to be looked for, a board that is watched as one without a bar, and has one."""
    barless = BoardGeometry(geometry.corners, geometry.size, "no_bar")
    told = tell(frames, AT, movement("shift", 0.15, geometry), barless)
    assert told.after is not None
    assert told.overlap > 0.99


@pytest.mark.parametrize(("share", "tells"), [(0.005, False), (0.02, True)])
def test_marks_most_of_which_stand_still_tell_of_no_move(
    frames: list[Frame], geometry: BoardGeometry, share: float, tells: bool
) -> None:
    """A few marks agree on a tilt by which the others hardly move, when men have been gathered in."""
    anchor = Marks(frames[0], geometry)
    scale = anchor._scale
    tilted = apply_homography(movement("tilt", share, geometry), anchor.marks / scale) * scale
    far = np.linalg.norm(tilted - anchor.marks, axis=1)
    assert (UNMOVED < (far < STILL).mean() < MOST) is not tells
    assert (anchor.corners_by(anchor.marks, tilted.astype(np.float32)) is not None) is tells


@pytest.mark.parametrize(("away", "tells"), [(0.3, True), (1.2, False)])
def test_half_of_the_marks_are_enough_where_the_board_was_pushed_not_on_the_next_table(
    frames: list[Frame], geometry: BoardGeometry, away: float, tells: bool
) -> None:
    """Its left half is hidden."""
    size = np.ptp(np.array(geometry.corners), axis=0)
    shift = np.array([[1, 0, away * size[0]], [0, 1, 0], [0, 0, 1.0]])
    wide = cv2.warpPerspective(frames[0].bgr, np.eye(3), (3000, 720))
    there = cv2.warpPerspective(frames[0].bgr, shift, (3000, 720))
    anchor = Marks(Frame(0, 0.0, np.asarray(wide, np.uint8)), geometry)
    corners = apply_homography(shift, np.array(geometry.corners))
    there[:, : round(float(corners[:, 0].min() + 0.5 * size[0]))] = 0
    now = Frame(1, 0.2, np.asarray(there, np.uint8))
    assert (anchor.corners_at(now, corners) is not None) is tells


def test_it_is_told_of_large_pictures_too(frames: list[Frame], geometry: BoardGeometry) -> None:
    """Twice halved before they are averaged, of a size that four does not divide."""
    size = 1917, 1078
    large = [
        replace(frame, pixels=np.asarray(cv2.resize(frame.bgr, size), np.uint8)) for frame in frames[::2]
    ]
    placed = geometry.scaled(size)
    told = tell(large, AT, movement("shift", 0.02, placed), placed)
    assert told.after is not None
    assert told.after <= 1.0
    assert told.overlap > 0.99


def test_a_move_is_told_once(frames: list[Frame], geometry: BoardGeometry) -> None:
    steady, matrix = Steady(geometry), movement("shift", 0.03, geometry)
    told = [steady.look(frame if frame.t < AT else moved_frame(frame, matrix)) for frame in frames]
    assert sum(one is not None for one in told) == 1
    (said,) = (one for one in told if one is not None)
    assert "moved" in said.reason


def test_a_knock_that_returns_is_no_move(frames: list[Frame], geometry: BoardGeometry) -> None:
    steady, matrix = Steady(geometry), movement("shift", 0.03, geometry)
    for frame in frames:
        assert steady.look(moved_frame(frame, matrix) if AT <= frame.t < AT + 0.2 else frame) is None


def test_hands_over_half_the_board_are_no_move(frames: list[Frame], geometry: BoardGeometry) -> None:
    steady = Steady(geometry)
    for number, frame in enumerate(frames):
        picture = frame.bgr.copy()
        if frame.t >= AT:
            picture[:, 200 + 5 * (number % 20) : 640] = (90, 120, 180)
        assert steady.look(Frame(frame.seq, frame.t, picture)) is None


def test_darkness_is_said_in_the_end_and_the_board_is_taken_up_again(
    frames: list[Frame], geometry: BoardGeometry
) -> None:
    steady = Steady(geometry)
    dark = np.full_like(frames[0].bgr, 12)
    told = [steady.look(Frame(0, 0.0, frames[0].bgr))]
    told += [steady.look(Frame(n, 0.25 * n, dark)) for n in range(1, 40)]
    said = [one for one in told if one is not None]
    assert [one.geometry for one in said] == [None]
    assert steady.look(Frame(40, 10.0, frames[0].bgr)) is None


@pytest.mark.parametrize("dark", [False, True], ids=["something else", "nothing"])
def test_nothing_is_to_be_read_while_the_stream_shows_something_else(
    frames: list[Frame], geometry: BoardGeometry, dark: bool
) -> None:
    """From the first look on, and again as soon as the board is there."""
    colours = np.random.default_rng(1).integers(0, 10 if dark else 255, (12, 20, 3), dtype=np.uint8)
    other = np.asarray(cv2.resize(colours, frames[0].size, interpolation=cv2.INTER_CUBIC), np.uint8)
    steady = Steady(geometry)
    steady.look(frames[0])
    told = []
    for number in range(1, 60):
        t, cut = frames[0].t + number / 5.0, 10 <= number < 50
        told.append(steady.look(Frame(number, t, other if cut else frames[0].bgr)))
        assert steady.unsure is cut
    (said,) = (one for one in told if one is not None)
    assert said.geometry is None


def test_a_hand_over_most_of_the_board_does_not_keep_it_from_being_read(
    frames: list[Frame], geometry: BoardGeometry
) -> None:
    steady = Steady(geometry)
    for number, frame in enumerate(frames):
        picture = frame.bgr.copy()
        if number > 3:
            picture[:, 200:900] = (90, 120, 180)
        steady.look(Frame(frame.seq, frame.t, picture))
    assert not steady.unsure


@pytest.mark.parametrize("same", [True, False], ids=["this board", "another"])
def test_a_board_found_by_the_fit_alone_is_known_by_its_looks(
    frames: list[Frame], geometry: BoardGeometry, monkeypatch: pytest.MonkeyPatch, same: bool
) -> None:
    """Its marks are out of sight, and the finder sees nothing."""
    push = movement("shift", 0.08, geometry)
    there = apply_homography(push, np.array(geometry.corners))
    monkeypatch.setattr("vision.steady._fitted", lambda *_: there)
    monkeypatch.setattr(Steady, "_found_elsewhere", lambda *_: None)
    monkeypatch.setattr(Marks, "follow", lambda self, *_: (self.marks[:0], self.marks[:0]))
    monkeypatch.setattr(Marks, "corners_at", lambda *_: None)
    steady = Steady(geometry)
    steady.look(frames[0])
    picture = moved_frame(frames[0], push).bgr if same else frames[0].bgr[::-1, ::-1].copy()
    told = [steady.look(Frame(n, frames[0].t + n / 5.0, picture)) for n in range(1, 10)]
    said = [one.geometry for one in told if one is not None]
    assert len(said) == same
    assert steady.unsure is not same
    for geometry_told in said:
        assert geometry_told is not None
        assert np.allclose(np.array(geometry_told.corners), there)


def smaller(geometry: BoardGeometry) -> np.ndarray:
    """(3, 3) what shows the picture in two thirds of its size, in the lower right of the whole."""
    width, height = geometry.size
    return np.array([[2 / 3, 0.0, width / 3 - 4], [0.0, 2 / 3, height / 3 - 4], [0.0, 0.0, 1.0]])


@pytest.mark.parametrize("fades", [0, 4], ids=["at once", "fading"])
def test_scenes_of_a_stream_are_told_apart_and_known_again(
    frames: list[Frame], geometry: BoardGeometry, fades: int
) -> None:
    """The place in a scene is right to a pixel, whatever is shown on the way; a former one is kept as is."""
    steady, by = Steady(geometry), smaller(geometry)
    there = apply_homography(by, np.array(geometry.corners))
    still = frames[0].bgr.astype(np.float64)
    other = moved_frame(frames[0], by).bgr.astype(np.float64)
    told = []
    for look in range(60):
        share = np.interp(look, [4, 5 + fades, 34, 35 + fades], [0.0, 1.0, 1.0, 0.0])
        picture = (still * (1 - share) + other * share).astype(np.uint8)
        moved = steady.look(Frame(look, look / 5.0, picture))
        if moved is not None:
            told.append((look, moved.geometry))
    assert [at <= look <= at + 5 for at, (look, _) in zip((5 + fades, 35 + fades), told, strict=True)] == [
        True,
        True,
    ]
    assert told[0][1] is not None
    assert np.abs(np.array(told[0][1].corners) - there).max() < 1.5
    assert told[1][1] == geometry
    assert not steady.unsure


@pytest.mark.parametrize(("share", "unsure"), [(0.007, False), (0.03, True)])
def test_a_camera_that_shakes_a_little_is_read_all_the_same(
    frames: list[Frame], geometry: BoardGeometry, share: float, unsure: bool
) -> None:
    """Every other picture is shifted."""
    steady, by = Steady(geometry), movement("shift", share, geometry)
    shaken = [moved_frame(frame, by) if at % 2 else frame for at, frame in enumerate(frames)]
    found = []
    for frame in shaken[:: max(1, round(0.2 / (frames[1].t - frames[0].t)))][:3]:
        steady.look(frame)
        found.append(steady.unsure)
    last = moved_frame(replace(frames[-1], t=frames[-1].t + 0.2), by)
    assert steady.look(last) is None
    assert steady.unsure is unsure
    assert not any(found)
