"""Train the network of leaning dice: ``python -m models.training.lean --data DIR... --out FILE.onnx``.

DIRs are folders of ``fixtures.dataset`` with ``--aim throws``, ``throws_far`` and ``dice``. Trains on the
family "train", on close-ups and, with ``--photos``, on photographed dice (what they show), chooses
temperature and threshold on "val"; "test" is left alone. Recipe: models/cards/dice.md.
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
from models.training.lean_data import CROP, UNKNOWN, LeanSet, close_ups, joined, of_photos, of_renders
from models.training.lean_net import ON_DIE, Leaning, LeanNet, Told, stacked_odds
from models.training.mean import mean_into
from models.training.onnx_files import enter, halve, quantise
from models.training.onnx_weights import start_from
from vision.upright import EDGE, SIDE

SHARES = {"leaning": 0.22, "flat": 0.24, "stacked": 0.14, "beside": 0.16, "none": 0.08, "made": 0.16}
"""Share of every batch by where it comes from; leaning and flat ones, those on other dice, those cut out
where the finder sees them, and what is no die, are of renders."""
PHOTO_SHARES = {"photos": 0.14, "grounds": 0.03}
"""Shares of photographed dice, and of places on the same photos without one, where there are any; the others
have the rest."""
UNSURE_DEG = (3.0, 7.0)
"""Between these it does not count in training whether a die leans."""
BESIDE, SIZE, SHARE = (0.06, 0.15, 0.3), (0.08, 0.16, 0.28), (0.45, 0.3, 0.25)
"""How far beside its middle, and how much too large or small, a die is cut: spreads in edges and of the
logarithm of an edge, and in what share of the cases, where that is found well, less well and badly."""
MOST_BESIDE, MOST_SIZE = 0.7, 0.5
"""The furthest, in edges and of that logarithm."""
TURN = 0.06
"""Spread of how far an upright crop is turned (radians): the camera is known from four corners only."""
FALSE_SHARE = 0.01
"""Share of the flat dice of "val" that may be called leaning."""


def augment(pictures: Tensor, labels: Tensor, gen: torch.Generator) -> tuple[Tensor, Tensor, Tensor]:
    """Stored crops moved, turned a little, mirrored, recoloured, (n, 3, SIDE, SIDE) 0..255, slopes (n, 1),
    and where the die lies now, (n, 3) as `Told.place` says it.

    labels: (n, 7) of `LeanSet`. What was cut out beside the die is moved little; photos are turned all ways.
    """
    n, slopes, lay, device = len(pictures), labels[:, :1], labels[:, 4:7], gen.device
    share, far, large = (torch.tensor(values, device=device) for values in (SHARE, BESIDE, SIZE))

    def normal(*shape: int) -> Tensor:
        return torch.randn(*shape, generator=gen, device=device)

    how = torch.multinomial(share, n, replacement=True, generator=gen)
    how = torch.where((lay != 0).any(dim=1), 0, how)
    larger = (normal(n) * large[how]).clamp(-MOST_SIZE, MOST_SIZE)
    zoom = torch.exp(larger) * (SIDE / CROP)
    beside = (normal(n, 2) * far[how, None]).clamp(-MOST_BESIDE, MOST_BESIDE)
    any_way = torch.pi * (2 * torch.rand(n, generator=gen, device=device) - 1)
    angle = torch.where(labels[:, 3] == UNKNOWN, any_way, normal(n) * TURN)
    stretch = torch.exp(normal(n) * 0.05)
    mirror = torch.where(torch.rand(n, generator=gen, device=device) < 0.5, -1.0, 1.0)
    cos, sin = torch.cos(angle) * zoom, torch.sin(angle) * zoom
    turn = torch.stack([cos * stretch * mirror, -sin / stretch, sin * stretch * mirror, cos / stretch], dim=1)
    turn = turn.view(n, 2, 2)
    matrix = torch.cat([turn, -turn @ (beside * (2 * EDGE / SIDE))[:, :, None]], dim=2)
    place = beside + torch.linalg.solve(turn, lay[:, :2, None] * (SIDE / CROP))[:, :, 0]
    grid = functional.affine_grid(matrix, [n, 3, SIDE, SIDE], align_corners=False)
    x = pictures.permute(0, 3, 1, 2).float() / 255
    x = functional.grid_sample(x, grid, padding_mode="border", align_corners=False)
    slopes = (slopes * (1 + 0.08 * normal(n, 1)) + 0.04 * normal(n, 1)).clamp(min=0)
    return 255 * recoloured(x, gen), slopes, torch.cat([place, lay[:, 2:] - larger[:, None]], dim=1)


def clear(tilt: Tensor) -> Tensor:
    """Which tilts (degrees) are plainly flat or plainly leaning."""
    return (tilt <= UNSURE_DEG[0]) | (tilt >= UNSURE_DEG[1])


def middles(pictures: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(n, SIDE, SIDE, 3) middles of stored crops."""
    low = (CROP - SIDE) // 2
    return np.ascontiguousarray(pictures[:, low : low + SIDE, low : low + SIDE])


