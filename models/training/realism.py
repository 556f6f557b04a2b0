"""Which ingredients of the rendered pictures help on real ones: the same network, short, with each left out.

    python -m models.training.realism make --work DIR --traced DIR... --count 480
    python -m models.training.realism train --work DIR --epochs 10

``make`` draws the same scenes (family "train") once for every set of SETS into DIR/<set>, in the format of
``fixtures.dataset``. The scenes are those of the path-traced pictures at hand (folders of ``--traced``), so
that the renderers can be compared, too. ``train`` gives every recipe of RECIPES the same number of steps and
keeps DIR/nets/<recipe>_<seed>.pt. ``tests/accuracy/realism_table.py`` scores them. Nothing here is shipped.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from calibration.cv import cv2
from fixtures.camera import Look, develop, draw_look, lens, mark_overlays, paste_overlays
from fixtures.dataset import SAVED_QUALITY
from fixtures.flat import render
from fixtures.scene.families import scene_rng
from fixtures.scene.sample import sample_scene
from fixtures.scene.spec import CheckerStyle, Light, Material, Scene
from fixtures.scene.truth import truth_of
from models.training import slots_data
from models.training.slots import recolour, train
from models.training.slots_data import SlotSet
from models.training.slots_net import SlotNet

LABELS = "labels.jsonl"
SAME_PLACE = 0.1
"""Corners (pixels) nearer than this show that a picture's scene is still what its seed gives today."""


def no_hands(scene: Scene) -> Scene:
    """Nobody reaches in."""
    return replace(scene, hands=())


def no_things(scene: Scene) -> Scene:
    """No cups, clocks, cards, phones; no graphics of a stream."""
    return replace(scene, props=(), overlays=())


def even_light(scene: Scene) -> Scene:
    """White light from the sky and from one broad lamp far above, in every scene."""
    grey = (0.6, 0.6, 0.6)
    lamp = Light("sun", grey, direction=(0.2, 0.3, 0.93), softness_deg=10.0)
    return replace(scene, lights=(Light("sky", grey), lamp))


def _plain(material: Material) -> Material:
    return Material(material.rgb, gloss=0.1, seed=material.seed)


def plain_materials(scene: Scene) -> Scene:
    """Flat colours: no grain, weave, print, ornament, outline, inlay, ring, groove, mark or wear."""
    board = scene.board
    board = replace(
        board,
        surface=_plain(board.surface),
        point_a=_plain(board.point_a),
        point_b=_plain(board.point_b),
        bar=_plain(board.bar),
        rim=_plain(board.rim),
        tray=_plain(board.tray),
        outline_mm=0.0,
        inner_scale=0.0,
        hinges=(),
        ornaments=(),
    )
    one, two = (CheckerStyle(_plain(style.material)) for style in scene.checker_set.styles)
    pieces = replace(scene.checker_set, styles=(one, two))
    return replace(scene, board=board, checker_set=pieces, table=_plain(scene.table))


def bare(scene: Scene) -> Scene:
    """All of these at once."""
    return plain_materials(even_light(no_things(no_hands(scene))))


def clean(look: Look) -> Look:
    """The same exposure, colours and tone, but no blur, noise, sharpening, loss of pixels or compression."""
    return replace(
        look,
        defocus=0.0,
        motion_px=0.0,
        noise=0.002,
        noise_grain=0.0,
        sharpen=0.0,
        shrink=1.0,
        chroma=0.0,
        quality=0,
    )


def _as_is(scene: Scene) -> Scene:
    return scene


@dataclass(frozen=True)
class Drawn:
    """How a set of pictures of the drawn renderer differs from the full one."""

    scene: Callable[[Scene], Scene] = _as_is
    clean: bool = False


SETS: dict[str, Drawn] = {
    "full": Drawn(),
    "no_hands": Drawn(no_hands),
    "no_things": Drawn(no_things),
    "clean_camera": Drawn(clean=True),
    "even_light": Drawn(even_light),
    "plain_materials": Drawn(plain_materials),
    "bare": Drawn(bare, clean=True),
}
"""Pictures of the drawn renderer, all of the same seeds."""
LAST_MADE = list(SETS)[-1]
"""A scene in this set is in all of them."""


@dataclass(frozen=True)
class Recipe:
    """What a network learns from: the sets its scenes are drawn from in turn, and whether every board gets
    other colours, light and noise at each sight (``models.training.slots.recolour``)."""

    sets: tuple[str, ...]
    recolour: bool = True


RECIPES: dict[str, Recipe] = {
    **{name: Recipe((name,)) for name in SETS},
    "no_recolouring": Recipe(("full",), recolour=False),
    "half_traced": Recipe(("full", "traced")),
    "all_traced": Recipe(("traced",)),
}


