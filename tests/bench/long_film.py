"""Hours of 1080p for the memory benchmark: the sample match enlarged once, its packets copied many times."""

from fractions import Fraction
from pathlib import Path

import av
import numpy as np

from calibration.cv import cv2
from vision.sources import open_source

SIZE = (1920, 1080)
RATE = 5
GROUP = 10
"""Pictures from one key frame to the next: two seconds, as cameras make them."""


def make_long_film(match: Path, folder: Path, seconds: float) -> Path:
    """The film of at least so many seconds, 1080p at 5 pictures a second; made where it is not there."""
    once, film = folder / "once.mp4", folder / f"{round(seconds / 60)}_minutes.mp4"
    folder.mkdir(parents=True, exist_ok=True)
    if not once.exists():
        _enlarge(match, unfinished := once.with_suffix(".part.mp4"))
        unfinished.rename(once)
    if not film.exists():
        _repeat(once, unfinished := film.with_suffix(".part.mp4"), seconds)
        unfinished.rename(film)
    return film


def _enlarge(match: Path, path: Path) -> None:
    options = {"preset": "ultrafast", "crf": "23", "g": str(GROUP)}
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=RATE, options=options)
        stream.width, stream.height, stream.pix_fmt = *SIZE, "yuv420p"
        stream.codec_context.thread_count = 1
        number = 0
        for frame in open_source(str(match)):
            if frame.t < number / RATE or frame.planes is None:
                continue
            sizes = ((SIZE[0] // part, SIZE[1] // part) for part in (1, 2, 2))
            planes = [cv2.resize(p, size) for p, size in zip(frame.planes, sizes, strict=True)]
            packed = np.concatenate([plane.reshape(-1) for plane in planes]).astype(np.uint8)
            picture = av.VideoFrame.from_ndarray(packed.reshape(-1, SIZE[0]), format="yuv420p")
            picture.pts, picture.time_base = number, Fraction(1, RATE)
            container.mux(stream.encode(picture))
            number += 1
        container.mux(stream.encode())


def _repeat(once: Path, path: Path, seconds: float) -> None:
    """Copy the packets with later and later times."""
    with av.open(str(once)) as source, av.open(str(path), "w") as target:
        stream = source.streams.video[0]
        out = target.add_stream_from_template(stream)
        base = stream.time_base
        if base is None:
            raise ValueError(f"{once} carries no times")
        packets = [packet for packet in source.demux(stream) if packet.size]
        kept = [(bytes(packet), packet.pts, packet.dts, packet.is_keyframe) for packet in packets]
        length = round(len(kept) / RATE / base)
        for time in range(-(-round(seconds / base) // length)):
            for content, pts, dts, key in kept:
                packet = av.Packet(content)
                packet.time_base, packet.is_keyframe, packet.stream = base, key, out
                packet.pts, packet.dts = (pts or 0) + time * length, (dts or 0) + time * length
                target.mux(packet)
