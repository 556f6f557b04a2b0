"""The options of ``gammonitor watch`` over a station's settings, and the settings of a match they make."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from calibration.clock_place import parse_clock
from calibration.geometry import Layout, parse_corners
from monitor.cli.errors import UsageError
from monitor.cli.placing import parse_bar
from monitor.config import Half, MatchConfig
from monitor.settings import SettingsError, StationSettings, load


@dataclass(frozen=True)
class WatchOptions:
    """The options of the command, as given; None where nothing was said."""

    source: str | None = None
    ruleset: str | None = None
    length: int | None = None
    players: str | None = None
    corners: str | None = None
    calibration: Path | None = None
    layout: Layout | None = None
    bar: str | None = None
    clock: bool | None = None
    clock_at: str | None = None
    baffle: bool | None = None
    dice: Literal["own4", "shared2"] | None = None
    home: Half | None = None
    score: str | None = None
    crawford: bool | None = None
    monitor_agreed: bool | None = None
    single_act: bool | None = None
    club: bool | None = None
    option: tuple[str, ...] = ()
    events: Path | None = None
    resume: Path | None = None
    config: Path | None = None
    serve: bool | None = None
    host: str | None = None
    port: int | None = None
    realtime: bool | None = None


def station_settings(options: WatchOptions) -> StationSettings:
    """What the options say, over the environment, over the file. Raises UsageError or SettingsError."""
    score = parse_score(options.score, options.length)
    given: Mapping[str, tuple[str, Any]] = {
        "source.address": ("SOURCE", options.source),
        "source.realtime": ("--realtime", options.realtime),
        "source.calibration": ("--calibration", _plain(options.calibration)),
        "source.corners": ("--corners", options.corners and parse_corners(options.corners)),
        "source.layout": ("--layout", options.layout),
        "source.bar": ("--bar", options.bar and parse_bar(options.bar)),
        "match.ruleset": ("--ruleset", options.ruleset),
        "match.length": ("--length", options.length),
        "match.players": ("--players", options.players and parse_players(options.players)),
        "source.clock_at": ("--clock-at", options.clock_at and parse_clock(options.clock_at)),
        "match.clock": ("--clock", options.clock or (True if options.clock_at else None)),
        "match.baffle": ("--baffle", options.baffle),
        "match.dice": ("--dice", options.dice),
        "match.home": ("--home", options.home),
        "match.score": ("--score", score if options.score else None),
        "match.crawford": ("--crawford", options.crawford),
        "match.monitor_agreed": ("--monitor-agreed", options.monitor_agreed),
        "match.single_act": ("--single-act", options.single_act),
        "match.context": ("--club", "club" if options.club else None),
        "match.options": ("--option", parse_options(options.option) or None),
        "server.enabled": ("--serve", options.serve),
        "server.host": ("--host", options.host),
    }
    try:
        return load(options.config, options=given)
    except SettingsError as error:
        if len(error.faults) == 1 and options.config is None:
            fault = error.faults[0]
            raise UsageError(f"{fault.where}: {fault.what}") from error
        raise


def match_config(settings: StationSettings, ruleset: str, *, has_bar: bool, stills: bool) -> MatchConfig:
    """The settings of the match."""
    match = settings.match
    return MatchConfig(
        ruleset=ruleset,
        length=match.length,
        players=match.players or ("A", "B"),
        clock=match.clock,
        baffle=match.baffle,
        dice=match.dice or ("shared2" if match.clock else "own4"),
        home=match.home,
        light=match.light,
        has_bar=has_bar,
        stills=stills,
        score=match.score,
        crawford=match.crawford,
        monitor_agreed=match.monitor_agreed,
        single_act_agreed=match.single_act,
        context=match.context,
        left_roll_ok=frozenset(match.left_roll),
        options=match.options,
        alerts=settings.alerts.routing,
    )


def parse_players(text: str) -> tuple[str, str]:
    """Two names written as ``"Anna,Boris"``, south first."""
    names = [name.strip() for name in text.split(",")]
    if len(names) != 2 or not all(names) or names[0] == names[1]:
        raise UsageError(f'--players {text!r}: write two different names as "Anna,Boris", south player first')
    return names[0], names[1]


def parse_score(text: str | None, length: int | None) -> tuple[int, int]:
    """A score written as ``"3:2"``, south first; 0:0 where nothing is said."""
    if text is None:
        return 0, 0
    parts = [part.strip() for part in text.split(":")]
    if len(parts) != 2 or not all(part.isdecimal() for part in parts):
        raise UsageError(f'--score {text!r}: write the points of the south and the north player as "3:2"')
    score = int(parts[0]), int(parts[1])
    if length is None or max(score) >= length:
        raise UsageError(f"--score {text!r}: give the match length too, and a score below it")
    return score


def parse_options(texts: tuple[str, ...]) -> dict[str, Any]:
    """The director's choices, each written as path=value; the value as in a rule set file, or a word."""
    chosen: dict[str, Any] = {}
    for text in texts:
        path, sign, value = text.partition("=")
        if not sign or not path.strip():
            raise UsageError(f"--option {text!r}: write it as path=value, as gammonitor rules show names it")
        try:
            chosen[path.strip()] = tomllib.loads(f"v = {value}")["v"]
        except tomllib.TOMLDecodeError:
            chosen[path.strip()] = value.strip()
    return chosen


def _plain(path: Path | None) -> str | None:
    return None if path is None else str(path)
