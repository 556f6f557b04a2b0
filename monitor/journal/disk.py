"""The room on the disk that a journal may use: first clips stop, then readings; events go on to the end."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

MIB: Final = 1 << 20


@dataclass(frozen=True)
class Limits:
    """clips_free, readings_free: with less free space than this (bytes) none are stored any more. waiting:
    bytes that may wait in memory while nothing can be written."""

    clips_free: int = 1024 * MIB
    readings_free: int = 256 * MIB
    waiting: int = 64 * MIB


def free_space(folder: Path) -> int | None:
    """Bytes that we may still write there; None where that cannot be found out."""
    try:
        disk = os.statvfs(folder)
    except OSError:
        return None
    return disk.f_bavail * disk.f_frsize


def stopped(free: int | None, limits: Limits) -> tuple[str, ...]:
    """What is not to be stored any more with so much free space: nothing, clips, or clips and readings."""
    if free is None or free >= limits.clips_free:
        return ()
    return ("clips",) if free >= limits.readings_free else ("clips", "readings")
