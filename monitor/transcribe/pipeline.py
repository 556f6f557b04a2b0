"""The whole way: survey, units, match, files in a folder; and the match again after corrections."""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any, Final

from monitor.config import MatchConfig
from monitor.events import Event
from monitor.transcribe.derive import Following, derive_match, follow
from monitor.transcribe.errors import CorrectionError, TranscribeError
from monitor.transcribe.review import review
from monitor.transcribe.scan import Placing
from monitor.transcribe.sides import one_naming
from monitor.transcribe.store import UnitReadings
from monitor.transcribe.survey import Progress, Survey, survey
from monitor.transcribe.survey_json import survey_from_json, survey_to_json
from monitor.transcribe.units import Unit, read_unit
from monitor.transcripts import Match, write_match
from vision.errors import SourceError
from vision.reading import Reading

CORRECTIONS: Final = "corrections.json"
"""What a review of the folder has put right, under the key ``corrections``."""
FORMATS: Final = ("mat", "sgf", "txt", "xgid", "jsonl")
ERAS: Final = 10**9
"""Above the name of any era of a unit: looks of two units are of two eras, as each is read by itself."""
Json = dict[str, Any]
Run = Callable[[Callable[[Unit], UnitReadings], Iterable[Unit]], Iterable[UnitReadings]]
"""An ordered map over units: `map`, or that of a pool of processes or a cluster."""


@dataclass(frozen=True)
class Transcript:
    """A match with the events it was told from, and its review. losses: what a form could not hold."""

    match: Match
    events: list[Event]
    review: Json
    losses: tuple[str, ...] = ()


class ReadingsFolder:
    """Readings of units kept in files named by the units' keys; a unit that is there is not read again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, unit: Unit) -> Path:
        """Where the readings of a unit lie."""
        return self.folder / f"{unit.key}.npz"

    def has(self, unit: Unit) -> bool:
        """Whether they are there."""
        return self.path(unit).is_file()

    def keep(self, readings: UnitReadings) -> None:
        """Write readings; a crash leaves either all or nothing of them."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{readings.key}.npz"
        unfinished = path.with_suffix(f".{os.getpid()}.part")
        unfinished.write_bytes(readings.to_bytes())
        unfinished.replace(path)

    def load(self, unit: Unit) -> UnitReadings:
        """Read them back. Raises TranscribeError where they are missing or damaged."""
        try:
            return UnitReadings.from_bytes(self.path(unit).read_bytes())
        except OSError as error:
            raise TranscribeError(f"{self.path(unit)} cannot be read: {error.strerror}") from error


def transcribe(
    paths: Sequence[Path],
    config: MatchConfig,
    folder: Path,
    *,
    placing: Placing | None = None,
    formats: Sequence[str] = FORMATS,
    run: Run = map,
    progress: Progress | None = None,
) -> Transcript:
    """Transcribe recordings, in the order given, into a folder.

    config: bar and stills are set from what is found. run: how the units are read. Whatever was read is kept
    under ``readings`` and not read again; corrections of an earlier review that still fit hold. Raises
    TranscribeError where nothing could be transcribed; readings and survey are in the folder all the same.
    """
    found = survey(paths, placing or Placing(), progress)
    config = settled(config, found)
    _write_json(folder / "survey.json", survey_to_json(found, config))
    store = ReadingsFolder(folder / "readings")
    problems: list[str] = []
    following = follow_units(found, config, store, read_each(found, store, problems, run, progress))
    said = _corrections(folder)
    try:
        transcript = derive(found, following, said, problems)
    except CorrectionError as error:
        aside = _set_aside(folder)
        problems.append(f"the corrections of an earlier transcript do not fit ({error}); they are in {aside}")
        transcript = derive(found, following, (), problems)
    return write(transcript, folder, formats)


def _corrections(folder: Path) -> list[Json]:
    """What a review has put right in this folder before; nothing where that cannot be read."""
    try:
        kept = json.loads((folder / CORRECTIONS).read_text(encoding="utf-8"))
        return [said for said in kept["corrections"] if isinstance(said, dict)]
    except (OSError, ValueError, KeyError, TypeError):
        return []


def _set_aside(folder: Path) -> str:
    names = (f"corrections_{number}.json" for number in count(1))
    aside = next(name for name in names if not (folder / name).exists())
    (folder / CORRECTIONS).rename(folder / aside)
    return aside


def settled(config: MatchConfig, found: Survey) -> MatchConfig:
    """The settings of the match with what the pictures say."""
    where = found.geometry
    return replace(config, has_bar=where.layout != "no_bar", bar=where.bar_edges, stills=found.stills)


