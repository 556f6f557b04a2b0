"""Films of whole matches for transcribe_table.py: real transcripts on boards that training never saw.

    python tests/accuracy/transcribe_films.py --films DIR           makes what is missing in DIR
    python tests/accuracy/transcribe_films.py --films DIR --only 3,7

Each film is a whole record of ../shared/matches, played as written (doubles, takes, passes, new set-ups, the
Crawford game), at 1280x720 and 5 frames a second at brisk pace, by the light renderer. Film number K has the
board, camera, light and people of rig FIRST_RIG + K of the test family; films.csv uses the rigs before it.
"""

import argparse
import math
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from films_table import made as made_film  # noqa: E402

from fixtures.match.casting import cast, rig_seed  # noqa: E402

TRANSCRIPTS = ROOT.parent / "shared" / "matches"
SIZE = (1280, 720)
FIRST_RIG = 14
MATCHES = (
    "0930", "1541", "0568", "1554", "0960", "0768", "0888",
    "1057", "0281", "0398", "0571", "0360", "1192", "0992",
    "0187", "0950", "0509", "0659", "0665", "0255",
)  # fmt: skip
"""Numbers of the shared transcripts, shortest first: the shortest that hold one whole game, and the shortest
complete matches of two and three games; 22 games and 501 turns. Then six more of one game each."""
BLIND = 14
"""Films from this number on were read once, when all the work was done."""


def folder_of(number: int, films: Path) -> Path:
    """Where film `number` is."""
    return films / f"match{number:02d}"


def made(number: int, films: Path) -> Path:
    """The folder of a film, which is made if it is not there."""
    wish = ["--transcript", str(TRANSCRIPTS / f"bglab-lasse-{MATCHES[number]}.mat"), "--games", "0"]
    seed = number + (800 if number < BLIND else 886)
    wish += ["--rig", str(FIRST_RIG + number), "--seed", str(seed), "--fps", "5"]
    return made_film(folder_of(number, films), wish)


def about(number: int) -> str:
    """Rig, angle of the camera from straight above, lights and the camera's noise, in words."""
    stage, look = cast(rig_seed("test", FIRST_RIG + number), SIZE)
    down = -stage.camera.matrix[2, 2]
    angle = math.degrees(math.acos(float(np.clip(down, -1.0, 1.0))))
    lights = " ".join(sorted(light.kind for light in stage.lights))
    return f"rig {FIRST_RIG + number}, camera {angle:.0f} deg, {lights}, noise {look.noise:.3f}"


def main(argv: Sequence[str] | None = None) -> None:
    """Make films."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--films", type=Path, required=True, help="folder for the films; those in it stay")
    parser.add_argument("--only", default="", help="numbers of films, separated by commas")
    args = parser.parse_args(argv)
    for number in [int(n) for n in args.only.split(",")] if args.only else range(len(MATCHES)):
        sys.stdout.write(f"{made(number, args.films)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
