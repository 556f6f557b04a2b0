"""What was given, and where: the file, the environment and the options, laid over one another."""

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args, get_origin

from monitor.settings.errors import Fault
from monitor.settings.model import SECTIONS
from monitor.settings.nearest import suggestion
from monitor.settings.places import Entry, Key

PREFIX = "GAMMONITOR_"
NOT_SETTINGS = frozenset({"GAMMONITOR_DEMO", "GAMMONITOR_PICAMERA_RIG"})
"""Variables of the program and its tests that are no settings."""
Options = Mapping[str, tuple[str, Any]]
"""Setting (``match.length``) -> how the user writes it (``--length``), and the value; None: not given."""


@dataclass
class Given:
    """Values by section and key, and for each where it came from."""

    values: dict[str, Any] = field(default_factory=dict)
    origins: dict[tuple[str, str], str] = field(default_factory=dict)
    entries: dict[Key, Entry] = field(default_factory=dict)
    file: Path | None = None

    def put(self, section: str, key: str, value: Any, origin: str) -> None:
        """Lay a value over what is there."""
        table = self.values.setdefault(section, {})
        if isinstance(table, dict):
            table[key] = value
            self.origins[section, key] = origin

    def where(self, way: Key, *, key: bool = False) -> str:
        """Where a person finds the value (or the key): file:line:column, a variable, an option."""
        if len(way) >= 2 and (str(way[0]), str(way[1])) in self.origins:
            return self.origins[str(way[0]), str(way[1])]
        while way:
            entry = self.entries.get(way)
            if entry is not None:
                place = entry.key if key else entry.value
                return f"{self.file}:{place.line}:{place.column}"
            way = way[:-1]
        return str(self.file or "settings")


def lay_environment(given: Given, environment: Mapping[str, str]) -> Iterator[Fault]:
    """Take in GAMMONITOR_SECTION_KEY; yields a fault for every such name that is no setting."""
    known = dict(_variables())
    for name in sorted(environment):
        if not name.startswith(PREFIX) or name in NOT_SETTINGS:
            continue
        if name in known:
            section, key = known[name]
            given.put(section, key, _read_variable(section, key, environment[name]), name)
        else:
            yield Fault(name, "", f"there is no such setting{suggestion(name, known)}")


def lay_options(given: Given, options: Options) -> None:
    """Take in what the command line gave."""
    for setting, (written, value) in options.items():
        if value is not None:
            section, _, key = setting.partition(".")
            given.put(section, key, json.loads(json.dumps(value, default=str)), written)


def variable_of(section: str, key: str) -> str:
    """Name of the environment variable of a setting."""
    return f"{PREFIX}{section}_{key}".upper()


def _variables() -> Iterator[tuple[str, tuple[str, str]]]:
    for section, model in SECTIONS.items():
        for key in model.model_fields:
            yield variable_of(section, key), (section, key)


def _read_variable(section: str, key: str, text: str) -> Any:
    """Text as it is for settings that are text, else a value written as in the file."""
    if _is_text(SECTIONS[section].model_fields[key].annotation):
        return text
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _is_text(annotation: Any) -> bool:
    if get_origin(annotation) is Literal:
        return all(isinstance(choice, str) for choice in get_args(annotation))
    inner = [part for part in get_args(annotation) if part is not NoneType]
    if inner and get_origin(annotation) not in (tuple, dict, list):
        return _is_text(inner[0])
    return annotation in (str, Path)
