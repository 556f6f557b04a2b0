"""Readings put right by hand: the table as an operator says it is. Nothing is found because of it."""

from monitor.events import Event, EventError
from monitor.rules.table import Cube, Game, Table, board_of

READING = "READING"


def corrected(table: Table, event: Event) -> None:
    """Corrected with the code READING: board, dice, cube, score, and whose turn it is are as it says."""
    if event.get("code") != READING:
        return
    board, dice = board_of(event, "board"), event.get("dice")
    if board is not None and table.game.phase in ("pre", "over"):
        table.game = Game(phase="await", number=max(1, table.match.games), crawford=table.config.crawford)
    _score(table, event)
    cube_as_it_is(table, event)
    game = table.game
    if game.phase in ("pre", "over"):
        return
    to_act = event.get("to_act") or game.to_act
    if board is not None:
        game.board, game.last, game.early = board, None, None
    if dice == [] or to_act != game.to_act:
        game.begin_turn(to_act)
    if board is not None and game.phase != "opening":
        game.before = board_of(event, "board_before") or board
    if game.phase == "gap":
        game.phase = "await"
    if dice:
        game.phase, game.to_act, game.dice = "rolled", to_act, (dice[0], dice[1])


def cube_as_it_is(table: Table, event: Event) -> None:
    """The cube has the value and the owner that an event names, if it names any. Raises EventError."""
    cube = event.get("cube")
    if cube is None:
        return
    if not isinstance(cube, dict) or not isinstance(cube.get("value"), int):
        raise EventError(f"{event.ev}: cube is {cube!r}; it must be an object with value and owner")
    table.cube = Cube(value=cube["value"], owner=cube.get("owner"))
    if table.game.phase == "cube_offered":
        table.game.phase = "await"


def _score(table: Table, event: Event) -> None:
    score, crawford = event.get("score"), event.get("crawford")
    if score is not None:
        south, north = (score.get("A"), score.get("B")) if isinstance(score, dict) else (None, None)
        if not isinstance(south, int) or not isinstance(north, int):
            raise EventError(f"{event.ev}: score is {score!r}; it must be the points of A and B")
        table.match.score["A"], table.match.score["B"] = south, north
    if isinstance(crawford, bool):
        table.game.crawford = crawford
