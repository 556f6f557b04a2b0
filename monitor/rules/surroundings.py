"""What lies and stands around the game: dice, cubes, clock, box, board; cameras and analysis."""

from collections.abc import Iterator, Mapping
from typing import Any

from monitor.events import Event, EventError
from monitor.rules.table import Table

Remark = tuple[str, str, bool]
"""Code, kind, and whether it is so."""

_CM_PER_INCH = 2.54
_MAY_SEE_ANALYSIS = frozenset(("monitor", "td", "director", "staff", "operator"))


def observed(table: Table, event: Event) -> None:
    """ObjectsObserved: each remark is made once, and again only after it was put right in between."""
    for code, kind, wrong in _remarks(table, event):
        if not wrong:
            table.standing.discard((code, kind))
        elif (code, kind) not in table.standing:
            table.standing.add((code, kind))
            table.raise_finding(code, event, None, (kind,) if kind else (), seen=dict(event.data))


def _remarks(table: Table, event: Event) -> Iterator[Remark]:
    config = table.config
    unused, dice = _number(event, "unused_dice_on_board"), _number(event, "dice_at_table")
    cubes, in_play = _number(event, "cubes_in_view"), _number(event, "dice_in_play")
    if unused is not None and table.value("dice.handling.unused_off_board"):
        yield "SPARE_DICE_ON_BOARD", "", unused > 0
    needed = table.value("dice.handling.spare_dice_present")
    if dice is not None and needed is not None:
        yield "DICE_SET_INCOMPLETE", "", dice < needed
    if cubes is not None:
        yield "EXTRA_CUBE", "", cubes > 1
    if in_play is not None:
        way = "dice_with_clock" if config.clock else "dice_no_clock"
        kind = "own4_with_clock" if config.clock else "shared2_without_clock"
        used = "own4" if in_play > 2 else "shared2"
        yield "DICE_MODE", kind, used not in (table.value(f"modes.{way}") or (used,))
    if config.home is not None:
        away = "W" if config.home == "E" else "E"
        for code, name, path in (
            ("CLOCK_SIDE", "clock_side", "clock.side"),
            ("BAFFLE_SIDE", "baffle_side", "equipment.baffle_side"),
        ):
            side, rule = event.get(name), table.value(path)
            if side in ("E", "W") and rule is not None:
                yield code, "", side != (config.home if rule == "home_boards" else away)
    if event.get("board_cm") is not None:
        yield "BOARD_SIZE", "", not _fits(table, _size(event))


def _number(event: Event, name: str) -> int | None:
    number = event.get(name)
    if not isinstance(number, int | None):
        raise EventError(f"{event.ev}: {name} is {number!r}; it must be a whole number")
    return number


def _size(event: Event) -> tuple[float, float]:
    """The shorter and the longer side of the open board, cm."""
    size = event.get("board_cm")
    numbers = isinstance(size, list | tuple) and all(isinstance(side, int | float) for side in size)
    if not numbers or len(size) != 2:
        raise EventError(f"{event.ev}: board_cm is {size!r}; it must be two lengths")
    return min(size), max(size)


def _fits(table: Table, size: tuple[float, float]) -> bool:
    """Whether a board is of a size on which no player can ask for another; turning it changes nothing."""
    cm: Mapping[str, Any] = table.value("equipment.board_cm") or {}
    inches: Mapping[str, Any] = table.value("equipment.board_in") or {}
    least, most = cm.get("min", (0, 0)), cm.get("max", (float("inf"), float("inf")))
    widest = inches.get("max_width", float("inf")) * _CM_PER_INCH
    within = all(low <= side <= high for low, side, high in zip(least, size, most, strict=True))
    return within and size[1] <= widest


def recording_objected(table: Table, event: Event) -> None:
    """RecordingObjection: against a player's own recording; the organiser's needs nobody's leave."""
    if event.get("recorder", "player") == "player" and table.value("recording.player") != "allowed":
        table.raise_finding("RECORDING_OBJECTION", event, event.by)


def analysis_shown(table: Table, event: Event) -> None:
    """AnalysisShown: to somebody at the table or outside while the match is on."""
    to = event.get("to")
    audience = {str(one) for one in (to if isinstance(to, list | tuple) else (to,)) if one is not None}
    if table.match.over or table.value("recording.live_analysis") in (None, "allowed"):
        return
    if audience - _MAY_SEE_ANALYSIS:
        table.raise_finding("ANALYSIS_EXPOSED", event, event.by, to=sorted(audience))
