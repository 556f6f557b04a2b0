"""Video files: exact times, phone rotation, and honest ends."""

import struct
from collections.abc import Callable
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import av
import numpy as np
import pytest
from av.video.frame import VideoFrame
from av.video.reformatter import ColorRange

from vision.errors import SourceBrokenError, SourceEmptyError, SourceFormatError, SourceMissingError
from vision.sources import Frame, open_source
from vision.sources.video import VideoFile

MakeVideo = Callable[..., Path]


def read_to_break(source: VideoFile) -> tuple[list[Frame], SourceBrokenError | None]:
    frames: list[Frame] = []
    try:
        frames.extend(source)
    except SourceBrokenError as error:
        return frames, error
    return frames, None


def test_times_are_those_of_the_file_not_index_over_rate(make_video: MakeVideo) -> None:
    times = [0.5, 0.533, 0.6, 0.9, 1.4, 1.433, 1.5]
    source = open_source(str(make_video(times=times)))
    frames = list(source)
    assert [frame.t for frame in frames] == pytest.approx(times, abs=1e-3)
    assert [frame.seq for frame in frames] == list(range(7))
    assert source.size == (160, 96)
    assert not source.live
    source.close()


def test_planes_and_picture_show_the_same(make_video: MakeVideo) -> None:
    source = open_source(str(make_video()))
    frame = next(iter(source))
    assert frame.planes is not None
    y, u, v = frame.planes
    assert (y.shape, u.shape, v.shape) == ((96, 160), (48, 80), (48, 80))
    assert frame.bgr.shape == (96, 160, 3)
    expected = (frame.y.astype(float) - 16) * 255 / 219
    assert np.abs(frame.bgr.mean(axis=2) - expected).mean() < 2
    source.close()


@pytest.mark.parametrize(("codec", "pixels"), [("libx264", "yuvj420p"), ("mjpeg", "yuvj422p")])
def test_a_recording_in_full_range_is_brought_to_video_range(tmp_path: Path, codec: str, pixels: str) -> None:
    """As telephones and webcams write them: black is 0 there, white 255."""
    path = tmp_path / "full.mov"
    steps = np.repeat(np.repeat(np.linspace(0, 255, 10).astype(np.uint8), 32)[None, :, None], 96, 0)
    shown = np.repeat(steps, 3, axis=2)
    with av.open(str(path), "w") as out:
        stream = out.add_stream(codec, rate=5, options={"crf": "8", "qmin": "2", "qmax": "2"})
        stream.width, stream.height, stream.pix_fmt = 320, 96, pixels
        stream.codec_context.color_range = ColorRange.JPEG
        for _ in range(3):
            picture = VideoFrame.from_ndarray(shown, format="bgr24")
            out.mux(stream.encode(picture.reformat(format=pixels, dst_color_range=ColorRange.JPEG)))
        out.mux(stream.encode())
    with closing(VideoFile(path)) as source:
        frame = next(iter(source))
    assert (int(frame.y.min()), int(frame.y.max())) == (pytest.approx(16, abs=3), pytest.approx(235, abs=3))
    assert np.abs(frame.bgr.astype(int) - shown)[:, 4::32].max() <= 8


def test_a_source_can_be_read_twice(make_video: MakeVideo) -> None:
    source = VideoFile(make_video())
    assert source.count == 20
    first, second = [f.t for f in source], [f.t for f in source]
    assert first == second
    assert len(first) == 20
    source.close()


@pytest.mark.parametrize(
    ("matrix", "turns"),
    [((0, 1, -1, 0), 3), ((0, -1, 1, 0), 1), ((-1, 0, 0, -1), 2)],
    ids=["90", "270", "180"],
)
def test_phone_rotation_is_honoured(
    make_video: MakeVideo, matrix: tuple[int, int, int, int], turns: int
) -> None:
    path = make_video()
    upright = next(iter(VideoFile(path))).y
    data = bytearray(path.read_bytes())
    # ISO/IEC 14496-12, 8.3.2: version-0 track header, nine matrix words 40 bytes after the flags begin.
    at = data.index(b"tkhd") + 4 + 40
    a, b, c, d = (value << 16 for value in matrix)
    data[at : at + 20] = struct.pack(">5i", a, b, 0, c, d)
    path.write_bytes(data)
    source = VideoFile(path)
    frame = next(iter(source))
    assert source.size == frame.size == ((160, 96) if turns == 2 else (96, 160))
    assert np.array_equal(frame.y, np.rot90(upright, turns))
    source.close()


