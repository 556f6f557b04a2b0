"""Doubles: whose turn, who may, at what level, where the cube lies and which act was made."""

from collections.abc import Iterator

from monitor.events import Event, Player
from monitor.findings import Finding
from monitor.rules import crawford, words
from monitor.rules.answers import VOID_DOUBLE, beavered, level_right
from monitor.rules.disputes import disturbed
from monitor.rules.places import loc_of, offered_there, value_of
from monitor.rules.table import Table, actor

Ground = tuple[str, tuple[str, ...]]


def offered(table: Table, event: Event) -> None:
    """CubeOffered: a double, by word, by hand or by both."""
    game, cube = table.game, table.cube
    player = actor(event, game)
    if player is None or game.phase in ("pre", "over") or disturbed(table, event, "cube"):
        return
    if game.phase == "gap":
        cube.offered_by = player
    elif cube.offered_by == player:
        _offered_again(table, event, player)
    elif cube.offered_by is not None:
        beavered(table, event)
    elif not _dead_cube_again(table, event, player) and not _kept_late(table, event, player):
        _judge(table, event, player)


def _judge(table: Table, event: Event, player: Player) -> None:
    void = table.cube.offer
    if void is not None and void.by == player and VOID_DOUBLE in table.game.noted:
        return
    if _void(table, event, player) is None:
        _valid(table, event, player)
        return
    table.game.noted.add(VOID_DOUBLE)
    if event.get("physical") is not False:
        table.signal("cube_turn", event, player)


def _void(table: Table, event: Event, player: Player) -> Finding | None:
    """The finding for which this double counts for nothing, None where the rule set lets it count, or nobody
    saw it."""
    if _unseen(event):
        return None
    for code, kinds in _grounds(table, player):
        finding = table.raise_finding(code, event, player, kinds)
        if finding is not None:
            table.cube.offer = finding
            return finding
    return None


def _unseen(event: Event) -> bool:
    """Whether a double is only known by what came of it."""
    return "physical" in event.data and event.get("physical") is None


def _grounds(table: Table, player: Player) -> Iterator[Ground]:
    """What could make a double void just now, the weightiest first."""
    game = table.game
    if game.crawford:
        yield "CUBE_CRAWFORD", ("offered",)
    if table.cube.owner not in (None, player):
        yield "CUBE_NO_ACCESS", ()
    if crawford.dead_for(table, player):
        yield "CUBE_DEAD", ("offered",)
    if game.phase == "opening":
        if table.value("cube.opening_roll") == "not_before_opening_roll":
            yield "CUBE_AT_OPENING", ()
    elif not _on_turn(table, player) and table.value("cube.premature") == "invalid":
        yield "CUBE_PREMATURE", ()
    else:
        yield from ((code, ()) for code in _after_throw(table, player))


def _after_throw(table: Table, player: Player) -> Iterator[str]:
    """What a throw that the player has already made, in turn or before it, means for his double."""
    game, early = table.game, table.game.early
    counts = void = False
    if early is not None and early.by == player:
        counts, void = not early.void, early.void and table.value("cube.after_premature_roll") == "barred"
    if _on_turn(table, player):
        void |= game.phase == "invalid" and table.value("cube.after_invalid_roll") == "barred"
        counts |= game.phase in ("thrown", "rolled") and bool(table.value("cube.before_roll_only"))
    if counts:
        yield "CUBE_AFTER_ROLL"
    elif void:
        yield "CUBE_AFTER_INVALID_ROLL"


def _dead_cube_again(table: Table, event: Event, player: Player) -> bool:
    """Whether this turns a dead cube again that was turned and taken before; that is void with it."""
    offer = table.cube.offer
    if offer is None or offer.code != "CUBE_DEAD" or offer.kind != "taken" or player == offer.by:
        return False
    table.cube.shown = value_of(event) or table.cube.shown
    return True


def _on_turn(table: Table, player: Player) -> bool:
    return table.game.to_act in (player, None)


def _kept_late(table: Table, event: Event, player: Player) -> bool:
    """A player who had promised to double and thrown instead is held to his word: the throw is taken back."""
    game = table.game
    broken = table.docket.open("CUBE_VOW_BROKEN", player)
    if broken is None or broken.evidence.get("due") != game.turn:
        return False
    if player != game.to_act or game.phase not in ("thrown", "rolled"):
        return False
    table.docket.settle(broken, event)
    game.phase, game.dice, game.throw = "await", None, None
    _valid(table, event, player)
    return True


def _valid(table: Table, event: Event, player: Player) -> None:
    game, cube = table.game, table.cube
    cube.offered_by, cube.offer = player, None
    words.doubled(table, player)
    table.docket.resolve("CUBE_TOUCHED", event, player)
    if game.phase != "opening" and not _on_turn(table, player) and not _unseen(event):
        table.raise_finding("CUBE_PREMATURE", event, player)
        game.early_double = player
    elif game.phase == "await":
        game.phase, game.to_act = "cube_offered", player
    cube.lacks = _lacking(table, event)
    if cube.lacks is not None:
        table.raise_finding("CUBE_ACT_INCOMPLETE", event, player, (cube.lacks,))
    elif game.early_double is None:
        table.signal("valid_double", event, player)
    table.signal("cube_turn", event, player)
    _level(table, event, player)
    _place(table, event, player)


def _lacking(table: Table, event: Event) -> str | None:
    """The act that is missing where a rule set wants word and hand and the players accept no less."""
    if table.value("cube.offer_acts") != "both_unless_players_agreed" or table.config.single_act_agreed:
        return None
    return next((f"no_{act}_act" for act in ("verbal", "physical") if event.get(act) is False), None)


def _offered_again(table: Table, event: Event, player: Player) -> None:
    """The same double once more: with the act that was missing, or at the right level."""
    cube = table.cube
    if cube.lacks is not None and _lacking(table, event) != cube.lacks:
        cube.lacks = None
        table.signal("valid_double", event, player)
    _level(table, event, player)


def _level(table: Table, event: Event, player: Player) -> None:
    cube, value = table.cube, value_of(event)
    if value is None:
        return
    cube.seen_at(value // 2)
    expected = 2 * cube.value
    if expected > 64:
        return
    if value == expected:
        level_right(table, event)
    elif not table.mirrored(event) and (cube.shown is None or value not in (cube.shown, 2 * cube.shown)):
        cube.shown = value
        table.raise_finding("CUBE_WRONG_LEVEL", event, player, expected=expected, shown=value)
    else:
        cube.shown = value


def _place(table: Table, event: Event, player: Player) -> None:
    loc = loc_of(event)
    if loc is not None and table.mirrored(event):
        loc = {name: value for name, value in loc.items() if name != "half"}
    if loc is not None and not offered_there(str(table.value("cube.offer_place")), player, loc):
        table.raise_finding("CUBE_OFFER_PLACE", event, player, loc=dict(loc))
