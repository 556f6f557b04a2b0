"""Single pictures and folders of them."""

from pathlib import Path

import numpy as np
import pytest

from calibration.cv import cv2
from vision.errors import (
    SourceBrokenError,
    SourceEmptyError,
    SourceError,
    SourceFormatError,
    SourceMissingError,
    SourceUnavailableError,
)
from vision.sources import open_source, read_picture
from vision.sources.pictures import PictureFolder, natural_key


def write_picture(path: Path, grey: int = 90, size: tuple[int, int] = (64, 48)) -> Path:
    noise = np.random.default_rng(grey).integers(0, 30, (size[1], size[0], 3))
    assert cv2.imwrite(str(path), (noise + grey).astype(np.uint8))
    return path


def test_natural_order() -> None:
    names = ["b2.png", "a10.png", "A9.png", "a010b.png", "a.png"]
    assert sorted(names, key=natural_key) == ["A9.png", "a10.png", "a010b.png", "a.png", "b2.png"]


def test_folder_in_order_with_its_own_clock(tmp_path: Path) -> None:
    for number in (10, 2, 1):
        write_picture(tmp_path / f"frame{number}.jpg", 50 + number * 10)
    (tmp_path / "notes.txt").write_text("not a picture")
    frames = list(open_source(str(tmp_path)))
    assert [frame.source for frame in frames] == ["frame1.jpg", "frame2.jpg", "frame10.jpg"]
    assert [frame.t for frame in frames] == [0.0, 1.0, 2.0]
    assert [frame.size for frame in frames] == [(64, 48)] * 3
    assert frames[0].y.mean() < frames[1].y.mean() < frames[2].y.mean()
    assert [f.t for f in PictureFolder(tmp_path, seconds_apart=0.5)] == [0.0, 0.5, 1.0]


def test_a_bad_picture_ends_the_folder_after_the_good_ones(tmp_path: Path) -> None:
    write_picture(tmp_path / "1.png")
    (tmp_path / "2.png").write_bytes(b"not a picture")
    write_picture(tmp_path / "3.png")
    frames = iter(PictureFolder(tmp_path))
    assert next(frames).source == "1.png"
    with pytest.raises(SourceBrokenError, match=r"picture 2 of 3: .*2\.png") as raised:
        next(frames)
    assert raised.value.t == 0.0


def test_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(SourceEmptyError, match="holds no pictures"):
        open_source(str(tmp_path))


def test_what_is_no_picture(tmp_path: Path) -> None:
    with pytest.raises(SourceMissingError, match="no such file"):
        read_picture(tmp_path / "nothing.jpg")
    with pytest.raises(SourceFormatError, match="is a folder"):
        read_picture(tmp_path)
    empty = tmp_path / "empty.jpg"
    empty.touch()
    with pytest.raises(SourceEmptyError, match="0 bytes"):
        read_picture(empty)
    text = tmp_path / "text.jpg"
    text.write_text("no picture")
    with pytest.raises(SourceFormatError, match="not a picture"):
        read_picture(text)


@pytest.mark.parametrize("suffix", ["jpg", "png"])
@pytest.mark.parametrize("kept", [0.1, 0.5, 0.95])
def test_cut_short(tmp_path: Path, suffix: str, kept: float) -> None:
    path = write_picture(tmp_path / f"a.{suffix}")
    assert read_picture(path).shape == (48, 64, 3)
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * kept)])
    with pytest.raises(SourceBrokenError, match="cut short"):
        read_picture(path)


def test_trailing_bytes_after_a_jpeg_do_no_harm(tmp_path: Path) -> None:
    path = write_picture(tmp_path / "phone.jpg")
    path.write_bytes(path.read_bytes() + b"appended by a phone" * 10)
    assert read_picture(path).shape == (48, 64, 3)


def test_sources_that_cannot_be_opened() -> None:
    with pytest.raises(SourceError, match="of network addresses rtsp"):
        open_source("ftp://example.org/match.mp4")
    with pytest.raises(SourceUnavailableError, match="usb:97 does not answer"):
        open_source("usb:97")
    with pytest.raises(SourceUnavailableError, match="picamera:7"):
        open_source("picamera:7")
    with pytest.raises(SourceUnavailableError, match=r"rtsp://127\.0\.0\.1/table does not"):
        open_source("rtsp://user:secret@127.0.0.1:9/table")


def test_mirrored_pictures_are_turned_back(tmp_path: Path) -> None:
    write_picture(tmp_path / "a.png")
    (seen,), (back,) = open_source(str(tmp_path)), open_source(f"mirror:{tmp_path}")
    assert np.array_equal(back.bgr, seen.bgr[:, ::-1])
    assert not np.array_equal(back.bgr, seen.bgr)
