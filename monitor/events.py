"""Events: what happened at the board, when, by whom, how sure, and which frames show it.

An event says nothing about right or wrong; that is the referee's part. Names and fields follow the event
vocabulary of the rules specification, section 3.1.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Self

from monitor.errors import GammonitorError

Player = Literal["A", "B"]
"""A sits south, B north, as the camera sees the board."""

Json = dict[str, Any]

UNHEARD = "unheard"
"""What `DiceTouched` has for `notice` where nobody heard whether the player said that he would."""
VOCABULARY: frozenset[str] = frozenset(
    """
        MatchConfigured GameStarted DiceThrown DiceAtRest DicePickedUp DiceTouched CheckersMoved
        CheckersTouched CheckerTrial CheckerPlaced MoveRetracted BarTapped ClockPressed ClockPaused
        ClockRestarted TurnPassed CubeTouched CubeOffered CubeTaken CubePassed CubeReturned CubeBeavered
        CubeTurnedCentre GameEnded MatchEnded NextMatchStarted Announced PermissionGranted
        PermissionWithdrawn OptionExercised ViolationPointedOut DisputeCalled TDArrived TDRuling
        SetupCorrected Corrected ObjectsObserved TimeExpired BreakTaken MatchLengthFound PositionRecorded
        RecordingObjection AnalysisShown TurnPlayed EvidenceConflict TrackLost TrackRegained
    """.split()
)
"""Every event name. The last four are ours: the end of a turn in one line, readings that contradict each
other, and the loss and recovery of the thread of the game."""

_COMMON = frozenset({"ev", "seq", "t", "t_known", "by", "src", "conf", "frames"})


class EventError(GammonitorError):
    """A line that is no event: what is wrong with it, and where where known."""


def other(player: Player) -> Player:
    """The opponent of a player."""
    return "B" if player == "A" else "A"


@dataclass(frozen=True)
class Event:
    """One thing that happened.

    ev: name from VOCABULARY. t: presentation time in seconds when it happened; t_known: time of the newest
    frame used to say so. by: the player, None where nobody or unknown. conf: probability 0..1 that it
    happened as described. frames: first and last frame that show it. data: the fields that belong to this
    event. seq: number of the line in the journal, 0 until it is written.
    """

    ev: str
    t: float = 0.0
    by: Player | None = None
    conf: float = 1.0
    frames: tuple[int, int] | None = None
    t_known: float | None = None
    src: str = "vision"
    data: Mapping[str, Any] = field(default_factory=dict)
    seq: int = 0

    def __post_init__(self) -> None:
        if self.ev not in VOCABULARY:
            raise EventError(f"unknown event {self.ev!r}; the vocabulary is in monitor/events.py")
        if self.by not in ("A", "B", None):
            raise EventError(f"{self.ev}: by is {self.by!r}; it must be A, B or null")

    def get(self, name: str, default: Any = None) -> Any:
        """A field of this event, or the default."""
        return self.data.get(name, default)

    def to_json(self) -> Json:
        """The event as one JSON object of the journal."""
        line: Json = {
            "ev": self.ev,
            "seq": self.seq,
            "t": round(self.t, 4),
            "t_known": round(self.t if self.t_known is None else self.t_known, 4),
            "by": self.by,
            "conf": round(self.conf, 4),
            "src": self.src,
        }
        if self.frames is not None:
            line["frames"] = list(self.frames)
        line.update(self.data)
        return line

    @classmethod
    def from_json(cls, line: Mapping[str, Any]) -> Self:
        """Read an event back; EventError names the field that does not fit."""
        if not isinstance(line, Mapping) or not isinstance(line.get("ev"), str):
            raise EventError("an event is an object with a name in 'ev'")
        name = line["ev"]
        times: dict[str, float | None] = {}
        for key in ("t", "t_known", "conf"):
            value = line.get(key)
            if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
                raise EventError(f"{name}: {key} is {value!r}; it must be a number")
            times[key] = None if value is None else float(value)
        seq = line.get("seq", 0)
        if isinstance(seq, bool) or not isinstance(seq, int):
            raise EventError(f"{name}: seq is {seq!r}; it must be a whole number")
        frames = line.get("frames")
        if frames is not None and (
            not isinstance(frames, list | tuple)
            or len(frames) != 2
            or not all(isinstance(f, int) for f in frames)
        ):
            raise EventError(f"{name}: frames is {frames!r}; it must be [first, last]")
        return cls(
            ev=name,
            t=times["t"] or 0.0,
            by=line.get("by"),
            conf=1.0 if times["conf"] is None else times["conf"],
            frames=None if frames is None else (frames[0], frames[1]),
            t_known=times["t_known"],
            src=str(line.get("src", "operator")),
            data={key: value for key, value in line.items() if key not in _COMMON},
            seq=seq,
        )
