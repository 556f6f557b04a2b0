"""Words that bind: what a player said he would do with the cube, and what he said before handling things."""

from monitor.events import Event, Player
from monitor.rules.crawford import may_double
from monitor.rules.table import Table, actor, opponent

_WILL_DOUBLE, _WILL_DROP, _WILL_TAKE = "will_double", "will_drop", "will_take"
_LATER = "will_drop_later"
_ONE_HANDLING = ("reposition_dice", "reposition_cube")


def announced(table: Table, event: Event) -> None:
    """Announced: what a player says is kept until it is done, broken or out of date."""
    what = event.get("what")
    if event.by is None or not isinstance(what, str):
        return
    table.said[event.by, what] = event
    if what == _WILL_DROP:
        table.said.pop((event.by, _LATER), None)


def throwing(table: Table, event: Event) -> None:
    """DiceThrown, before it is judged: a double that was promised is due before the first throw of a turn."""
    game = table.game
    if not table.said or event.get("purpose") is not None or not game.running or table.match.dispute:
        return
    for word in _ONE_HANDLING:
        for either in ("A", "B"):
            table.said.pop((either, word), None)
    _promises_due(table, event)


def rolled_unseen(table: Table, event: Event) -> None:
    """DiceAtRest, before it is judged: the throw itself may not have been seen."""
    counts = event.get("settled") is not False and event.get("purpose") is None and not table.game.aside
    if counts and table.said and table.game.phase == "await" and not table.match.dispute:
        _promises_due(table, event)


def _promises_due(table: Table, event: Event) -> None:
    game = table.game
    player = actor(event, game)
    if player is None or game.phase != "await" or game.to_act not in (player, None):
        return
    if not may_double(table, player):
        return
    if table.said.pop((player, _WILL_DOUBLE), None) is not None:
        table.raise_finding("CUBE_VOW_BROKEN", event, player, ("double",), due=game.turn)
    taker = opponent(player)
    promise = None if taker is None else table.said.pop((taker, _WILL_DROP), None)
    if taker is not None and promise is not None:
        table.said[taker, _LATER] = promise


def doubled(table: Table, player: Player) -> None:
    """He has doubled, as he may have said he would."""
    table.said.pop((player, _WILL_DOUBLE), None)


def answered(table: Table, event: Event, player: Player, took: bool) -> None:
    """A double was taken or passed: whether the player had said that he would do the other."""
    kinds = ((_WILL_DROP, "drop"), (_LATER, "drop_later")) if took else ((_WILL_TAKE, "take"),)
    broken = [kind for word, kind in kinds if (player, word) in table.said]
    for word in (_WILL_DROP, _LATER, _WILL_TAKE):
        table.said.pop((player, word), None)
    if broken:
        table.raise_finding("CUBE_VOW_BROKEN", event, player, broken[:1])
