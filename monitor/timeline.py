"""A match over time on one page: what was read, what was believed, and what was told.

The page is a single HTML file with an SVG drawing, without scripts; hovering over anything says what it is.
"""

from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from monitor.config import MatchConfig
from monitor.errors import GammonitorError
from monitor.events import Json
from monitor.tracking import MatchTracker
from monitor.wording import clock_time
from vision.reading import Reading

WIDEST: Final = 24000
"""Pixels that a page is wide at most; a match of more than an hour is drawn with fewer to the second."""
PER_SECOND: Final = 6.0
LEFT: Final = 90
STEP_S: Final = 0.5
"""Readings are summed up over this time, or over more where that would be too many steps."""
MOST_STEPS: Final = 4000
PHASES: Final = {
    "setup": "#b8b8b8",
    "opening": "#d9c47a",
    "to_roll": "#9fc3e6",
    "moving": "#4f87bd",
    "over": "#777",
}
FOLLOWING: Final = {"following": "#6fae6a", "hidden": "#e0b13c", "lost": "#cc4b3c"}
SEATS: Final = {"A": "#e9e2d0", "B": "#5b4a3a", "None": "#cccccc"}
LEGAL: Final = {"True": "#6fae6a", "False": "#cc4b3c", "None": "#e0b13c"}
_STYLE: Final = (
    "body{margin:0;font:12px sans-serif;color:#222;background:#fff}h1{font-size:15px;margin:8px}"
    "div{overflow-x:auto}text{font:11px sans-serif;fill:#222}.dim{fill:#777}p{margin:8px;max-width:900px}"
)


class TimelineError(GammonitorError):
    """The page cannot be written."""


@dataclass
class _Step:
    """Readings of one stretch of time, summed up."""

    t: float
    n: int = 0
    visible: float = 0.0
    sure: float = 0.0
    motion: float = 0.0
    dice: int = 0
    cube: int | None = None

    def add(self, other: "_Step") -> None:
        """Take in the stretch that follows."""
        self.n += other.n
        self.visible += other.visible
        self.sure += other.sure
        self.motion += other.motion
        self.dice = max(self.dice, other.dice)
        self.cube = self.cube if other.cube is None else other.cube


@dataclass
class Timeline:
    """Collects while a match is followed; `look` takes every reading."""

    steps: list[_Step] = field(default_factory=list)
    bands: dict[str, list[tuple[float, str]]] = field(default_factory=dict)
    end: float = 0.0
    _every: float = STEP_S

    def look(self, reading: Reading, tracker: MatchTracker) -> None:
        """Take in a reading and what is believed after it."""
        self.end = reading.t
        seen = reading.hidden < 0.5
        step = _Step(
            reading.t,
            n=1,
            visible=float(seen.mean()),
            sure=float(reading.points.max(axis=1)[seen].mean()) if seen.any() else 0.0,
            motion=float(reading.motion.mean()),
            dice=len(reading.dice),
            cube=None if reading.cube is None else reading.cube.value,
        )
        if self.steps and reading.t - self.steps[-1].t < self._every:
            self.steps[-1].add(step)
        else:
            self.steps.append(step)
        if len(self.steps) > MOST_STEPS:
            self._thin()
        state = tracker.state
        cube = f"{state.cube} {state.owner or 'centre'}{' offered' if state.offered else ''}"
        for name, value in (
            ("followed", state.following),
            ("phase", state.phase),
            ("on turn", str(state.to_act)),
            ("cube", cube),
        ):
            band = self.bands.setdefault(name, [])
            if not band or band[-1][1] != value:
                band.append((reading.t, value))

    def _thin(self) -> None:
        """Half as many steps, twice as long."""
        self._every *= 2.0
        for first, second in zip(self.steps[::2], self.steps[1::2], strict=False):
            first.add(second)
        self.steps = self.steps[::2]

    def write(self, path: Path, entries: list[Json], config: MatchConfig, title: str) -> None:
        """Write the page. entries: lines of the journal. Raises TimelineError."""
        try:
            path.write_text(self.page(entries, config, title), encoding="utf-8")
        except OSError as error:
            raise TimelineError(f"{path} cannot be written: {error.strerror}") from error

    def page(self, entries: list[Json], config: MatchConfig, title: str) -> str:
        """The page as text."""
        start = self.steps[0].t if self.steps else 0.0
        drawing = _Drawing(start, max(self.end, start + 1.0))
        drawing.scale_row()
        for name, colours in (("followed", FOLLOWING), ("phase", PHASES), ("on turn", SEATS), ("cube", {})):
            drawing.band(name, self.bands.get(name, []), colours)
        drawing.curve(
            "seen",
            [(s.t, s.visible / s.n, f"{s.visible / s.n:.0%} of the points in sight") for s in self.steps],
        )
        drawing.curve(
            "sure", [(s.t, s.sure / s.n, f"mean probability {s.sure / s.n:.3f}") for s in self.steps]
        )
        drawing.curve(
            "motion",
            [(s.t, min(1.0, 4.0 * s.motion / s.n), f"{s.motion / s.n:.0%} moving") for s in self.steps],
        )
        drawing.curve("dice read", [(s.t, min(s.dice, 4) / 4, f"{s.dice} dice") for s in self.steps])
        drawing.curve("cube read", [(s.t, s.cube is not None, f"cube shows {s.cube}") for s in self.steps])
        drawing.turns(entries, config)
        drawing.marks("dice", entries, ("DiceThrown", "DiceAtRest", "DicePickedUp"), "#4f87bd")
        drawing.marks(
            "board", entries, ("CheckersMoved", "SetupCorrected", "Corrected", "MoveRetracted"), "#888"
        )
        drawing.marks("cube acts", entries, _CUBE_ACTS, "#8a4fbd")
        drawing.marks("match", entries, ("GameStarted", "GameEnded", "MatchEnded", *_SAID), "#222")
        drawing.marks("trouble", entries, ("TrackLost", "TrackRegained", "EvidenceConflict"), "#d08a2c")
        drawing.marks("findings", [e for e in entries if e.get("status") == "open"], ("Finding",), "#cc4b3c")
        return (
            f"<!doctype html><html><head><meta charset='utf-8'><title>{escape(title)}</title>"
            f"<style>{_STYLE}</style></head><body><h1>{escape(title)}</h1><div>{drawing.svg()}</div>"
            "<p>Followed: green, hidden yellow, lost red. Phase: set-up grey, opening sand, to roll light "
            "blue, moving dark blue. Turns: legal green, illegal red, not judged yellow.</p></body></html>\n"
        )


