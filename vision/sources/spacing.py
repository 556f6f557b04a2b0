"""Frames at least so far apart, and what of a recording need not be decoded for them."""

from collections import deque
from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Final, TypeAlias

from av.packet import Packet
from av.video.stream import VideoStream

VideoPacket: TypeAlias = "Packet[VideoStream]"

TOLERANCE: Final = 1e-3
"""By which times of frames jitter (s)."""


class Spacing:
    """Lets times (s) through that are ``apart`` seconds or more after the last one it let through."""

    def __init__(self, apart: float) -> None:
        self._apart = apart - TOLERANCE
        self._before = -1.0

    def lets(self, t: float) -> bool:
        """Whether a frame of this time is let through; later ones are then measured from it."""
        if 0 <= t - self._before < self._apart:
            return False
        self._before = t
        return True


class Ahead:
    """Which packets of a film hold pictures that are let through, before any of them is decoded.

    Packets come in the order of decoding. A picture's turn in the order of showing has come once decoding
    times have reached its own, for no packet holds a picture that is shown before the packet is decoded. From
    a packet without times on, and once told to ``stop``, every picture counts as let through.
    """

    def __init__(self, apart: float) -> None:
        self._spacing = Spacing(apart)
        self._packets: deque[VideoPacket] = deque()
        self._to_judge: list[int] = []
        self._judged: dict[int, bool] = {}
        self._left_out: list[int] = []
        self._blind = False

    def sort(self, packet: VideoPacket) -> Iterator[tuple[VideoPacket, bool]]:
        """Take the next packet in; packets that are due, each with whether its picture is let through."""
        self._packets.append(packet)
        if packet.pts is None or packet.dts is None:
            self._blind = True
        elif not packet.is_discard:
            heappush(self._to_judge, packet.pts)
            while self._to_judge and self._to_judge[0] <= packet.dts:
                shown = heappop(self._to_judge)
                self._judged[shown] = self._spacing.lets(float(shown * packet.time_base))
        while self._packets and self._due(self._packets[0]):
            yield self._next()

    def rest(self) -> Iterator[tuple[VideoPacket, bool]]:
        """What is still there when no packet follows."""
        while self._packets:
            yield self._next()

    def stop(self) -> None:
        """Leave nothing out any more: pictures are damaged, and others have to take their places."""
        self._blind = True

    def left_out(self, pts: int | None) -> int:
        """How many pictures before the one of this time were not let through and did not come out of the
        decoder either, since the last call."""
        count = 0
        while pts is not None and self._left_out and self._left_out[0] <= pts:
            count += heappop(self._left_out) < pts
        return count

    def _due(self, packet: VideoPacket) -> bool:
        return self._blind or packet.is_discard or packet.pts in self._judged

    def _next(self) -> tuple[VideoPacket, bool]:
        packet = self._packets.popleft()
        if packet.pts is None or self._judged.pop(packet.pts, True) or self._blind:
            return packet, True
        heappush(self._left_out, packet.pts)
        return packet, False
