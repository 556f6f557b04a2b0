"""Disputes: what has to stay as it is until the director has come, and what he rules."""

from monitor.events import Event
from monitor.rules.table import Table


def disturbed(table: Table, event: Event, what: str) -> bool:
    """Whether this event changes something that has to stay as it is until a dispute is settled."""
    if not table.match.dispute:
        return False
    if what in (table.value("dispute.leave_in_place") or ()):
        noted = f"DISPUTE_DISTURBED {event.by} {what}"
        if noted not in table.game.noted:
            table.game.noted.add(noted)
            table.raise_finding("DISPUTE_DISTURBED", event, event.by, what=what)
    return True


def dispute_called(table: Table, _: Event) -> None:
    """DisputeCalled: everything stays as it is until the director has come."""
    table.match.dispute = True


def dispute_over(table: Table, _: Event) -> None:
    """TDArrived: from here on the director says what is moved."""
    table.match.dispute = False


def ruled(table: Table, event: Event) -> None:
    """TDRuling: recorded with the finding it is about, named by its id or its code; it ends the dispute."""
    table.match.dispute = False
    reasons = event.get("reasons")
    ruling = str(event.get("ruling", "")) + (f" ({reasons})" if reasons else "")
    named = str(event.get("finding"))
    if not table.docket.rule(named, ruling, event):
        meant = table.docket.open(named) or table.docket.latest(named)
        if meant is not None:
            table.docket.rule(meant.id, ruling, event)
