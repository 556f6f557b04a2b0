"""What a live source needs of a camera, whatever its make."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from vision.sources.frame import Plane, Planes


@dataclass(frozen=True)
class Wish:
    """What is asked of a camera; it may give something near.

    size: (width, height) in pixels and fps: pictures a second, of cameras of this machine; None leaves it to
    us. transport: how an rtsp camera sends; tcp loses nothing, udp does not wait.
    """

    size: tuple[int, int] | None = None
    fps: float | None = None
    transport: Literal["tcp", "udp"] = "tcp"


NO_WISH: Final = Wish()


@dataclass(frozen=True)
class Grab:
    """One picture as the camera gives it.

    pixels: as in Frame. own: the camera's time of it (s, from any zero), None where it has none worth the
    name. duration: of one frame (s), where the camera says it. damaged: pictures that came damaged since
    the one before.
    """

    pixels: Planes | Plane
    own: float | None
    duration: float | None = None
    damaged: int = 0


class Camera(Protocol):
    """A camera that is open. All calls come from one thread."""

    def grabs(self) -> Iterator[Grab]:
        """Pictures as they come. Ends, or raises a SourceError, where none comes any more: at the latest
        after a time-out of a few seconds, so that nobody hangs on a camera that is gone."""
        ...

    def close(self) -> None:
        """Give the camera back, also one that has stopped answering."""
        ...
