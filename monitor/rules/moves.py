"""Checkers moved: by the player to act, by his opponent, after the turn, back to where they were."""

from monitor.backgammon import BackgammonError, Position, apply_play, from_seat
from monitor.events import Event, EventError, Player
from monitor.rules import replays
from monitor.rules.disputes import disturbed
from monitor.rules.setup import shifted
from monitor.rules.table import Table, actor, board_of, hand_known, opponent
from monitor.rules.throws import stand

_OTHER_SIDE = "opp:"


def moved(table: Table, event: Event) -> None:
    """CheckersMoved: a change of position by a hand."""
    game = table.game
    if game.phase in ("pre", "over"):
        return
    board = _board_after(table, event)
    if game.phase == "gap":
        game.board = board
        return
    player = actor(event, game) if hand_known(event) else game.to_act
    if disturbed(table, event, "checkers"):
        game.board = board
    elif game.phase == "await" and game.early is None and not hand_known(event):
        game.board = game.before = board
    elif game.phase == "opening":
        _in_opening(table, event, player, board)
    elif player is not None and game.early is not None and game.early.by == player:
        _early_roller(table, event, player, board)
    elif player == game.to_act or game.to_act is None or replays.wrong_starter(table, event):
        _own_turn(table, event, player, board)
    elif game.phase in ("await", "cube_offered") and game.last is not None and game.last.by == player:
        replays.moved_again(table, event, game.last, board)
    else:
        _off_turn(table, event, player, board)


def _board_after(table: Table, event: Event) -> Position:
    board = board_of(event, "board_after")
    text = event.get("move")
    if board is not None or event.by is None:
        return board or table.game.board
    try:
        return from_seat(apply_play(from_seat(table.game.board, event.by), text), event.by)
    except BackgammonError as error:
        raise EventError(f"{event.ev}: move: {error}") from error


def _in_opening(table: Table, event: Event, player: Player | None, board: Position) -> None:
    game = table.game
    if game.tied and "OPENING_TIE_PLAYED" not in game.noted:
        game.noted.add("OPENING_TIE_PLAYED")
        table.raise_finding("OPENING_TIE_PLAYED", event, player)
    elif table.docket.open("ROLL_INVALID") is not None and "INVALID_ROLL_PLAYED" not in game.noted:
        _invalid_played(table, event, player)
    game.board = board


def _own_turn(table: Table, event: Event, player: Player | None, board: Position) -> None:
    game = table.game
    game.to_act = player
    if game.phase == "invalid" and "INVALID_ROLL_PLAYED" not in game.noted and _played(table, event, board):
        _invalid_played(table, event, player)
    if game.recorded_by == player is not None and board.board != game.board.board:
        table.raise_finding("MOVE_CHANGED_AFTER_RECORDING", event, player)
    _hands(table, event, player)
    _replay_too_early(table, event, player)
    game.board = board


def _played(table: Table, event: Event, board: Position) -> bool:
    """Whether the player to act has moved: men of his opponent's that an unseen hand moved, or men put back,
    play no roll."""
    to_act = table.game.to_act
    his = hand_known(event) or event.by is None or to_act in (None, event.by)
    return his and board.board != table.game.before.board


def _invalid_played(table: Table, event: Event, player: Player | None) -> None:
    table.game.noted.add("INVALID_ROLL_PLAYED")
    if player is not None and table.game.faults == ("wrong_side",):
        table.left_stood[player] += 1
    table.raise_finding("INVALID_ROLL_PLAYED", event, player, dice=table.game.dice)


def _hands(table: Table, event: Event, player: Player | None) -> None:
    game = table.game
    hand = event.get("hand")
    if hand not in ("L", "R", "both"):
        return
    changed = bool(game.hands - {hand}) and table.value("checkers.one_hand") == "same_hand_whole_turn"
    if (hand == "both" or changed) and "TWO_HANDS" not in game.noted:
        game.noted.add("TWO_HANDS")
        table.raise_finding("TWO_HANDS", event, player)
    game.hands.update(("L", "R") if hand == "both" else (hand,))


def _replay_too_early(table: Table, event: Event, player: Player | None) -> None:
    """A replay with the clock waits until the offender's own delay has run, where the rule set says so."""
    started = table.clock_started
    if not table.game.replaying or started is None or started.get("side") != player:
        return
    delay = started.get("delay")
    waits = table.value("illegal.replay_wait") == "offender_clock_runs_delay_first"
    if waits and isinstance(delay, int | float) and event.t < started.t + delay:
        table.raise_finding("REPLAY_TOO_EARLY", event, player)
    table.clock_started = None


def _early_roller(table: Table, event: Event, player: Player, board: Position) -> None:
    """Moves by a player whose roll came before its time; by a hand nobody saw they may as well be the
    opponent's, who puts his illegal play right. While a double waits for its answer nobody plays."""
    game = table.game
    early = game.early
    others = not hand_known(event) and replays.to_put_right(table, opponent(player)) is not None
    if others or table.cube.offered_by is not None:
        game.board = board
        return
    if early is not None and (player == game.to_act or early.out_of_turn):
        if early.void:
            game.to_act, game.phase, game.early = player, "invalid", None
            _invalid_played(table, event, player)
        else:
            table.signal("checker_move", event, player)
            stand(table, event)
    game.board = board


def _off_turn(table: Table, event: Event, player: Player | None, board: Position) -> None:
    """A player moves checkers in the other's turn; the other's play is judged without that change.

    Who puts his illegal play right so does what the rules ask of him, or does it too late: no more is said.
    He may do so man by man; if it has not come to that when the other's turn ends, it was a move off turn.
    """
    game = table.game
    text = event.get("move")
    if isinstance(text, str) and text.startswith(_OTHER_SIDE):
        table.raise_finding("OPPONENT_CHECKER_REPOSITIONED", event, player)
    before = shifted(game.before, game.board, board) or board
    if not replays.put_right(table, event, player, before):
        if game.mending is None and (replays.to_put_right(table, player) or replays.was_void(table, player)):
            game.mending = event
        elif game.mending is None or game.mending.by != player:
            replays.moved_off_turn(table, event, player)
    if game.phase != "rolled" or not (isinstance(text, str) and text.startswith(_OTHER_SIDE)):
        game.before = before
    game.board = board
