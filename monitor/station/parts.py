"""What a table is put together from."""

from collections.abc import Sequence
from threading import Event as Signal
from typing import Protocol

from calibration.geometry import Layout
from monitor.events import Event, Json


class Lines(Protocol):
    """The lines of a journal by number."""

    def after(self, seq: int, limit: int) -> list[tuple[int, str]]:
        """(seq, JSON) of the lines with a greater number, at most ``limit``."""
        ...


class Places(Protocol):
    """Where the board is, for the calibration page; see monitor.station.placing."""

    def state(self) -> Json:
        """How it is placed now."""
        ...

    def picture(self) -> bytes:
        """The still picture that the answers are about."""
        ...

    def find(self) -> Json:
        """Look for it."""
        ...

    def put(
        self,
        corners: Sequence[Sequence[float]],
        layout: Layout,
        bar: tuple[float, float] | None,
        home: str | None,
        *,
        keep: bool,
    ) -> Json:
        """Try corners, and keep them."""
        ...


class Desk(Protocol):
    """Takes in what operators enter. trouble: why it cannot, None where it can."""

    trouble: str | None

    def enter(self, event: Event) -> Signal:
        """Take in an event, from any thread; returns what is set once that is done."""
        ...
