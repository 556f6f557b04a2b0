"""The unit of work: a run of groups of pictures of one file, decoded and read by itself.

Units are fixed by the survey of a file and never by the number of workers, and a unit is read without any
knowledge of its neighbours. So any split over any machines gives the same readings.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np

from calibration.geometry import BoardGeometry
from calibration.lens import Lens
from models import manifest
from monitor.still import start_positions
from monitor.transcribe.decode import frames
from monitor.transcribe.pace import Pace
from monitor.transcribe.recording import Group
from monitor.transcribe.store import UnitReadings
from vision.errors import SourceError
from vision.lens_seen import straightened
from vision.reader import Reader
from vision.reading import Reading, unseen
from vision.sources.frame import Frame
from vision.sources.pictures import read_picture
from vision.steady import Steady

PACE: Final = 7
"""Number of the way in which pictures are chosen and, beside the networks, read."""
STILL_REPEAT_S: Final = 0.5
OUT_OF_SIGHT: Final = "the board is out of sight: something else is shown, or it is being moved"
NETWORKS: Final = ("slots", "sides", "bar", "dice_find", "dice_read", "lean", "faces")


def method() -> str:
    """How pictures are chosen and by which networks they are read here, as a short name."""
    known = manifest()
    networks = hashlib.sha256("".join(known[name].sha256 for name in NETWORKS).encode()).hexdigest()
    return f"{PACE} {networks[:12]}"


@dataclass(frozen=True)
class Unit:
    """Consecutive groups of pictures of a file.

    groups: each with whether all its pictures are decoded or its key frame alone. end_packet: number of the
    first packet after them, None at the end of the file. end: presentation time there (s). pictures: names of
    single pictures in the folder ``path`` instead of groups. method: how it is read, see ``method``; 1 in
    surveys that do not tell. mirrored: its pictures are, and are turned back. lens: through which they were
    taken; they are straightened, and the geometry holds for that.
    """

    path: Path
    sha256: str
    geometry: BoardGeometry
    rate: float
    groups: tuple[tuple[Group, bool], ...]
    end_packet: int | None
    end: float
    sparse: bool = False
    pictures: tuple[str, ...] = ()
    first_picture: int = 0
    method: str | int = 1
    mirrored: bool = False
    lens: Lens = field(default_factory=Lens)

    @cached_property
    def key(self) -> str:
        """What the readings depend on, as a short name: content, part, place of the board, and method."""
        parts: dict[str, Any] = {
            "pace": self.method,
            "sha256": self.sha256,
            "geometry": asdict(self.geometry),
            "groups": [(group.packet, full) for group, full in self.groups],
            "end": self.end_packet,
            "sparse": self.sparse,
            "pictures": [self.first_picture, *self.pictures],
        }
        if self.mirrored:
            parts["mirrored"] = True
        if self.lens.bend:
            parts["lens"] = self.lens.bend
        text = json.dumps(parts, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:24]

    @property
    def start(self) -> float:
        """Presentation time (s) of its first picture."""
        return self.groups[0][0].t if self.groups else float(self.first_picture)


def read_unit(unit: Unit) -> UnitReadings:
    """The readings of a unit; depends on nothing but the unit and the content of its file.

    Damaged pictures are counted and left out. A file that has gone raises a SourceError.
    """
    reader = Reader(unit.geometry, positions=start_positions())
    if unit.pictures:
        return _read_pictures(unit, reader)
    pace, steady = Pace(unit.geometry, unit.rate), Steady(unit.geometry)
    readings: list[Reading] = []
    moments: list[tuple[int, float]] = []
    damaged = decoded = 0
    last, harmed = -np.inf, 0
    pictures = frames(
        unit.path, unit.groups, unit.end_packet, unit.rate, sparse=unit.sparse, mirrored=unit.mirrored
    )
    for frame in pictures:
        if frame is None:
            damaged += 1
            continue
        if frame.t <= last or not unit.start <= frame.t:
            continue
        decoded += 1
        frame = straightened(frame, unit.lens)  # noqa: PLW2901
        if pace.resting and harmed == damaged:
            moments += _standing(moments[-1], last, frame.t)
        last, harmed = frame.t, damaged
        moved = steady.look(frame)
        if moved is not None and moved.geometry is not None:
            reader.place(moved.geometry)
            pace.place(moved.geometry)
        steadied = steady.steadied(frame)
        verdict = pace.look(steadied, trembles=steadied is not frame)
        if verdict == "read":
            if steady.unsure and readings:
                readings.append(unseen(readings[-1], decoded, frame.t, OUT_OF_SIGHT))
            else:
                readings.append(reader.read(replace(steadied, seq=decoded)))
            pace.note(readings[-1])
        if verdict != "skip":
            moments.append((len(readings) - 1, frame.t))
    if pace.resting and harmed == damaged:
        moments += _standing(moments[-1], last, unit.end)
    return UnitReadings.of(unit.key, readings, moments, decoded, damaged)


def _standing(moment: tuple[int, float], last: float, t: float) -> Iterator[tuple[int, float]]:
    """Where only the ends of a time were decoded because nothing happens in it, the last reading holds."""
    if t - last <= 2 * STILL_REPEAT_S:
        return
    steps = int((t - last) / STILL_REPEAT_S)
    for step in range(1, steps):
        yield moment[0], last + step * STILL_REPEAT_S


def _read_pictures(unit: Unit, reader: Reader) -> UnitReadings:
    readings: list[Reading] = []
    moments: list[tuple[int, float]] = []
    damaged = 0
    for number, name in enumerate(unit.pictures, unit.first_picture):
        try:
            picture = read_picture(unit.path / name, mirrored=unit.mirrored)
        except SourceError:
            damaged += 1
            continue
        frame = Frame(number, float(number), unit.lens.picture(picture), source=name)
        readings.append(reader.read(frame))
        moments.append((len(readings) - 1, frame.t))
    return UnitReadings.of(unit.key, readings, moments, len(readings), damaged)
