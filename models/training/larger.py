"""The larger run of the dice networks' recipe, for a machine with a GPU and many cores:

``python -m models.training.larger --start models --shards EMPTY --out DIR --seconds 540``

Processes make pictures all the while (`models.training.shards`), three others train the networks on what is
there so far (`models.training.larger_nets`), at rates that fall as the time runs out. DIR then holds their
weights as .pt files, for ``--start`` of ``models.training.dice`` and ``models.training.lean``. A second run
with the same ``--shards``, ``--workers 0`` and ``--go-on DIR`` goes on from there. ``--device cpu`` runs
anywhere.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from torch import multiprocessing

from models.training.larger_nets import Plan, train_find, train_lean, train_read
from models.training.shards import make_shards

MADE_FOR = 0.88
"""Share of the time during which shards are made."""


def parse() -> argparse.Namespace:
    """Command line."""
    parser = argparse.ArgumentParser(description="The larger run of the dice networks' recipe.")
    parser.add_argument("--start", type=Path, default=Path("models"), help="folder of networks to go on from")
    parser.add_argument("--go-on", type=Path, help="folder of an earlier run's .pt files to go on from")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--shards", type=Path, required=True, help="folder for pictures, 11 MB a shard")
    parser.add_argument("--seconds", type=float, default=540)
    parser.add_argument("--rate", type=float, default=1.0, help="by how much all rates are multiplied")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--workers", type=int, default=10, help="processes that make pictures")
    parser.add_argument("--finders", type=int, default=3, help="processes that make the finder's batches")
    parser.add_argument("--renders", nargs="*", type=Path, default=(), help="folders of fixtures.dataset")
    parser.add_argument("--photos", type=Path, default=Path("../shared/realdata/dice"))
    return parser.parse_args()


def main() -> None:
    """Start all processes and wait for them."""
    options = parse()
    folder = options.shards / "made"
    folder.mkdir(parents=True, exist_ok=True)
    options.out.mkdir(parents=True, exist_ok=True)
    seconds, finder = options.seconds, options.start / "dice_find.onnx"
    plan = Plan(
        shards=folder,
        start=options.start,
        go_on=options.go_on,
        out=options.out,
        ends=time.monotonic() + seconds,
        seconds=seconds,
        device=options.device,
        rate=options.rate,
    )
    jobs: list[tuple[Callable[..., None], tuple[Any, ...]]] = [
        *((make_shards, (folder, worker, MADE_FOR * seconds, finder)) for worker in range(options.workers)),
        (train_lean, (plan, options.renders)),
        (train_read, (plan, options.photos)),
        (train_find, (plan, options.finders)),
    ]
    spawn = multiprocessing.get_context("spawn")
    running = [spawn.Process(target=target, args=arguments) for target, arguments in jobs]
    for one in running:
        one.start()
    for one in running:
        one.join()


if __name__ == "__main__":
    main()
