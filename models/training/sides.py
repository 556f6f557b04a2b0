"""Train the judge of sides: ``python -m models.training.sides --data DIR... --out FILE.onnx``.

DIRs are folders of ``fixtures.dataset`` that show whole boards, some of them (``--aim shared``) with men of
both sides on a point. Trains on the family "train", chooses the temperatures on "val"; "test" is left alone.
Recipe: models/cards/slots.md.
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.training.mean import mean_into
from models.training.one_cycle import OneCycle
from models.training.onnx_files import enter, halve
from models.training.onnx_weights import start_from
from models.training.sides_data import SideSet, gather
from models.training.sides_net import Judging, SideNet
from vision.side_judge import FEATURES
from vision.views import BAR

LEFT_OUT = 0.5
"""In half of the boards up to this share of the columns is left out."""
KEPT = 0.998
"""Weight of the past in the running mean of the weights that is kept in the end."""
HEATS = np.exp(np.linspace(-0.7, 1.1, 37))
BOTH_WEIGHT = 0.5
"""Of the loss of both sides' men beside that of the sides."""
SHARE_AT_A_TABLE = 1 / 600
"""Of the columns with men in which men of both sides stand; fewer do where people play by the rules, but that
is for the tracker to say, which prices what the rules forbid."""

Batch = tuple[Tensor, Tensor, Tensor, Tensor]


def tensors(data: SideSet) -> Batch:
    """columns, dark, asked, free."""
    return (
        torch.from_numpy(data.columns),
        torch.from_numpy(data.dark).float(),
        torch.from_numpy(data.asked).float(),
        torch.from_numpy(data.free),
    )


def both_tensors(data: SideSet) -> tuple[Tensor, Tensor]:
    """both, shown."""
    return torch.from_numpy(data.both).float(), torch.from_numpy(data.shown).float()


def both_loss(odds: Tensor, both: Tensor, shown: Tensor) -> Tensor:
    """Mean surprise of the columns that show men."""
    lost = functional.binary_cross_entropy_with_logits(odds, both, reduction="none") * shown
    return lost.sum() / shown.sum()


def loss_of(odds: Tensor, dark: Tensor, asked: Tensor, free: Tensor) -> Tensor:
    """Mean surprise of the columns asked for; where the sides may be exchanged, under the better names."""
    straight, exchanged = (
        (functional.binary_cross_entropy_with_logits(odds, truth, reduction="none") * asked).sum(dim=1)
        for truth in (dark, 1 - dark)
    )
    return torch.where(free, torch.minimum(straight, exchanged), straight).sum() / asked.sum()


def thinned(columns: Tensor, gen: torch.Generator) -> tuple[Tensor, Tensor]:
    """Boards with some columns left out, and (n, 24) which were not."""
    boards = len(columns)
    share = torch.rand(boards, 1, generator=gen) * LEFT_OUT
    some = torch.rand(boards, 1, generator=gen) < 0.5
    kept = ~((torch.rand(boards, BAR, generator=gen) < share) & some)
    return columns * kept[..., None], kept.float()


def measures(odds: Tensor, dark: Tensor, asked: Tensor, free: Tensor) -> dict[str, float]:
    """Columns asked for, those given to the wrong side, those of them said with 0.95, and columns wrong
    whichever side is called light."""
    wrong = ((odds > 0) != (dark > 0.5)) & (asked > 0)
    other = ((odds > 0) == (dark > 0.5)) & (asked > 0)
    turned = free & (other.sum(dim=1) < wrong.sum(dim=1))
    wrong_named = torch.where(turned[:, None], other, wrong)
    sure = torch.sigmoid(odds.abs()) > 0.95
    apart = torch.minimum(wrong.sum(dim=1), other.sum(dim=1))
    return {
        "columns": int(asked.sum()),
        "wrong": int(wrong_named.sum()),
        "wrong and sure": int((wrong_named & sure).sum()),
        "split": int(apart.sum()),
        "boards": int((wrong_named.sum(dim=1) > 0).sum()),
    }


def both_measures(odds: Tensor, both: Tensor, shown: Tensor) -> dict[str, int]:
    """Columns with men, those of them of both sides, and how many of either kind are taken for both sides'
    men by even odds and with 0.95."""
    there, not_there = (both > 0.5) & (shown > 0), (both < 0.5) & (shown > 0)
    sure = odds > np.log(19.0)
    return {
        "columns": int(shown.sum()),
        "both": int(there.sum()),
        "found": int((there & (odds > 0)).sum()),
        "found and sure": int((there & sure).sum()),
        "false": int((not_there & (odds > 0)).sum()),
        "false and sure": int((not_there & sure).sum()),
    }


