"""The cube as it lies: at the start of a game, turned in the centre, touched by a player."""

from collections.abc import Mapping

from monitor.events import Event, EventError
from monitor.rules.crawford import may_double
from monitor.rules.disputes import disturbed
from monitor.rules.places import value_of
from monitor.rules.table import Table, actor

_MEANS_A_DOUBLE = (
    "binds_unless_announced",
    "picking_up_binds_unless_announced",
    "clear_reach_binds",
    "may_be_read_as_double",
)


def at_start(table: Table, event: Event) -> None:
    """GameStarted, after the game has begun: the cube's face and place, or that it is there at all."""
    cube = event.get("cube")
    if cube is None:
        return
    if not isinstance(cube, Mapping):
        raise EventError(f"{event.ev}: cube is {cube!r}; it must be value_shown and place, or present")
    present = cube.get("present", True)
    away = table.game.crawford and not present
    if away or (
        table.game.crawford and table.raise_finding("CRAWFORD_CUBE_PRESENT", event, None) is not None
    ):
        return
    face, place = cube.get("value_shown"), cube.get("place")
    faces = table.value("cube.start_faces") or ()
    if present and face is not None and faces and face not in faces:
        table.raise_finding("CUBE_START_FACE", event, None, shown=face, expected=list(faces))
        if isinstance(face, int):
            table.cube.shown = face
    places = table.value("cube.start_place") or ()
    if places and (not present or (place is not None and place not in places)):
        table.raise_finding("CUBE_START_PLACE", event, None, place=place, expected=list(places))


def turned_in_centre(table: Table, event: Event) -> None:
    """CubeTurnedCentre: an automatic double, or the cube put right in the middle."""
    game, cube, value = table.game, table.cube, value_of(event)
    if not game.running or value is None or disturbed(table, event, "cube"):
        return
    if value in (1, 64) and cube.value == 1:
        for code in ("CUBE_AUTOMATIC", "CUBE_START_FACE"):
            table.docket.resolve(code, event)
        cube.shown = None
        return
    if table.value("cube.extras") != "allowed":
        for code in ("CUBE_AUTOMATIC", "CUBE_START_FACE"):
            finding = table.raise_finding(code, event, event.by, shown=value)
            if finding is not None:
                cube.offer, cube.shown = finding, value
                return
    if cube.owner is None:
        cube.value = value


def touched(table: Table, event: Event) -> None:
    """CubeTouched: a hand on the cube, or towards it, by a player who could double now."""
    game = table.game
    player = actor(event, game)
    reached = bool(event.get("reached_only"))
    if not game.running or player is None:
        return
    if table.match.dispute:
        if event.get("lifted"):
            disturbed(table, event, "cube")
        return
    announced = table.said.pop((player, "reposition_cube"), None) is not None
    could = game.phase == "await" and game.to_act in (player, None) and may_double(table, player)
    if announced or not could or table.mirrored(event) or "CUBE_TOUCHED" in game.noted:
        return
    rule = str(table.value("cube.reach_binds" if reached else "cube.touch_binds"))
    if rule == "picking_up_binds_unless_announced" and not event.get("lifted"):
        return
    if rule in _MEANS_A_DOUBLE:
        game.noted.add("CUBE_TOUCHED")
        table.raise_finding("CUBE_TOUCHED", event, player, ("reached" if reached else "touched",))
