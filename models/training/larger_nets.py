"""Three of the dice networks trained side by side on shards that are still being made."""

import queue
import time
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import multiprocessing, nn

from calibration.cv import cv2
from models.training import dice, dice_find, dice_read, lean
from models.training.cosine import CosineDescent
from models.training.dice_data import BoardSet, CropSet
from models.training.dice_net import FindNet, ReadNet
from models.training.dice_photos import photo_crops
from models.training.lean_data import LeanSet, of_renders
from models.training.lean_net import LeanNet
from models.training.onnx_weights import start_from
from models.training.pool import Pool
from models.training.shards import AIMS, Shards
from models.training.weights import keep
from vision.dice_find import STEP, ZERO

LEAN_SHARES = {**lean.SHARES, "leaning": 0.3, "flat": 0.2, "made": 0.12}
FIND_SHARES = {**dict.fromkeys(AIMS, 0.07), "leaners": 0.3, "strewn": 0.14, "close": 0.15}
"""Shares of kinds in a batch; the reader's are those of `models.training.dice`."""
LEAN_BATCH, READ_BATCH, FIND_BATCH = 512, 512, 24
LEAN_RATE, READ_RATE, FIND_RATE = 2e-3, 1.6e-3, 2e-3
ENOUGH = 400
"""Crops of a kind before it counts."""
TOLD_EVERY = 5
"""So many looks for new shards to a line of what there is."""


@dataclass(frozen=True)
class Plan:
    """Where shards lie, where weights come from and go to, when training ends (time.monotonic), and on what.

    go_on: folder of an earlier run's weights; rate: by how much all rates are multiplied.
    """

    shards: Path
    start: Path
    go_on: Path | None
    out: Path
    ends: float
    seconds: float
    device: str
    rate: float

    def done(self) -> float:
        """Share of the time behind, 0..1."""
        return min(1.0, max(0.0, 1 - (self.ends - time.monotonic()) / self.seconds))


def _steps(plan: Plan, shards: Shards, take: Callable[[str, Any, Any], None], pool: Pool) -> Iterator[float]:
    """The share of the way behind, step by step, while new shards are taken in."""
    told = 0
    while plan.done() < 1:
        if shards.due():
            for shard in shards.new():
                take(*shard)
            sizes = pool.settle()
            if told % TOLD_EVERY == 0:
                print(shards.kind, f"{plan.done():.2f}", sizes, flush=True)
            told += 1
        if pool.ready():
            yield plan.done()
        else:
            shards.wait()


def _resumed(net: nn.Module, plan: Plan, name: str) -> None:
    """Give a network the weights of an earlier run, if there was one, and move it where it learns."""
    if plan.go_on is not None:
        net.load_state_dict(torch.load(plan.go_on / f"{name}.pt", weights_only=True))
    net.to(plan.device, memory_format=torch.channels_last).train()  # type: ignore[call-overload]


def train_lean(plan: Plan, renders: Sequence[Path]) -> None:
    """The network of leaning dice. renders: folders of pictures of `fixtures.dataset`, shown besides."""
    torch.manual_seed(1)
    gen = torch.Generator(plan.device).manual_seed(1)
    pool, shards = Pool(plan.device, ENOUGH), Shards(plan.shards, "lean")

    def take(kind: str, pictures: Any, labels: Any) -> None:
        some = LeanSet(np.array(pictures), labels)
        for name, one in ({"made": some} if kind == "close" else lean.by_kind(some)).items():
            pool.add(name, torch.from_numpy(one.pictures), torch.from_numpy(one.labels))

    for folder in renders:
        before = of_renders(folder, "train")
        take("renders", before.pictures, before.labels)
    net, descent = LeanNet(), None
    for progress in _steps(plan, shards, take, pool):
        (pictures, labels), _ = pool.batch(LEAN_SHARES, LEAN_BATCH)
        if descent is None:
            lean.begin(net, plan.start / "lean.onnx", LeanSet(pictures.cpu().numpy(), labels.cpu().numpy()))
            _resumed(net, plan, "lean")
            rate = plan.rate * LEAN_RATE
            descent = CosineDescent(net, "lean", 1, rate, decay=1e-2, rising=300, most=2.0, every=1000)
        crops, slopes, place = lean.augment(pictures, labels, gen)
        with torch.autocast(plan.device, torch.bfloat16):
            told = net(crops.contiguous(memory_format=torch.channels_last), slopes)
        descent.learn(lean.loss_of(told, labels, place), progress)
    keep(net, plan.out / "lean.pt")


