"""Strips of rendered boards made piece by piece, by many processes, while the slot network learns.

A shard (`models.training.piecewise`) is what `models.training.slots_data.save` writes: boards of one aim, a
design of its own in every picture, of the family "train".
"""

import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np

from fixtures.scene.families import CYCLE, GROUP
from models.training import slots_data
from models.training.piecewise import Saves, keep_making, render
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
    render(folder, aim, SCENES, first, size="mixed")
    return slots_data.build(folder, "train", 1, first)


def make_strips(out: Path, worker: int, seconds: float) -> None:
    """Make shards for so long, one after the other."""

    def make(folder: Path, number: int) -> tuple[str, Saves]:
        return f"{worker}_{number}", partial(slots_data.save, made(folder, worker, number))

    keep_making(out, seconds, make)


def taken(out: Path) -> Iterator[SlotSet]:
    """Shards that are there, each once: their folders are removed."""
    for shard in sorted(out.iterdir()):
        yield slots_data.load([shard])
        shutil.rmtree(shard)
