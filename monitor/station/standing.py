"""Which lines of a journal hold: a corrected reading takes back what was derived from the wrong one.

The journal only grows. A line ``{"ev": "Corrected", "code": "READING", "supersedes": [from, to], ...}`` says
that the lines numbered from..to no longer hold; what was derived again follows it.
"""

from collections.abc import Iterable

from monitor.events import Json


def superseded(line: Json) -> tuple[int, int] | None:
    """First and last number of the lines that this line takes back; None where it takes back nothing."""
    span = line.get("supersedes")
    if line.get("ev") != "Corrected" or not isinstance(span, list | tuple) or len(span) != 2:
        return None
    return int(span[0]), int(span[1])


def standing_lines(lines: Iterable[Json]) -> list[Json]:
    """The lines that hold, in their order."""
    kept: list[Json] = []
    for line in lines:
        span = superseded(line)
        if span is not None:
            kept = [one for one in kept if not span[0] <= one.get("seq", 0) <= span[1]]
        kept.append(line)
    return kept