def loss_of(told: Told, labels: Tensor, place: Tensor) -> Tensor:
    """Sum of the losses of all that is asked; of what is no die only that. labels: (n, 7) of `LeanSet`."""
    die = labels[:, 2] > 0
    found = functional.binary_cross_entropy_with_logits(told.die.float()[:, 0], die.float())
    lean, tilt, value, support, _, where = (part.float()[die] for part in told)
    degrees, labels = labels[die, 1], labels[die]
    lies = labels[:, 3] != UNKNOWN
    known = clear(degrees) & lies
    want = (degrees[known] > LEANING_DEG).float()
    values = functional.cross_entropy(value, labels[:, 2].long() - 1)
    degrees, support, on = degrees[lies], support[lies], labels[lies, 3].long()
    on_die = (on == ON_DIE).float()
    return (
        functional.binary_cross_entropy_with_logits(lean[known, 0], want)
        + 2.0 * functional.smooth_l1_loss(tilt[lies, 0], torch.sin(torch.deg2rad(degrees)), beta=0.1)
        + values
        + 0.3 * functional.cross_entropy(support, on)
        + 0.5 * functional.binary_cross_entropy_with_logits(stacked_odds(support)[:, 0], on_die)
        + 0.5 * found
        + 2.0 * functional.smooth_l1_loss(where[lies], place[die][lies], beta=0.1)
    )


def part(data: LeanSet, keep: Tensor) -> LeanSet:
    """Some crops of a set."""
    chosen = keep.numpy()
    return LeanSet(data.pictures[chosen], data.labels[chosen])


def by_kind(renders: LeanSet) -> dict[str, LeanSet]:
    """Crops of renders by what SHARES calls them."""
    tilt, die = torch.from_numpy(renders.labels[:, 1]), torch.from_numpy(renders.labels[:, 2]) > 0
    beside = torch.from_numpy(renders.labels[:, 4:7].any(axis=1))
    stacked = torch.from_numpy(renders.labels[:, 3] == ON_DIE)
    return {
        "leaning": part(renders, die & ~beside & ~stacked & (tilt > LEANING_DEG)),
        "flat": part(renders, die & ~beside & ~stacked & (tilt <= LEANING_DEG)),
        "stacked": part(renders, stacked),
        "beside": part(renders, die & beside & ~stacked),
        "none": part(renders, ~die),
    }


def shares_of(sets: dict[str, LeanSet]) -> dict[str, float]:
    """The share of each of these sets in a batch."""
    photos = sum(PHOTO_SHARES[name] for name in sets if name in PHOTO_SHARES)
    return {name: PHOTO_SHARES.get(name) or (1 - photos) * SHARES[name] for name in sets}


