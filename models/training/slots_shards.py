"""Strips of rendered boards made piece by piece, by many processes, while the slot network learns.

A shard is a folder of `models.training.slots_data.save`: boards of one aim, a design of its own in every
picture, of the family "train". It is there as soon as its folder has its name.
"""

import contextlib
import io
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from calibration.cv import cv2
from fixtures import dataset
from fixtures.scene.families import CYCLE, GROUP
from models.training import slots_data
from models.training.slots_data import SlotSet

AIMS = {"slots": 0.42, "crowded": 0.28, "nearly_start": 0.1, "shared": 0.06, "cubes": 0.07, "borne": 0.07}
"""How often a shard shows what (`fixtures.dataset`)."""
SCENES = CYCLE - 2
"""Designs of a shard: of so many in a row all are of the family "train"."""
FIRST_SEED, EACH = 20_000_000, 200_000
"""Seeds from here on are used, so many for each process."""


def made(folder: Path, worker: int, number: int) -> SlotSet:
    """The boards of a shard; folder: where their pictures may lie."""
    aim = str(np.random.default_rng([worker, number, 2]).choice(list(AIMS), p=list(AIMS.values())))
    block = GROUP * CYCLE
    first = FIRST_SEED + worker * EACH + number % (EACH // block) * block
    arguments = f"--aim {aim} --count {SCENES} --every {GROUP} --first-seed {first} --size mixed"
    with contextlib.redirect_stderr(io.StringIO()):
        dataset.main([*arguments.split(), "--out", str(folder)])
    return slots_data.build(folder, "train", 1, first)


def make_strips(out: Path, worker: int, seconds: float) -> None:
    """Make shards for so long, one after the other; they lie in out, what is not ready beside it."""
    cv2.setNumThreads(1)
    end, number = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        folder, held = (Path(tempfile.mkdtemp(dir=out.parent)) for _ in range(2))
        slots_data.save(made(folder, worker, number), held)
        held.rename(out / f"{worker}_{number}")
        shutil.rmtree(folder)
        number += 1


def taken(out: Path) -> Iterator[SlotSet]:
    """Shards that are there, each once: their folders are removed."""
    for shard in sorted(out.iterdir()):
        yield slots_data.load([shard])
        shutil.rmtree(shard)
