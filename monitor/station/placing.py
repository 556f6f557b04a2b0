"""Where the board is, as the calibration page asks: found, tried, judged by what is read there, kept."""

from collections.abc import Sequence
from threading import Lock
from typing import Any, Final, Protocol

import numpy as np

from calibration.errors import BoardNotFoundError, CornersError
from calibration.fit import KINDS, overlap, settle
from calibration.geometry import DEFAULT_BAR, SLOT_NAMES, BoardGeometry, Layout
from monitor.events import Json
from monitor.station.errors import NotHereError
from monitor.station.jpeg import encode
from monitor.station.live import LiveTable
from monitor.still import start_errors, start_positions
from vision.find import STEP_AT, find_board, look
from vision.gate import Gate
from vision.reader import Reader
from vision.reading import Reading
from vision.sources.frame import Frame
from vision.standstill import Standstill
from vision.steady import Steady
from vision.trays import TrayReader

REFUSED: Final = 0.8
"""Corners that share less than this with the field as it is fitted are refused."""
SURE: Final = 0.9
"""A point that is read with less probability than this is in doubt."""
FULL = (1920, 1080)


class Looks(Protocol):
    """A watch that can be told where the board is."""

    def look_again(
        self, reader: Reader, gate: Gate | None, steady: Steady | None, standstill: Standstill | None
    ) -> None:
        """Read with another reader from the next frame on."""
        ...


class Draws(Protocol):
    """Evidence, which draws readings over pictures."""

    def place(self, geometry: BoardGeometry) -> None:
        """Draw by this geometry from now on."""
        ...


class Placing:
    """Keeps one still picture at a time, which all answers are about."""

    def __init__(self, geometry: BoardGeometry, table: LiveTable, watch: Looks, evidence: Draws) -> None:
        self._geometry = geometry
        self._table, self._watch, self._evidence = table, watch, evidence
        self._lock = Lock()
        self._still: Frame | None = None

    def state(self) -> Json:
        """How the board is placed, judged on a new still picture. Raises NotHereError before there is one."""
        with self._lock:
            return self._judge(self._take(), self._geometry)

    def picture(self) -> bytes:
        """The still picture as JPEG. Raises NotHereError before there is one."""
        with self._lock:
            return encode(self._still or self._take(), FULL, 88)

    def find(self) -> Json:
        """Look for the board in a new still picture."""
        with self._lock:
            frame = self._take()
            try:
                found = find_board(frame.bgr).geometry
            except BoardNotFoundError as error:
                return _refused(self._geometry.scaled(frame.size), str(error), self._home())
            return self._judge(frame, found)

    def put(
        self,
        corners: Sequence[Sequence[float]],
        layout: Layout,
        bar: tuple[float, float] | None,
        home: str | None,
        *,
        keep: bool,
    ) -> Json:
        """Try these corners on the still picture; keep: read by them from now on, unless they are refused."""
        with self._lock:
            frame = self._still or self._take()
            points = tuple((float(x), float(y)) for x, y in corners)
            try:
                edges = bar or (self._geometry.bar if layout == self._geometry.layout else DEFAULT_BAR)
                geometry = BoardGeometry(points, frame.size, layout, edges)
            except CornersError as error:
                answer = _refused(self._geometry.scaled(frame.size), str(error), home)
                return answer | {"corners": [list(point) for point in points], "layout": layout}
            answer = self._judge(frame, geometry)
            if keep and answer["verdict"] != "refused":
                self._keep(geometry, home)
                answer["home"] = home or answer["home"]
            return answer

    def moved(self, geometry: BoardGeometry) -> None:
        """The watch has found out by itself that the board lies elsewhere now."""
        self._geometry = self._table.pictures.geometry = geometry

    def _keep(self, geometry: BoardGeometry, home: str | None) -> None:
        self._geometry = geometry
        self._evidence.place(geometry)
        reader = Reader(geometry, trays=TrayReader(), positions=start_positions())
        self._watch.look_again(reader, Gate(geometry), Steady(geometry), Standstill(geometry))
        self._table.placed(geometry, home)

    def _take(self) -> Frame:
        frame = self._table.pictures.frame
        if frame is None:
            raise NotHereError(f"table {self._table.id} has no picture yet")
        self._still = frame
        return frame

    def _home(self) -> str | None:
        home: str | None = self._table.snapshot()["match"]["home"]
        return home

    def _judge(self, frame: Frame, geometry: BoardGeometry) -> Json:
        placed = geometry.scaled(frame.size)
        wrong_fit = _fit(frame, placed)
        if wrong_fit is not None:
            return _refused(placed, wrong_fit, self._home())
        reading = Reader(placed).read(frame)
        start = _start(reading)
        verdict, reason = _verdict(reading, start, self._table.believed(reading))
        return {**_place(placed), "home": self._home(), "start": start, "verdict": verdict, "reason": reason}


def _fit(frame: Frame, geometry: BoardGeometry) -> str | None:
    """Why a field cannot lie there, by the fit that starts from it; None where it can."""
    corners = np.array(geometry.corners, dtype=np.float64)
    fit = settle(frame.bgr, corners, look, geometry.layout == "bar_horizontal")
    if fit is None or fit.kind[KINDS.index("none")] > 0.5:
        return "no board is to be seen between these corners"
    if fit.step >= STEP_AT:
        return "the edges of a field cannot be made out there"
    turned = np.roll(fit.corners, -1, axis=0) if fit.lying else fit.corners
    shared = overlap(turned, corners)
    if shared < REFUSED:
        return (
            f"the field seems to lie elsewhere: {shared:.0%} of it is between these corners; let it be found"
        )
    return None


def _start(reading: Reading) -> Json:
    """Whether the men stand as at the start, how sure the least sure point is, and what stands wrong."""
    ok, wrong = start_errors(reading.counts())
    return {"ok": ok, "p": round(float(reading.points.max(axis=1).min()), 3), "wrong": wrong}


def _verdict(reading: Reading, start: Json, believed: bool) -> tuple[str, str | None]:
    if reading.status == "lost":
        return "refused", reading.reason or "nothing can be read there"
    unsure = [
        name
        for name, p, hidden in zip(SLOT_NAMES, reading.points.max(axis=1), reading.hidden, strict=True)
        if p < SURE and hidden < 0.5
    ]
    if int(np.sum(reading.hidden > 0.5)):
        return "doubtful", "part of the board is covered"
    if unsure:
        return "doubtful", f"not sure what stands on {', '.join(unsure[:6])}"
    if start["ok"] or believed:
        return "good", None
    wrong = "; ".join(start["wrong"]) or "the men do not stand as at the start"
    return "doubtful", f"{wrong}: put the men up for the start to be sure"


def _place(geometry: BoardGeometry) -> Json:
    return {
        "corners": [[round(x, 1), round(y, 1)] for x, y in geometry.corners],
        "layout": geometry.layout,
        "bar": list(geometry.bar),
        "size": list(geometry.size),
    }


def _refused(geometry: BoardGeometry, reason: str, home: Any) -> Json:
    start: Json = {"ok": False, "p": 0.0, "wrong": []}
    return {**_place(geometry), "home": home, "start": start, "verdict": "refused", "reason": reason}