def train(net: LeanNet, sets: dict[str, LeanSet], steps: int, batch: int, rate: float) -> None:
    """AdamW with a rate that falls as a cosine, in bfloat16. sets: by their names in SHARES, PHOTO_SHARES."""
    gen, rng = torch.Generator().manual_seed(1), np.random.default_rng(1)
    print({name: len(one) for name, one in sets.items()}, flush=True)
    net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    descent = CosineDescent(net, "lean", steps, rate, decay=1e-2, rising=200, most=2.0)
    for _ in range(steps):
        pictures, labels = [], []
        for name, share in shares_of(sets).items():
            picks = rng.integers(0, len(sets[name]), round(batch * share))
            pictures.append(torch.from_numpy(sets[name].pictures[picks]))
            labels.append(torch.from_numpy(sets[name].labels[picks]))
        want = torch.cat(labels)
        crops, slopes, place = augment(torch.cat(pictures), want, gen)
        net.train()
        with torch.autocast("cpu", torch.bfloat16):
            told = net(crops.contiguous(memory_format=torch.channels_last), slopes)
        descent.learn(loss_of(told, want, place))
    net.eval()


def told_of(net: LeanNet, data: LeanSet) -> Told:
    """What the network says of crops seen from their middle."""
    crops = torch.from_numpy(middles(data.pictures)).permute(0, 3, 1, 2)
    slopes = torch.from_numpy(data.labels[:, :1])
    with torch.no_grad():
        parts = [net(crops[at : at + 250].float(), slopes[at : at + 250]) for at in range(0, len(data), 250)]
    return Told(*(torch.cat(one) for one in zip(*parts, strict=True)))


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


def fitted(net: LeanNet, val: LeanSet) -> tuple[tuple[float, float, float, float], float]:
    """Temperatures of leaning, value, die and lying on one, and what is added to the log odds of leaning;
    prints how well held-out crops are read."""
    val = part(val, torch.from_numpy(~val.labels[:, 4:7].any(axis=1)))
    told, labels = told_of(net, val), torch.from_numpy(val.labels)
    die, tilt = labels[:, 2] > 0, labels[:, 1]
    odds, two = told.lean[:, 0], torch.zeros(len(labels))
    heat = temperature(
        torch.stack([two, odds], dim=1), torch.where(die & clear(tilt), (tilt > LEANING_DEG).long(), -1)
    )
    shift = shift_of(odds[die] / heat, tilt[die])
    print("leaning", round(heat, 2), "shift", round(shift, 2), measures(odds[die] / heat + shift, tilt[die]))
    faces = torch.where(tilt <= UNSURE_DEG[0], labels[:, 2].long() - 1, -1)
    warm, right = temperature(told.value, faces), told.value.argmax(dim=1) == faces
    by_face = [f"{int(right[faces == k].sum())} of {int((faces == k).sum())}" for k in range(6)]
    print("value", round(warm, 2), "right of flat dice", by_face)
    found = temperature(torch.stack([two, told.die[:, 0]], dim=1), die.long())
    missed, false = (told.die[die, 0] < 0).sum(), (told.die[~die, 0] > 0).sum()
    print(
        "die",
        round(found, 2),
        f"missed {int(missed)} of {int(die.sum())}, false {int(false)} of {int((~die).sum())}",
    )
    odds, on_die = stacked_odds(told.support)[:, 0], labels[:, 3] == ON_DIE
    pile = temperature(torch.stack([two, odds], dim=1), torch.where(die, on_die.long(), -1))
    missed, false = (odds[die & on_die] < 0).sum(), (odds[die & ~on_die] > 0).sum()
    print("on a die", round(pile, 2), f"missed {int(missed)} of {int(on_die.sum())}, false {int(false)}")
    return (heat, warm, found, pile), shift


def tell_photos(net: LeanNet, folder: Path) -> None:
    """Print how many of the photographed dice that were held out are read right."""
    dice, _ = of_photos(folder, validation=True)
    right = told_of(net, dice).value.argmax(dim=1) + 1 == torch.from_numpy(dice.labels[:, 2])
    print(f"photographed dice right {int(right.sum())} of {len(right)}")