def test_cut_short_keeps_everything_before_the_break(make_video: MakeVideo) -> None:
    path = make_video(times=[n / 10 for n in range(60)], movflags="+faststart")
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 6 // 10])
    frames, error = read_to_break(VideoFile(path))
    assert 15 < len(frames) < 55
    assert [frame.t for frame in frames] == pytest.approx([n / 10 for n in range(len(frames))], abs=1e-3)
    assert error is not None
    assert error.t == frames[-1].t
    assert f"after {frames[-1].t:.2f} s of 6.00 s" in str(error)


@pytest.mark.parametrize(
    ("start", "end", "kept"), [(0.4, 0.6, (30, 50)), (0.0, 0.2, (30, 55)), (0.5, 1.0, (20, 35))]
)
def test_a_damaged_stretch_is_counted_not_shown(
    make_video: MakeVideo, start: float, end: float, kept: tuple[int, int]
) -> None:
    path = make_video(times=[n / 10 for n in range(60)], movflags="+faststart")
    data = bytearray(path.read_bytes())
    body = data.index(b"mdat") + 4
    first, last = (body + int(part * (len(data) - body)) for part in (start, end))
    data[first:last] = b"\xff" * (last - first)
    path.write_bytes(data)
    frames, error = read_to_break(VideoFile(path))
    assert kept[0] < len(frames) < kept[1]
    assert all(frame.t == pytest.approx(round(frame.t, 1), abs=1e-3) for frame in frames)
    assert (error is not None) == (end == 1.0)
    if error is None:
        assert len(frames) + sum(frame.dropped for frame in frames) == 60


def test_nothing_but_damage(make_video: MakeVideo) -> None:
    path = make_video(movflags="+faststart")
    data = bytearray(path.read_bytes())
    body = data.index(b"mdat") + 4
    data[body:] = b"\xff" * (len(data) - body)
    path.write_bytes(data)
    with pytest.raises(SourceBrokenError, match="no picture that can be decoded"):
        VideoFile(path)


def test_a_bare_stream_without_times_can_be_read_twice(make_video: MakeVideo) -> None:
    source = VideoFile(make_video("match.h264"))
    for _ in range(2):
        frames, error = read_to_break(source)
        assert len(frames) == 20
        assert error is None
        assert all(later.t > earlier.t for earlier, later in pairwise(frames))
    source.close()


def test_a_slow_time_lapse_is_not_called_broken(make_video: MakeVideo) -> None:
    frames, error = read_to_break(VideoFile(make_video(times=[0.0, 2.0, 4.0, 6.0, 8.0])))
    assert len(frames) == 5
    assert error is None


def test_no_video(tmp_path: Path, make_video: MakeVideo) -> None:
    with pytest.raises(SourceMissingError, match="no such file"):
        open_source(str(tmp_path / "nothing.mp4"))
    empty = tmp_path / "empty.mp4"
    empty.touch()
    with pytest.raises(SourceEmptyError, match="0 bytes"):
        open_source(str(empty))
    text = tmp_path / "notes.mp4"
    text.write_text("not a video\n" * 100)
    with pytest.raises(SourceFormatError, match="not a video"):
        open_source(str(text))
    unfinished = make_video("unfinished.mp4")
    data = unfinished.read_bytes()
    unfinished.write_bytes(data[: data.index(b"moov") - 4])
    with pytest.raises(SourceFormatError, match="cut short"):
        open_source(str(unfinished))


def test_sound_alone_is_no_video(tmp_path: Path) -> None:
    import wave

    path = tmp_path / "sound.wav"
    with wave.open(str(path), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8000)
        sound.writeframes(bytes(1600))
    with pytest.raises(SourceFormatError, match="no video stream"):
        open_source(str(path))


def test_a_mirrored_recording_is_turned_back(make_video: MakeVideo) -> None:
    path = make_video()
    with closing(VideoFile(path)) as plain, closing(open_source(f"mirror:{path}")) as turned:
        for seen, back in zip(plain, turned, strict=True):
            assert back.planes is not None
            assert seen.planes is not None
            assert (back.seq, back.t, back.size, back.source) == (seen.seq, seen.t, seen.size, seen.source)
            for there, here in zip(seen.planes, back.planes, strict=True):
                assert np.array_equal(here, there[:, ::-1])
        assert turned.name == plain.name
