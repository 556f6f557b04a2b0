"""A cube that is out of play: in the Crawford game, or dead because it already wins the match."""

from monitor.events import Event, Player, other
from monitor.findings import Finding
from monitor.rules.table import Table

_OUT_OF_PLAY = ("CUBE_CRAWFORD", "CUBE_DEAD")


def dead_for(table: Table, player: Player) -> bool:
    """Whether the rule set calls the cube dead for a player: its value already wins him the match."""
    rule, needs = table.value("cube.dead"), table.match.needs(player)
    if rule not in ("invalid", "invalid_for_holder") or needs is None:
        return False
    held = table.cube.owner == player or rule == "invalid"
    return held and 0 < needs <= table.cube.value


def may_double(table: Table, player: Player) -> bool:
    """Whether a player could double when his turn comes: the cube is in play and not with the other."""
    in_play = not table.game.crawford and not dead_for(table, player)
    return in_play and table.cube.owner in (None, player)


def void_offer(table: Table, event: Event) -> Finding | None:
    """The double with a cube that is out of play to which this answer belongs."""
    offer = table.cube.offer
    if offer is None or offer.kind != "offered" or offer.by is None or event.by == offer.by:
        return None
    return offer if offer.code in _OUT_OF_PLAY else None


def passed(table: Table, event: Event, offer: Finding) -> None:
    """Such a double was passed: the game has ended by a pass that is void."""
    doubler = offer.by
    kind = "passed"
    if offer.code == "CUBE_CRAWFORD" and doubler is not None:
        score = table.match.score
        leads = score[other(doubler)] > score[doubler]
        kind = "passed_by_leader" if leads else "passed_by_trailer"
    table.cube.offer = table.docket.reclassify(offer, kind, event)
    table.game.phase = "over"


def match_ended(table: Table, event: Event) -> None:
    """MatchEnded: before any window ends, whether the match was won by a cube that was out of play."""
    offer, winner = table.cube.offer, event.get("winner")
    if offer is None or offer.kind != "taken" or winner not in ("A", "B"):
        return
    through = event.get("through_cube")
    if through is None and table.match.won is not None:
        through = bool(table.match.needs(winner))
    if through:
        table.cube.offer = table.docket.reclassify(offer, "taken_trailer_won_match", event)


def resume(table: Table, player: Player | None) -> None:
    """A game that was over goes on with this player to act; what it counted is taken back."""
    game, match = table.game, table.match
    if match.won is not None and "GameEnded" in game.noted:
        winner, points = match.won
        match.score[winner] -= points
        match.won = None
    match.over = False
    game.noted.discard("GameEnded")
    game.phase, game.to_act = "await", player
