"""A table seen by made-up readings, and what is transcribed from it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from fixtures.readings import Noise, Script, readings
from monitor.config import MatchConfig
from monitor.transcribe.derive import Derived, derive_match, follow
from monitor.transcripts import Entry
from vision.reading import Reading

CLEAN = Noise(slot_error=0.0, die_error=0.0)


def derived(
    seen: Sequence[Reading], corrections: Sequence[Mapping[str, Any]] = (), length: int = 0
) -> Derived:
    """The match of readings as of one film."""

    def again() -> Iterator[Reading]:
        return iter(seen)

    return derive_match(follow(MatchConfig(length=length), again), lambda t: ("film.mp4", t), corrections)


def entries(found: Derived) -> tuple[Entry, ...]:
    """The entries of the first game."""
    return found.match.games[0].entries


def seen(script: Script, fps: float = 10.0, noise: Noise = CLEAN, seed: int = 0) -> list[Reading]:
    """The readings of a script."""
    return list(readings(script, fps=fps, noise=noise, seed=seed))
