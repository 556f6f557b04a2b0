"""Forms for what operators enter: fields, their choices, and what of an answer is accepted."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from monitor.config import MatchConfig
from monitor.errors import GammonitorError
from monitor.events import Event, Json, Player, other
from monitor.rules import RuleSet
from monitor.rules.fields import check_fields
from monitor.station.course import Course

Kind = Literal["text", "number", "choice", "flag"]
Choices = tuple[tuple[Any, str], ...]
LONGEST = 2000
MOST = 100_000


class ActError(GammonitorError):
    """An entry that does not fit its form: which field, and what it must be."""


@dataclass(frozen=True)
class Situation:
    """What forms depend on: settings, rule set, and where the match stands."""

    config: MatchConfig
    rules: RuleSet
    course: Course

    @property
    def playing(self) -> bool:
        """Whether a game is on."""
        return self.course.phase in ("opening", "to_roll", "moving")

    def name(self, player: Player) -> str:
        """A player's name."""
        names = self.course.settings.get("players") or self.config.players
        return str(names[0 if player == "A" else 1])


@dataclass(frozen=True)
class Field:
    """One field of a form. choices: fixed, or made from the situation."""

    name: str
    label: str
    kind: Kind = "text"
    choices: Choices | Callable[[Situation], Choices] = ()
    required: bool = False
    whole: bool = True
    """Whether a number has to be a whole one."""

    def options(self, situation: Situation) -> Choices:
        """The choices now."""
        return self.choices(situation) if callable(self.choices) else self.choices

    def to_json(self, situation: Situation) -> Json:
        """The field as the pages get it."""
        options = [{"value": value, "label": label} for value, label in self.options(situation)]
        return {
            "name": self.name,
            "label": self.label,
            "kind": self.kind,
            "choices": options if self.kind == "choice" else None,
            "required": self.required,
        }

    def read(self, given: Any, situation: Situation) -> Any:
        """The value of an answer; None where there is none. Raises ActError."""
        if given is None or given == "":
            if self.required:
                raise ActError(f"{self.label}: say which")
            return None
        if self.kind == "flag" and isinstance(given, bool):
            return given
        if self.kind == "number" and _is_number(given, whole=self.whole):
            return given
        if self.kind == "text" and isinstance(given, str) and len(given) <= LONGEST:
            return given.strip() or None
        if self.kind == "choice" and any(
            given == value and type(given) is type(value) for value, _ in self.options(situation)
        ):
            return given
        raise ActError(f"{self.label}: {str(given)[:80]!r} does not fit; {self._wanted(situation)}")

    def _wanted(self, situation: Situation) -> str:
        if self.kind == "choice":
            return f"choose one of {', '.join(str(value) for value, _ in self.options(situation))}"
        number = f"give a {'whole ' if self.whole else ''}number of at most {MOST}"
        return {"flag": "say yes or no", "number": number, "text": f"at most {LONGEST} letters"}[self.kind]


def _is_number(given: Any, *, whole: bool) -> bool:
    if isinstance(given, bool) or not isinstance(given, int if whole else int | float):
        return False
    return 0 <= given <= MOST


def always(_: Situation) -> bool:
    """An act that may be entered at any time."""
    return True


@dataclass(frozen=True)
class Act:
    """Something that a camera cannot see and an operator may enter.

    by: whether it is the act of one player. event: its name in the vocabulary, None for a remark on the
    match. fixed: fields of the event that are always the same. allowed: whether it can be entered now.
    shape: makes the event's fields from player and answers.
    """

    id: str
    label: str
    group: str
    event: str | None
    by: bool = False
    fields: tuple[Field, ...] = ()
    fixed: Mapping[str, Any] = field(default_factory=dict)
    allowed: Callable[[Situation], bool] = always
    shape: Callable[[Player | None, Json], Json] | None = None
    src: str = "operator"
    credit: bool = True
    """Whether the player is the event's ``by``; else only its fields name him."""

    def to_json(self, situation: Situation) -> Json:
        """The form as the pages get it."""
        return {
            "id": self.id,
            "label": self.label,
            "group": self.group,
            "by": ["A", "B"] if self.by else None,
            "fields": [one.to_json(situation) for one in self.fields],
        }

    def answers(self, given: Mapping[str, Any], situation: Situation) -> Json:
        """The values of the answers that were given. Raises ActError for what does not fit."""
        unknown = given.keys() - {one.name for one in self.fields}
        if unknown:
            raise ActError(f"{self.label}: there is no field {min(unknown)[:40]!r}")
        found = {one.name: one.read(given.get(one.name), situation) for one in self.fields}
        return {name: value for name, value in found.items() if value is not None}

    def entered(self, by: Player | None, given: Mapping[str, Any], situation: Situation) -> Event:
        """The event that an answer makes; it happens when it is taken in. Raises ActError or EventError."""
        if self.by and by is None:
            raise ActError(f"{self.label}: say which player")
        if not self.by and by is not None:
            raise ActError(f"{self.label}: this is not the act of one player")
        data = self.answers(given, situation)
        if self.shape is not None:
            data = self.shape(by, data)
        event = Event(
            self.event or "", by=by if self.credit else None, src=self.src, data={**self.fixed, **data}
        )
        check_fields(event)
        return event


def to_opponent(by: Player | None, data: Json) -> Json:
    """What a player grants goes to his opponent."""
    return data if by is None else {**data, "to": other(by)}


def as_winner(by: Player | None, data: Json) -> Json:
    """The player named has won."""
    return {**data, "winner": by}
