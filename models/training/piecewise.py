"""Shards of training data, made piece by piece by several processes while training goes on.

A shard is a folder of arrays. It is there as soon as its folder has its name, and then it is whole.
"""

import contextlib
import io
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from calibration.cv import cv2
from fixtures import dataset
from fixtures.scene.families import GROUP

Saves = Callable[[Path], None]
"""Writes a shard's arrays into a folder."""


def render(folder: Path, aim: str, count: int, first: int, *, size: str, versions: int = 1) -> None:
    """Make pictures of `fixtures.dataset` in a folder, quietly: so many designs, from this seed on."""
    arguments = f"--aim {aim} --count {count} --every {GROUP} --first-seed {first} --versions {versions}"
    with contextlib.redirect_stderr(io.StringIO()):
        dataset.main([*arguments.split(), "--size", size, "--out", str(folder)])


def put(out: Path, name: str, save: Saves) -> None:
    """Put a shard under its name, whole or not at all; what is not ready lies beside out."""
    held = Path(tempfile.mkdtemp(dir=out.parent))
    save(held)
    held.rename(out / name)


def keep_making(out: Path, seconds: float, make: Callable[[Path, int], tuple[str, Saves] | None]) -> None:
    """Make shards for so long, one after the other.

    make: given an empty folder for pictures, which is removed afterwards, and the shard's number, returns its
    name and what saves it; nothing where there is nothing to save.
    """
    cv2.setNumThreads(1)
    end, number = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        with tempfile.TemporaryDirectory(dir=out.parent) as folder:
            made = make(Path(folder), number)
        if made is not None:
            put(out, *made)
        number += 1