def records(folder: Path) -> Iterator[dict[str, Any]]:
    """The label records of a folder of pictures."""
    with (folder / LABELS).open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def traced_records(folders: list[Path], count: int) -> list[dict[str, Any]]:
    """A record a scene of the family "train" whose seed still gives it, as many from every folder."""
    every = []
    for folder in folders:
        rows = {row["seed"]: row | {"file": str(folder.resolve() / row["file"])} for row in records(folder)}
        every += [(k / len(rows), row) for k, row in enumerate(rows.values())]
    chosen: list[dict[str, Any]] = []
    for _, row in sorted(every, key=lambda pair: (pair[0], pair[1]["seed"])):
        scene = sample_scene(row["seed"], "slots", (row["size"][0], row["size"][1]))
        truth = truth_of(scene)
        apart = np.abs(np.subtract(truth["corners"], row["corners"])).max()
        if scene.family == "train" and apart < SAME_PLACE and truth["points"] == row["points"]:
            chosen.append(row | {"family": scene.family})
        if len(chosen) == count:
            break
    return chosen


def pictures(seed: int, size: tuple[int, int]) -> Iterator[tuple[str, np.ndarray, dict[str, Any]]]:
    """(set, picture, record) of one scene for every set; scenes that a set leaves as they are are drawn
    once."""
    scene = sample_scene(seed, "slots", size)
    seen: dict[Scene, Any] = {}
    for name, drawn in SETS.items():
        posed = drawn.scene(scene)
        if posed not in seen:
            seen[posed] = lens(*render(posed), posed.camera)
        linear, ids = seen[posed]
        truth = truth_of(posed, mark_overlays(ids, posed.overlays))
        top_left, top_right, low_right, low_left = np.array(truth["corners"])
        field_px = np.linalg.norm(top_right - top_left) + np.linalg.norm(low_right - low_left)
        rng = scene_rng(seed, "look slots 0")
        look = draw_look(rng, float(field_px) / 2)
        look = clean(look) if drawn.clean else look
        picture = paste_overlays(develop(linear, rng, look), posed.overlays)
        yield name, picture, {**truth, "renderer": "flat", "look": asdict(look)}


def make(work: Path, traced: list[Path], count: int) -> None:
    """Draw all sets; a run that was cut off goes on where it stopped."""
    for name in (*SETS, "traced"):
        (work / name).mkdir(parents=True, exist_ok=True)
    chosen = work / "traced" / LABELS
    if not chosen.exists():
        chosen.write_text("".join(json.dumps(row) + "\n" for row in traced_records(traced, count)))
    last = work / LAST_MADE
    done = {row["seed"] for row in records(last)} if (last / LABELS).exists() else set()
    for row in records(chosen.parent):
        if row["seed"] in done:
            continue
        for name, picture, record in pictures(row["seed"], (row["size"][0], row["size"][1])):
            file = f"{row['seed']}.jpg"
            cv2.imwrite(str(work / name / file), picture, [cv2.IMWRITE_JPEG_QUALITY, SAVED_QUALITY])
            with (work / name / LABELS).open("a", encoding="utf-8") as out:
                out.write(json.dumps({"file": file, **record}) + "\n")


def gathered(work: Path, recipe: Recipe, versions: int, seed: int) -> SlotSet:
    """The strips of a recipe: scene k from its set number k modulo their number, each cut ``versions``
    times."""
    seeds = [row["seed"] for row in records(work / LAST_MADE)]
    rows = []
    for turn, name in enumerate(recipe.sets):
        mine = set(seeds[turn :: len(recipe.sets)])
        found = {row["seed"]: row for row in records(work / name) if row["seed"] in mine}
        rows += [row | {"file": str(work / name / row["file"])} for row in found.values()]
    return slots_data.cut(sorted(rows, key=lambda row: row["seed"]), versions, seed)


def learn(work: Path, name: str, epochs: int, versions: int, seed: int, batch: int, rate: float) -> None:
    """Train one recipe and keep its weights."""
    recipe, started = RECIPES[name], time.process_time()
    data = gathered(work, recipe, versions, seed)
    torch.manual_seed(seed)
    net = SlotNet()
    nothing = slots_data.cut([], 1, seed)
    change = recolour if recipe.recolour else None
    train(net, data, nothing, epochs, batch, rate, seed, bfloat=True, change=change)
    target = work / "nets" / f"{name}_{seed}.pt"
    target.parent.mkdir(exist_ok=True)
    torch.save(net.state_dict(), target)
    print(f"{name}: {len(data)} cuts, {time.process_time() - started:.0f} CPU-s", flush=True)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Short trainings with one ingredient left out.")
    parser.add_argument("what", choices=("make", "train"))
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--traced", nargs="*", type=Path, default=[], help="folders of path-traced pictures")
    parser.add_argument("--count", type=int, default=480, help="scenes")
    parser.add_argument("--recipes", nargs="*", choices=tuple(RECIPES), default=tuple(RECIPES))
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--versions", type=int, default=2, help="cuts of every picture")
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=2.5e-3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    if options.what == "make":
        make(options.work, options.traced, options.count)
        return
    for name in options.recipes:
        if not (options.work / "nets" / f"{name}_{options.seed}.pt").exists():
            learn(
                options.work,
                name,
                options.epochs,
                options.versions,
                options.seed,
                options.batch,
                options.rate,
            )


if __name__ == "__main__":
    main()
