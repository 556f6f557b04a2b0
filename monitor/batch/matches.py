"""Many matches, one after the other: each ends as a transcript or with the reason why there is none."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, Final

from monitor.batch.errors import BatchError
from monitor.batch.runner import Runner
from monitor.config import MatchConfig
from monitor.errors import GammonitorError
from monitor.transcribe import Placing, transcribe
from vision.sources.pictures import PICTURE_SUFFIXES

VIDEOS: Final = frozenset(
    (".avi", ".flv", ".m2ts", ".m4v", ".mkv", ".mov", ".mp4", ".mpeg", ".mpg", ".mts", ".ts", ".webm", ".wmv")
)


@dataclass(frozen=True)
class Job:
    """One match: its name, which is also that of its folder, and its recordings in order."""

    name: str
    recordings: tuple[Path, ...]


@dataclass(frozen=True)
class Outcome:
    """What became of a match. failure: why there is none. review: of the transcript. seconds: spent."""

    job: Job
    folder: Path
    review: dict[str, Any] = field(default_factory=dict)
    failure: str | None = None
    seconds: float = 0.0

    @property
    def doubts(self) -> int:
        """Moments that somebody should look at."""
        return len(self.review.get("moments", ()))

    @property
    def faults(self) -> list[dict[str, Any]]:
        """What is against the rules of the game in the transcript."""
        return [fault for fault in self.review.get("faults", ()) if fault.get("severity") == "fault"]


def jobs_of(inputs: Sequence[Path]) -> list[Job]:
    """A match for every video file, and one for every folder: its videos in the order of their names.

    A folder of pictures is a match too. Raises BatchError for what is neither.
    """
    found: list[Job] = []
    taken: set[str] = set()
    for path in inputs:
        recordings = tuple(_videos(path)) if path.is_dir() else (path,)
        if not recordings:
            raise BatchError(f"{path}: there are neither videos nor pictures in this folder")
        stem = "".join(
            c if c.isalnum() or c in "-_." else "_" for c in (path.name if path.is_dir() else path.stem)
        )
        name, number = stem or "match", 2
        while name in taken:
            name, number = f"{stem}-{number}", number + 1
        taken.add(name)
        found.append(Job(name, recordings))
    return found


def _videos(folder: Path) -> Iterator[Path]:
    names = sorted(folder.iterdir())
    videos = [path for path in names if path.suffix.lower() in VIDEOS]
    if videos:
        yield from videos
    elif any(path.suffix.lower() in PICTURE_SUFFIXES for path in names):
        yield folder


def transcribe_all(
    jobs: Iterable[Job],
    config: MatchConfig,
    folder: Path,
    run: Runner,
    placing: Placing,
    formats: Sequence[str],
) -> Iterator[Outcome]:
    """Transcribe each into a folder of its own, reading nothing a second time; a failure stops nothing."""
    for job in jobs:
        where, began = folder / job.name, monotonic()
        try:
            made = transcribe(list(job.recordings), config, where, placing=placing, formats=formats, run=run)
        except GammonitorError as error:
            yield Outcome(job, where, failure=str(error), seconds=monotonic() - began)
        else:
            yield Outcome(job, where, made.review, seconds=monotonic() - began)
