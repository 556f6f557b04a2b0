"""Readings as the pieces that are stored: lines of JSON in a running compression, cut at every commit.

A stream is one zlib stream; its pieces end in a sync flush, so that everything up to a piece can be read
from the pieces of its stream so far. Among the readings stand, in their places, what was entered by hand and
where the watch came to an end:

    {"said": {"ev": "ClockPressed", "by": "A", ...}}
    {"finished": true}
"""

import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from monitor.events import Event, EventError, Json
from monitor.journal.chain import text_of
from monitor.journal.errors import ReadingsError
from monitor.journal.reading_json import again, reading_from_json, reading_to_json, repeats
from vision.reading import Reading

PIECES: Final = 256
"""Pieces to a stream."""


@dataclass(frozen=True)
class Finished:
    """Here the watch ended and the tracker told what was left to tell."""


@dataclass(frozen=True)
class Gap:
    """Here readings are missing. since: presentation time of the first one. why: in words."""

    since: float
    why: str


Item = Reading | Event | Finished | Gap


@dataclass(frozen=True)
class Piece:
    """A piece of the readings. about: what the record of it says."""

    data: bytes
    about: Json


class Packer:
    """Rounds readings to what can be stored and packs them.

    position: number of the newest item, counted over the whole journal from 1.
    """

    def __init__(self, position: int = 0) -> None:
        self.position = position
        self._part = PIECES
        self._lines: list[str] = []
        self._spans: list[tuple[int, float]] = []
        self._given: Reading | None = None
        self._kept: Reading | None = None
        self._gap: Gap | None = None

    @property
    def empty(self) -> bool:
        """Whether nothing waits to be packed."""
        return not self._lines

    def reading(self, reading: Reading) -> Reading:
        """Take a reading; returns it as it is stored. The first one of a stream is stored whole."""
        first = self._part >= PIECES and not self._spans
        if self._kept is not None and not first and repeats(reading, self._given):
            kept = again(self._kept, reading.seq, reading.t)
            self._add({"seq": reading.seq, "t": reading.t, "same": True})
        else:
            line = reading_to_json(reading)
            kept = reading_from_json(line)
            self._add(line)
        self._given, self._kept = reading, kept
        self._spans = [*self._spans[:1], (reading.seq, reading.t)]
        return kept

    def said(self, event: Event) -> Event:
        """Take something that was entered by hand; returns it as it is stored."""
        line = event.to_json()
        self._add({"said": line})
        return Event.from_json(line)

    def finished(self) -> None:
        """Take in that the watch ends here."""
        self._add({"finished": True})

    def take(self) -> Piece:
        """Pack what has come since the last piece."""
        if self._part >= PIECES:
            self._part, self._zip = 0, zlib.compressobj(6)
        text = "\n".join(self._lines) + "\n"
        data = self._zip.compress(text.encode()) + self._zip.flush(zlib.Z_SYNC_FLUSH)
        count = len(self._lines)
        about: Json = {"part": self._part, "positions": [self.position - count + 1, self.position]}
        if self._spans:
            (first, since), (last, until) = self._spans[0], self._spans[-1]
            about |= {"frames": [first, last], "t": [since, until]}
        if self._gap is not None:
            about["gap"] = {"since": self._gap.since, "why": self._gap.why}
        self._part += 1
        self._lines, self._spans, self._gap = [], [], None
        return Piece(data, about)

    def lose(self, piece: Piece, why: str) -> None:
        """A piece just taken cannot be kept: the next one begins anew and says so."""
        gap = piece.about.get("gap")
        since = gap["since"] if gap else piece.about.get("t", [0.0])[0]
        self._gap = Gap(since, why)
        self._part, self._given = PIECES, None

    def _add(self, line: Json) -> None:
        self._lines.append(text_of(line))
        self.position += 1


def unpack(pieces: Iterable[Piece], where: str) -> Iterator[tuple[int, Item]]:
    """What was packed, in order, with positions; begin with the first piece of a stream.

    Raises ReadingsError naming `where` and what cannot be read.
    """
    last: Reading | None = None
    unzip = zlib.decompressobj()
    for piece in pieces:
        position = piece.about["positions"][0] - 1
        if piece.about["part"] == 0:
            unzip = zlib.decompressobj()
        gap = piece.about.get("gap")
        if gap:
            yield position, Gap(gap["since"], gap["why"])
        try:
            for text in unzip.decompress(piece.data).decode().split("\n")[:-1]:
                position += 1
                item = _item(json.loads(text), last)
                if isinstance(item, Reading):
                    last = item
                yield position, item
        except (zlib.error, KeyError, TypeError, ValueError, IndexError, EventError) as error:
            raise ReadingsError(
                f"{where}: item {position} of the readings cannot be read ({error!r})"
            ) from error


def _item(line: Json, last: Reading | None) -> Item:
    if "said" in line:
        return Event.from_json(line["said"])
    if "finished" in line:
        return Finished()
    if line.get("same") and last is not None:
        return again(last, line["seq"], line["t"])
    return reading_from_json(line)
