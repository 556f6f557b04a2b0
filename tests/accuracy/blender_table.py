"""Score the shipped networks on pictures of an unrelated renderer, and on the same scenes by our own two.

    python -m fixtures.blender --count 48 --out DIR/blender --blender-python PATH
    python tests/accuracy/blender_table.py --work DIR

Writes blender.csv beside this file: one row a picture, then totals by renderer. The scenes are of the family
"test", without hands and graphics; DIR/flat and DIR/path are made where they are missing (path needs the
fixtures extra). No network learnt from any of these pictures or designs.
"""

import argparse
import csv
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

import dice_table  # noqa: E402
import locate_table  # noqa: E402
import slots_table  # noqa: E402
from realdata import Labelled, wilson  # noqa: E402
from realism_shared import over_pictures, renders  # noqa: E402

from calibration.cv import cv2  # noqa: E402
from fixtures.blender.__main__ import posed  # noqa: E402
from fixtures.dataset import SAVED_QUALITY, pictures, renderer  # noqa: E402
from vision.closer import read_closely  # noqa: E402
from vision.dice import DiceReader  # noqa: E402
from vision.slots import SlotReader  # noqa: E402
from vision.sources.frame import Frame  # noqa: E402

RENDERERS = ("blender", "path", "flat")
WRONG_LOCK = locate_table.WRONG


def twins(work: Path, name: str, spp: int = 4) -> None:
    """Draw the scenes of DIR/blender by one of our own renderers, where that was not done yet."""
    target = work / name
    target.mkdir(exist_ok=True)
    wanted = [json.loads(line) for line in (work / "blender" / "labels.jsonl").open(encoding="utf-8")]
    store = target / "labels.jsonl"
    there = {json.loads(line)["seed"] for line in store.open(encoding="utf-8")} if store.exists() else set()
    rest = [row for row in wanted if row["seed"] not in there]
    if not rest:
        return
    size = (rest[0]["size"][0], rest[0]["size"][1])
    draw = renderer(name, size, spp)
    with store.open("a", encoding="utf-8") as lines:
        for row in rest:
            picture, record = next(pictures(draw, posed(row["seed"], size), 1))
            file = f"{row['seed']}.jpg"
            cv2.imwrite(str(target / file), picture, [cv2.IMWRITE_JPEG_QUALITY, SAVED_QUALITY])
            lines.write(json.dumps({"file": file, "renderer": name, **record}) + "\n")
            lines.flush()


def score(item: Labelled, slots: SlotReader, dice: DiceReader) -> dict[str, object]:
    """One row: points and bar on true corners, the board found by itself, dice and cube on true corners."""
    row = slots_table.score(item, slots, [])
    place, _ = locate_table.score(item, slots)
    read = read_closely(Frame(0, 0.0, item.picture()), item.geometry, dice)
    seen = dice_table.score(item, *read)
    renderer_name, seed = item.name.split("/")
    kept = ("slots", "right", "count_right", "side_swapped", "bar", "board", "sure_wrong")
    return {
        "renderer": renderer_name,
        "seed": seed,
        **{key: row[key] for key in kept},
        "overlap": place["overlap"],
        "found_right": place["right"],
        **{key: seen.counts[key] for key in ("certain", "found", "false", "cube", "cube_right")},
        "dice_right": seen.counts["right"],
        "wrong": "; ".join(part for part in (str(row["wrong"]), *seen.wrong) if part),
    }


def number(row: dict[str, object], key: str) -> int:
    """A count of a row; empty is none."""
    return int(float(str(row[key] or 0)))


def totals(rows: list[dict[str, object]]) -> list[str]:
    """Totals of one renderer's rows."""

    def total(key: str) -> int:
        return sum(number(row, key) for row in rows)

    def share(text: str, right: int, whole: int) -> str:
        low, high = wilson(right, whole)
        percent = 100 * right / max(whole, 1)
        return f"{text} {right}/{whole} = {percent:.1f} % ({100 * low:.1f} to {100 * high:.1f})"

    slots = over_pictures([(number(r, "right"), number(r, "slots")) for r in rows])
    alone = over_pictures([(number(r, "count_right"), number(r, "slots")) for r in rows])
    itself = over_pictures([(number(r, "found_right"), number(r, "slots")) for r in rows])
    complete = [row for row in rows if row["board"] != ""]
    overlaps = [float(str(row["overlap"])) for row in rows]
    n = total("slots")

    def drawn(text: str, right: int, span: tuple[float, float]) -> str:
        percent = 100 * right / max(n, 1)
        return (
            f"{text} {right}/{n} = {percent:.1f} % (over pictures {100 * span[0]:.1f} to {100 * span[1]:.1f})"
        )

    return [
        drawn("points right", total("right"), slots),
        drawn("count alone", total("count_right"), alone),
        f"points wrong with p over 0.95: {total('sure_wrong')}",
        share("complete boards entirely right", sum(number(r, "board") for r in complete), len(complete)),
        share("board found (overlap 0.93)", sum(o >= locate_table.LOCATED for o in overlaps), len(rows)),
        f"wrong locks {sum(0 < o < WRONG_LOCK for o in overlaps)}, refused {sum(o == 0 for o in overlaps)}",
        drawn("points right, found by itself", total("found_right"), itself),
        share("certain dice right", total("dice_right"), total("certain")),
        f"false dice {total('false')} in {len(rows)} pictures",
        share("cubes right", total("cube_right"), total("cube")),
    ]


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--renderers", nargs="*", choices=RENDERERS, default=RENDERERS)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("blender.csv"))
    options = parser.parse_args()
    cv2.setNumThreads(1)
    slots, dice = SlotReader(), DiceReader()
    rows: list[dict[str, object]] = []
    for name in options.renderers:
        if name != "blender":
            twins(options.work, name)
        rows += [score(item, slots, dice) for item in renders(options.work / name)]
    with options.out.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
        for name in options.renderers:
            mine = [row for row in rows if row["renderer"] == name]
            for line in totals(mine):
                file.write(f"# {name} ({len(mine)} pictures): {line}\n")
                sys.stdout.write(f"{name}: {line}\n")


if __name__ == "__main__":
    main()
