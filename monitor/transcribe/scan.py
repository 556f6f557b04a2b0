"""Where the board is over the key frames of a file: found, still there, moved, out of the picture."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

from calibration.board_file import read_board, read_lens
from calibration.errors import BoardNotFoundError
from calibration.geometry import DEFAULT_BAR, BoardGeometry, Layout, parse_corners
from calibration.lens import Lens
from monitor.transcribe.errors import TranscribeError
from monitor.transcribe.pace import Cells, CellView
from monitor.transcribe.recording import Recording
from vision.find import find_board
from vision.held import Followed, far, lies_at
from vision.lens_seen import placed_straight, straightened
from vision.marks import Floats
from vision.settling import Settling, same_place
from vision.sources.frame import Frame, Plane
from vision.steady import MOVED_AT

CHECK_S: Final = 120.0
"""The board's place is checked again after this time."""
SEARCH_S: Final = 4.0, 12.0
"""A board whose marks are out of sight is looked for this often: in the first SOON_S, and later."""
SOON_S: Final = 15.0
SAME_TIME_S: Final = 1e-3
CLEAR: Final = 0.55
"""Where at least this share of its marks is seen the board is in plain sight: nothing fades in or out."""
KNOWN: Final = 8
"""Moves after which a former place, but for the first, is forgotten."""
STANDS: Final = 2
"""A camera that was moved more often than this in a recording does not keep still."""
ALIKE: Final = 0.6
"""Pictures whose cells correlate less than this do not show the same board, whatever the light."""


@dataclass(frozen=True)
class Placing:
    """What the operator says about the board's place; found in the pictures where nothing is said.

    mirrored: the pictures are, and are turned back before anything looks at them; the place holds for those.
    """

    corners: str | None = None
    layout: Layout | None = None
    bar: tuple[float, float] | None = None
    calibration: Path | None = None
    mirrored: bool = False

    def given(self, picture: Plane) -> tuple[BoardGeometry, Lens] | None:
        """The place in a (h, w, 3) picture once it is straightened, and the lens; None where it has to be
        found. Raises a CalibrationError."""
        size = (picture.shape[1], picture.shape[0])
        if self.calibration is not None:
            lens = read_lens(self.calibration)
            return read_board(self.calibration).scaled(lens.size(size)).as_said(self.layout, None), lens
        if self.corners is None:
            return None
        layout: Layout = self.layout or "bar_vertical"
        said = BoardGeometry(parse_corners(self.corners), size, layout, self.bar or DEFAULT_BAR)
        return placed_straight(picture, said)

    def adjusted(self, found: BoardGeometry) -> BoardGeometry:
        """A place that was found, with what the operator knows better."""
        return found.as_said(self.layout, self.bar)


@dataclass(frozen=True)
class Stay:
    """The board in view from one time to another (s).

    places: where it lies and from when on, in order, in pictures that are straightened by the lens: it or the
    camera may be moved. clear: times of the key frames in which it is plainly seen there.
    """

    since: float
    until: float
    places: tuple[tuple[float, BoardGeometry], ...]
    clear: frozenset[float]
    lens: Lens

    def at(self, t: float) -> BoardGeometry:
        """Where it lies in the key frame of that time."""
        first = self.places[0][1]
        return next((place for since, place in reversed(self.places) if since <= t + SAME_TIME_S), first)


@dataclass
class _Board:
    """The board in its place. since: from when on; seen, good: when and how it was seen there last; clear:
    when it was plainly seen; again: whether it was at last found where it was, without its marks."""

    followed: Followed
    places: list[tuple[float, BoardGeometry]]
    since: float
    seen: float
    view: CellView
    good: Cells
    checked: float
    searched: float = -np.inf
    again: bool = False
    clear: list[float] = field(default_factory=list)

    @classmethod
    def at(cls, geometry: BoardGeometry, since: float, t: float, frame: Frame) -> "_Board":
        """A board found in the picture of time t."""
        view = CellView(geometry)
        cells = view.cells(frame.y)
        return cls(Followed(frame, geometry), [(since, geometry)], since, t, view, cells, t, clear=[t])

    @property
    def geometry(self) -> BoardGeometry:
        """Where it lies as far as is known."""
        return self.places[-1][1]

    def follow(self, t: float, frame: Frame) -> bool:
        """Whether its marks are seen in a key frame, and where. Where they are not it is looked for."""
        marked = self.followed.look(frame, *self._known())
        if not marked and not self._look_for(t, frame):
            return False
        self.again = not marked and self.again
        corners = self.followed.corners
        if far(np.array(self.geometry.corners), corners) > MOVED_AT:
            known = (place for _, place in self.places if lies_at(place, corners))
            self.places.append((t, next(known, self.followed.geometry)))
            self.view = CellView(self.geometry)
        if marked and self.followed.share >= CLEAR:
            self.clear.append(t)
        self.good, self.seen = self.view.cells(frame.y), t
        return True

    def _known(self) -> list[Floats]:
        """(4, 2) corners of the places where it has been, those of the last first."""
        last = reversed(self.places[:1] + self.places[1:][-KNOWN:])
        return [np.array(place.corners) for place in dict.fromkeys(place for _, place in last)]

    def _look_for(self, t: float, frame: Frame) -> bool:
        soon = t - self.seen < SOON_S
        if t - self.searched < SEARCH_S[not soon] or frame.size != self.geometry.size:
            return False
        self.searched = t
        try:
            found = find_board(frame.bgr).geometry
        except BoardNotFoundError:
            return False
        again, self.again = self.again, same_place(found, self.geometry)
        if self.again and again:
            self.followed = Followed(frame, self.geometry)
            return True
        return self.followed.look(frame, np.array(found.corners))

    def differs(self, cells: Cells) -> bool:
        """Whether so much of it looks different that it may have gone."""
        if cells.shape != self.good.shape:
            return True
        one, two = (part - part.mean() for part in (cells.astype(np.float64), self.good.astype(np.float64)))
        return bool((one * two).mean() < ALIKE * max(one.std() * two.std(), 1.0))


