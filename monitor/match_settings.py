"""The settings of a match as an event of its journal, at the beginning and when they are changed."""

from dataclasses import replace
from typing import Any

from monitor.config import MatchConfig
from monitor.events import Event, Json

_PLAIN = tuple(
    "ruleset length home light monitor_agreed single_act_agreed context crawford has_bar alerts".split()
)
_MODE = ("clock", "baffle", "dice")


def configured(config: MatchConfig) -> Event:
    """The first line of a journal: the settings of the match."""
    return Event("MatchConfigured", src="operator", data=settings_of(config))


def settings_of(config: MatchConfig) -> Json:
    """The settings that belong to the match, as the event has them."""
    return {
        **{name: getattr(config, name) for name in _PLAIN},
        "players": list(config.players),
        "score": list(config.score),
        "bar": list(config.bar),
        "options": dict(config.options),
        "mode": {name: getattr(config, name) for name in _MODE},
    }


def changed_config(config: MatchConfig, event: Event) -> MatchConfig:
    """The settings as a later ``MatchConfigured`` leaves them; what it does not name stays."""
    values: dict[str, Any] = {name: event.data[name] for name in _PLAIN if name in event.data}
    mode = event.get("mode") or {}
    values |= {name: mode[name] for name in _MODE if name in mode}
    for name in ("players", "score", "bar"):
        if name in event.data:
            values[name] = tuple(event.data[name])
    if "options" in event.data:
        values["options"] = dict(event.data["options"])
    return replace(config, **values)
