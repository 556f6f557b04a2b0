"""The settings of a match as a form: what may be changed now, and why something may not."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from monitor.config import MatchConfig
from monitor.errors import GammonitorError
from monitor.events import Event, Json
from monitor.match_settings import settings_of
from monitor.rules import RulesError, RuleSet, load_ruleset, ruleset_names
from monitor.station.act_forms import Choices

LATE: Final = "The match has begun, and what was found so far rests on it."
LATE_LENGTH: Final = "The match has begun; enter a wrong length with the act 'match length found wrong'."
LATE_SCORE: Final = "The match has begun; put the score right as a correction."
_YES_NO = "flag"


class SettingError(GammonitorError):
    """A setting that cannot be as it was given."""


@dataclass(frozen=True)
class Setting:
    """One setting. late: why it cannot be changed once the match has begun, None where it can."""

    name: str
    label: str
    group: str
    kind: str
    late: str | None = LATE
    choices: Choices = ()
    limits: tuple[int, int] = (0, 0)
    empty: bool = False


SETTINGS: Final[tuple[Setting, ...]] = (
    Setting("player_a", "south player", "players", "text", late=None),
    Setting("player_b", "north player", "players", "text", late=None),
    Setting(
        "length", "length in points (empty: a single game)", "match", "number", LATE_LENGTH, (), (1, 99), True
    ),
    Setting("ruleset", "rule set", "match", "choice"),
    Setting("score_a", "points of the south player", "match", "number", LATE_SCORE, (), (0, 98)),
    Setting("score_b", "points of the north player", "match", "number", LATE_SCORE, (), (0, 98)),
    Setting("crawford", "Crawford game", "match", _YES_NO, LATE_SCORE),
    Setting("clock", "a clock is used", "mode", _YES_NO),
    Setting("baffle", "a baffle box is used", "mode", _YES_NO),
    Setting("dice", "dice", "mode", "choice", LATE, (("own4", "two each"), ("shared2", "two shared"))),
    Setting(
        "home",
        "home boards",
        "mode",
        "choice",
        LATE,
        ((None, "as seen at the start"), ("E", "right half"), ("W", "left half")),
    ),
    Setting(
        "light",
        "lighter checkers",
        "mode",
        "choice",
        LATE,
        ((None, "as seen at the start"), ("A", "south"), ("B", "north")),
    ),
    Setting("context", "play", "match", "choice", LATE, (("tournament", "tournament"), ("club", "club"))),
    Setting("monitor_agreed", "both agreed before the match that the monitor may speak", "agreed", _YES_NO),
    Setting("single_act_agreed", "both accept a cube action by word or by hand alone", "agreed", _YES_NO),
    Setting(
        "alerts",
        "findings",
        "station",
        "choice",
        None,
        (("silent", "for the monitor only"), ("announce", "announced to all")),
    ),
)


def form(config: MatchConfig, *, begun: bool, live: bool) -> list[Json]:
    """Every setting with its value, whether it may be changed, and why not."""
    values = _values(config)
    found = []
    for one in SETTINGS:
        why = one.late if begun else None
        if not live:
            why = "The match is over; what is kept of it does not change."
        choices = [{"value": value, "label": label} for value, label in _choices(one)]
        found.append(
            {
                "name": one.name,
                "label": one.label,
                "group": one.group,
                "kind": one.kind,
                "value": values[one.name],
                "choices": choices if one.kind == "choice" else None,
                "editable": why is None,
                "why": why,
            }
        )
    return found


def changed(
    config: MatchConfig, given: Json, *, begun: bool, find: Callable[[str], RuleSet] = load_ruleset
) -> Event | None:
    """The event that changes these settings; None where nothing changes. Raises SettingError.

    find: a rule set by its name.
    """
    known = {one.name: one for one in SETTINGS}
    values = _values(config)
    news: dict[str, Any] = {}
    for name, value in given.items():
        one = known.get(name)
        if one is None:
            raise SettingError(f"there is no setting {name[:40]!r}")
        if value == values[name] and type(value) is type(values[name]):
            continue
        if begun and one.late is not None:
            raise SettingError(f"{one.label} cannot be changed now. {one.late}")
        news[name] = _checked(one, value)
    if not news:
        return None
    after = _config(config, values | news, find)
    return Event("MatchConfigured", src="operator", data={**settings_of(after), "changed": sorted(news)})


def _checked(one: Setting, value: Any) -> Any:
    if value is None and one.empty:
        return None
    if one.kind == "flag" and isinstance(value, bool):
        return value
    if one.kind == "choice" and any(value == choice for choice, _ in _choices(one)):
        return value
    low, high = one.limits
    if one.kind == "number" and type(value) is int and low <= value <= high:
        return value
    if one.kind == "text" and isinstance(value, str) and 0 < len(value.strip()) <= 80:
        return value.strip()
    wanted = {
        "flag": "yes or no",
        "choice": "one of " + ", ".join(str(choice) for choice, _ in _choices(one)),
        "number": f"a whole number from {low} to {high}",
        "text": "a name of at most 80 letters",
    }[one.kind]
    raise SettingError(f"{one.label}: {str(value)[:80]!r} does not fit; it must be {wanted}")


def _choices(one: Setting) -> Choices:
    if one.name == "ruleset":
        return tuple((name, load_ruleset(name).title) for name in ruleset_names())
    return one.choices


def _values(config: MatchConfig) -> Json:
    south, north = config.players
    values = {
        one.name: getattr(config, one.name)
        for one in SETTINGS
        if one.name not in ("player_a", "player_b", "score_a", "score_b")
    }
    return {
        "player_a": south,
        "player_b": north,
        "score_a": config.score[0],
        "score_b": config.score[1],
        **values,
    }


def _config(config: MatchConfig, values: Json, find: Callable[[str], RuleSet]) -> MatchConfig:
    plain = {name: value for name, value in values.items() if name in config.__dataclass_fields__}
    after = replace(
        config,
        players=(values["player_a"], values["player_b"]),
        score=(values["score_a"], values["score_b"]),
        **plain,
    )
    if after.players[0] == after.players[1]:
        raise SettingError("the players need two different names")
    if after.length is None and max(after.score) > 0:
        raise SettingError("a score needs a match length")
    if after.length is not None and max(after.score) >= after.length:
        raise SettingError(
            f"a score of {after.score[0]}:{after.score[1]} would end a match to {after.length} points"
        )
    try:
        find(after.ruleset).with_options(after.options)
    except RulesError as error:
        raise SettingError(str(error)) from error
    return after
