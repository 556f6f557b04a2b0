"""What one picture of the starting position teaches about a board: ``python tests/accuracy/start_table.py``.

Writes start_picture.csv beside this file. A board is found by itself in its first picture, then fitted to
the known position there (`vision.adapt`), and all its other pictures from the same camera are read on that
place. Compared: every picture found by itself; the first picture's place as found; fitted; fitted, and the
sides told by the colours learnt. Rendered boards (family "test", never trained on) come first: a start and
three other positions each. Of the real rigs only one has a picture of its start and others from the same
camera (gallbotond game1); two more begin with another known position; the single pictures of a start have
nothing after them, so their own slots are counted.
"""

import argparse
import csv
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from realdata import FOLDER, found_place, labelled, wilson  # noqa: E402

from calibration.errors import BoardNotFoundError  # noqa: E402
from calibration.fit import overlap  # noqa: E402
from calibration.geometry import BoardGeometry  # noqa: E402
from fixtures.camera import develop, draw_look, lens  # noqa: E402
from fixtures.flat import render  # noqa: E402
from fixtures.scene.families import scene_rng  # noqa: E402
from fixtures.scene.placing import place_checkers  # noqa: E402
from fixtures.scene.positions import draw_counts, start_counts  # noqa: E402
from fixtures.scene.sample import sample_scene  # noqa: E402
from fixtures.scene.truth import truth_of  # noqa: E402
from vision.adapt import adapt  # noqa: E402
from vision.find import find_board  # noqa: E402
from vision.reading import outcome  # noqa: E402
from vision.slots import SlotReader  # noqa: E402
from vision.sources.frame import Frame, Plane  # noqa: E402
from vision.views import Cutter  # noqa: E402

WAYS = ("each_found", "first_found", "fitted", "fitted_colours", "true_corners")
DESIGNS = 12
TEST_SEEDS = 4 * 19
"""Seed of the first design of the family "test"; they come every 80 seeds."""
RIGS = {
    "gallbotond/minta_01": ("start of a game", "gallbotond/minta_"),
    "gallbotond/g2_00340": ("other known position", "gallbotond/g2_"),
    "christiancorro-backgammoncv/wtc_frame0": ("other known position", "christiancorro-backgammoncv/wtc_"),
    "christiancorro-backgammoncv/wikipedia_redblack": ("start alone", ""),
    "christiancorro-backgammoncv/gammonvillage_wood": ("start alone", ""),
    "singles/wood_diamond": ("start alone", ""),
    "singles/orange_small": ("start alone", ""),
    "christiancorro-backgammoncv/pinetti_template3": ("start set up wrongly, alone", ""),
    "singles/walnut_small": ("start set up wrongly, alone", ""),
}


@dataclass(frozen=True)
class Shot:
    """One picture of a board, what stands there, and where the board truly is."""

    name: str
    picture: Plane
    geometry: BoardGeometry
    counts: np.ndarray
    bar: tuple[int, int]
    visible: np.ndarray

    def read(self, geometry: BoardGeometry, reader: SlotReader) -> tuple[int, int]:
        """(points read right, whether points and bar are all right)."""
        said = reader.read(Cutter(geometry).cut(self.picture))
        truth = [31 if a and b else outcome(int(b > 0), int(a + b)) for a, b in self.counts]
        right = said.points.argmax(axis=1) == np.array(truth)
        bar = tuple(int(side.argmax()) for side in said.bar)
        whole = (right | ~self.visible).all() and (geometry.layout == "no_bar" or bar == self.bar)
        return int((right & self.visible).sum()), int(whole)


def rendered(designs: int) -> Iterator[tuple[str, str, list[Shot]]]:
    """(board, what its first picture shows, its pictures) of unseen designs."""
    for number in range(designs):
        seed = TEST_SEEDS + 80 * number
        scene = replace(sample_scene(seed), dice=(), cube=None, hands=(), overlays=())
        shots = []
        for turn in range(4):
            rng = scene_rng(seed, f"start table {turn}")
            counts = draw_counts(rng) if turn else start_counts(bool(rng.integers(2)), bool(rng.integers(2)))
            checkers = place_checkers(rng, scene.board, scene.checker_set, counts)
            posed = replace(scene, checkers=checkers)
            linear, ids = lens(*render(posed), scene.camera)
            truth = truth_of(posed, ids)
            corners = tuple((float(x), float(y)) for x, y in truth["corners"])
            width = float(np.ptp([x for x, _ in corners]))
            look = draw_look(scene_rng(seed, "start table look"), width, "slots")
            left, right = truth["bar"]
            size = (scene.camera.width, scene.camera.height)
            edges = (left, right) if 0.3 < left <= right < 0.7 else (0.475, 0.53)
            geometry = BoardGeometry(corners, size, truth["layout"], edges)
            visible = np.array(truth["hidden"]) < 0.5
            points, bar = np.array(truth["points"]), tuple(truth["bar_counts"])
            shots.append(Shot(f"{seed}/{turn}", develop(linear, rng, look), geometry, points, bar, visible))
        yield f"test design {seed // 4}", "start of a game", shots


