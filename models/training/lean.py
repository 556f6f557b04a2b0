"""Train the network of leaning dice: ``python -m models.training.lean --data DIR... --out FILE.onnx``.

DIRs are folders of ``fixtures.dataset`` with ``--aim throws``, ``throws_far`` and ``dice``. Trains on the
family "train" and on close-ups, chooses temperature and threshold on "val"; "test" is left alone. Recipe:
models/cards/dice.md.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from models.training.cosine import CosineDescent
from models.training.dice_read import LEANING_DEG, recoloured, temperature
from models.training.lean_data import CROP, LeanSet, close_ups, joined, of_renders
from models.training.lean_net import Leaning, LeanNet
from models.training.onnx_files import enter, halve, quantise
from vision.upright import EDGE, SIDE

SHARES = {"leaning": 0.27, "flat": 0.4, "made": 0.33}
"""Share of every batch by where it comes from; leaning and flat ones are of renders."""
UNSURE_DEG = (3.0, 7.0)
"""Between these it does not count in training whether a die leans."""
BESIDE, SIZE, MUCH = (0.08, 0.18), (0.1, 0.2), 0.3
"""How far beside its middle, and how much too large or small, a die is cut: spreads in edges and of the
logarithm of an edge, where that is found well and, in a share of the cases, where it is not."""
TURN = 0.06
"""Spread of how far an upright crop is turned (radians): the camera is known from four corners only."""
FALSE_SHARE = 0.01
"""Share of the flat dice of "val" that may be called leaning."""


def augment(pictures: Tensor, slopes: Tensor, gen: torch.Generator) -> tuple[Tensor, Tensor]:
    """Stored crops moved, turned a little, mirrored, recoloured, (n, 3, SIDE, SIDE) 0..255, and slopes."""
    n = len(pictures)

    def normal(*shape: int) -> Tensor:
        return torch.randn(*shape, generator=gen)

    much = (torch.rand(n, generator=gen) < MUCH).long()
    zoom = torch.exp((normal(n) * torch.tensor(SIZE)[much]).clamp(-0.4, 0.25)) * (SIDE / CROP)
    beside = (normal(n, 2) * torch.tensor(BESIDE)[much, None]).clamp(-0.45, 0.45) * (2 * EDGE / CROP)
    angle, stretch = normal(n) * TURN, torch.exp(normal(n) * 0.05)
    mirror = torch.where(torch.rand(n, generator=gen) < 0.5, -1.0, 1.0)
    cos, sin = torch.cos(angle) * zoom, torch.sin(angle) * zoom
    rows = [cos * stretch * mirror, -sin / stretch, beside[:, 0], sin * stretch * mirror, cos / stretch]
    matrix = torch.stack([*rows, beside[:, 1]], dim=1).view(n, 2, 3)
    grid = functional.affine_grid(matrix, [n, 3, SIDE, SIDE], align_corners=False)
    x = pictures.permute(0, 3, 1, 2).float() / 255
    x = functional.grid_sample(x, grid, padding_mode="border", align_corners=False)
    return 255 * recoloured(x, gen), (slopes * (1 + 0.08 * normal(n, 1)) + 0.04 * normal(n, 1)).clamp(min=0)


def clear(tilt: Tensor) -> Tensor:
    """Which tilts (degrees) are plainly flat or plainly leaning."""
    return (tilt <= UNSURE_DEG[0]) | (tilt >= UNSURE_DEG[1])


def middles(pictures: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(n, SIDE, SIDE, 3) middles of stored crops."""
    low = (CROP - SIDE) // 2
    return np.ascontiguousarray(pictures[:, low : low + SIDE, low : low + SIDE])


def loss_of(told: tuple[Tensor, Tensor, Tensor, Tensor], labels: Tensor) -> Tensor:
    """Sum of the losses of all that is asked. labels: (n, 4) of `LeanSet`."""
    lean, tilt, value, support = (part.float() for part in told)
    degrees = labels[:, 1]
    known = clear(degrees)
    want = (degrees[known] > LEANING_DEG).float()
    return (
        functional.binary_cross_entropy_with_logits(lean[known, 0], want)
        + 2.0 * functional.smooth_l1_loss(tilt[:, 0], torch.sin(torch.deg2rad(degrees)), beta=0.1)
        + functional.cross_entropy(value, labels[:, 2].long() - 1)
        + 0.3 * functional.cross_entropy(support, labels[:, 3].long())
    )


def part(data: LeanSet, keep: Tensor) -> LeanSet:
    """Some crops of a set."""
    chosen = keep.numpy()
    return LeanSet(data.pictures[chosen], data.labels[chosen])


