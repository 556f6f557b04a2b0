"""The end of a game and of a match: what it counts, whether it may end like this, and the length played."""

from monitor.backgammon import Position, from_seat, game_result
from monitor.events import Event, EventError, Player, other
from monitor.rules import crawford, giving_up
from monitor.rules.answers import refuse
from monitor.rules.table import Table
from monitor.rules.turns import end_turn

_MULTIPLE = {"single": 1, "gammon": 2, "backgammon": 3}


def game_ended(table: Table, event: Event) -> None:
    """GameEnded: how the game was won, and what was written down for it."""
    game, match = table.game, table.match
    winner, how = event.get("winner"), event.get("how")
    if winner not in ("A", "B", None):
        raise EventError(f"{event.ev}: winner is {winner!r}; it must be A, B or null")
    if not isinstance(how, str):
        raise EventError(f"{event.ev}: how is {how!r}; it must be bearoff, pass, concede, settled or time")
    if "GameEnded" in game.noted:
        return
    if how == "bearoff" and winner is not None:
        _last_play(table, event, winner)
    elif how == "pass" and game.phase not in ("pre", "over"):
        refuse(table, event)
    if how == "settled" and table.value("match.settlement") != "allowed":
        table.raise_finding("SETTLEMENT", event, None)
    elif how == "concede" and winner is not None and event.src != "vision":
        giving_up.conceded(table, event, other(winner))
    match.won = None
    if winner is not None and how != "time":
        match.won = winner, _points(table, event, winner)
    table.signal("game_end", event)
    table.left_ok.clear()
    match.crawford_done |= game.crawford or 1 in (match.needs("A"), match.needs("B"))
    if match.won is not None:
        match.score[match.won[0]] += match.won[1]
    game.phase = "over"
    game.noted.add("GameEnded")


def _last_play(table: Table, event: Event, winner: Player) -> None:
    """The last man is off: that ends the winner's turn, whatever else he does."""
    game = table.game
    played = game.board.board != game.before.board
    if played and game.to_act == winner and game.phase in ("rolled", "invalid"):
        end_turn(table, event, winner)


def _points(table: Table, event: Event, winner: Player) -> int:
    """What the game counts; it is compared with what was written down."""
    cube, recorded = table.cube, event.get("recorded")
    if recorded is not None and (isinstance(recorded, bool) or not isinstance(recorded, int)):
        raise EventError(f"{event.ev}: recorded is {recorded!r}; it must be a number of points")
    multiple = _multiple(event, table.game.board, winner)
    if multiple is None:
        return recorded or cube.value
    points = cube.value * multiple
    as_shown = None if cube.shown is None else cube.shown * multiple
    if recorded not in (None, points, as_shown) and not _in_doubt(table, event):
        table.raise_finding("SCORE_MISMATCH", event, None, recorded=recorded, points=points)
    return points


def _in_doubt(table: Table, event: Event) -> bool:
    """Whether the result itself is in question: a deal, a pass that a finding calls void, a lost thread."""
    cube = table.cube
    if event.get("how") == "settled" or table.game.phase == "gap":
        return True
    void = cube.offer is not None and str(cube.offer.kind).startswith("passed")
    return void or table.docket.open("MATCH_END_ON_DROP", cube.offered_by) is not None


def _multiple(event: Event, board: Position, winner: Player) -> int | None:
    """1, 2 or 3 for single game, gammon and backgammon; None where it is neither told nor on the board."""
    if event.get("how") == "pass":
        return 1
    level = event.get("level")
    if level is None:
        result = game_result(from_seat(board, winner))
        return None if result is None else result.multiple
    if not isinstance(level, str) or level not in _MULTIPLE:
        raise EventError(f"{event.ev}: level is {level!r}; it must be one of {', '.join(_MULTIPLE)}")
    return _MULTIPLE[level]


def match_ended(table: Table, event: Event) -> None:
    """MatchEnded: the last window of the match but for those that last to the next one."""
    crawford.match_ended(table, event)
    table.match.over = True
    if table.game.phase != "pre":
        table.game.phase = "over"
    table.signal("match_end", event)


def next_match_started(table: Table, event: Event) -> None:
    """NextMatchStarted: a player has begun his next match."""
    table.signal("next_match_start", event)


def length_found(table: Table, event: Event) -> None:
    """MatchLengthFound: the match is played, or was played, to another length than the official one."""
    played, official = event.get("played"), event.get("official")
    if not isinstance(played, int) or not isinstance(official, int):
        raise EventError(f"{event.ev}: played and official must be numbers of points")
    if played == official:
        return
    kind = "too_long" if played > official else "too_short"
    finding = table.raise_finding(
        "MATCH_LENGTH_WRONG", event, None, (kind,), played=played, official=official
    )
    if str(table.value("match.length_error")).startswith("next_game_on"):
        table.match.next_length = official
    if finding is not None and table.match.over:
        table.docket.close(finding, event)
