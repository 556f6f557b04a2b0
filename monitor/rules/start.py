"""The start of a game: a new position, and whether it is the right one."""

from dataclasses import replace
from typing import get_args

from monitor.backgammon import START, text_of
from monitor.config import Half
from monitor.events import Event, Player
from monitor.rules.entered import cube_as_it_is
from monitor.rules.setup import play_affected, setup_faults
from monitor.rules.table import Cube, Game, Match, Table, board_of


def game_started(table: Table, event: Event) -> None:
    """GameStarted: every window that lasted to the next game ends, and the set-up is checked."""
    board = board_of(event, "board") or START
    if table.game.phase not in ("pre", "over"):
        table.signal("game_end", event)
    _next_game(table, event)
    table.game.phase, table.game.board, table.game.before = "opening", board, board
    mismatch = bool(event.get("handedness_mismatch"))
    if not mismatch:
        _seated(table, event)
    faults = setup_faults(board, mismatch=mismatch)
    if faults and table.value("setup.layout"):
        table.raise_finding(
            "SETUP_ERROR",
            event,
            None,
            before_board=text_of(board),
            expected=START.board26(),
            differences=faults,
            affected_turns=[],
        )
        table.game.start = board


def joined(table: Table, event: Event) -> None:
    """TrackRegained in a game that was under way when it came into view: how it began was not seen."""
    _next_game(table, event)
    _seated(table, event)
    table.game.phase, table.game.turn = "gap", 2
    cube_as_it_is(table, event)
    table.cube.guessed = True


def _next_game(table: Table, event: Event) -> None:
    match, number = table.match, event.get("game_no")
    table.signal("game_start", event)
    match.games += 1
    _right_length(match)
    match.dispute = False
    table.left_ok = set(table.config.left_roll_ok) if match.games == 1 else set()
    if match.games == 1:
        table.left_stood.clear()
    number = number if isinstance(number, int) else match.games
    table.game = Game(number=number, crawford=_crawford(table, event))
    table.cube = Cube()
    table.said.clear()


def _seated(table: Table, event: Event) -> None:
    """Which half holds the home boards is seen where the men stand: a roll out of a box has to end in the
    other."""
    home = event.get("home")
    if home in get_args(Half):
        table.config = replace(table.config, home=home)


def _right_length(match: Match) -> None:
    """From here on the match goes to its right length, unless that would end it at once."""
    if match.next_length is not None and max(match.score.values()) < match.next_length:
        match.length = match.next_length
    match.next_length = None


def note_affected(table: Table, event: Event, player: Player | None) -> None:
    """End of a turn under a wrong start: tell where putting it right is no longer enough.

    Only for rule sets in which plays that depended on the error mean a new game.
    """
    game = table.game
    finding = None if game.start is None else table.docket.open("SETUP_ERROR")
    if finding is None or game.start is None or player is None or game.dice is None:
        return
    if table.value("setup.effect_open") != "correct_or_replay_game":
        return
    if play_affected(game.start, game.before, game.dice, game.board, player):
        turns = [*finding.evidence["affected_turns"], game.turn]
        table.docket.amend(finding, event, affected_turns=turns)


def _crawford(table: Table, event: Event) -> bool:
    """Whether this is the Crawford game: as the event says, else as the score says where that is sure."""
    told = event.get("crawford")
    if isinstance(told, bool):
        return told
    match = table.match
    if match.games == 1:
        return table.config.crawford
    doubtful = table.cube.offer is not None or table.docket.open("SCORE_MISMATCH") is not None
    if match.length is None or match.crawford_done or match.length < 2 or doubtful:
        return False
    return 1 in (match.needs("A"), match.needs("B"))


def setup_corrected(table: Table, event: Event) -> None:
    """SetupCorrected: the starting position was put right, or the game begins again."""
    board = board_of(event, "board")
    game = table.game
    if board is not None and game.phase == "opening" and setup_faults(board):
        game.board = game.before = board
        return
    if event.get("restart"):
        table.game = Game(phase="opening", number=game.number, crawford=game.crawford)
        table.game.board = table.game.before = board or START
        table.cube = Cube()
    elif board is not None or game.phase == "opening":
        untouched = game.board.board == game.before.board
        game.board = board or START
        if game.phase != "rolled" or untouched:
            game.before = game.board
    settled = table.docket.withdraw if event.get("withdrawn") else table.docket.resolve
    if not settled("SETUP_ERROR", event):
        finding = table.docket.latest("SETUP_ERROR")
        if finding is None or finding.status != "closed":
            return
        if not table.docket.settle_seen_late(finding, event):
            table.raise_finding("LATE_CORRECTION", event, None, corrects=finding.id)