def train(net: SideNet, data: SideSet, steps: int, batch: int, rate: float) -> None:
    """One cycle of AdamW; leaves the network with the running mean of its weights."""
    columns, dark, asked, free = tensors(data)
    both, shown = both_tensors(data)
    gen = torch.Generator().manual_seed(1)
    mean = {name: value.clone() for name, value in net.state_dict().items()}
    cycle, start, told = OneCycle(net, rate, steps, 0.1), time.monotonic(), 0.0
    net.train()
    for step in range(1, steps + 1):
        picks = torch.randint(len(columns), (batch,), generator=gen)
        some, kept = thinned(columns[picks], gen)
        odds, both_odds = net(some)
        loss = loss_of(odds, dark[picks], asked[picks] * kept, free[picks])
        loss = loss + BOTH_WEIGHT * both_loss(both_odds, both[picks], shown[picks] * kept)
        cycle.learn(loss)
        for name, value in net.state_dict().items():
            mean[name].mul_(KEPT).add_(value, alpha=1 - KEPT)
        told += float(loss.detach()) / 500
        if step % 500 == 0:
            print(f"step {step} of {steps} loss {told:.4f} {time.monotonic() - start:.0f} s", flush=True)
            told = 0.0
    net.load_state_dict(mean)
    net.eval()


def odds_of(net: SideNet, data: SideSet) -> tuple[Tensor, Tensor]:
    """(n, 24) log odds of the darker side, and of both sides' men."""
    with torch.no_grad():
        told = [net(part) for part in torch.from_numpy(data.columns).split(500)]
    side, both = (torch.cat(part) for part in zip(*told, strict=True))
    return side, both


def temperature(odds: Tensor, data: SideSet) -> float:
    """By which the log odds of sides are divided so that they surprise least."""
    _, *truth = tensors(data)
    return float(HEATS[np.argmin([float(loss_of(odds / heat, *truth)) for heat in HEATS])])


def both_temperature(odds: Tensor, data: SideSet) -> float:
    """The same of the log odds of both sides' men."""
    truth = both_tensors(data)
    return float(HEATS[np.argmin([float(both_loss(odds / heat, *truth)) for heat in HEATS])])


def rarer(data: SideSet) -> float:
    """How much lower the log odds of both sides' men are at a table than among these boards."""
    share = float((data.both & data.shown).sum() / data.shown.sum())
    here, there = (np.log(p / (1.0 - p)) for p in (share, SHARE_AT_A_TABLE))
    return float(here - there)


def export(judging: Judging, out: Path) -> None:
    """Write the network with weights stored in 16 bits."""
    torch.onnx.export(
        judging.eval(),
        (torch.zeros(BAR, FEATURES),),
        str(out),
        input_names=["columns"],
        output_names=["odds", "both"],
        dynamo=False,
        opset_version=17,
    )
    halve(out)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", nargs="+", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True, help="the .onnx file to write")
    parser.add_argument("--versions", type=int, default=4, help="times that each picture is used")
    parser.add_argument("--shade", type=float, default=0.0, help="share of boards in uneven light")
    parser.add_argument("--steps", type=int, default=9000)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--start", type=Path, help="the .onnx file to go on from")
    parser.add_argument(
        "--mean-with", nargs="*", type=Path, default=[], help=".onnx files to take the mean with"
    )
    parser.add_argument("--share", type=float, help="how much the weights trained here count in that mean")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(1)
    net = SideNet()
    if options.start:
        start_from(net, options.start)
    data, val = (gather(options.data, family, options.versions, options.shade) for family in ("train", "val"))
    print(sum(p.numel() for p in net.parameters()), "parameters,", len(data), "boards,", len(val), "held out")
    train(net, data, options.steps, options.batch, options.rate)
    others = [SideNet() for _ in options.mean_with]
    for other, file in zip(others, options.mean_with, strict=True):
        start_from(other, file)
    mean_into(net, others, options.share)
    torch.save(net.state_dict(), options.out.with_suffix(".pt"))
    odds, both = odds_of(net, val)
    judging = Judging(net, temperature(odds, val), both_temperature(both, val), rarer(data))
    print("sides", measures(odds, *tensors(val)[1:]))
    print("both sides", both_measures(both / judging.both_heat - judging.rarer, *both_tensors(val)))
    print(
        "temperatures", round(judging.heat, 2), round(judging.both_heat, 2), "rarer", round(judging.rarer, 2)
    )
    export(judging, options.out)
    enter(options.out.parent, "sides", options.out.name)


if __name__ == "__main__":
    main()