def read_each(
    found: Survey,
    store: ReadingsFolder,
    problems: list[str],
    run: Run = map,
    progress: Progress | None = None,
) -> Iterator[UnitReadings]:
    """The readings of every unit in order, as they come: those that are not in the store are read and kept.

    problems: is told what could not be read, in words.
    """
    missing = [not store.has(unit) for unit in found.units]
    fresh = iter(run(read_or_nothing, [unit for unit, new in zip(found.units, missing, strict=True) if new]))
    for number, (unit, new) in enumerate(zip(found.units, missing, strict=True)):
        if progress is not None:
            progress(f"reading {unit.path.name}", number / len(missing))
        if not new:
            yield store.load(unit)
            continue
        readings = next(fresh)
        if readings.damaged:
            problems.append(
                f"{unit.path.name}: {readings.damaged} damaged picture{'s' if readings.damaged > 1 else ''} "
                f"between {unit.start:.1f} and {unit.end:.1f} s"
            )
        store.keep(readings)
        yield readings


def read_or_nothing(unit: Unit) -> UnitReadings:
    """The readings of a unit, none where its file cannot be read any more: the rest of the match is saved."""
    try:
        return read_unit(unit)
    except SourceError:
        return UnitReadings.of(unit.key, (), (), 0, 1)


def derive(
    found: Survey,
    following: Following,
    corrections: Sequence[Mapping[str, Any]] = (),
    problems: Sequence[str] = (),
) -> Transcript:
    """The transcript of what was followed; needs no video."""

    def where(t: float) -> tuple[str, float]:
        file, local = found.at(t)
        return file.name, local

    derived = derive_match(following, where, corrections)
    match = replace(derived.match, transcriber=derived.match.transcriber or "gammonitor")
    told = review(replace(derived, match=match), found)
    told["problems"] += list(problems)
    return Transcript(match, derived.events, told)


def follow_units(
    found: Survey, config: MatchConfig, store: ReadingsFolder, fresh: Iterable[UnitReadings] | None = None
) -> Following:
    """Follow the readings of a survey's units: those that are kept, or at first fresh ones as they come."""

    def kept() -> Iterator[Reading]:
        return one_naming(stream(store.load(unit) for unit in found.units))

    def stream(units: Iterable[UnitReadings]) -> Iterator[Reading]:
        seq = 0
        for number, (readings, offset) in enumerate(zip(units, found.offsets, strict=True)):
            for reading in readings.stream():
                seq += 1
                looks = reading.looks and replace(reading.looks, era=reading.looks.era + number * ERAS)
                yield replace(reading, seq=seq, t=reading.t + offset, looks=looks)

    return follow(config, kept, None if fresh is None else one_naming(stream(fresh)))


def follow_again(folder: Path) -> Following:
    """Follow the readings in a transcript's folder again: for ``rederive``, once for many corrections."""
    found, config = load(folder)
    return follow_units(found, config, ReadingsFolder(folder / "readings"))


def rederive(
    folder: Path, corrections: Sequence[Mapping[str, Any]], following: Following | None = None
) -> Transcript:
    """The transcript of a folder once more, with corrections. No video is touched, nothing is written.

    following: of this folder, from ``follow_again``; without it the readings are followed again, which takes
    most of the time.
    """
    found, _ = load(folder)
    return derive(found, following or follow_again(folder), corrections)


def load(folder: Path) -> tuple[Survey, MatchConfig]:
    """Survey and settings of a folder that transcribe has written."""
    path = folder / "survey.json"
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise TranscribeError(f"{folder} holds no transcript: there is no survey.json in it") from None
    except (OSError, ValueError) as error:
        raise TranscribeError(f"{path} cannot be read: {error}") from error
    return survey_from_json(data, path)


def write(transcript: Transcript, folder: Path, formats: Sequence[str] = FORMATS) -> Transcript:
    """Write match.<format>, events.jsonl and review.json; returns it with what the forms could not hold."""
    losses: list[str] = []
    for name in formats:
        if name not in FORMATS:
            raise TranscribeError(f"no form {name!r} is known; there are {', '.join(FORMATS)}")
    folder.mkdir(parents=True, exist_ok=True)
    for name in formats:
        written = write_match(transcript.match, folder / f"match.{name}")
        losses += [f"match.{name}: {loss}" for loss in written.losses]
    lines = [replace(event, seq=number).to_json() for number, event in enumerate(transcript.events, 1)]
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    (folder / "events.jsonl").write_text(text, encoding="utf-8")
    _write_json(folder / "review.json", transcript.review)
    return replace(transcript, losses=tuple(losses))


def _write_json(path: Path, data: Json) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
