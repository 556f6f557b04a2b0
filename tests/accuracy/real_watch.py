"""What is told about the real pictures and the street clip: ``python tests/accuracy/real_watch.py``.

Writes real_watch.csv beside this file: pictures or frames watched, positions told right where the labels give
them, findings under every rule set, how often the thread was lost, and the share of pictures at which no
position was claimed. The tournament frames are moments of several games, not in order; the clip shows a small
board of another game, seen from the side, of which nothing can be read.
"""

import csv
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).parent))

from realdata import FOLDER, Labelled, labelled

from calibration.cv import cv2
from calibration.geometry import BoardGeometry, Layout
from fixtures.windows import RULESETS, judged
from monitor.backgammon import Position
from monitor.config import MatchConfig
from monitor.events import Event
from monitor.tracking import MatchTracker
from monitor.tracking.seating import Seating
from vision.reader import Reader
from vision.reading import Reading
from vision.sources.frame import Frame

TABLE = Path(__file__).with_name("real_watch.csv")
CLIP = FOLDER / "video" / "street_narde.mp4"
CLIP_CORNERS = ((215.0, 235.0), (360.0, 244.0), (360.0, 322.0), (187.0, 313.0))
SETS = {
    "tournament frames": "christiancorro-backgammoncv/wtc_",
    "real game, first stretch": "gallbotond/minta_",
    "real game, second stretch": "gallbotond/g2_",
}


@dataclass(frozen=True)
class Watched:
    """One row. right: complete positions told right, of `labelled`. silent: pictures without a position."""

    what: str
    pictures: int
    labelled: int
    right: int
    findings: str
    lost: int
    silent: int


def stills(what: str) -> Watched:
    """Watch labelled pictures of one board, in order."""
    items = [item for item in labelled() if item.name.startswith(SETS[what]) and "crop" not in item.name]
    geometry = items[0].geometry
    config = MatchConfig(stills=True, has_bar=geometry.layout != "no_bar", bar=geometry.bar_edges)
    reader = Reader(geometry)
    readings = (reader.read(Frame(n, float(n), item.picture())) for n, item in enumerate(items))
    events, boards, lost = _follow(readings, config)
    whole = [item for item in items if item.visible.all()]
    right = sum(_same(item, board) for item, board in zip(items, boards, strict=True) if item in whole)
    return Watched(what, len(items), len(whole), right, _findings(events, config), lost, boards.count(None))


def clip(layout: Layout, every: int = 3) -> Watched:
    """Watch the street clip at ten frames a second, with the corners given by hand: none are found in it."""
    bar = (0.5, 0.5) if layout == "no_bar" else (0.47, 0.53)
    geometry = BoardGeometry(CLIP_CORNERS, (640, 360), layout, bar)
    config = MatchConfig(has_bar=layout != "no_bar", bar=geometry.bar_edges)
    reader = Reader(geometry)
    readings = [reader.read(frame) for frame in _frames(CLIP, every)]
    events, boards, lost = _follow(readings, config)
    return Watched(
        f"street clip, {layout}", len(boards), 0, 0, _findings(events, config), lost, boards.count(None)
    )


def _frames(path: Path, every: int) -> Iterator[Frame]:
    film = cv2.VideoCapture(str(path))
    number = 0
    while True:
        there, picture = film.read()
        if not there:
            film.release()
            return
        if number % every == 0:
            yield Frame(number, number / 29.97, np.asarray(picture))
        number += 1


def _follow(
    readings: Iterable[Reading], config: MatchConfig
) -> tuple[list[Event], list[Position | None], int]:
    """Events, the position believed after every reading, and how often the thread was lost."""
    tracker = MatchTracker(config)
    events: list[Event] = []
    boards: list[Position | None] = []
    for reading in readings:
        events += tracker.update(reading)
        following = tracker.game is not None and tracker.lost is None
        boards.append(tracker.game.board if tracker.game is not None and following else None)
    events += tracker.finish()
    return events, boards, sum(event.ev == "TrackLost" for event in events)


def _findings(events: list[Event], config: MatchConfig) -> str:
    """Codes, with how often each is found under all rule sets together."""
    found = [finding for name in RULESETS for finding in judged(events, name, config)]
    codes = Counter(finding.code for finding in found if finding.severity != "info")
    return "; ".join(f"{code} {count} in {len(RULESETS)} rule sets" for code, count in sorted(codes.items()))


def _same(item: Labelled, board: Position | None) -> bool:
    """Whether the points of a board are those of the labels, whoever sits where."""
    if board is None:
        return False
    sides = (Seating(home, light) for home in ("E", "W") for light in ("A", "B"))
    bar = item.bar
    return any(
        (put := seating.board([(int(a), int(b)) for a, b in item.counts], bar)).mover[:24] == board.mover[:24]
        and put.opponent[:24] == board.opponent[:24]
        for seating in sides
    )


def rows() -> list[Watched]:
    """The whole table."""
    return [*map(stills, SETS), clip("no_bar"), clip("bar_horizontal")]


def main() -> None:
    """Write the table."""
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Watched.__annotations__)
        for row in rows():
            writer.writerow(row.__dict__.values())
            sys.stdout.write(f"{row}\n")


if __name__ == "__main__":
    main()
