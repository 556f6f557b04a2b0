"""Trains the dice networks from nothing: ``python -m models.training.dice --out models/``.

Makes the pictures (kept under ``--data`` for the next run), trains the finding and the reading network,
fits the temperatures on held-out pictures, trains on the finished reading network what says where in its
crop a die lies, writes ``dice_find.onnx`` and ``dice_read.onnx`` and their lines in ``manifest.toml``. The
sets of dice photographs are used where ``--photos`` holds them, and more pictures of ``fixtures.dataset``
(path-traced ones, say) where ``--renders`` names their folders. With
``--start`` both networks go on from the weights of such files (the reader from dice_read.pt of
``models.training.larger``, where that is there), at lower rates; with ``--find-steps 0`` or
``--read-steps 0`` that one stays as it is there, and the place is learnt anew.
"""

import argparse
import json
import shutil
from copy import deepcopy
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from calibration.cv import cv2
from fixtures import dataset
from models.training.dice_data import EDGE, VALIDATION_SEED, BoardSet, CropSet, make_boards, make_crops
from models.training.dice_export import Judge, export_finder, export_reader
from models.training.dice_find import batch_of, train_finder
from models.training.dice_net import Agreed, FindNet, ReadNet
from models.training.dice_photos import photo_crops, photo_grounds
from models.training.dice_place import add_place, placed, train_place
from models.training.dice_read import (
    LEANING_DEG,
    LEAST_VISIBLE,
    centre_view,
    predict,
    report,
    targets,
    temperature,
    train_reader,
    views_of,
)
from models.training.dice_renders import render_boards, render_crops
from models.training.dice_session import finder_of
from models.training.onnx_files import conv_names, enter, halve, quantise
from models.training.onnx_weights import start_from
from vision.dice_find import STEP, ZERO

SHARES = {
    "closeup": 0.27,
    "cubes": 0.22,
    "nothing": 0.16,
    "dice": 0.11,
    "hard": 0.06,
    "leaning": 0.08,
    "photos": 0.07,
    "grounds": 0.03,
}
"""Share of every reader batch by where it comes from; nothing, flat dice and leaning ones are of renders,
hard are the flat ones whose value the network that training goes on from did not see, grounds are places
without a die on photos."""
HARD = 0.7
"""Dice whose value that network says with less are hard."""
TAUGHT = ("closeup", "cubes", "photos")
"""Of which the network that training goes on from, or those of --taught-by, are asked what they see."""
FIND_RATE, READ_RATE = 5e-3, 4e-3
"""Learning rates at most."""
GOING_ON = 0.35
"""Of those rates, where training goes on from weights that are there."""
PLACE_SHARES = 0.7, 0.1, 0.2
"""Share of renders, of leaning dice among them and of close-ups where the place is learnt."""
DIE_SCALE = 0.6
"""Of close-ups the place is learnt where the logarithm of the edge over EDGE is below this."""


def joined(sets: list[CropSet]) -> CropSet:
    """Several sets of crops as one."""
    return CropSet(np.concatenate([s.pictures for s in sets]), np.concatenate([s.labels for s in sets]))


def part(crops: CropSet, keep: NDArray[np.bool_]) -> CropSet:
    """Some crops of a set."""
    return CropSet(crops.pictures[keep], crops.labels[keep])


def flat(crops: CropSet) -> NDArray[np.bool_]:
    """Which crops show a die that lies flat and can be seen."""
    kind, tilt, seen = crops.labels[:, 0], crops.labels[:, 3], crops.labels[:, 4]
    return np.asarray((kind == 1) & (tilt <= LEANING_DEG) & (seen >= LEAST_VISIBLE))


def leaning(crops: CropSet) -> NDArray[np.bool_]:
    """Which crops show a leaning die."""
    kind, tilt, seen = crops.labels[:, 0], crops.labels[:, 3], crops.labels[:, 4]
    return np.asarray((kind == 1) & (tilt > LEANING_DEG) & (seen >= LEAST_VISIBLE))


def hard(crops: CropSet, net: ReadNet) -> NDArray[np.bool_]:
    """Which of some crops of dice show a value that a network says with less than HARD."""
    faces = torch.softmax(predict(net, crops)[0], 1)
    said = faces.gather(1, torch.from_numpy(crops.labels[:, 1:2]).long())[:, 0]
    return np.asarray((said < HARD).numpy())


