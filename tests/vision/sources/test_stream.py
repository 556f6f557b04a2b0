"""Running cameras, with a file in the network's place: time from the first frame, an end is a break."""

from collections.abc import Callable
from pathlib import Path

import av
import pytest

from vision.errors import SourceBrokenError
from vision.sources.frame import Frame
from vision.sources.stream import LiveStream

MakeVideo = Callable[..., Path]


def test_time_begins_with_the_first_frame_and_an_end_is_a_break(make_video: MakeVideo) -> None:
    source = LiveStream("hall", av.open(str(make_video(times=[3.0, 3.1, 3.4]))))
    frames: list[Frame] = []
    with pytest.raises(SourceBrokenError, match=r"hall broke off after 0\.40 s"):
        frames.extend(source)
    assert [frame.t for frame in frames] == pytest.approx([0.0, 0.1, 0.4], abs=1e-3)
    assert source.size == (160, 96)
    assert source.live
    source.close()
