"""Live sources: a thread that captures, the newest picture only, and what to do when the camera goes away."""

import logging
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from threading import Condition, Event, RLock, Thread, current_thread
from time import monotonic

from vision.errors import SourceBrokenError, SourceError, SourceUnavailableError
from vision.sources.backoff import Backoff
from vision.sources.camera import Camera, Grab
from vision.sources.frame import Frame, turned_back
from vision.sources.health import Health, State
from vision.sources.timeline import Gaps, Timeline

Listener = Callable[[Health], None]
_LOG = logging.getLogger(__name__)
_LOG.addHandler(logging.NullHandler())


@dataclass(frozen=True)
class Patience:
    """Seconds a live source waits.

    frozen: without a new picture until it says so. late: how old a picture may be and still be handed out.
    behind: how long pictures may keep coming late until the connection is made anew. hang_up: for the
    capturing thread when it is closed.
    """

    frozen: float = 1.0
    late: float = 0.8
    behind: float = 3.0
    hang_up: float = 5.0


class LiveSource:
    """Frames of a running camera, the newest first and none that is old; time 0 is its making.

    A thread of its own captures. A frame the reader has not taken when the next one comes is let go. When
    the camera goes away it is opened again and again until ``close``; meanwhile there are no frames, and
    ``health`` says why. All methods may be called from any thread; frames go to whoever asks first.
    """

    live = True
    count = None

    def __init__(
        self,
        name: str,
        opener: Callable[[], Camera],
        patience: Patience | None = None,
        *,
        mirrored: bool = False,
    ) -> None:
        """opener: opens the camera, or raises a SourceError; called from the capturing thread. mirrored: its
        pictures are, and are turned back."""
        self.name, self._mirrored = name, mirrored
        self._opener = opener
        self._patience = patience or Patience()
        self._start = monotonic()
        self._timeline, self._gaps = Timeline(self._start), Gaps()
        self._backoff = Backoff(name)
        self._closing = Event()
        self._changed = Condition()
        self._telling = RLock()
        self._untold: deque[Health] = deque()
        self._listeners: list[Listener] = []
        self._state: State = "opening"
        self._since = 0.0
        self._reason: str | None = None
        self._waiting: Frame | None = None
        self._size: tuple[int, int] | None = None
        self._taken_at: float | None = None
        self._arrivals: deque[float] = deque(maxlen=60)
        self._late_since: float | None = None
        self._missing = 0
        self._read = False
        self._frames = self._drops = self._skipped = self._reconnects = self._attempts = 0
        self._thread = Thread(target=self._run, name=f"camera {name}", daemon=True)
        self._thread.start()

    @property
    def now(self) -> float:
        """Presentation time (s) of this moment."""
        return monotonic() - self._start

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) of the first frame; SourceUnavailableError before it."""
        if self._size is None:
            raise SourceUnavailableError(f"{self.name} has not sent a picture yet")
        return self._size

    @property
    def health(self) -> Health:
        """How the source is doing at this moment."""
        with self._changed:
            self._check()
            health = self._health()
        self._tell()
        return health

    def listen(self, listener: Listener) -> None:
        """Call ``listener`` at every change of state from now on, in order, one at a time, from the thread
        that notices; it should return soon."""
        self._listeners.append(listener)

    def wait_ready(self, seconds: float | None) -> None:
        """Wait until the first picture has come; SourceUnavailableError, with the trouble, where it cannot
        be opened or none comes in ``seconds``. None: wait, and try, for as long as it takes."""

        def settled() -> bool:
            failed = seconds is not None and self._state == "lost"
            return self._frames > 0 or failed or self._closing.is_set()

        with self._changed:
            self._changed.wait_for(settled, seconds)
            if not self._frames:
                raise SourceUnavailableError(self._reason or f"{self.name} is connected but sends no picture")

    def next_frame(self, timeout: float) -> Frame | None:
        """The newest frame nobody has taken yet, else the next that comes within ``timeout`` seconds, else
        None. A frame that has grown old while it waited to be taken is let go."""
        end = monotonic() + timeout
        with self._changed:
            self._read = True
            while (frame := self._take()) is None and not self._closing.is_set():
                self._check()
                left = end - monotonic()
                if left <= 0:
                    break
                self._changed.wait(min(left, self._patience.frozen / 4))
        self._tell()
        return frame

    def __iter__(self) -> Iterator[Frame]:
        """Frames until the source is closed; waits while the camera is away."""
        while not self._closing.is_set():
            frame = self.next_frame(self._patience.frozen)
            if frame is not None:
                yield frame

    def close(self) -> None:
        """Stop capturing and give the camera back; harmless when repeated."""
        self._closing.set()
        with self._changed:
            self._changed.notify_all()
        if current_thread() is not self._thread:
            self._thread.join(self._patience.hang_up)
        with self._changed:
            self._enter("ended", None)
        self._tell()

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._attempts += 1
                with closing(self._opener()) as camera:
                    self._capture(camera)
            except SourceError as error:
                self._lose(str(error))
            except Exception as error:  # noqa: BLE001 - a driver may raise anything; a watch must outlive it
                _LOG.exception("%s: unforeseen trouble", self.name)
                self._lose(f"{self.name} failed: {error!r}")
            if self._closing.is_set():
                break
            wait = self._backoff.wait(monotonic())
            _LOG.info("%s; attempt %d in %.1f s", self._reason, self._attempts + 1, wait)
            self._closing.wait(wait)

    def _capture(self, camera: Camera) -> None:
        """Take every picture of an open camera until there is trouble or the source is closed."""
        self._timeline.restart()
        self._gaps.restart()
        self._late_since = None
        for grab in camera.grabs():
            if self._closing.is_set():
                return
            self._receive(grab, monotonic())
        raise SourceBrokenError(f"{self.name} stopped sending", None)

    def _receive(self, grab: Grab, arrived: float) -> None:
        moment = self._timeline.place(grab.own, arrived)
        lost = max(grab.damaged, self._gaps.missing(grab.own, grab.duration))
        if moment is None or moment.backlog:
            return
        late = moment.lag > self._patience.late
        pixels = turned_back(grab.pixels) if self._mirrored else grab.pixels
        frame = Frame(self._frames, moment.t, pixels, source=self.name)
        self._fits(frame.size)
        with self._changed:
            self._drops += lost + late
            self._missing += lost + late
            if not late:
                self._hand_over(frame, arrived - moment.lag)
        self._tell()
        if not late:
            self._late_since = None
        elif self._late_since is None:
            self._late_since = arrived
        elif arrived - self._late_since > self._patience.behind:
            raise SourceBrokenError(
                f"{self.name} runs {moment.lag:.1f} s behind: this machine or the network is too slow "
                "for it. Let the camera send smaller pictures, or fewer",
                moment.t,
            )

    def _fits(self, size: tuple[int, int]) -> None:
        """The first size stays, up to its scale: the board's place in the picture hangs on it."""
        width, height = self._size or size
        if abs(size[0] * height - size[1] * width) > 2 * max(size[0], width):
            raise SourceBrokenError(
                f"{self.name} now sends {size[0]}x{size[1]}, another shape than {width}x{height} before",
                None,
            )

    def _hand_over(self, frame: Frame, taken_at: float) -> None:
        if self._waiting is not None:
            self._missing += 1
            self._skipped += self._read
        if self._state != "live":
            if self._frames and self._attempts:
                self._reconnects += 1
            _LOG.info("%s: pictures come (attempt %d)", self.name, self._attempts)
            self._enter("live", self._reason)
        self._size = self._size or frame.size
        self._waiting, self._taken_at = frame, taken_at
        self._frames += 1
        self._attempts = 0
        self._arrivals.append(taken_at)
        self._changed.notify_all()

    def _take(self) -> Frame | None:
        frame, self._waiting = self._waiting, None
        if frame is None:
            return None
        if self._age() > self._patience.late:
            self._missing += 1
            self._skipped += 1
            return None
        missing, self._missing = self._missing, 0
        return Frame(frame.seq, frame.t, frame.pixels, missing, frame.source)

    def _age(self) -> float:
        return float("inf") if self._taken_at is None else monotonic() - self._taken_at

    def _check(self) -> None:
        """Notice that pictures have stopped coming, also while the capturing thread hangs."""
        if self._state == "live" and self._age() > self._patience.frozen:
            self._arrivals.clear()
            self._enter("frozen", f"{self.name} sends no new picture")

    def _lose(self, reason: str) -> None:
        with self._changed:
            self._arrivals.clear()
            self._enter("lost", reason)
        self._tell()

    def _enter(self, state: State, reason: str | None) -> None:
        self._reason = reason or self._reason
        if self._state in (state, "ended"):
            return
        self._state, self._since = state, self.now
        self._untold.append(self._health())
        self._changed.notify_all()

    def _tell(self) -> None:
        with self._telling:
            while self._untold:
                health = self._untold.popleft()
                for listener in self._listeners:
                    listener(health)

    def _health(self) -> Health:
        flows = len(self._arrivals) > 1
        fps = (len(self._arrivals) - 1) / (self._arrivals[-1] - self._arrivals[0]) if flows else None
        age = None if self._taken_at is None else self._age()
        return Health(
            self.name, self._state, self._since, self.now, age, self._frames, self._drops, self._skipped,
            self._reconnects, self._attempts, self._reason, fps,
        )  # fmt: skip