def make_renders(data: Path, aim: str, scenes: int, first_seed: int) -> list[Path]:
    """Folder of flat renders, completed if it was cut off; none where no scenes are asked for. What physics
    throws needs MuJoCo."""
    if not scenes:
        return []
    folder = data / f"flat_{aim}"
    arguments = f"--renderer flat --aim {aim} --count {scenes} --first-seed {first_seed} --versions 2"
    if aim in ("throws_far", "pairs"):
        arguments += " --size 1280x720"
    dataset.main([*arguments.split(), "--out", str(folder)])
    return [folder]


def begun_finder(start: Path | None, sets: list[tuple[BoardSet, float]]) -> FindNet:
    """The finding network as training begins: new, or that of a folder."""
    net = FindNet()
    if start is not None:
        cells, *_ = batch_of(np.random.default_rng(5), sets, 16, plain=True)
        start_from(net, start / "dice_find.onnx", cells)
    return net


def begun_reader(start: Path | None, crops: CropSet) -> ReadNet:
    """The reading network as training begins: new, or that of a folder."""
    net = ReadNet()
    if start is not None and (start / "dice_read.pt").exists():
        net.load_state_dict(torch.load(start / "dice_read.pt", weights_only=True))
    elif start is not None:
        some = CropSet(crops.pictures[:400], crops.labels[:400])
        start_from(net, start / "dice_read.onnx", centre_view(some.pictures), views_of(some.labels))
    return net


def finish_reader(net: ReadNet, held: CropSet, file: Path) -> dict[str, float]:
    """Fit temperatures on held-out crops, write the network (convolutions in int8), return measures."""
    net = net.to(memory_format=torch.contiguous_format)  # type: ignore[call-overload]
    face, lean, support = predict(net, held)
    want = torch.from_numpy(targets(held.labels))
    two = torch.cat([torch.zeros_like(lean), lean], 1)
    heat = temperature(face, want[:, 0]), temperature(two, want[:, 1]), temperature(support, want[:, 2])
    plain = file.with_suffix(".float.onnx")
    export_reader(Judge(net, *heat), plain)
    views = centre_view(held.pictures[:512]).numpy()
    looks = views_of(held.labels[:512]).numpy()
    feed = [{"crops": views[i : i + 8], "views": looks[i : i + 8]} for i in range(0, len(views), 8)]
    quantise(plain, file, feed)
    plain.unlink()
    return {**report(net, held), "temperature": heat[0], "leaning temperature": heat[1]}


def finish_place(net: ReadNet, crops: CropSet, closeup: CropSet, steps: int, file: Path) -> None:
    """Train what says where in its crop a die lies and add it to the reading network's file, then stored with
    its floats in 16 bits."""
    near = np.abs(np.log(np.maximum(closeup.labels[:, 5], 1) / EDGE)) < DIE_SCALE
    sets = [placed(one) for one in (crops, part(crops, leaning(crops)), part(closeup, near))]
    add_place(train_place(net, list(zip(sets, PLACE_SHARES, strict=True)), steps), file)
    halve(file)


def finish_finder(net: FindNet, boards: BoardSet, file: Path) -> None:
    """Write the finding network in int8, its scales measured on training boards.

    The last convolution stays float: its outputs (heat, size, place) are of different ranges.
    """
    net = net.to(memory_format=torch.contiguous_format)  # type: ignore[call-overload]
    plain = file.with_suffix(".float.onnx")
    export_finder(net, plain)
    inputs, *_ = batch_of(np.random.default_rng(0), [(boards, 1.0)], 64)
    feed = [{"cells": one[None].permute(0, 2, 3, 1).contiguous().numpy()} for one in inputs]
    quantise(plain, file, feed, keep=conv_names(plain)[-1:], eight_bit=(STEP, ZERO))
    plain.unlink()


