"""From a file, the environment and the options to sound settings, or to all that is wrong with them."""

import json
import os
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from monitor.settings.crosscheck import crossings
from monitor.settings.errors import Fault, SettingsError, UnreadableSettingsError
from monitor.settings.given import Given, Options, lay_environment, lay_options
from monitor.settings.model import SECTIONS, Section, StationSettings
from monitor.settings.nearest import suggestion
from monitor.settings.places import find_places
from monitor.settings.wording import reason

LARGEST = 1_000_000
_TOML_PLACE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")


def load(
    file: Path | None = None,
    *,
    options: Options | None = None,
    environment: Mapping[str, str] | None = None,
) -> StationSettings:
    """The settings: options before GAMMONITOR_* variables before the file before the defaults.

    options: see ``monitor.settings.given.Options``. environment: the process's own where None. Paths in the
    file are relative to its folder. Raises SettingsError with every fault, or UnreadableSettingsError.
    """
    given = Given(file=file)
    if file is not None:
        _lay_file(given, file)
    faults = list(lay_environment(given, os.environ if environment is None else environment))
    lay_options(given, options or {})
    sections: dict[str, Section] = {}
    for name, value in given.values.items():
        if name not in SECTIONS:
            what = f"there is no such section{suggestion(name, SECTIONS)}"
            faults.append(Fault(given.where((name,), key=True), name, what))
            continue
        section, wrong = _section(name, value, given)
        faults.extend(wrong)
        if section is not None:
            sections[name] = section
    for setting, what in crossings(sections, {fault.setting.partition("[")[0] for fault in faults}):
        section_name, _, key = setting.partition(".")
        if section_name == "camera" and ("source", "address") in given.origins:
            continue  # another source for once: what the file says of the camera waits for the usual one
        faults.append(Fault(given.where((section_name, key)), setting, what))
    if faults:
        raise SettingsError(sorted(faults, key=_order))
    return StationSettings.model_validate({n: _resolved(n, s, given) for n, s in sections.items()})


def _lay_file(given: Given, file: Path) -> None:
    try:
        raw = file.read_bytes()
    except OSError as error:
        raise UnreadableSettingsError(f"settings {file} cannot be read: {error.strerror}") from error
    if len(raw) > LARGEST:
        raise UnreadableSettingsError(
            f"settings {file}: {len(raw)} bytes are too many for a file of settings"
        )
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise UnreadableSettingsError(
            f"settings {file}:{line}: not text in UTF-8; save it as UTF-8"
        ) from error
    try:
        given.values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError([_toml_fault(file, text, str(error))]) from error
    except RecursionError as error:
        raise UnreadableSettingsError(f"settings {file}: arrays are nested too deeply") from error
    given.entries = find_places(text)


def _toml_fault(file: Path, text: str, message: str) -> Fault:
    match = _TOML_PLACE.search(message)
    if match is None or match[1] is None:
        lines = text.splitlines() or [""]
        place = f"{len(lines)}:{len(lines[-1]) + 1}"
    else:
        place = f"{match[1]}:{match[2]}"
    return Fault(f"{file}:{place}", "", f"no TOML: {_TOML_PLACE.sub('', message)}")


def _section(name: str, value: Any, given: Given) -> tuple[Section | None, list[Fault]]:
    model = SECTIONS[name]
    if not isinstance(value, dict):
        what = f"is a section; write its settings under [{name}]"
        return None, [Fault(given.where((name,), key=True), name, what)]
    try:
        return _validated(model, value), []
    except ValidationError as error:
        wrong = {one["loc"][0] for one in error.errors(include_url=False)}
        sound = {key: item for key, item in value.items() if key not in wrong}
        return _validated(model, sound), list(_faults(name, error, given, tuple(model.model_fields)))


def _validated(model: type[Section], value: dict[str, Any]) -> Section:
    return model.model_validate_json(json.dumps(value, default=str))


def _faults(name: str, error: ValidationError, given: Given, known: tuple[str, ...]) -> Iterator[Fault]:
    """One fault a setting or item, however many ways it is wrong."""
    seen: set[str] = set()
    for one in error.errors(include_url=False):
        way = (name, *one["loc"])
        setting = _written(way)
        if setting in seen:
            continue
        seen.add(setting)
        unknown = one["type"] == "extra_forbidden"
        yield Fault(given.where(way, key=unknown), setting, reason(one, known))


def _written(way: tuple[str | int, ...]) -> str:
    """A setting as people write it: ``match.players[2]``, items counted from 1."""
    return "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in way)[1:]


def _resolved(name: str, section: Section, given: Given) -> Section:
    """Paths of the file made relative to its folder."""
    if given.file is None:
        return section
    folder = given.file.parent
    moved = {
        key: folder / value
        for key in section.model_fields_set
        if isinstance(value := getattr(section, key), Path) and (name, key) not in given.origins
    }
    return section.model_copy(update=moved)


def _order(fault: Fault) -> tuple[int, int, str]:
    """Those of the file first, from its top to its end."""
    _, *place = fault.where.rsplit(":", 2)
    in_file = len(place) == 2 and place[0].isdecimal()
    return (int(place[0]), int(place[1]), "") if in_file else (sys.maxsize, 0, fault.where)
