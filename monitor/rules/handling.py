"""Handling of checkers that does not make a play: touches, trial moves, where hit and borne-off men lie."""

from monitor.events import Event
from monitor.rules.table import Table, actor, opponent

_ON_THE_BOARD = {
    "away_from_playing_surface": ("surface", "point"),
    "away_from_board": ("surface", "point", "bar", "frame", "rail"),
}
"""Where a borne-off checker may not lie, by what the rule set wants of it."""


def checkers_touched(table: Table, event: Event) -> None:
    """CheckersTouched: a hand on checkers, nothing moved."""
    game = table.game
    if not game.running or game.phase == "opening" or event.by is None:
        return
    early = game.early is not None and game.early.by == event.by
    if event.by == opponent(game.to_act) and not early:
        table.raise_finding("CHECKER_OFF_TURN", event, event.by, ("touched",))


def trial(table: Table, event: Event) -> None:
    """CheckerTrial: a trial move that breaks what the rule set says about them."""
    least = table.value("shuffle.min_cm")
    clearance = event.get("clearance_cm")
    wrong = []
    if event.get("uncontrolled") and table.value("shuffle.uncontrolled"):
        wrong.append("uncontrolled")
    if isinstance(clearance, int | float) and isinstance(least, int | float) and clearance < least:
        wrong.append("clearance")
    if event.get("hit_to_bar") and table.value("shuffle.hit_on_top_no_bar"):
        wrong.append("hit_to_bar")
    if event.get("restored") is False and table.value("shuffle.return_between_tries"):
        wrong.append("not_restored")
    if wrong:
        table.raise_finding("SHUFFLE", event, actor(event, table.game), wrong)


def placed(table: Table, event: Event) -> None:
    """CheckerPlaced: where a hit or borne-off checker was laid, while a game is on."""
    if table.game.phase == "over":
        return
    place = event.get("loc")
    if event.get("what") == "hit" and place != "bar" and table.value("checkers.hit_on_bar"):
        table.raise_finding("HIT_CHECKER_OFF_BAR", event, event.by)
    elif event.get("what") == "borne_off" and place in _ON_THE_BOARD.get(
        str(table.value("checkers.borne_off")), ()
    ):
        table.raise_finding("BORNE_OFF_ON_SURFACE", event, event.by)