_CUBE_ACTS: Final = tuple(
    f"Cube{act}" for act in ("Offered", "Taken", "Passed", "Returned", "Touched", "Beavered", "TurnedCentre")
)
_SAID: Final = ("ClockPressed", "BarTapped", "TurnPassed", "BreakTaken", "Announced")


class _Drawing:
    """Rows of an SVG, from the top down."""

    def __init__(self, start: float, end: float) -> None:
        self._start, self._end = start, end
        self._scale = min(PER_SECOND, WIDEST / (end - start))
        self._parts: list[str] = []
        self._y = 0

    def _x(self, t: float) -> float:
        return round(LEFT + (t - self._start) * self._scale, 1)

    def _row(self, name: str, height: int) -> int:
        top = self._y
        self._parts.append(f"<text x='4' y='{top + height - 5}' class='dim'>{escape(name)}</text>")
        self._y += height + 4
        return top

    def scale_row(self) -> None:
        top = self._row("time", 18)
        every = next((s for s in (10, 30, 60, 300, 900) if s * self._scale >= 60), 3600)
        t = self._start - self._start % every
        while t <= self._end:
            if t >= self._start:
                x = self._x(t)
                self._parts.append(f"<path d='M{x} {top}V2000' stroke='#eee'/>")
                self._parts.append(f"<text x='{x + 2}' y='{top + 13}'>{clock_time(t)}</text>")
            t += every

    def band(self, name: str, changes: list[tuple[float, str]], colours: dict[str, str]) -> None:
        top = self._row(name, 16)
        for (t, value), (until, _) in pairwise([*changes, (self._end, "")]):
            colour = colours.get(value, "#d8c6e8" if "offered" in value else "#eae4f0")
            words = f"{name}: {value}, {clock_time(t)} to {clock_time(until)}"
            self._box(t, until, top, 16, colour, words, value if not colours else "")

    def curve(self, name: str, points: list[tuple[float, float, str]]) -> None:
        top = self._row(name, 24)
        for (t, share, words), (until, *_) in pairwise([*points, (self._end, 0.0, "")]):
            height = round(24 * float(share), 1)
            width = max(0.5, self._x(until) - self._x(t))
            self._parts.append(
                f"<rect x='{self._x(t)}' y='{top + 24 - height}' width='{width:.1f}'"
                f" height='{height}' fill='#a9bfa4'><title>{clock_time(t)} {escape(words)}</title></rect>"
            )

    def turns(self, entries: list[Json], config: MatchConfig) -> None:
        top = self._row("turns", 30)
        begun, number = self._start, 0
        for entry in entries:
            if entry["ev"] == "GameStarted":
                begun = entry["t"]
            if entry["ev"] != "TurnPlayed":
                continue
            number += 1
            roll = "".join(map(str, entry.get("dice") or "??"))
            words = f"{number}. {config.name(entry['by'])} {roll}: {entry.get('move') or 'no move'}"
            colour = LEGAL[str(entry.get("legal"))]
            self._box(begun, entry["t"], top, 30, colour, words, f"{number}. {entry['by']} {roll}")
            begun = entry["t"]

    def marks(self, name: str, entries: list[Json], kinds: tuple[str, ...], colour: str) -> None:
        top = self._row(name, 16)
        for entry in entries:
            if entry["ev"] in kinds:
                x = self._x(entry["t"])
                words = f"{clock_time(entry['t'])} {_words(entry)}"
                self._parts.append(
                    f"<rect x='{x - 1.5}' y='{top}' width='3' height='16' fill='{colour}'>"
                    f"<title>{escape(words)}</title></rect>"
                )

    def _box(
        self, t: float, until: float, top: int, height: int, colour: str, words: str, label: str
    ) -> None:
        x, width = self._x(t), max(0.5, self._x(until) - self._x(t))
        self._parts.append(
            f"<rect x='{x}' y='{top}' width='{width:.1f}' height='{height}' fill='{colour}' stroke='#fff' "
            f"stroke-width='0.5'><title>{escape(words)}</title></rect>"
        )
        if label and width > 7 * len(label):
            self._parts.append(f"<text x='{x + 3}' y='{top + height / 2 + 4}'>{escape(label)}</text>")

    def svg(self) -> str:
        width = int(self._x(self._end)) + 20
        body = "".join(self._parts).replace("V2000", f"V{self._y}")
        return f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{self._y}'>{body}</svg>"


_COMMON: Final = (
    "ev",
    "seq",
    "t",
    "t_known",
    "src",
    "frames",
    "text",
    "remedy",
    "evidence",
    "deadline",
    "speak",
)


def _words(entry: Json) -> str:
    shown: dict[str, Any] = {
        key: value for key, value in entry.items() if key not in _COMMON and value not in (None, [], {})
    }
    return f"{entry['ev']} " + ", ".join(f"{key} {value}" for key, value in shown.items())
