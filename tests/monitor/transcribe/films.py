"""Short films for tests: pieces of the sample match, whole or spoilt in the ways recordings are."""

import json
import struct
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np

from monitor.demo import BOARD, VIDEO, demo_folder
from monitor.transcribe import Placing
from vision.sources.frame import Plane

FILM, PLACE = demo_folder() / VIDEO, demo_folder() / BOARD
PLACED = Placing(calibration=PLACE)
GROUP_S = 20.0
"""The sample match has a key frame every 20 s in its first two minutes."""


def piece(path: Path, start: float, end: float) -> Path:
    """The pictures from one key frame to another, copied without decoding, at their own times from 0."""
    with av.open(str(FILM)) as source, av.open(str(path), "w", options={"movflags": "+faststart"}) as target:
        stream = source.streams.video[0]
        copy = target.add_stream_from_template(stream)
        base = stream.time_base or Fraction(1, 12288)
        for packet in source.demux(stream):
            if packet.pts is None or packet.dts is None or not start <= packet.pts * base < end:
                continue
            packet.pts -= round(start / base)
            packet.dts -= round(start / base)
            packet.stream = copy
            target.mux(packet)
    return path


def encoded(path: Path, pictures: list[tuple[float, Plane]], **options: str) -> Path:
    """(h, w, 3) pictures at their times (s), newly encoded."""
    height, width = pictures[0][1].shape[:2]
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=12, options={"preset": "ultrafast", **options})
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        stream.codec_context.time_base = Fraction(1, 1000)
        for t, picture in pictures:
            frame = av.VideoFrame.from_ndarray(picture, format="bgr24")
            frame.pts, frame.time_base = round(t * 1000), Fraction(1, 1000)
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    return path


def pictures(path: Path, every: int = 1, size: tuple[int, int] = (640, 360)) -> list[tuple[float, Plane]]:
    """Every so manyeth picture of a film with its time, made smaller."""
    found: list[tuple[float, Plane]] = []
    with av.open(str(path)) as container:
        for number, frame in enumerate(container.decode(video=0)):
            if number % every == 0:
                small = frame.to_ndarray(width=size[0], height=size[1], format="bgr24")
                found.append((float(frame.time or 0.0), np.asarray(small, np.uint8)))
    return found


def turned(path: Path) -> None:
    """Write into the file that a phone held it sideways: a quarter turn (ISO/IEC 14496-12, 8.3.2)."""
    data = bytearray(path.read_bytes())
    at = data.index(b"tkhd") + 4 + 40
    data[at : at + 20] = struct.pack(">5i", 0, 1 << 16, 0, -1 << 16, 0)
    path.write_bytes(data)


def spoilt(path: Path, start: float, end: float) -> None:
    """Overwrite a share of the picture data."""
    data = bytearray(path.read_bytes())
    body = data.index(b"mdat") + 4
    first, last = (body + int(part * (len(data) - body)) for part in (start, end))
    data[first:last] = b"\xff" * (last - first)
    path.write_bytes(data)


def sound(path: Path) -> Path:
    """A file with sound and no picture."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("aac", rate=8000, layout="mono")
        frame = av.AudioFrame.from_ndarray(np.zeros((1, 8000), np.float32), format="fltp", layout="mono")
        frame.rate, frame.pts = 8000, 0
        container.mux(stream.encode(frame))
        container.mux(stream.encode())
    return path


def true_turns(start: float, end: float) -> list[tuple[str, list[int], str]]:
    """Who rolled what, and the board after it, of the turns that ended in that time."""
    found = []
    for row in (demo_folder() / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        line: dict[str, Any] = json.loads(row)
        if line["ev"] == "TurnPlayed" and start <= line["t"] < end:
            found.append((line["by"], sorted(line["dice"]), line["board_after"]))
    return found


def told_turns(review: dict[str, Any]) -> list[tuple[str, list[int], str]]:
    """The same of a transcript."""
    return [
        (line["seat"], sorted(line["dice"]), line["board_after"])
        for line in review["entries"]
        if line["kind"] == "move"
    ]
