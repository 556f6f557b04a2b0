"""The watch on a terminal: progress, the position, every turn and every finding.

On a real terminal the position and the progress stay at the bottom and move on; elsewhere (a file, a pipe)
plain lines are written, progress every few seconds.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Final

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from monitor.config import MatchConfig
from monitor.events import Event
from monitor.findings import Finding
from monitor.screen.board_text import draw_board
from monitor.station.screens import SourceHealth
from monitor.tracking.state import TrackerState
from monitor.wording import clock_time, describe, details, standing
from vision.reading import Reading
from vision.sources.frame import Frame

REPORT_EVERY: Final = 15.0
"""Wall seconds between progress lines where there is no terminal."""
DRAW_EVERY: Final = 0.15
"""Wall seconds between two drawings of the live part."""
_CUBE: Final = {
    "CubeOffered": "doubles to {}",
    "CubeTaken": "takes at {}",
    "CubePassed": "passes",
    "CubeReturned": "takes the cube back",
    "CubeTouched": "moves the cube",
}
_SETTLED: Final = ("mirrored", "box", "dice_mode")
"""What has turned out about the picture or what they play with, and is said in the tracker's words."""
STYLES: Final = {"open": "bold red", "closed": "yellow", "resolved": "green", "logged": "cyan"}


@dataclass
class Progress:
    """How far the watch has come. t: presentation time of the newest frame, first: of the first (s)."""

    count: int | None = None
    frames: int = 0
    t: float = 0.0
    first: float | None = None
    started: float = field(default_factory=monotonic)

    def advance(self, t: float) -> None:
        """Count one frame of presentation time t."""
        self.frames += 1
        self.t = t
        self.first = t if self.first is None else self.first

    @property
    def speed(self) -> float:
        """Seconds of play watched in a second of work."""
        return (self.t - (self.first or 0.0)) / max(1e-6, monotonic() - self.started)

    @property
    def time_left(self) -> float | None:
        """Wall seconds until the last frame at the pace so far; None where their number is unknown."""
        if not self.count or not self.frames:
            return None
        return (monotonic() - self.started) * max(0, self.count - self.frames) / self.frames

    def line(self) -> str:
        """All of it in one line."""
        frames = f"frame {self.frames}" + (f" of {self.count}" if self.count else "")
        parts = [frames, clock_time(self.t), f"{self.speed:.1f} x real time"]
        if self.time_left is not None:
            parts.append(f"{clock_time(self.time_left)} left")
        return " | ".join(parts)


class Terminal:
    """Shows a watch as it goes. Use it as a context manager around the watch."""

    def __init__(
        self,
        config: MatchConfig,
        count: int | None,
        console: Console | None = None,
        trouble: Callable[[], str | None] = lambda: None,
    ) -> None:
        """trouble: what is wrong with the journal, None while it is written."""
        self._config = config
        self._console = console or Console(highlight=False, soft_wrap=True)
        self.progress = Progress(count)
        self._home = config.home
        self._board: str | None = None
        self._shown: set[str] = set()
        self._drawn = monotonic()
        self._live: Live | None = None
        self._away = False
        self._trouble = trouble
        self._troubled: str | None = None

    def __enter__(self) -> "Terminal":
        if self._console.is_terminal:
            self._live = Live(console=self._console, auto_refresh=False, transient=True)
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None

    def frame(self, frame: Frame, reading: Reading, state: TrackerState) -> None:  # noqa: ARG002 - a Screen
        """A frame has been dealt with."""
        self.progress.advance(frame.t)
        now = monotonic()
        if self._live is not None and now - self._drawn > DRAW_EVERY:
            self._drawn = now
            self._live.update(
                Group(Text(self._position()), Text(self.progress.line(), style="dim")), refresh=True
            )
        elif self._live is None and now - self._drawn > REPORT_EVERY:
            self._drawn = now
            self._say(self.progress.line())

    def health(self, health: SourceHealth) -> None:
        """Say when a camera goes away and is back, and the same of the journal."""
        trouble = self._trouble()
        if trouble != self._troubled:
            self._troubled = trouble
            self._say(trouble or "the journal is written again", "bold red" if trouble else "green")
        away = health.state in ("frozen", "lost")
        if away != self._away:
            self._away = away
            self._say(
                f"{clock_time(health.t):>8}  {f'no picture: {health.reason}' if away else 'pictures again'}"
            )

    def event(self, event: Event) -> None:
        """Show an event, where it is one that a person follows the game by."""
        board = event.get("board_after") or event.get("board")
        if isinstance(board, str) and len(board) == 26:
            self._board = board
        if event.get("home") in ("E", "W"):
            self._home = event.get("home")
        words = self._words(event)
        if words is not None:
            self._say(f"{clock_time(event.t):>8}  {words}")

    def finding(self, finding: Finding, picture: Path | None) -> None:
        """Show a finding when it is raised, and each change of it later."""
        what = describe(finding, self._config)
        if finding.id in self._shown:
            at = clock_time(finding.t if finding.t_known is None else finding.t_known)
            self._say(f"{at:>8}  {finding.id} {what}: {standing(finding)}", STYLES[finding.status])
            self._rows(row for row in details(finding) if row[0] == "depends")
            return
        self._shown.add(finding.id)
        self._say(f"{clock_time(finding.t):>8}  {finding.id} {what}", STYLES[finding.status])
        rows = [
            *details(finding),
            ("rule", f"{finding.text} [{', '.join(finding.cite)}]"),
            ("status", standing(finding)),
        ]
        if picture is not None:
            rows.append(("picture", str(picture)))
        self._rows(rows)

    def _rows(self, rows: Iterable[tuple[str, str]]) -> None:
        for label, text in rows:
            self._say(f"{'':10}{label:>8}: {text}")

    def _words(self, event: Event) -> str | None:
        if event.ev == "TurnPlayed":
            dice = "".join(str(value) for value in event.get("dice") or "") or "??"
            mark = {True: "", False: "  (illegal)", None: "  (not judged)"}[event.get("legal")]
            return f"{self._config.name(event.by)} {dice}: {event.get('move') or 'no move'}{mark}"
        if event.ev in _CUBE:
            return f"{self._config.name(event.by)} {_CUBE[event.ev].format(event.get('value'))}"
        if event.ev == "GameStarted":
            return f"a game begins{', the Crawford game' if event.get('crawford') else ''}"
        if event.ev in ("GameEnded", "MatchEnded"):
            return f"the {'game' if event.ev == 'GameEnded' else 'match'} is over{self._result(event)}"
        if event.ev == "TrackLost":
            return f"track lost: {event.get('reason', 'no reason given')}"
        if event.ev == "TrackRegained":
            return f"track regained: {event.get('reason', 'the position is clear again')}"
        if event.ev == "EvidenceConflict" and event.get("what") in _SETTLED:
            return str(event.get("reason"))
        return None

    def _result(self, event: Event) -> str:
        """Who has won, how much, and the score, as far as they are known."""
        winner, points, score = event.get("winner"), event.get("points"), event.get("score")
        words = f", won by {self._config.name(winner)}" if winner in ("A", "B") else ""
        words += f" with {points} point{'s' if points != 1 else ''}" if points else ""
        return words + (f"; score {score['A']}:{score['B']}" if score else "")

    def _position(self) -> str:
        return "\n".join(draw_board(self._board, self._home)) if self._board else "no position known yet"

    def _say(self, text: str, style: str = "") -> None:
        self._console.print(Text(text, style=style))
