"""The larger run of the slot network's recipe, for a machine with a GPU and many cores:

``python -m models.training.slots_larger --shards EMPTY --out slots.pt --seconds 540``

Processes render boards all the while (`models.training.slots_shards`), a design of its own in each; the
network learns from what is there so far, at a rate that falls as the time runs out. slots.pt is then for
``--start`` of ``models.training.slots``, with ``--epochs 0`` to make the network file of it alone.
``--device cpu --batch 64`` runs anywhere.
"""

import argparse
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, multiprocessing

from models.training import slots
from models.training.cosine import CosineDescent
from models.training.slots_covers import covered
from models.training.slots_data import SlotSet
from models.training.slots_mingled import mingled
from models.training.slots_net import SlotNet
from models.training.slots_recolour import recoloured
from models.training.slots_shards import make_strips, taken
from models.training.slots_stretched import stretched
from models.training.weights import keep

MADE_FOR = 0.9
"""Share of the time during which boards are made."""
BATCH, ENOUGH = 256, 6
"""Boards of a batch, and batches of boards there are before learning begins."""
REFRESH_S, SAVED_S = 4.0, 60.0
"""Time between two looks for new boards, and between two times weights are saved."""
BESIDES = 0.1
"""Share of a batch drawn from boards that were there beforehand."""
RATE = 2e-3
DECAY, RISING = 0.02, 300
"""Weight decay, and steps during which the rate rises first."""


class Boards:
    """Boards on one device, with room for so many."""

    def __init__(self, most: int, device: str) -> None:
        self._most, self.device = most, device
        self._rows: dict[str, Tensor] = {}
        self.size = self.before = 0

    def add(self, some: SlotSet) -> None:
        """Some more, as far as there is room."""
        fits = min(len(some), self._most - self.size)
        rows = slots.batch_of(some, np.arange(fits), pixels=False)
        rows["strips"] = torch.from_numpy(some.strips[:fits].copy())
        for name, values in rows.items():
            if name not in self._rows:
                whole = (self._most, *values.shape[1:])
                self._rows[name] = torch.zeros(whole, dtype=values.dtype, device=self.device)
            self._rows[name][self.size : self.size + fits] = values.to(self.device)
        self.size += fits

    def begin(self) -> None:
        """What there is was there beforehand."""
        self.before = self.size

    def batch(self, size: int, gen: torch.Generator) -> dict[str, Tensor]:
        """So many of them, drawn with replacement."""
        picks = torch.randint(self.before, self.size, (size,), generator=gen, device=self.device)
        if self.before:
            besides = round(BESIDES * size)
            picks[:besides] = torch.randint(self.before, (besides,), generator=gen, device=self.device)
        return {name: values[picks] for name, values in self._rows.items()}


def learn(
    net: SlotNet,
    boards: Boards,
    shards: Path,
    *,
    seconds: float,
    rate: float,
    size: int = BATCH,
    save: Callable[[], None],
) -> None:
    """Train a network for so long on boards that are there and those that come as shards.

    size: boards of a batch. save: called every minute or so, and at the end.
    """
    boards.begin()
    device = boards.device
    gen = torch.Generator(device).manual_seed(1)
    net.to(device, memory_format=torch.channels_last).train()  # type: ignore[call-overload]
    descent = CosineDescent(net, "slots", 1, rate, decay=DECAY, rising=RISING, most=2.0, every=250)
    begun = saved = time.monotonic()
    looked = -REFRESH_S
    while (done := (time.monotonic() - begun) / seconds) < 1:
        if time.monotonic() - looked > REFRESH_S:
            for some in taken(shards):
                boards.add(some)
            looked = time.monotonic()
            print(f"{done:.2f}", boards.size, "boards", flush=True)
        if time.monotonic() - saved > SAVED_S:
            save()
            saved = time.monotonic()
        if boards.size - boards.before < ENOUGH * size:
            time.sleep(1.0)
            continue
        batch = mingled(boards.batch(size, gen), gen)
        strips = stretched(batch.pop("strips"), batch["light"] + batch["dark"], gen)
        coloured, mixed = recoloured(strips, gen)
        batch["ambiguous"] = batch["ambiguous"] | mixed
        coloured, batch["hidden"] = covered(coloured, batch["hidden"], gen)
        cells = slots.cells_of(coloured).contiguous(memory_format=torch.channels_last)
        with torch.autocast(device, torch.bfloat16):
            loss, _ = slots.losses(net, batch, cells)
        descent.learn(loss, done)
    save()


def parse() -> argparse.Namespace:
    """Command line."""
    parser = argparse.ArgumentParser(description="The larger run of the slot network's recipe.")
    parser.add_argument("--start", type=Path, help="weights (.pt or .onnx) to go on from; needs --data")
    parser.add_argument("--out", type=Path, required=True, help="the .pt file to write")
    parser.add_argument("--shards", type=Path, required=True, help="folder for boards, 0.4 MB each")
    parser.add_argument(
        "--data", nargs="*", type=Path, default=(), help="folders of fixtures.dataset besides"
    )
    parser.add_argument("--seconds", type=float, default=540)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--batch", type=int, default=BATCH, help="boards of a batch")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--workers", type=int, default=14, help="processes that render boards")
    parser.add_argument("--most", type=int, default=60_000, help="boards held on the device, 0.4 MB each")
    options = parser.parse_args()
    if options.start and not options.data:
        parser.error("--start needs --data: batch norms are measured on it")
    return options


def main() -> None:
    """Start the processes that render, and learn meanwhile."""
    options = parse()
    folder = options.shards / "made"
    folder.mkdir(parents=True, exist_ok=True)
    spawn = multiprocessing.get_context("spawn")
    seconds = MADE_FOR * options.seconds
    running = [
        spawn.Process(target=make_strips, args=(folder, worker, seconds)) for worker in range(options.workers)
    ]
    for one in running:
        one.start()
    torch.manual_seed(1)
    net, boards = SlotNet(), Boards(options.most, options.device)
    if options.data:
        there = slots.gather(options.data, "train", 1, 1)
        boards.add(there)
        if options.start:
            slots.go_on_from(net, options.start, there)
    save = partial(keep, net, options.out)
    learn(net, boards, folder, seconds=options.seconds, rate=options.rate, size=options.batch, save=save)
    for one in running:
        one.join()


if __name__ == "__main__":
    main()