def real() -> Iterator[tuple[str, str, list[Shot]]]:
    """The same of the labelled real pictures."""
    items = {item.name: item for item in labelled()} if FOLDER.is_dir() else {}
    for first, (kind, rest) in RIGS.items():
        names = [first] + [n for n in items if rest and n.startswith(rest) and n != first and "crop" not in n]
        shots = [
            Shot(item.name, item.picture(), item.geometry, item.counts, item.bar, item.visible)
            for item in (items[name] for name in names if name in items)
        ]
        if shots:
            yield first, kind, shots


def score(board: str, kind: str, shots: list[Shot]) -> dict[str, object]:
    """One row of the table."""
    first, rest = shots[0], shots[1:] or shots
    row: dict[str, object] = {"board": board, "first": kind, "pictures": len(rest)}
    row["slots"] = sum(int(shot.visible.sum()) for shot in rest)
    try:
        found = find_board(first.picture).geometry
    except BoardNotFoundError as error:
        return row | {"refused": str(error).split(".")[0]}
    learnt = adapt(Frame(0, 0.0, first.picture), found, first.counts)
    true = np.array(first.geometry.corners)
    row |= {
        "start_right": learnt.right,
        "p_before": round(learnt.before, 4),
        "p_after": round(learnt.after, 4),
        "overlap_before": round(overlap(np.array(found.corners), true), 3),
        "overlap_after": round(overlap(np.array(learnt.geometry.corners), true), 3),
    }
    plain, knowing = SlotReader(), SlotReader(known=learnt.men)
    total = {way: [0, 0] for way in WAYS}
    for shot in rest:
        own = found_place(shot.picture)
        ways = {
            "each_found": (own, plain),
            "first_found": (found, plain),
            "fitted": (learnt.geometry, plain),
            "fitted_colours": (learnt.geometry, knowing),
            "true_corners": (shot.geometry, plain),
        }
        for way, (geometry, reader) in ways.items():
            right, whole = (0, 0) if geometry is None else shot.read(geometry, reader)
            total[way][0] += right
            total[way][1] += whole
    for way, (right, whole) in total.items():
        row |= {f"{way}_slots": right, f"{way}_boards": whole}
    return row | {"refused": ""}


def totals(rows: list[dict[str, object]]) -> list[str]:
    """Summary lines: rendered boards, real starts, real other positions."""
    alone = "real, start alone (fitted to and read on the same picture: no proof of use)"
    groups = {
        "rendered test boards": [r for r in rows if str(r["board"]).startswith("test")],
        "real, start then others": [r for r in rows if r["board"] == "gallbotond/minta_01"],
        "real, other known position then others": [r for r in rows if str(r["first"]).startswith("other")],
        alone: [r for r in rows if "alone" in str(r["first"])],
    }
    lines = []
    for name, chosen in groups.items():
        held = [row for row in chosen if not row["refused"]]
        slots, pictures = (sum(int(str(row[key])) for row in held) for key in ("slots", "pictures"))
        if not slots:
            continue
        lines.append(f"{name}: {len(held)} boards ({len(chosen) - len(held)} refused), {pictures} pictures")
        for way in WAYS:
            right, whole = (sum(int(str(row[f"{way}_{k}"])) for row in held) for k in ("slots", "boards"))
            low, high = wilson(right, slots)
            lines.append(
                f"  {way}: slots {right}/{slots} = {right / slots:.4f} [{low:.4f}, {high:.4f}]; "
                f"pictures with all points and bar right {whole}/{pictures}"
            )
    return lines


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="What a picture of the start teaches.")
    parser.add_argument("--designs", type=int, default=DESIGNS)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("start_picture.csv"))
    options = parser.parse_args()
    rows = [score(*board) for boards in (rendered(options.designs), real()) for board in boards]
    lines = totals(rows)
    with options.out.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, max(rows, key=len).keys(), restval="")
        writer.writeheader()
        writer.writerows(rows)
        file.writelines(f"# {line}\n" for line in lines)
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
