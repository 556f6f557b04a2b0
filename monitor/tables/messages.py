"""What stands in the messages: built by stations, read by the director, who trusts nothing that comes in.

Every message is one JSON object with ``at``, the station's clock in seconds since 1970. See README.md.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

MOST_FINDINGS: Final = 50
"""Findings in one message: the open ones first, then the newest of those that nobody has handled."""
LARGEST: Final = 65_536
"""Bytes of a message that is still read."""
DONE: Final = frozenset({"dismissed", "ruled"})
"""How a person has dealt with a finding for good; one that is confirmed still waits for the remedy."""

QUIET: Final = frozenset({"info", "notice"})
"""Severities that nobody has to look at."""

Words = Annotated[str, StringConstraints(max_length=400)]
Name = Annotated[str, StringConstraints(max_length=80)]
Points = Annotated[int, Field(ge=0, le=9999)]
Seat = Literal["A", "B"]


class Message(BaseModel):
    """What all messages share; keys that are not known are passed over."""

    model_config = ConfigDict(extra="ignore", frozen=True, allow_inf_nan=False)
    at: float = 0.0


class StatusMessage(Message):
    """Topic ``status``: the station is there, has stopped as it was told, or has vanished (last will)."""

    status: Literal["online", "stopped", "offline"]
    title: Name | None = None
    url: Annotated[str, StringConstraints(pattern=r"^https?://\S+$", max_length=300)] | None = None
    heartbeat_s: Annotated[float, Field(gt=0, le=3600)] = 10.0


class MatchPart(BaseModel):
    """Who plays for what; score and crawford are None until they are known."""

    players: tuple[Name, Name] = ("A", "B")
    score: tuple[Points, Points] | None = None
    length: Points | None = None
    crawford: bool | None = None
    ruleset_title: Name | None = None


class CubePart(BaseModel):
    """The cube; owner None: in the middle. offered: who has turned it and waits for an answer."""

    value: Points | None = None
    owner: Seat | None = None
    offered: Seat | None = None


class GamePart(BaseModel):
    """Where the game stands."""

    no: Points | None = None
    turn: Points | None = None
    phase: Name | None = None
    to_act: Seat | None = None
    board: Annotated[str, StringConstraints(pattern=r"^[-a-oA-O]{26}$")] | None = None
    roll: Annotated[list[Annotated[int, Field(ge=1, le=6)]], Field(max_length=2)] | None = None
    cube: CubePart = CubePart()


class Condition(BaseModel):
    """How the camera or the tracking does."""

    state: Name = "unknown"
    reason: Words | None = None
    todo: Words | None = None


class StateMessage(Message):
    """Topic ``state``: what a viewer may see; holds no findings and no pip counts."""

    match: MatchPart = MatchPart()
    game: GamePart | None = None
    source: Condition = Condition()
    track: Condition = Condition()


class OpenFinding(BaseModel):
    """A finding that somebody must look at."""

    id: Name
    code: Name
    title: Words
    what: Words = ""
    clause: Annotated[list[Name], Field(max_length=12)] = []
    remedy: Words = ""
    by: Seat | None = None
    status: Name = "open"
    severity: Name = ""
    handling: Name = "new"
    window: Words = ""
    t: float = 0.0
    conf: float | None = None

    @property
    def open(self) -> bool:
        """Whether it can still be put right by what the rules ask for."""
        return self.status == "open"


class FindingsMessage(Message):
    """Topic ``findings``: all that are open or not handled, newest first; each message replaces the last."""

    findings: Annotated[list[OpenFinding], Field(max_length=MOST_FINDINGS)] = []
    left_out: Points = 0


class HealthMessage(Message):
    """Topic ``health``: every heartbeat."""

    uptime_s: float | None = None
    disk_free_mb: float | None = None
    memory_mb: float | None = None
    load: float | None = None
    journal_ok: bool | None = None
    journal_reason: Words | None = None
    fps: float | None = None
    dropped: int | None = None


def status(word: str, at: float, **more: Any) -> bytes:
    """The message of topic ``status``."""
    return encode({"at": at, "status": word, **more})


def state(snapshot: Mapping[str, Any], at: float) -> bytes:
    """The message of topic ``state`` from a snapshot: only what is named here leaves the station."""
    game = snapshot.get("game")
    kept: dict[str, Any] = {
        "at": at,
        "match": _only(snapshot.get("match"), MatchPart.model_fields),
        "game": None if game is None else _only(game, GamePart.model_fields),
        "source": _only(snapshot.get("source"), ("state", "reason")),
        "track": _only(snapshot.get("track"), Condition.model_fields),
    }
    return encode(kept)


def findings(cards: Iterable[Mapping[str, Any]], at: float) -> bytes:
    """The message of topic ``findings`` from all cards of a match."""
    waiting = [_finding(card) for card in cards if _waits(card)]
    waiting.sort(key=lambda one: (one["status"] == "open", one["t"] or 0.0), reverse=True)
    kept = waiting[:MOST_FINDINGS]
    return encode({"at": at, "findings": kept, "left_out": len(waiting) - len(kept)})


def health(values: Mapping[str, Any], at: float) -> bytes:
    """The message of topic ``health``."""
    return encode({"at": at, **_only(values, HealthMessage.model_fields)})


def encode(message: Mapping[str, Any]) -> bytes:
    """UTF-8 JSON."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"), default=str).encode()


def _waits(card: Mapping[str, Any]) -> bool:
    """Whether somebody still has to look at it: not yet handled, or confirmed and its window still open."""
    handling = (card.get("handling") or {}).get("state", "new")
    if handling in DONE or card.get("withdrawn") or card.get("status") == "resolved":
        return False
    if handling == "new":
        return card.get("status") != "logged" and card.get("severity") not in QUIET
    return (card.get("window") or {}).get("state") == "open"


def _finding(card: Mapping[str, Any]) -> dict[str, Any]:
    kept = _only(card, OpenFinding.model_fields)
    kept["handling"] = (card.get("handling") or {}).get("state", "new")
    kept["window"] = (card.get("window") or {}).get("words") or ""
    for name in ("title", "what", "remedy", "window"):
        kept[name] = str(kept.get(name) or "")[:400]
    kept.setdefault("t", 0.0)
    return kept


def _only(values: Any, names: Iterable[str]) -> dict[str, Any]:
    return {name: values[name] for name in names if name in values} if isinstance(values, Mapping) else {}