def train_read(plan: Plan, photos: Path) -> None:
    """The reading network; what the one it goes on from says of close-ups, cubes and photos is a target.

    photos: folder of the two sets of dice photographs; where it is not there none are shown.
    """
    torch.manual_seed(2)
    gen = torch.Generator(plan.device).manual_seed(2)
    pool, shards = Pool(plan.device, ENOUGH), Shards(plan.shards, "crop")
    before: list[ReadNet] = []

    def add(name: str, one: CropSet) -> None:
        want = torch.from_numpy(dice_read.targets(one.labels))
        pool.add(name, torch.from_numpy(one.pictures), dice_read.views_of(one.labels), want)

    def take(kind: str, pictures: Any, labels: Any) -> None:
        some = CropSet(np.array(pictures), labels)
        if kind == "close":
            add("closeup", some)
            add("cubes", dice.part(some, labels[:, 0] == 2))
            return
        plain = dice.part(some, dice.flat(some))
        add("nothing", dice.part(some, labels[:, 0] != 1))
        add("dice", plain)
        add("leaning", dice.part(some, dice.leaning(some)))
        if before and len(plain.pictures):
            add("hard", dice.part(plain, dice.hard(plain, before[0])))

    add("photos", photo_crops(photos, validation=False))
    taught = torch.tensor([name in dice.TAUGHT for name in dice.SHARES], device=plan.device)
    net, teacher, descent = ReadNet(), ReadNet(), None
    for step, progress in enumerate(_steps(plan, shards, take, pool)):
        (pictures, looks, want), kinds = pool.batch(dice.SHARES, READ_BATCH)
        if descent is None:
            views = dice_read.centre_view(pictures.cpu().numpy())
            start_from(net, plan.start / "dice_read.onnx", views, looks.cpu())
            before.append(deepcopy(net).eval())
            teacher = deepcopy(before[0])
            teacher.to(plan.device, memory_format=torch.channels_last)  # type: ignore[call-overload]
            _resumed(net, plan, "dice_read")
            rate = plan.rate * READ_RATE
            descent = CosineDescent(net, "reader", 1, rate, decay=1e-3, rising=300, most=2.0, every=1000)
        crops, views, _ = dice_read.augment(pictures, looks, want[:, 0], gen)
        crops = crops.contiguous(memory_format=torch.channels_last)
        with torch.autocast(plan.device, torch.bfloat16):
            face, leans, support = net(crops, views)
        loss = dice_read.loss_of((face.float(), leans.float(), support.float()), want)
        if step % dice_read.TEACHING_EVERY == 0:
            asked = taught[kinds]
            apart = dice_read.apart(face.float()[asked], teacher, crops[asked], views[asked])
            loss = loss + dice_read.TEACHING * apart
        descent.learn(loss, progress)
    keep(net, plan.out / "dice_read.pt")


def _find_batches(plan: Plan, number: int, batches: Any) -> None:
    """Batches for the finding network, made until the time is over."""
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    rng, shards = np.random.default_rng(number), Shards(plan.shards, "board", "marks")
    kinds: dict[str, list[BoardSet]] = {}
    while plan.done() < 1:
        if shards.due():
            for kind, pictures, marks in shards.new():
                kinds.setdefault(kind, []).append(BoardSet(np.asarray(pictures), marks))
        if not kinds:
            shards.wait()
            continue
        shares = np.array([FIND_SHARES[name] for name in kinds])
        picks = [kinds[name] for name in rng.choice(list(kinds), FIND_BATCH, p=shares / shares.sum())]
        chosen = [[(one[int(rng.integers(len(one)))], 1.0)] for one in picks]
        parts = [dice_find.batch_of(rng, one, 1) for one in chosen]
        cells, heat, weight, place = (torch.cat(column) for column in zip(*parts, strict=True))
        whole = (cells / STEP + ZERO).round().to(torch.uint8)
        batches.put(tuple(one.numpy() for one in (whole, heat.half(), weight.bool(), place.half())))


def train_find(plan: Plan, makers: int) -> None:
    """The finding network, its batches made by so many processes."""
    torch.manual_seed(3)
    spawn = multiprocessing.get_context("spawn")
    batches: Any = spawn.Queue(16)
    others = [
        spawn.Process(target=_find_batches, args=(plan, k, batches), daemon=True) for k in range(makers)
    ]
    for other in others:
        other.start()
    net, descent = FindNet(), None
    while plan.done() < 1:
        try:
            parts = batches.get(timeout=5)
        except queue.Empty:
            continue
        cells, heat, weight, place = (torch.from_numpy(one).to(plan.device).float() for one in parts)
        cells = (cells - ZERO) * STEP
        if descent is None:
            start_from(net, plan.start / "dice_find.onnx", cells.cpu())
            _resumed(net, plan, "dice_find")
            rate = plan.rate * FIND_RATE
            descent = CosineDescent(
                net, "finder", 1, rate, decay=1e-4, least=2e-5, rising=100, most=5.0, every=500
            )
        with torch.autocast(plan.device, torch.bfloat16):
            raw = net(cells.contiguous(memory_format=torch.channels_last))
        descent.learn(dice_find.loss_of(raw.float(), heat, weight, place), plan.done())
    keep(net, plan.out / "dice_find.pt")
    for other in others:
        other.kill()
