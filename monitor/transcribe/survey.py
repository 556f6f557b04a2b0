"""The first pass: key frames only. Where the board is, when, and which parts need to be decoded in full."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from calibration.errors import BoardNotFoundError
from calibration.geometry import BoardGeometry
from calibration.lens import Lens
from monitor.transcribe.decode import key_frames, spare_pictures
from monitor.transcribe.errors import TranscribeError
from monitor.transcribe.recording import Group, Recording, hash_of, index
from monitor.transcribe.scan import Placing, Scan, Stay
from monitor.transcribe.units import Unit, method
from vision.errors import SourceError
from vision.lens_seen import find_straight
from vision.sources.frame import Plane
from vision.sources.pictures import PictureFolder, read_picture

SCAN_S: Final = 4.0
"""Key frames closer together than this are not looked at in the first pass."""
FIRST_PICTURES: Final = 10
"""Pictures of a folder in which the board is looked for."""
UNIT_S: Final = 30.0
PICTURES_A_UNIT: Final = 50
QUIET_RANK: Final = 0.1
QUIET: Final = 2.0
"""A group weighing no more than this many times what the quietest tenth weighs shows nothing moving."""
SPREAD: Final = 4.0
"""The busiest tenth must weigh so many times what the quietest weighs, or weight says nothing."""
FILES_APART_S: Final = 3.0
"""Files follow each other with so much time between: what was not recorded may be a turn."""

Progress = Callable[[str, float], None]


@dataclass(frozen=True)
class SurveyedFile:
    """One file in the order given. offset: added to its presentation times it gives the time of the match."""

    name: str
    path: Path
    sha256: str
    start: float
    end: float
    offset: float
    problems: tuple[str, ...]
    units: tuple[Unit, ...]

    def covers(self, t: float) -> bool:
        """Whether a time of the match falls into this file."""
        return (
            self.start + self.offset - 0.5 * FILES_APART_S <= t < self.end + self.offset + FILES_APART_S / 2
        )


@dataclass(frozen=True)
class Survey:
    """What the first pass found. stills: single pictures, not videos."""

    files: tuple[SurveyedFile, ...]
    stills: bool = False

    @property
    def units(self) -> tuple[Unit, ...]:
        """All units of work, in order."""
        return tuple(unit for file in self.files for unit in file.units)

    @property
    def offsets(self) -> tuple[float, ...]:
        """For every unit what to add to its presentation times for the time of the match."""
        return tuple(file.offset for file in self.files for _ in file.units)

    @property
    def problems(self) -> tuple[str, ...]:
        """What is wrong with the files, in words."""
        return tuple(problem for file in self.files for problem in file.problems)

    @property
    def geometry(self) -> BoardGeometry:
        """Where the board was first."""
        return self.units[0].geometry

    def at(self, t: float) -> tuple[SurveyedFile, float]:
        """The file, and the presentation time in it, that belong to a time of the match."""
        file = next((file for file in self.files if file.covers(t)), None)
        if file is None:
            file = self.files[0] if t < self.files[0].start + self.files[0].offset else self.files[-1]
        return file, round(t - file.offset, 4)


def survey(paths: Sequence[Path], placing: Placing, progress: Progress | None = None) -> Survey:
    """Look through files in order. One that cannot be used is a problem told in its place.

    Raises TranscribeError where none of them can be used, saying of each why, and a CalibrationError where
    what the operator says about the board is wrong.
    """
    files: list[SurveyedFile] = []
    folders = [path for path in paths if path.is_dir()]
    if folders and len(folders) != len(paths):
        raise TranscribeError("give either videos or folders of pictures, not both at once")
    end = 0.0
    known: tuple[BoardGeometry, Lens] | None = None
    for number, path in enumerate(paths):
        if progress is not None:
            progress(f"looking through {path.name}", number / len(paths))
        try:
            file = _pictures(path, placing) if folders else _video(path, placing, known)
        except (SourceError, TranscribeError) as error:
            files.append(SurveyedFile(path.name, path, "", 0.0, 0.0, end, (str(error),), ()))
            continue
        offset = 0.0 if not any(f.units for f in files) else end + FILES_APART_S - file.start
        files.append(replace(file, offset=round(offset, 6)))
        if file.units:
            end, known = file.end + offset, (file.units[-1].geometry, file.units[-1].lens)
    found = Survey(tuple(files), stills=bool(folders))
    if not found.units:
        raise TranscribeError("; ".join(found.problems) or "no file was given")
    return found


def _video(path: Path, placing: Placing, known: tuple[BoardGeometry, Lens] | None) -> SurveyedFile:
    recording = index(path)
    scanned = _spaced(recording.groups)
    scan = Scan(placing, known, recording)
    for place, frame in key_frames(path, scanned, recording.rate, mirrored=placing.mirrored):
        scan.take(scanned[place].t, frame)
    scan.finish()
    quiet = _quiet(recording)
    sparse = spare_pictures(path, recording.rate)
    units: list[Unit] = []
    for stay in scan.stays:
        units += _cut(recording, stay, quiet, sparse=sparse, mirrored=placing.mirrored)
    problems = (*recording.problems, *scan.problems)
    return SurveyedFile(
        path.name, path, recording.sha256, recording.start, recording.end, 0.0, problems, tuple(units)
    )


def _spaced(groups: Sequence[Group]) -> list[Group]:
    chosen: list[Group] = []
    for group in groups:
        if not chosen or group.t - chosen[-1].t >= SCAN_S:
            chosen.append(group)
    return chosen


def _quiet(recording: Recording) -> float:
    """Weight up to which a group shows nothing moving; below any weight where weights do not tell."""
    weights = sorted(group.weight for group in recording.groups)
    low = weights[int(QUIET_RANK * len(weights))]
    high = weights[int((1.0 - QUIET_RANK) * (len(weights) - 1))]
    return QUIET * low if len(weights) >= 10 and high >= SPREAD * max(low, 1) else -1.0


def _cut(recording: Recording, stay: Stay, quiet: float, *, sparse: bool, mirrored: bool) -> Iterator[Unit]:
    """The groups of a stay as units of about UNIT_S, or longer: they begin with the board in plain sight, so
    that its place is known."""
    groups = recording.groups
    run: list[int] = []
    how = method()
    chosen = [i for i, group in enumerate(groups) if stay.since <= group.t < stay.until]
    for i in chosen:
        run.append(i)
        after = groups[i + 1].t if i + 1 < len(groups) else recording.end
        clear = i + 1 < len(groups) and groups[i + 1].t in stay.clear
        if i == chosen[-1] or (clear and after - groups[run[0]].t >= UNIT_S):
            yield Unit(
                path=recording.path,
                sha256=recording.sha256,
                geometry=stay.at(groups[run[0]].t),
                rate=recording.rate,
                groups=tuple((groups[k], groups[k].weight > quiet) for k in run),
                end_packet=groups[i + 1].packet if i + 1 < len(groups) else None,
                end=after,
                sparse=sparse,
                method=how,
                mirrored=mirrored,
                lens=stay.lens,
            )
            run = []


def _pictures(folder: Path, placing: Placing) -> SurveyedFile:
    source = PictureFolder(folder)
    geometry, lens, doubt, problems = None, Lens(), "", list[str]()
    for path in source.paths[:FIRST_PICTURES]:
        try:
            picture = read_picture(path, mirrored=placing.mirrored)
            geometry, lens = placing.given(picture) or _found(picture, placing)
            break
        except SourceError as error:
            problems.append(str(error))
        except BoardNotFoundError as error:
            doubt = doubt or f"{path.name}: {error}"
    if geometry is None:
        raise TranscribeError(doubt or f"{folder}: no picture can be read")
    names = [path.name for path in source.paths]
    sha256, how = _hash_of_all(source.paths), method()
    units = tuple(
        Unit(
            folder, sha256, geometry, 1.0, (), None, 0.0,
            pictures=tuple(names[first : first + PICTURES_A_UNIT]), first_picture=first, method=how,
            mirrored=placing.mirrored, lens=lens,
        )
        for first in range(0, len(names), PICTURES_A_UNIT)
    )  # fmt: skip
    return SurveyedFile(folder.name, folder, sha256, 0.0, float(len(names) - 1), 0.0, tuple(problems), units)


def _found(picture: Plane, placing: Placing) -> tuple[BoardGeometry, Lens]:
    found = find_straight(picture)
    return placing.adjusted(found.located.geometry), found.lens


def _hash_of_all(paths: Sequence[Path]) -> str:
    return hashlib.sha256("".join(hash_of(path) for path in paths).encode()).hexdigest()
