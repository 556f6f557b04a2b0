"""The options of ``gammonitor watch``, and the settings of a match that they make."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from calibration.geometry import Layout
from monitor.cli.errors import UsageError
from monitor.config import Half, MatchConfig


@dataclass(frozen=True)
class WatchOptions:
    """The options of the command, as given."""

    source: str
    ruleset: str = "usbgf-2016"
    length: int | None = None
    players: str | None = None
    corners: str | None = None
    calibration: Path | None = None
    layout: Layout | None = None
    bar: str | None = None
    clock: bool = False
    baffle: bool = False
    dice: Literal["own4", "shared2"] | None = None
    home: Half | None = None
    score: str | None = None
    crawford: bool = False
    monitor_agreed: bool = False
    single_act: bool = False
    club: bool = False
    option: tuple[str, ...] = ()
    events: Path | None = None
    serve: str | None = None
    realtime: bool = False


def match_config(options: WatchOptions, ruleset: str, *, has_bar: bool, stills: bool) -> MatchConfig:
    """The settings of the match; UsageError says which option does not fit."""
    return MatchConfig(
        ruleset=ruleset,
        length=options.length,
        players=parse_players(options.players),
        clock=options.clock,
        baffle=options.baffle,
        dice=options.dice or ("shared2" if options.clock else "own4"),
        home=options.home,
        has_bar=has_bar,
        stills=stills,
        score=parse_score(options.score, options.length),
        crawford=options.crawford,
        monitor_agreed=options.monitor_agreed,
        single_act_agreed=options.single_act,
        context="club" if options.club else "tournament",
        options=parse_options(options.option),
    )


def parse_players(text: str | None) -> tuple[str, str]:
    """Two names written as ``"Anna,Boris"``, south first; A and B where nothing is said."""
    if text is None:
        return "A", "B"
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
