"""The settings of a match as JSON and back."""

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from monitor.config import MatchConfig
from monitor.events import Json
from monitor.journal.errors import JournalError


def config_to_json(config: MatchConfig) -> Json:
    """The settings of a match as one JSON object."""
    data = {field.name: getattr(config, field.name) for field in fields(config)}
    plain: Json = {}
    for name, value in data.items():
        if isinstance(value, Mapping):
            plain[name] = dict(value)
        else:
            plain[name] = sorted(value) if isinstance(value, frozenset) else value
    return plain


def config_from_json(data: Any, path: Path) -> MatchConfig:
    """The settings of a match read back; those this version does not know are left out."""
    if not isinstance(data, dict):
        raise JournalError(f"{path} does not say how the match was set up")
    known = {field.name: field for field in fields(MatchConfig)}
    values: dict[str, Any] = {}
    for name, value in data.items():
        if name in known:
            values[name] = tuple(value) if isinstance(value, list) else value
            if "frozenset" in str(known[name].type):
                values[name] = frozenset(value)
    return MatchConfig(**values)
