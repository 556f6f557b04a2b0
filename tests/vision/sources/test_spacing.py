"""Frames that nobody looks at are not decoded where the film allows it, and nobody notices."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from tests.conftest import numbered_picture
from vision.errors import SourceBrokenError
from vision.sources import Frame, ticks
from vision.sources.spacing import Ahead, Spacing
from vision.sources.video import VideoFile

MakeFilm = Callable[..., Path]
UNEVEN = np.random.default_rng(5).uniform(0.01, 0.09, 60).cumsum().round(3).tolist()


@pytest.fixture
def make_film(tmp_path: Path) -> MakeFilm:
    """Writes a film in which half of the pictures are such that no other rests on them."""

    def make(name: str, times: list[float], **options: str) -> Path:
        path = tmp_path / name
        with av.open(str(path), "w") as container:
            stream = container.add_stream("libx264", rate=30)
            stream.width, stream.height, stream.pix_fmt = 160, 96, "yuv420p"
            stream.time_base = stream.codec_context.time_base = Fraction(1, 1000)
            stream.options = {"preset": "veryfast", "g": "30", **options}
            for number, t in enumerate(times):
                frame = av.VideoFrame.from_ndarray(numbered_picture(number, 160, 96), format="bgr24")
                frame.pts, frame.time_base = round(t * 1000), Fraction(1, 1000)
                container.mux(stream.encode(frame))
            container.mux(stream.encode())
        return path

    return make


class Whole:
    """A film every frame of which is decoded."""

    name, live, size, count = "whole", False, (160, 96), None

    def __init__(self, film: VideoFile) -> None:
        self._film = film

    def __iter__(self) -> Iterator[Frame]:
        return iter(self._film)

    def close(self) -> None:
        """Closed with the film."""


def looked_at(source: VideoFile | Whole) -> list[tuple[int, float, int, bytes]]:
    """Number, time, what was lost before it, and lightness of every frame that is looked at."""
    return [
        (frame.seq, frame.t, frame.dropped, frame.y.tobytes()) for frame in ticks(source) if frame is not None
    ]


def decoded(film: VideoFile, monkeypatch: pytest.MonkeyPatch) -> int:
    """Pictures that come out of the decoder when a film is watched."""
    seen: list[float] = []
    time_of = VideoFile._time

    def noted(self: VideoFile, picture: av.VideoFrame, last: float | None) -> float:
        seen.append(time_of(self, picture, last))
        return seen[-1]

    with monkeypatch.context() as patch:
        patch.setattr(VideoFile, "_time", noted)
        assert list(ticks(film))
    return len(seen)


@pytest.mark.parametrize(
    ("name", "times", "options"),
    [
        ("thirty.mp4", [n / 30 for n in range(60)], {}),
        ("late.mp4", [2 + n / 25 for n in range(60)], {"b-pyramid": "none"}),
        ("sixty.mov", [n / 60 for n in range(90)], {"bf": "8"}),
        ("uneven.mp4", UNEVEN, {}),
        ("no_others.mp4", [n / 30 for n in range(60)], {"bf": "0"}),
        ("guessed.mkv", UNEVEN, {"bf": "5"}),
        ("broadcast.ts", [n / 30 for n in range(60)], {}),
        ("bare.h264", [n / 30 for n in range(60)], {}),
    ],
)
def test_the_frames_looked_at_are_the_same(
    make_film: MakeFilm, name: str, times: list[float], options: dict[str, str]
) -> None:
    film = VideoFile(make_film(name, times, **options))
    spared, whole = looked_at(film), looked_at(Whole(film))
    assert spared == whole
    assert looked_at(film) == spared
    film.close()


def test_most_of_the_others_are_not_decoded(make_film: MakeFilm, monkeypatch: pytest.MonkeyPatch) -> None:
    film = VideoFile(make_film("match.mp4", [n / 30 for n in range(120)]))
    assert len(looked_at(film)) == 40
    assert decoded(film, monkeypatch) < 90
    film.close()
    guessed = VideoFile(make_film("match.mkv", [n / 30 for n in range(120)]))
    assert decoded(guessed, monkeypatch) == 120
    guessed.close()


def test_after_damage_everything_is_decoded(make_film: MakeFilm) -> None:
    path = make_film("match.mp4", [n / 30 for n in range(120)])
    data = bytearray(path.read_bytes())
    body = data.index(b"mdat") + 4
    middle = body + (data.index(b"moov") - body) // 2
    data[middle : middle + 100] = b"\xff" * 100
    path.write_bytes(data)
    film = VideoFile(path)
    spared, whole = ([t for _, t, _, _ in looked_at(source)] for source in (film, Whole(film)))
    assert abs(len(spared) - len(whole)) <= 1
    assert np.diff(spared[-10:]).max() < 0.11
    assert spared[-1] > 3.8
    film.close()


def test_a_film_cut_short_says_so(make_film: MakeFilm) -> None:
    path = make_film("match.mkv", [n / 30 for n in range(120)])
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 6 // 10])
    film = VideoFile(path)
    for source in (film, Whole(film)):
        with pytest.raises(SourceBrokenError, match="breaks off after"):
            looked_at(source)
    film.close()


def test_what_was_left_out_is_counted_once(make_film: MakeFilm) -> None:
    film = make_film("match.mp4", [n / 10 for n in range(20)])
    ahead = Ahead(0.3)
    with av.open(str(film)) as container:
        stream = container.streams.video[0]
        sorted_ones = [pair for packet in container.demux(stream) for pair in ahead.sort(packet)]
    step = Fraction(1, 10) / (stream.time_base or 1)
    let = sorted(packet.pts for packet, wanted in sorted_ones if wanted and packet.pts is not None)
    assert let[:6] == [3 * number * step for number in range(6)]
    assert ahead.left_out(None) == 0
    assert ahead.left_out(let[1]) == 2
    assert ahead.left_out(let[1]) == 0
    assert ahead.left_out(int(let[2] - step)) == 1


def test_times_are_let_through_so_far_apart() -> None:
    spacing = Spacing(0.1)
    assert [t for t in (0.0, 0.05, 0.0995, 0.15, 0.3, 0.2) if spacing.lets(t)] == [0.0, 0.0995, 0.3, 0.2]
