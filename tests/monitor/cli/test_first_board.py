"""Where the board is, from the first pictures that show it: recordings that begin with something else."""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from calibration.cv import cv2
from calibration.errors import BoardNotFoundError
from calibration.geometry import BoardGeometry
from calibration.lens import Lens
from monitor.cli import placing
from monitor.cli.placing import first_board
from tests.vision.sources.stand_in import STEP, Script, ScriptedCamera
from vision.find import Located
from vision.sources import LiveSource
from vision.sources.frame import Frame
from vision.sources.pictures import PictureFolder

SIZE = (64, 36)
FOUND = BoardGeometry(((10.0, 4.0), (54.0, 4.0), (56.0, 32.0), (8.0, 32.0)), SIZE, "bar_vertical")
DOUBT = "no board there"


class Recording:
    """Pictures five a second, grey without the board, white with it."""

    name, live, size, count = "recording", False, SIZE, None

    def __init__(self, seconds: float, board_from: float, board_to: float = math.inf) -> None:
        self.seconds, self.board_from, self.board_to = seconds, board_from, board_to

    def __iter__(self) -> Iterator[Frame]:
        for number in range(int(self.seconds * 5)):
            shade = 255 if self.board_from <= number / 5 < self.board_to else 90
            yield Frame(number, number / 5, np.full((SIZE[1], SIZE[0], 3), shade, np.uint8))


class Settling:
    """Sees the board in white pictures; settled after three."""

    looks: ClassVar[list[float]] = []

    def __init__(self) -> None:
        self.found: Located | None = None
        self.doubt, self.seen = "", 0
        self.lens = Lens()
        Settling.looks = []

    @property
    def settled(self) -> bool:
        return self.seen >= 3

    def look(self, frame: Frame) -> bool:
        Settling.looks.append(frame.t)
        if frame.bgr[0, 0, 0] < 200:
            self.doubt = DOUBT
            return False
        self.found, self.seen = Located(FOUND, 0.002), self.seen + 1
        return True


@pytest.fixture(autouse=True)
def seen_by_shade(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placing, "Settling", Settling)


def found_in(source: object) -> tuple[tuple[BoardGeometry, list[Frame], Lens], list[str]]:
    said: list[str] = []
    beats: list[int] = []
    found = first_board(source, said.append, lambda: beats.append(1))  # type: ignore[arg-type]
    assert len(beats) == len(Settling.looks)
    return found, said


def test_a_board_in_the_first_picture_needs_no_word() -> None:
    (geometry, seen, _), said = found_in(Recording(10.0, 0.0))
    assert (geometry, said) == (FOUND, [])
    assert [frame.t for frame in seen] == pytest.approx([0.0, 0.4, 0.8])


def test_a_board_that_comes_later_is_waited_for() -> None:
    (geometry, seen, _), said = found_in(Recording(60.0, 42.0))
    assert geometry == FOUND
    assert said == [f"no board yet, looking on: {DOUBT}"]
    assert seen[0].t == pytest.approx(45.0), "after half a minute it is looked for every five seconds"


def test_a_board_seen_for_a_moment_is_not_waited_for_again() -> None:
    source = Recording(100.0, 2.0, board_to=2.1)
    (geometry, seen, _), _ = found_in(source)
    assert (geometry, len(seen)) == (FOUND, 1)
    assert len(Settling.looks) == 3 + placing.ENOUGH


@pytest.mark.parametrize("seconds", [20.0, 700.0])
def test_a_recording_without_a_board_is_refused_with_the_reason(seconds: float) -> None:
    with pytest.raises(BoardNotFoundError, match=DOUBT):
        found_in(Recording(seconds, 650.0))
    assert max(Settling.looks) <= placing.GIVE_UP_S


def test_of_a_folder_of_pictures_the_first_with_a_board_counts(tmp_path: Path) -> None:
    for number, shade in enumerate((90, 90, 255, 255)):
        picture = np.full((SIZE[1], SIZE[0], 3), shade, np.uint8)
        assert cv2.imwrite(str(tmp_path / f"{number}.png"), picture)
    (geometry, seen, _), said = found_in(PictureFolder(tmp_path))
    assert (geometry, [frame.seq for frame in seen]) == (FOUND, [2])
    assert said == [f"no board yet, looking on: {DOUBT}"]


def test_a_live_source_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long: here until the third look."""

    class Slowly(Settling):
        def look(self, frame: Frame) -> bool:
            shade = 255 if len(Settling.looks) >= 2 else 90
            return super().look(Frame(frame.seq, frame.t, np.full((SIZE[1], SIZE[0], 3), shade, np.uint8)))

    monkeypatch.setattr(placing, "Settling", Slowly)
    monkeypatch.setattr(placing, "LOOK_S", 5 * STEP)
    monkeypatch.setattr(placing, "AGAIN_S", STEP)
    source = LiveSource("hall", Script(lambda: ScriptedCamera(1_000_000, 0)))
    said: list[str] = []
    try:
        geometry, seen, _ = first_board(source, said.append, lambda: None)
    finally:
        source.close()
    assert (geometry, len(seen), said) == (FOUND, 3, [f"no board yet, looking on: {DOUBT}"])
    assert Settling.looks[1] - Settling.looks[0] >= 5 * STEP
