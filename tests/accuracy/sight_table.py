"""What dice have to look like to be read: ``python tests/accuracy/sight_table.py --work DIR``.

The rolls of the films that films_table.py has watched and scored in DIR, by how high the upper face of a
usual die is in their pictures (`vision/sight.py`, from the corners alone), by the angle the camera looks down
at, and by how much pips differ from the die in lightness. Writes sight.csv beside this file.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from table_file import write_rows  # noqa: E402

from calibration.board_file import read_board  # noqa: E402
from fixtures.match.casting import rig_seed  # noqa: E402
from fixtures.scene.design import draw_design  # noqa: E402
from fixtures.scene.spec import DieStyle, luminance  # noqa: E402
from fixtures.score import Share  # noqa: E402
from vision.sight import ENOUGH_PX, sight_of  # noqa: E402

TABLE = Path(__file__).with_name("sight.csv")
PLAIN: Final = 0.1
"""Difference of lightness (linear, 0..1) of pips and die from which the pips are plain."""
ENDS: Final = {
    "upper face, px": (0.0, 8.0, 10.0, 12.0, ENOUGH_PX, 17.0, 20.0, 60.0),
    "camera, degrees": (0.0, 30.0, 40.0, 50.0, 60.0, 70.0, 90.1),
    "pips against die": (0.0, 0.05, PLAIN, 0.2, 0.4, 1.01),
}


@dataclass(frozen=True)
class Watched:
    """A film: what its dice look like, under the names of ENDS, and its rolls read right of all."""

    looks: dict[str, float]
    right: int
    of: int


def watched(folder: Path) -> Watched:
    """A film of films_table.py that has been scored."""
    number = int(folder.name.removeprefix("film"))
    wish = json.loads((folder / "wish.json").read_text())
    rolls = json.loads((folder / "score.json").read_text())["dice"]
    sight = sight_of(read_board(folder / "board.toml"))
    styles = draw_design(rig_seed("test", number, wish["no_bar"] != "True")).die_styles
    used = (styles[0], styles[-1] if wish["ends"] == "lift" else styles[0])
    looks = (sight.face_px, sight.slant_deg, min(map(contrast, used)))
    return Watched(dict(zip(ENDS, looks, strict=True)), rolls["right"], rolls["total"])


def contrast(style: DieStyle) -> float:
    """How far the pips that differ least are from the die's lightness."""
    pips = [style.pip_rgb, *([style.one_rgb] if style.one_rgb else [])]
    return min(abs(luminance(pip) - luminance(style.rgb)) for pip in pips)


def row(name: str, low: float, high: float, films: Sequence[Watched]) -> dict[str, object]:
    """One row of the table."""
    rolls = Share.of(sum(film.right for film in films), sum(film.of for film in films))
    return {
        "what": name,
        "from": low,
        "to": high,
        "films": len(films),
        "right": rolls.right,
        "of": rolls.total,
        "low": rolls.low,
        "high": rolls.high,
    }


def rows_of(films: Sequence[Watched]) -> list[dict[str, object]]:
    """By every look by itself; then large enough faces with plain pips, and the others."""
    rows = []
    for name, ends in ENDS.items():
        for low, high in pairwise(ends):
            some = [film for film in films if low <= film.looks[name] < high]
            rows.append(row(name, low, high, some))
    face, _, pips = ENDS
    good = [film for film in films if film.looks[face] >= ENOUGH_PX and film.looks[pips] >= PLAIN]
    rows.append(row(f"face of {ENOUGH_PX:.0f} px or more and plain pips", 0, 0, good))
    rows.append(row("the others", 0, 0, [film for film in films if film not in good]))
    return rows


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Rolls of films by how their dice look.")
    parser.add_argument("--work", type=Path, required=True, help="folder of the films, watched and scored")
    parser.add_argument("--out", type=Path, default=TABLE)
    options = parser.parse_args()
    films = [watched(path.parent) for path in sorted(options.work.glob("film*/score.json"))]
    rows = rows_of(films)
    write_rows(options.out, rows)


if __name__ == "__main__":
    main()
