"""One frame in, one Reading out: slots, bar, dice, cube and motion of a board whose place is known."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from time import thread_time

import numpy as np

from calibration.errors import CornersError
from calibration.geometry import BoardGeometry
from vision.adapt import Adapted, moved
from vision.around import Surroundings
from vision.bar_strip import BarStrip
from vision.bare import BareBoard
from vision.closer import Closer, read_closely
from vision.cube_spot import CubeSpot
from vision.dice import DiceReader
from vision.graphics import Graphics
from vision.hardly_start import HardlyStart
from vision.kept import KeptReading
from vision.known_position import Counts, KnownPositions
from vision.lone import LoneDie
from vision.looks import STILL, SlotLooks
from vision.mirror_sign import MirrorSign
from vision.motion import Motion
from vision.prints import Prints
from vision.reading import CubeReading, DieReading, Floats, Reading, Status, TrayReading, most_probable
from vision.sides import SideMemory
from vision.slots import SlotReader, SlotReadings
from vision.sources.frame import Frame
from vision.trays import TrayReader
from vision.upright import UprightReader
from vision.views import Cutter, SlotViews
from vision.warp import Smooth, Window

HIDDEN_AT = 0.5
LOST_SHARE = 0.6
"""Above this share of hidden points the board counts as lost, not as partly hidden."""
CLEAR = 0.6
"""Probability that a point is hidden under which, where all are still, no hand is at work."""

TRAYS_EVERY_S = 2.0
"""Time between two looks at the trays, when they are asked for (s)."""


@dataclass
class Timing:
    """Milliseconds of CPU time that the last frame took, by step."""

    steps: dict[str, float] = field(default_factory=dict)


class Reader:
    """Reads frames of one board. Keeps the last strips, to measure motion, and what it learns of the sides.

    trays: reads what lies beside the field, every TRAYS_EVERY_S; None: only of pictures that stand alone.
    positions: (24, 2) light and dark men, in which the board is known to stand now and then, to learn by.
    """

    def __init__(
        self,
        geometry: BoardGeometry,
        slots: SlotReader | None = None,
        dice: DiceReader | None = None,
        trays: TrayReader | None = None,
        positions: Sequence[Counts] = (),
    ) -> None:
        self._placed = geometry
        self._fitted: Adapted | None = None
        self._hardly = HardlyStart(positions)
        self._kept = KeptReading()
        self._looks = SlotLooks()
        self._cube_spot = CubeSpot()
        self._place(geometry)
        self._slots = slots or SlotReader()
        self._dice = dice or DiceReader()
        self._upright = UprightReader()
        self._lone = LoneDie()
        self._bare = BareBoard()
        self._prints = Prints(self._bare)
        self._closer = Closer(self._dice, self._bare)
        self._mirror = MirrorSign()
        self._around = Surroundings(self._dice)
        self._sides = SideMemory()
        self._known = KnownPositions(positions)
        self._trays, self._trays_at = trays, -float("inf")
        self.timing = Timing()

    def place(self, geometry: BoardGeometry) -> None:
        """The board is there from now on; what is known of it stays."""
        self._placed = geometry
        self._place(geometry)

    def _place(self, geometry: BoardGeometry) -> None:
        self._geometry = geometry
        self._window = Window(geometry)
        self._bar = BarStrip(geometry)
        self._motion = Motion(geometry)
        self._cut()
        self._graphics = Graphics(geometry, self._window)
        self._covered = True
        self._cube_spot.forget()
        self._hardly.forget()

    def _cut(self) -> None:
        """Cut the strips where they lie, and once more where the start was read best."""
        self._cutter = Cutter(self._geometry, self._window)
        self._moved: Cutter | None = None
        if self._fitted is not None:
            with suppress(CornersError):
                self._moved = Cutter(moved(self._geometry, self._fitted.moves), self._window)
        self._before: SlotViews | None = None
        self._kept.forget()
        self._looks.forget()

    @property
    def geometry(self) -> BoardGeometry:
        """The board's place in the pictures read last."""
        return self._geometry

    def read(self, frame: Frame, *, alone: bool = False) -> Reading:
        """The reading of one frame.

        A picture of another size is read with the corners scaled to it; CornersError if its shape differs.
        One that shows what was read less than a tenth of a second before has that reading (`vision.kept`).
        alone: no frames come before or after it, so a die that lies alone is not waited for.
        """
        if frame.size != self._geometry.size:
            self._place(self._placed.scaled(frame.size))
        started = thread_time()
        smooth = self._window.smooth(frame)
        views = self._views(smooth)
        motion = self._graphics.calm(self._motion.between(self._before, views))
        self._before = views
        cut = thread_time()
        kept = None if alone else self._kept.of(frame, views, motion)
        if kept is not None:
            self.timing.steps = {"cut": (cut - started) * 1e3, "kept": (thread_time() - cut) * 1e3}
            return kept
        if not alone:
            self._graphics.watch(frame.t, smooth, still=float(motion.max()) < STILL)
            motion = self._graphics.calm(motion)
        # Dice first: their input comes from the same planes, which now lie in the processor's cache.
        still = not self._covered and float(motion.max()) < STILL
        dice, cube = self._read_dice(frame, smooth, views, alone, still=still)
        found = thread_time()
        without_cube = self._bar.without(views, self._dice.cube_at)
        slots = self._slots.read(views, self._sides, without_cube, self._graphics.hidden)
        self._covered = bool(slots.hidden.max() >= CLEAR)
        read = thread_time()
        trays = self._read_trays(frame, views, slots, alone)
        looks = None
        if not alone:
            men = most_probable(slots.points).max(axis=1)
            lying = (*dice, cube)
            looks = self._looks.see(frame.t, views, slots.hidden, motion, men, lying, self._geometry)
        self.timing.steps = {
            "cut": (cut - started) * 1e3,
            "dice": (found - cut) * 1e3,
            "slots": (read - found) * 1e3,
            "trays": (thread_time() - read) * 1e3,
        }
        status, reason = visibility(slots.hidden, graphics=bool(self._graphics.hidden.any()))
        reading = Reading(
            frame.seq,
            frame.t,
            slots.points,
            slots.hidden,
            slots.bar,
            slots.bar_hidden,
            dice,
            cube,
            motion,
            slots.colours,
            status,
            reason,
            trays,
            looks,
        )
        if not alone:
            self._kept.keep(reading, views)
            self._learn(frame, reading, views)
        return reading

    def _views(self, smooth: Smooth) -> SlotViews:
        """The strips of a frame, those that were misread in the start cut where it was read best."""
        views = self._cutter.take(smooth)
        if self._moved is None or self._fitted is None:
            return views
        return views.with_slots(self._moved.take(smooth), np.flatnonzero(self._fitted.misread))

    def _learn(self, frame: Frame, reading: Reading, views: SlotViews) -> None:
        """What a reading teaches of this board, where it stands in a known position."""
        men = self._known.look(reading, views)
        fitted = self._hardly.look(frame, reading, self._geometry, self._slots)
        if fitted is not None:
            men, self._fitted = fitted.men, fitted
            self._cut()
        if men is not None:
            self._slots.know(men)

    def _read_trays(
        self, frame: Frame, views: SlotViews, slots: SlotReadings, alone: bool
    ) -> TrayReading | None:
        """What lies beside the field, where the frame is asked for it."""
        if alone:
            self._trays = self._trays or TrayReader()
        elif abs(frame.t - self._trays_at) < TRAYS_EVERY_S:
            return None
        if self._trays is None:
            return None
        self._trays_at = frame.t
        return self._trays.read(frame, self._geometry, views, slots.colours)

    def _read_dice(
        self, frame: Frame, smooth: Smooth, views: SlotViews, alone: bool, *, still: bool
    ) -> tuple[tuple[DieReading, ...], CubeReading | None]:
        """Dice and cube, those dice among them that had to be looked for. still: no hand is at work."""
        geometry = self._geometry
        if alone:
            return read_closely(frame, geometry, self._dice, smooth)
        dice, cube = self._look_for_dice(frame, smooth)
        self._closer.watch(frame, dice, geometry, views if still else None)
        lone = self._lone.watch(frame.t, dice)
        if self._closer.look(frame, geometry, dice, cube, self._lone.since if lone else None, views):
            dice, cube = self._look_for_dice(frame, smooth)
            lone = self._lone.watch(frame.t, dice)
        if cube is not None and self._mirror.due(frame.t):
            cube = replace(cube, in_mirror=self._dice.in_mirror(frame, geometry))
        around = self._around.dice(frame, geometry, lone, self._lone.since)
        return self._graphics.without((*dice, *around), cube)

    def _look_for_dice(
        self, frame: Frame, smooth: Smooth
    ) -> tuple[tuple[DieReading, ...], CubeReading | None]:
        """Dice and cube that the finder and closer looks know of, the dice by all their crops."""
        geometry = self._geometry
        spot = self._cube_spot
        dice, cube = self._dice.read(
            frame, geometry, smooth, self._closer.spots, cube_spot=spot.at, cube_rests=spot.rests
        )
        cube = self._prints.without(cube, frame, geometry)
        self._cube_spot.watch(frame.t, cube, self._dice.cube_at)
        return self._bare.thrown(self._upright.tell(frame, geometry, dice), frame), cube


def visibility(hidden: Floats, *, graphics: bool = False) -> tuple[Status, str | None]:
    """Status of a reading from the hidden probabilities of its 24 points, and why. graphics: some of them are
    covered by these."""
    covered = int((hidden > HIDDEN_AT).sum())
    if not covered:
        return "ok", None
    why = f"{covered} of 24 points are covered" + (", by graphics in the picture" if graphics else "")
    return "lost" if covered > LOST_SHARE * len(hidden) else "partial", why
