"""Answers to a double: taken, passed, put back, turned once more."""

from monitor.events import Event, Player, other
from monitor.rules import crawford, words
from monitor.rules.disputes import disturbed
from monitor.rules.places import loc_of, taken_there, value_of
from monitor.rules.table import Table

_RIGHT_LEVEL = ("CUBE_WRONG_LEVEL", "CUBE_AUTOMATIC", "CUBE_BEAVER", "CUBE_START_FACE")
VOID_DOUBLE = "void double"
"""Noted in a turn in which a double was found void and the cube not yet put back."""


def taken(table: Table, event: Event) -> None:
    """CubeTaken: the double is accepted."""
    game, cube = table.game, table.cube
    if game.phase == "pre" or disturbed(table, event, "cube"):
        return
    if cube.offered_by is not None:
        if event.by != cube.offered_by:
            _take(table, event, cube.offered_by)
    elif cube.offer is not None:
        _take_void(table, event)
    elif event.by is not None and game.phase != "over":
        _unseen_double(table, event, event.by)


def _take(table: Table, event: Event, doubler: Player) -> None:
    taker = other(doubler)
    if table.game.phase == "over" and not _reopened(table, event, doubler):
        return
    words.answered(table, event, taker, took=True)
    accept(table, event, taker)
    if table.game.phase != "gap":
        _look(table, event, taker)


def _take_void(table: Table, event: Event) -> None:
    """A double that counts for nothing was taken all the same; the cube lies there as if it counted."""
    cube, offer = table.cube, table.cube.offer
    if offer is None or event.by == offer.by:
        return
    cube.shown = value_of(event) or 2 * cube.value
    if crawford.void_offer(table, event) is not None:
        cube.offer = table.docket.reclassify(offer, "taken", event)


def accept(table: Table, event: Event, taker: Player) -> None:
    """The taker owns the cube at twice its value."""
    game, cube = table.game, table.cube
    doubler = cube.offered_by
    if cube.lacks is not None:
        table.signal("valid_double", event, doubler)
    cube.value *= 2
    cube.owner, cube.offered_by, cube.lacks = taker, None, None
    if game.phase == "cube_offered":
        game.phase = "await"


def played_on(table: Table, event: Event, player: Player | None) -> None:
    """The turn of a player who had doubled is over without an answer: it went on, so the double was taken."""
    cube = table.cube
    if player is None or cube.offered_by != player:
        return
    if cube.lacks is None:
        accept(table, event, other(player))
    cube.offered_by = cube.lacks = None


def _reopened(table: Table, event: Event, doubler: Player) -> bool:
    """Whether a pass that would have ended the match is turned into a take, so that the game goes on."""
    wrong = table.docket.open("MATCH_END_ON_DROP", doubler)
    if wrong is None:
        return False
    table.docket.settle(wrong, event)
    crawford.resume(table, doubler)
    return True


def _look(table: Table, event: Event, taker: Player) -> None:
    """Value and place of the cube that was taken."""
    cube, value = table.cube, value_of(event)
    if value is not None:
        cube.seen_at(value)
    if value == cube.value:
        level_right(table, event)
    elif value not in (None, cube.shown) and cube.value <= 64:
        cube.shown = value
        table.raise_finding("CUBE_WRONG_LEVEL", event, taker, expected=cube.value, shown=value)
    loc = loc_of(event)
    if loc is not None and not taken_there(str(table.value("cube.take_place")), taker, loc):
        table.raise_finding("CUBE_TAKE_PLACE", event, taker, loc=dict(loc))


def level_right(table: Table, event: Event) -> None:
    """The cube shows what it has to: that settles a wrong value of this game."""
    wrong = table.docket.open("CUBE_WRONG_LEVEL")
    if wrong is not None and table.cube.shown is not None:
        table.docket.settle(wrong, event)
    table.cube.shown = None


def _unseen_double(table: Table, event: Event, taker: Player) -> None:
    """A take without a double: the double was not seen, if the next value up is on the cube."""
    cube, value = table.cube, value_of(event)
    if value is not None:
        cube.seen_at(value // 2)
    if value in (2 * cube.value, None) and cube.owner != taker:
        cube.value *= 2
        cube.owner = taker


def passed(table: Table, event: Event) -> None:
    """CubePassed: the double is refused, and the game is over."""
    if table.game.phase not in ("pre", "over") and not disturbed(table, event, "cube"):
        refuse(table, event)


def refuse(table: Table, event: Event) -> None:
    """The double that waits for its answer is passed."""
    game, cube = table.game, table.cube
    void = crawford.void_offer(table, event)
    if void is not None:
        crawford.passed(table, event, void)
    elif cube.offered_by is not None and event.by != cube.offered_by:
        doubler = cube.offered_by
        words.answered(table, event, other(doubler), took=False)
        needs = table.match.needs(doubler)
        if needs is not None and 0 < needs <= cube.value and table.value("cube.drop_ends_match") is False:
            table.raise_finding("MATCH_END_ON_DROP", event, doubler)
        game.phase = "over"
    elif cube.offer is None:
        game.phase = "over"


def returned(table: Table, event: Event) -> None:
    """CubeReturned: the cube goes back to where it was before the double."""
    game, cube = table.game, table.cube
    if game.phase in ("pre", "over") or disturbed(table, event, "cube"):
        return
    if cube.offer is not None:
        table.docket.settle(cube.offer, event)
    cube.offer = cube.shown = None
    game.noted.discard(VOID_DOUBLE)
    if cube.offered_by is not None and event.by in (cube.offered_by, None):
        cube.offered_by = cube.lacks = game.early_double = None
        if game.phase == "cube_offered":
            game.phase = "await"


def corrected(table: Table, event: Event) -> None:
    """Corrected, after it was entered: the cube is right again; a game that ended by a void pass goes on."""
    cube = table.cube
    code, offer = event.get("code"), cube.offer
    if code in _RIGHT_LEVEL:
        cube.shown = None
    dropped = cube.offered_by is not None and table.game.phase == "over"
    if code == "MATCH_END_ON_DROP" and dropped and cube.offered_by is not None:
        crawford.resume(table, cube.offered_by)
        accept(table, event, other(cube.offered_by))
    if offer is None or code != offer.code:
        return
    now = table.docket.latest(offer.code, offer.by)
    if now is None or now.status != "resolved":
        return
    cube.offer = cube.shown = None
    if str(now.kind).startswith("passed"):
        crawford.resume(table, offer.by)


def beavered(table: Table, event: Event) -> None:
    """CubeBeavered: the taker turns the cube once more and keeps it."""
    game, cube = table.game, table.cube
    if game.phase in ("pre", "over") or disturbed(table, event, "cube"):
        return
    if cube.offered_by is None and cube.offer is not None:
        _take_void(table, event)
        return
    taker = event.by if cube.offered_by is None else other(cube.offered_by)
    if taker is None or event.by == cube.offered_by:
        return
    if cube.offered_by is not None:
        words.answered(table, event, taker, took=True)
        accept(table, event, taker)
    if cube.owner != taker:
        return
    cube.offer = None
    if table.value("cube.extras") != "allowed":
        cube.offer = table.raise_finding("CUBE_BEAVER", event, taker)
    if cube.offer is not None:
        cube.shown = 2 * cube.value
    else:
        cube.value *= 2
