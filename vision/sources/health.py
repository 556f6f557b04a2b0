"""How a live source is doing."""

from dataclasses import dataclass
from typing import Literal

State = Literal["opening", "live", "frozen", "lost", "ended"]
"""opening: no picture yet. live: pictures come. frozen: connected, but no new picture for a while. lost: the
connection broke or cannot be made; it is tried again and again. ended: closed for good."""


@dataclass(frozen=True)
class Health:
    """A live source at one moment; also what a listener gets at every change of state.

    since: presentation time (s) at which the state began; at: presentation time (s) of this moment. age:
    seconds since the newest picture was taken, by a clock nobody can set, None before the first. frames:
    pictures that came; drops: pictures that never came or came damaged or too late, while connected;
    skipped: pictures that came and were replaced by newer ones before the reader took them. reconnects:
    times it came back. attempts: times it was tried to open it since the last picture. reason: the last
    trouble. fps: pictures a second lately, None where they do not flow.
    """

    name: str
    state: State
    since: float
    at: float
    age: float | None
    frames: int
    drops: int
    skipped: int
    reconnects: int
    attempts: int
    reason: str | None
    fps: float | None

    @property
    def lasted(self) -> float:
        """Seconds the state has lasted."""
        return self.at - self.since
