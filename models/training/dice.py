"""Trains the dice networks from nothing: ``python -m models.training.dice --out models/``.

Makes the pictures (kept under ``--data`` for the next run), trains the finding and the reading network,
fits the temperatures on held-out pictures, writes ``dice_find.onnx`` and ``dice_read.onnx`` and their
lines in ``manifest.toml``. The sets of dice photographs are used where ``--photos`` holds them.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from calibration.cv import cv2
from models.training.dice_data import VALIDATION_SEED, BoardSet, CropSet, make_boards, make_crops
from models.training.dice_export import (
    Judge,
    conv_names,
    enter,
    export_finder,
    export_reader,
    gemm_names,
    quantise,
)
from models.training.dice_find import batch_of, train_finder
from models.training.dice_net import FindNet, ReadNet
from models.training.dice_photos import photo_crops
from models.training.dice_read import centre_view, predict, report, targets, temperature, train_reader

PHOTO_SHARE = 0.2
"""Share of real dice photographs in every batch of the reader."""


def joined(sets: list[CropSet]) -> CropSet:
    """Several sets of crops as one."""
    return CropSet(np.concatenate([s.pictures for s in sets]), np.concatenate([s.labels for s in sets]))


def finish_reader(net: ReadNet, held: CropSet, file: Path) -> dict[str, float]:
    """Fit temperatures on held-out crops and write the network, its convolutions in int8; returns measures."""
    net = net.to(memory_format=torch.contiguous_format)  # type: ignore[call-overload]
    face, lean, support = predict(net, centre_view(held.pictures))
    want = torch.from_numpy(targets(held.labels))
    two = torch.cat([torch.zeros_like(lean), lean], 1)
    heat = temperature(face, want[:, 0]), temperature(two, want[:, 1]), temperature(support, want[:, 2])
    plain = file.with_suffix(".float.onnx")
    export_reader(Judge(net, *heat), plain)
    views = centre_view(held.pictures[:512]).numpy()
    feed = [{"crops": views[i : i + 8]} for i in range(0, len(views), 8)]
    quantise(plain, file, feed, keep=gemm_names(plain))
    plain.unlink()
    return {**report(net, held), "temperature": heat[0], "leaning temperature": heat[1]}


def finish_finder(net: FindNet, boards: BoardSet, file: Path) -> None:
    """Write the finding network in int8, its scales measured on training boards.

    The first and last convolutions stay float: with one or two input channels that is faster, too.
    """
    net = net.to(memory_format=torch.contiguous_format)  # type: ignore[call-overload]
    plain = file.with_suffix(".float.onnx")
    export_finder(net, plain)
    rng = np.random.default_rng(0)
    light, chroma, *_ = batch_of(rng, [(boards, 1.0)], 64)
    feed = [
        {"light": light[i : i + 1].numpy(), "chroma": chroma[i : i + 1].numpy()} for i in range(len(light))
    ]
    names = conv_names(plain)
    quantise(plain, file, feed, keep=[*names[:2], names[-1]])
    plain.unlink()


def main() -> None:
    """Make the data, train, export."""
    parser = argparse.ArgumentParser(description="Train the dice networks.")
    parser.add_argument("--out", type=Path, default=Path("models"))
    parser.add_argument("--data", type=Path, default=Path("build/dice"), help="where made pictures are kept")
    parser.add_argument("--photos", type=Path, default=Path("../shared/realdata/dice"))
    parser.add_argument("--crops", type=int, default=40000)
    parser.add_argument("--boards", type=int, default=3000)
    parser.add_argument("--read-steps", type=int, default=3000)
    parser.add_argument("--find-steps", type=int, default=1500)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    data: Path = options.data
    crops = make_crops(options.crops, 1000, data / "crops.npz", options.workers)
    boards = make_boards(options.boards, 5000, data / "boards.npz", options.workers)
    held = make_crops(2000, VALIDATION_SEED, data / "crops_held.npz", options.workers)
    sets = [(crops, 1.0 - PHOTO_SHARE), (photo_crops(options.photos, False), PHOTO_SHARE)]
    reader = train_reader([(s, share) for s, share in sets if len(s.pictures)], options.read_steps)
    measures = finish_reader(reader, held, options.out / "dice_read.onnx")
    print(json.dumps(measures, indent=1))
    finder = train_finder([(boards, 1.0)], options.find_steps)
    finish_finder(finder, boards, options.out / "dice_find.onnx")
    for name in ("dice_find", "dice_read"):
        enter(options.out, name, f"{name}.onnx")


if __name__ == "__main__":
    main()