class Scan:
    """Follows the board's place over the key frames of one file.

    known: its place in the file before, and the lens there. stays: when and where it is in view.
    """

    def __init__(
        self, placing: Placing, known: tuple[BoardGeometry, Lens] | None, recording: Recording
    ) -> None:
        self.stays: list[Stay] = []
        self.problems: list[str] = []
        self._placing = placing
        self._name, self._start, self._end = recording.name, recording.start, recording.end + 1.0
        self._known = known
        self._given = False
        self._board: _Board | None = None
        self._settling = Settling()
        self._shown: list[tuple[float, Frame]] = []
        self._gone: float | None = None
        self._doubt = f"no picture in {recording.name} could be decoded"
        self._begun = False
        self._lens = Lens()

    def take(self, t: float, frame: Frame | None) -> None:
        """The next key frame; None where it is damaged."""
        if frame is None:
            return
        if not self._begun:
            self._begun = True
            given = self._placing.given(frame.bgr)
            if given is not None:
                place, self._lens = given
                self._given = True
                self._board = _Board.at(place, self._start, t, straightened(frame, self._lens))
                return
        if self._board is None or not (self._given or self._settling.settled):
            self._settle(t, frame)
        elif self._given:
            self._board.follow(t, straightened(frame, self._lens))
        else:
            self._check(self._board, t, straightened(frame, self._lens))

    def finish(self) -> None:
        """All key frames have been seen. Raises TranscribeError where the board was in none of them."""
        if self._board is None:
            raise TranscribeError(self._doubt)
        self._leave(self._board, self._end if self._gone is None else self._gone)

    def _settle(self, t: float, frame: Frame) -> None:
        """The first finds: the surest of those that agree."""
        settling = self._settling
        found = settling.look(frame)
        if settling.found is None:
            self._doubt, self._start = f"{self._name}: {settling.doubt}", t
        elif found:
            self._lens = settling.lens
            self._shown.append((t, straightened(frame, self._lens)))
            best = settling.found.geometry
            if self._known is not None and self._known[1] == self._lens and same_place(best, self._known[0]):
                best = self._known[0]
            (seen, picture), *later = self._shown[settling.surest :]
            self._board = _Board.at(self._placing.adjusted(best), self._start, seen, picture)
            for then, shown in later:
                self._board.follow(then, shown)

    def _check(self, board: _Board, t: float, frame: Frame) -> None:
        """Whether the board is still where it was."""
        seen = self._gone is None and board.follow(t, frame)
        if seen and t - board.checked < CHECK_S:
            return
        cells = board.view.cells(frame.y)
        differs = not seen and board.differs(cells)
        if not differs and self._gone is None and t - board.checked < CHECK_S:
            board.good, board.seen = cells, t
            return
        board.checked = t
        try:
            found = self._placing.adjusted(find_board(frame.bgr).geometry)
        except BoardNotFoundError:
            if differs and self._gone is None:
                self._gone = board.seen
            return
        if not same_place(found, board.geometry):
            self.problems.append(_moved(self._name, t))
        elif self._gone is None:
            board.good, board.seen = cells, t
            return
        else:
            found = board.geometry
        self._leave(board, board.seen if self._gone is None else self._gone)
        self._board = _Board.at(found, t, t, frame)

    def _leave(self, board: _Board, t: float) -> None:
        if self._gone is not None:
            self.problems.append(f"{self._name}: no board in the picture from about {t:.1f} s on")
            self._gone = None
        moves = board.places[1:]
        if len(moves) > STANDS:
            self.problems.append(f"{self._name}: the camera or the board did not keep still")
        else:
            self.problems += [_moved(self._name, since) for since, _ in moves]
        self.stays.append(Stay(board.since, t, tuple(board.places), frozenset(board.clear), self._lens))


def _moved(name: str, t: float) -> str:
    return f"{name}: the camera or the board was moved before {t:.1f} s"