def parse() -> argparse.Namespace:
    """Command line."""
    parser = argparse.ArgumentParser(description="Train the dice networks.")
    parser.add_argument("--out", type=Path, default=Path("models"))
    parser.add_argument("--data", type=Path, default=Path("build/dice"), help="where made pictures are kept")
    parser.add_argument("--photos", type=Path, default=Path("../shared/realdata/dice"))
    parser.add_argument("--crops", type=int, default=46000, help="close-up crops")
    parser.add_argument("--cubes", type=int, default=19000, help="further close-up crops of cubes")
    parser.add_argument("--boards", type=int, default=1200, help="close-up boards")
    parser.add_argument("--slot-scenes", type=int, default=900, help="flat renders of whole boards")
    parser.add_argument("--dice-scenes", type=int, default=3000, help="flat renders of dice from near")
    parser.add_argument("--throws", type=int, default=1300, help="seeds of dice by physics, from near")
    parser.add_argument("--far-throws", type=int, default=800, help="the same with the whole board in view")
    parser.add_argument(
        "--pairs", type=int, default=560, help="seeds of dice side by side, whole board in view"
    )
    parser.add_argument("--cube-scenes", type=int, default=0, help="seeds of cubes hard to find")
    parser.add_argument(
        "--start", type=Path, help="folder of dice_find.onnx and dice_read.onnx to go on from"
    )
    parser.add_argument(
        "--taught-by", nargs="*", type=Path, default=[], help="folders of readers to learn from as well"
    )
    parser.add_argument("--renders", nargs="*", type=Path, default=[], help="more folders of whole boards")
    parser.add_argument("--read-steps", type=int, default=18000, help="0: as --start has it")
    parser.add_argument("--find-steps", type=int, default=3000, help="0: as --start has it")
    parser.add_argument("--place-steps", type=int, default=1500)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    if not (options.start or (options.read_steps and options.find_steps)):
        parser.error("0 steps need --start")
    return options


def kept(start: Path, file: Path) -> None:
    """Put the file of that name of one folder into another, unless they are the same."""
    if start.resolve() != file.parent.resolve():
        shutil.copy(start / file.name, file)


def main() -> None:
    """Make the data, train, export."""
    options = parse()
    cv2.setNumThreads(1)
    data: Path = options.data
    boards = make_boards(options.boards, 5000, data / "boards.npz", options.workers)
    folders = [
        *make_renders(data, "slots", options.slot_scenes, 300000),
        *make_renders(data, "throws_far", options.far_throws, 820000),
        *make_renders(data, "pairs", options.pairs, 400000),
        *make_renders(data, "cubes", options.cube_scenes, 1000000),
        *options.renders,
    ]
    share = GOING_ON if options.start else 1.0
    find, read = options.out / "dice_find.onnx", options.out / "dice_read.onnx"
    if not options.find_steps:
        kept(options.start, find)
    else:
        rendered = [render_boards(folder) for folder in folders]
        sets = [(one, float(len(one.pictures)) ** 0.7) for one in (*rendered, boards)]
        begun = begun_finder(options.start, sets)
        finish_finder(train_finder(sets, options.find_steps, net=begun, rate=share * FIND_RATE), boards, find)
    enter(options.out, "dice_find", "dice_find.onnx")

    closeup = make_crops(options.crops, 1000, data / "crops.npz", options.workers)
    folders += make_renders(data, "dice", options.dice_scenes, 300000)
    folders += make_renders(data, "throws", options.throws, 800000)
    crops = joined([render_crops(folder, finder_of(find)) for folder in folders])
    reader = begun_reader(options.start, closeup)
    if not options.read_steps:
        kept(options.start, read)
        finish_place(reader, crops, closeup, options.place_steps, read)
        enter(options.out, "dice_read", "dice_read.onnx")
        return
    cubes = make_crops(options.cubes, 200_000, data / "cubes.npz", options.workers, only="cube")
    held = make_crops(2000, VALIDATION_SEED, data / "crops_held.npz", options.workers)
    dice = part(crops, flat(crops))
    sources = {
        "closeup": closeup,
        "cubes": joined([part(closeup, closeup.labels[:, 0] == 2), cubes]),
        "nothing": part(crops, crops.labels[:, 0] != 1),
        "dice": dice,
        "hard": part(dice, hard(dice, reader.eval())) if options.start else dice,
        "leaning": part(crops, leaning(crops)),
        "photos": photo_crops(options.photos, validation=False),
        "grounds": photo_grounds(options.photos, validation=False),
    }
    teachers = [begun_reader(folder, closeup) for folder in options.taught_by]
    names = [name for name, crop_set in sources.items() if len(crop_set.pictures)]
    reader = train_reader(
        [(sources[name], SHARES[name]) for name in names],
        options.read_steps,
        net=reader,
        rate=share * READ_RATE,
        teacher=Agreed(teachers or [deepcopy(reader)]).eval() if options.start else None,
        taught=[name in TAUGHT for name in names],
    )
    measures = finish_reader(reader, held, read)
    finish_place(reader, crops, closeup, options.place_steps, read)
    enter(options.out, "dice_read", "dice_read.onnx")
    print(json.dumps(measures, indent=1))


if __name__ == "__main__":
    main()
