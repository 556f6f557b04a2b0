"""The clock and breaks: why it was stopped, for whom it runs, and whose time is used up."""

from monitor.events import Event, EventError
from monitor.rules.table import Table

_ALSO = {"roll_validity_dispute": "dispute", "die_on_floor": "invalid_roll"}
"""A reason to stop the clock -> a wider one that contains it."""


def paused(table: Table, event: Event) -> None:
    """ClockPaused: whether the rule set lets the clock be stopped for this reason."""
    reason = event.get("reason")
    allowed, never = table.value("clock.pause_reasons"), table.value("clock.pause_never") or ()
    if reason is None or not isinstance(allowed, tuple):
        return
    if not isinstance(reason, str):
        raise EventError(f"{event.ev}: reason is {reason!r}; it must be a word such as break or td_called")
    if reason in never or (reason not in allowed and _ALSO.get(reason) not in allowed):
        table.raise_finding("CLOCK_PAUSE_NOT_ALLOWED", event, event.by, reason=reason)


def restarted(table: Table, event: Event) -> None:
    """ClockRestarted: remembered, because an illegal move may be replayed only after the delay."""
    table.clock_started = event


def time_expired(table: Table, event: Event) -> None:
    """TimeExpired: a player's reserve is gone."""
    table.raise_finding("TIME_EXPIRED", event, event.by)


def break_taken(table: Table, event: Event) -> None:
    """BreakTaken: in the middle of a game or between two."""
    during = event.get("during", "game" if table.game.running else "between_games")
    if not isinstance(during, str):
        raise EventError(f"{event.ev}: during is {during!r}; it must be a word such as game or between_games")
    if during == "game" and table.value("breaks.between_games") is not None:
        table.raise_finding("BREAK_DURING_GAME", event, event.by)
