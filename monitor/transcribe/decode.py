"""Decoding parts of a file: single key frames, and runs of groups of pictures."""

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Final

import av
from av.container import InputContainer
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

from monitor.transcribe.recording import Group, VideoPacket, opened, packets, time_of
from vision.sources.frame import Frame, turned_back
from vision.sources.video import planes_of

ENOUGH_RATE: Final = 5.0
"""Pictures a second that are enough to follow a game."""
PROBE: Final = 36
"""Packets decoded to find how many pictures no other picture depends on."""


def key_frames(
    path: Path, groups: Sequence[Group], rate: float, *, mirrored: bool = False
) -> Iterator[tuple[int, Frame | None]]:
    """Key frames of some groups of a file, each with its place in ``groups``; None where one is damaged.

    mirrored: the pictures are, and are turned back; so for ``frames``.
    """
    wanted = {group.packet: place for place, group in enumerate(groups)}
    found: set[int] = set()
    with opened(path) as (container, stream):
        stream.codec_context.skip_frame = "NONKEY"
        by_pts = {group.pts: place for place, group in enumerate(groups)}
        for number, packet in _numbered(container, stream):
            if number not in wanted:
                continue
            for picture in _decoded(stream, packet):
                place = wanted[number] if picture.pts is None else by_pts.get(picture.pts, -1)
                if place >= 0 and not picture.is_corrupt:
                    found.add(place)
                    yield place, _frame(picture, groups[place].packet, rate, path.name, mirrored)
        for picture in _decoded(stream, None):
            place = by_pts.get(picture.pts, -1)
            if place >= 0 and not picture.is_corrupt:
                found.add(place)
                yield place, _frame(picture, groups[place].packet, rate, path.name, mirrored)
    yield from ((place, None) for place in range(len(groups)) if place not in found)


def spare_pictures(path: Path, rate: float) -> bool:
    """Whether pictures on which no other depends may be left out, and enough remain to follow a game."""
    shown = given = 0
    with opened(path) as (container, stream):
        stream.codec_context.skip_frame = "NONREF"
        for number, packet in _numbered(container, stream):
            if number >= PROBE:
                break
            given += 1
            shown += len(_decoded(stream, packet))
        shown += len(_decoded(stream, None))
    return bool(given) and rate * shown / given >= ENOUGH_RATE


def frames(
    path: Path,
    groups: Sequence[tuple[Group, bool]],
    end: int | None,
    rate: float,
    *,
    sparse: bool,
    mirrored: bool = False,
) -> Iterator[Frame | None]:
    """The pictures of consecutive groups; None for each that is damaged.

    groups: with whether all pictures or the key frame alone are wanted. end: number of the first packet that
    belongs to no group any more, None for the end of the file. sparse: leave out pictures on which no other
    depends. Edges of coding blocks are not smoothed, which costs a third of the work and changes next to
    nothing (44 dB and more on the sample match). Pictures shown before the first key frame belong to the
    group before and are left out.
    """
    shown = count(groups[0][0].packet)
    first, heads = groups[0][0], {group.packet: full for group, full in groups}
    with opened(path) as (container, stream):
        stream.codec_context.skip_frame = "NONREF" if sparse else "DEFAULT"
        stream.codec_context.options = {"skip_loop_filter": "nokey"}
        full = True
        try:
            for number, packet in _numbered(container, stream, first):
                if end is not None and number >= end:
                    break
                full = heads.get(number, full)
                if not full and number not in heads:
                    continue
                try:
                    pictures = stream.codec_context.decode(packet)
                except av.error.FFmpegError:
                    yield None
                    continue
                yield from (_sound(picture, next(shown), rate, path.name, mirrored) for picture in pictures)
        except av.error.FFmpegError:
            yield None
        yield from (
            _sound(picture, next(shown), rate, path.name, mirrored) for picture in _decoded(stream, None)
        )


def _numbered(
    container: InputContainer, stream: VideoStream, start: Group | None = None
) -> Iterator[tuple[int, VideoPacket]]:
    """Packets with their numbers in the file, from a group on; by seeking where the file allows it."""
    if start is not None and start.packet and start.pts is not None:
        try:
            container.seek(start.pts, stream=stream)
        except (av.error.FFmpegError, OSError):
            pass
        else:
            number = -1
            for packet in packets(container, stream):
                if packet.is_keyframe and packet.pts == start.pts:
                    number = start.packet
                if number >= start.packet:
                    yield number, packet
                    number += 1
            return
    for number, packet in enumerate(packets(container, stream)):
        if start is None or number >= start.packet:
            yield number, packet


def _decoded(stream: VideoStream, packet: VideoPacket | None) -> list[VideoFrame]:
    try:
        return stream.codec_context.decode(packet)
    except av.error.FFmpegError:
        return []


def _sound(picture: VideoFrame, number: int, rate: float, name: str, mirrored: bool) -> Frame | None:
    if picture.is_corrupt:
        return None
    return _frame(picture, number, rate, name, mirrored)


def _frame(picture: VideoFrame, number: int, rate: float, name: str, mirrored: bool) -> Frame:
    planes = planes_of(picture)
    pixels = turned_back(planes) if mirrored else planes
    return Frame(number, time_of(picture.pts, picture, number, rate), pixels, source=name)
