"""A transcript on disk while it is being corrected: every correction is saved at once and can be undone.

The readings of the video are never changed. What a person says stands in ``corrections.json``, in order, and
the transcript is derived again from the readings and all of them; a correction that does not fit is refused
and leaves no trace.
"""

import json
import os
from pathlib import Path
from threading import Lock
from time import time
from typing import Any, Final

from monitor.events import Json
from monitor.review.errors import ReviewError
from monitor.transcribe import FORMATS, Following, TranscribeError, follow_again, rederive, write

CORRECTIONS: Final = "corrections.json"
REVIEW: Final = "review.json"
FORMAT: Final = "gammonitor corrections 1"
MOST: Final = 20_000


class ReviewFolder:
    """The folder that ``transcribe`` has written. Calls from several threads wait for each other.

    seconds: spent reviewing so far, as the pages have told.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder
        self._lock = Lock()
        self.review = _read(folder / REVIEW, "no review.json of gammonitor transcribe")
        saved = folder / CORRECTIONS
        kept = _read(saved, "not written by gammonitor review") if saved.exists() else {}
        self._done: list[Json] = list(kept.get("corrections", []))
        self._undone: list[Json] = list(kept.get("undone", []))
        self._following: Following | None = None
        self.seconds = float(kept.get("seconds", 0.0))

    @property
    def corrections(self) -> tuple[Json, ...]:
        """All that hold, oldest first."""
        return tuple(self._done)

    @property
    def can_undo(self) -> bool:
        """Whether there is a correction to take back."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether a correction was taken back last."""
        return bool(self._undone)

    def correct(self, correction: Json) -> None:
        """Take in one correction. Raises ReviewError where it does not fit; then nothing has changed."""
        with self._lock:
            if len(self._done) >= MOST:
                raise ReviewError(
                    f"{self.path}: more than {MOST} corrections; transcribe the recording again"
                )
            self._take([*self._done, {**correction, "at": round(time(), 3)}], [])

    def undo(self) -> None:
        """Take the newest correction back."""
        with self._lock:
            if not self._done:
                raise ReviewError("there is no correction to take back")
            self._take(self._done[:-1], [*self._undone, self._done[-1]])

    def redo(self) -> None:
        """Make the correction that was taken back last again."""
        with self._lock:
            if not self._undone:
                raise ReviewError("no correction has been taken back")
            self._take([*self._done, self._undone[-1]], self._undone[:-1])

    def spent(self, seconds: float) -> None:
        """Add time that somebody has spent on this review."""
        with self._lock:
            self.seconds += max(0.0, seconds)
            self._save()

    def entry(self, name: str) -> Json:
        """One entry of the transcript. Raises ReviewError where there is none of this name."""
        for entry in self.review["entries"]:
            if entry["id"] == name:
                found: Json = entry
                return found
        raise ReviewError(
            f"there is no entry {name!r} in this transcript; it may have changed: load the page again"
        )

    def file(self, number: int) -> Path:
        """The recording of this number. Raises ReviewError where there is none, or it has gone."""
        files = self.review["files"]
        if not 0 <= number < len(files):
            raise ReviewError(f"there is no recording number {number} in this transcript")
        path = Path(files[number]["path"])
        if not path.is_file():
            raise ReviewError(f"{path}: the recording is not there any more; put it back to see the pictures")
        return path

    def _take(self, done: list[Json], undone: list[Json]) -> None:
        try:
            self._following = self._following or follow_again(self.path)
            said = [_without_time(correction) for correction in done]
            transcript = rederive(self.path, said, self._following)
            write(transcript, self.path, self._formats())
        except TranscribeError as error:
            raise ReviewError(str(error)) from error
        except OSError as error:
            raise ReviewError(
                f"{self.path} cannot be written: {error.strerror}; nothing was changed"
            ) from error
        self.review = transcript.review
        self._done, self._undone = done, undone
        self._save()

    def _formats(self) -> tuple[str, ...]:
        return tuple(form for form in FORMATS if (self.path / f"match.{form}").exists()) or ("mat",)

    def _save(self) -> None:
        """Write the corrections whole or not at all."""
        content = {
            "format": FORMAT,
            "corrections": self._done,
            "undone": self._undone,
            "seconds": round(self.seconds, 1),
        }
        target = self.path / CORRECTIONS
        fresh = target.with_suffix(".new")
        try:
            with fresh.open("w", encoding="utf-8") as file:
                json.dump(content, file, ensure_ascii=False, indent=1)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(target)
        except OSError as error:
            raise ReviewError(f"{target} cannot be written: {error.strerror}") from error


def _without_time(correction: Json) -> Json:
    return {key: value for key, value in correction.items() if key != "at"}


def _read(path: Path, otherwise: str) -> Json:
    try:
        content: Any = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ReviewError(
            f"{path.parent}: {otherwise}; run gammonitor transcribe VIDEO -o FOLDER first"
        ) from None
    except (OSError, ValueError) as error:
        raise ReviewError(f"{path} cannot be read: {error}") from error
    if not isinstance(content, dict) or not str(content.get("format", "")).startswith("gammonitor"):
        raise ReviewError(f"{path}: {otherwise}")
    return content
