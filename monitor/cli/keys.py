"""Keys by which an operator says what no camera sees: the end of a turn, cube words, who has won.

Small letters stand for the south player, capitals for the north player: e has ended his turn (clock or tap),
d doubles, t takes, p passes, r takes the cube back, w has won the game.
"""

import os
import select
import sys
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any, Final, Self, TextIO

from monitor.config import MatchConfig
from monitor.events import Event, Player

HINT: Final = "keys (capitals: north): e ends the turn, d doubles, t takes, p passes, r takes it back, w wins"
WAIT_S: Final = 0.2

_CUBE: Final = {"d": "CubeOffered", "t": "CubeTaken", "p": "CubePassed", "r": "CubeReturned"}


def event_of(key: str, config: MatchConfig) -> Event | None:
    """What a key says; None for a key that says nothing. Its time is that of the next frame."""
    player: Player = "A" if key.islower() else "B"
    data: dict[str, Any] = {}
    letter = key.lower()
    if letter == "e":
        name = "ClockPressed" if config.clock else "BarTapped" if config.dice == "shared2" else "TurnPassed"
    elif letter in _CUBE:
        name = _CUBE[letter]
        data = {"verbal": True} if letter == "d" else {}
    elif letter == "w":
        return Event(
            "GameEnded", src="operator", data={"winner": player, "how": "concede", "level": "single"}
        )
    else:
        return None
    return Event(name, by=player, src="operator", data=data)


class OperatorKeys:
    """Listens to the terminal while a watch runs; use it as a context manager. Without a terminal it does
    nothing.

    enter: takes every event, called from a thread of its own.
    """

    def __init__(
        self, enter: Callable[[Event], object], config: MatchConfig, stream: TextIO | None = None
    ) -> None:
        self._enter = enter
        self._config = config
        self._stream = stream or sys.stdin
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._former: list[Any] | None = None

    @property
    def listening(self) -> bool:
        """Whether keys are heard."""
        return self._thread is not None

    def __enter__(self) -> Self:
        if self._stream.isatty() and sys.platform != "win32":
            import termios
            import tty

            self._former = termios.tcgetattr(self._stream)
            tty.setcbreak(self._stream)
            self._thread = threading.Thread(target=self._listen, daemon=True)
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._thread is None or self._former is None:
            return
        import termios

        self._stop.set()
        self._thread.join()
        termios.tcsetattr(self._stream, termios.TCSADRAIN, self._former)

    def _listen(self) -> None:
        while not self._stop.is_set():
            ready, _, _ = select.select([self._stream], [], [], WAIT_S)
            typed = os.read(self._stream.fileno(), 64).decode(errors="ignore") if ready else ""
            for event in (event_of(key, self._config) for key in typed):
                if event is not None:
                    self._enter(event)