def export(
    net: LeanNet, heats: tuple[float, float, float, float], shift: float, data: LeanSet, out: Path
) -> None:
    """Write the network with int8 convolutions, scales measured on some crops, the rest stored in 16 bits.

    heats: temperatures of leaning, of the value, of there being a die and of lying on one.
    """
    net = net.to(memory_format=torch.contiguous_format)  # type: ignore[call-overload]
    some = np.random.default_rng(2).choice(len(data), min(len(data), 400), replace=False)
    crops = middles(data.pictures[some])
    slopes = data.labels[some, :1]
    whole = out.with_suffix(".float.onnx")
    asked, told = ["crops", "slopes"], ["odds", "values", "die", "place", "on_die"]
    torch.onnx.export(
        Leaning(net, heats, shift).eval(),
        (torch.from_numpy(crops[:2]), torch.from_numpy(slopes[:2])),
        str(whole),
        input_names=asked,
        output_names=told,
        dynamic_axes={name: {0: "n"} for name in (*asked, *told)},
        dynamo=False,
        opset_version=17,
    )
    feed: list[dict[str, Any]] = [
        {"crops": crops[at : at + 4], "slopes": slopes[at : at + 4]} for at in range(0, len(some), 4)
    ]
    quantise(whole, out, feed)
    halve(out)
    whole.unlink()


def begin(net: LeanNet, file: Path, data: LeanSet) -> None:
    """Give the network the weights of a .pt file, or those that an .onnx file holds."""
    if file.suffix == ".onnx":
        some = np.random.default_rng(3).choice(len(data), min(len(data), 500), replace=False)
        crops = torch.from_numpy(middles(data.pictures[some])).permute(0, 3, 1, 2).float()
        start_from(
            net,
            file,
            crops,
            torch.from_numpy(data.labels[some, :1]),
            absent=("tilt", "support", "die", "place"),
        )
    else:
        net.load_state_dict(torch.load(file, weights_only=True))


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", nargs="+", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True, help="the .onnx file to write")
    parser.add_argument(
        "--made", type=Path, default=Path("data/lean_made.npz"), help="where close-ups are kept"
    )
    parser.add_argument("--close-ups", type=int, default=16000)
    parser.add_argument("--photos", type=Path, help="folder of the two sets of dice photographs")
    parser.add_argument("--start", type=Path, help="weights (.pt or .onnx) to go on from")
    parser.add_argument(
        "--mean-with", nargs="*", type=Path, default=[], help="weights (.pt or .onnx) to take the mean with"
    )
    parser.add_argument("--share", type=float, help="how much the weights trained here count in that mean")
    parser.add_argument("--steps", type=int, default=9000, help="0: only export --start")
    parser.add_argument("--batch", type=int, default=160)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(1)
    net = LeanNet().eval()
    renders, val = (
        joined([of_renders(folder, family) for folder in options.data]) for family in ("train", "val")
    )
    if options.start:
        begin(net, options.start, renders)
    print(sum(p.numel() for p in net.parameters()), "parameters,", len(val), "held out", flush=True)
    if options.steps:
        made = close_ups(options.close_ups, 1, options.made, options.threads)
        sets = {**by_kind(renders), "made": made}
        if options.photos:
            sets["photos"], sets["grounds"] = of_photos(options.photos, validation=False)
        train(net, sets, options.steps, options.batch, options.rate)
    torch.save(net.state_dict(), options.out.with_suffix(".pt"))
    others = [LeanNet().eval() for _ in options.mean_with]
    for other, file in zip(others, options.mean_with, strict=True):
        begin(other, file, renders)
    mean_into(net, others, options.share)
    heats, shift = fitted(net, val)
    if options.photos:
        tell_photos(net, options.photos)
    export(net, heats, shift, renders, options.out)
    enter(options.out.parent, options.out.stem, options.out.name)


if __name__ == "__main__":
    main()