def train(net: LeanNet, renders: LeanSet, made: LeanSet, steps: int, batch: int, rate: float) -> None:
    """AdamW with a rate that falls as a cosine, in bfloat16."""
    gen, rng = torch.Generator().manual_seed(1), np.random.default_rng(1)
    tilt = torch.from_numpy(renders.labels[:, 1])
    sets = {
        "leaning": part(renders, tilt > LEANING_DEG),
        "flat": part(renders, tilt <= LEANING_DEG),
        "made": made,
    }
    print({name: len(one) for name, one in sets.items()}, flush=True)
    net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    descent = CosineDescent(net, "lean", steps, rate, decay=1e-2, rising=200, most=2.0)
    for _ in range(steps):
        pictures, labels = [], []
        for name, share in SHARES.items():
            picks = rng.integers(0, len(sets[name]), round(batch * share))
            pictures.append(torch.from_numpy(sets[name].pictures[picks]))
            labels.append(torch.from_numpy(sets[name].labels[picks]))
        want = torch.cat(labels)
        crops, slopes = augment(torch.cat(pictures), want[:, :1], gen)
        net.train()
        with torch.autocast("cpu", torch.bfloat16):
            told = net(crops.contiguous(memory_format=torch.channels_last), slopes)
        descent.learn(loss_of(told, want))
    net.eval()


def told_of(net: LeanNet, data: LeanSet) -> tuple[Tensor, Tensor]:
    """Log odds (n,) of leaning and logits (n, 6) of the value of crops seen from their middle."""
    crops = torch.from_numpy(middles(data.pictures)).permute(0, 3, 1, 2)
    slopes = torch.from_numpy(data.labels[:, :1])
    with torch.no_grad():
        parts = [net(crops[at : at + 250].float(), slopes[at : at + 250]) for at in range(0, len(data), 250)]
    return torch.cat([lean for lean, *_ in parts])[:, 0], torch.cat([value for _, _, value, _ in parts])


def shift_of(odds: Tensor, tilt: Tensor) -> float:
    """What is added to the log odds so that FALSE_SHARE of the flat dice are called leaning."""
    return -float(torch.quantile(odds[tilt <= UNSURE_DEG[0]], 1 - FALSE_SHARE))


def measures(odds: Tensor, tilt: Tensor) -> dict[str, str]:
    """Of how many dice how many are called leaning, by tilt."""
    out = {}
    for low, high in ((0, 5), (5, 15), (15, 25), (25, 35), (35, 91)):
        some = (tilt >= low) & (tilt < high)
        out[f"{low} to {high}"] = f"{int((odds[some] > 0).sum())} of {int(some.sum())}"
    return out


def export(net: LeanNet, heats: tuple[float, float], shift: float, data: LeanSet, out: Path) -> None:
    """Write the network with int8 convolutions, scales measured on some crops, the rest stored in 16 bits.

    heats: temperatures of leaning and of the value.
    """
    net = net.to(memory_format=torch.contiguous_format)  # type: ignore[call-overload]
    some = np.random.default_rng(2).choice(len(data), min(len(data), 400), replace=False)
    crops = middles(data.pictures[some])
    slopes = data.labels[some, :1]
    whole = out.with_suffix(".float.onnx")
    names = {"input_names": ["crops", "slopes"], "output_names": ["odds", "values"]}
    torch.onnx.export(
        Leaning(net, heats, shift).eval(),
        (torch.from_numpy(crops[:2]), torch.from_numpy(slopes[:2])),
        str(whole),
        **names,
        dynamic_axes={name: {0: "n"} for name in ("crops", "slopes", "odds", "values")},
        dynamo=False,
        opset_version=17,
    )
    feed: list[dict[str, Any]] = [
        {"crops": crops[at : at + 4], "slopes": slopes[at : at + 4]} for at in range(0, len(some), 4)
    ]
    quantise(whole, out, feed)
    halve(out)
    whole.unlink()


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", nargs="+", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True, help="the .onnx file to write")
    parser.add_argument(
        "--made", type=Path, default=Path("data/lean_made.npz"), help="where close-ups are kept"
    )
    parser.add_argument("--close-ups", type=int, default=16000)
    parser.add_argument("--start", type=Path, help="weights (.pt) to go on from")
    parser.add_argument("--steps", type=int, default=9000)
    parser.add_argument("--batch", type=int, default=160)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(1)
    net = LeanNet()
    if options.start:
        net.load_state_dict(torch.load(options.start, weights_only=True))
    made = close_ups(options.close_ups, 1, options.made, options.threads)
    renders, val = (
        joined([of_renders(folder, family) for folder in options.data]) for family in ("train", "val")
    )
    print(sum(p.numel() for p in net.parameters()), "parameters,", len(val), "held out", flush=True)
    train(net, renders, made, options.steps, options.batch, options.rate)
    torch.save(net.state_dict(), options.out.with_suffix(".pt"))
    (odds, values), tilt = told_of(net, val), torch.from_numpy(val.labels[:, 1])
    want = torch.where(clear(tilt), (tilt > LEANING_DEG).long(), -1)
    heat = temperature(torch.stack([torch.zeros_like(odds), odds], dim=1), want)
    shift = shift_of(odds / heat, tilt)
    print("temperature", round(heat, 2), "shift", round(shift, 2), measures(odds / heat + shift, tilt))
    faces = torch.where(tilt <= UNSURE_DEG[0], torch.from_numpy(val.labels[:, 2]).long() - 1, -1)
    warm = temperature(values, faces)
    read = int((values.argmax(dim=1) == faces).sum())
    print("temperature", round(warm, 2), "values of flat dice right", read, "of", int((faces >= 0).sum()))
    export(net, (heat, warm), shift, renders, options.out)
    enter(options.out.parent, "lean", options.out.name)


if __name__ == "__main__":
    main()
