"""Turns taken up again: a play changed or taken back after its end, and the wrong player's first turn."""

from dataclasses import replace

from monitor.backgammon import Position, judge_seat
from monitor.events import Event, Player, other
from monitor.findings import Finding
from monitor.rules.crawford import resume
from monitor.rules.disputes import disturbed
from monitor.rules.table import Table, Turn, hand_known, opponent


def moved_again(table: Table, event: Event, last: Turn, board: Position) -> None:
    """The player whose turn has just ended moves once more, to this board as A sees it."""
    game = table.game
    player = last.by
    if player is None:
        return
    wrong = table.docket.open("ILLEGAL_MOVE", player)
    if last.void and board.board == last.before.board:
        _reopen(table, last)
        return
    if wrong is not None and last.dice is not None:
        if judge_seat(last.before, last.dice, board, player).legal:
            table.docket.settle(wrong, event)
    elif last.void:
        if not put_right(table, event, player, board):
            game.mending = game.mending or event
    elif not _locked(table, last):
        _reopen(table, last)
        game.board = board
        return
    elif table.raise_finding("MOVE_CHANGED_AFTER_LOCK", event, player) is None:
        moved_off_turn(table, event, player)
    game.board = game.before = board


def put_right(table: Table, event: Event, player: Player | None, board: Position) -> bool:
    """Whether this board, as A sees it, makes the player's last turn legal that was not: put right after the
    opponent's roll, in the window of the rule set or too late. A play with a roll that did not count is put
    right as well where it is taken back."""
    last, wrong = table.game.last, to_put_right(table, player)
    if player is None or last is None or last.dice is None or not (wrong or was_void(table, player)):
        return False
    legal, was_legal = (judge_seat(last.before, last.dice, end, player).legal for end in (board, last.after))
    if wrong is None:
        legal = board.board == last.before.board or (legal and not was_legal)
    if not legal:
        return False
    table.game.mending = None
    if wrong is not None and wrong.status == "open":
        table.docket.settle(wrong, event)
    elif wrong is not None:
        late(table, event, wrong)
    return True


def to_put_right(table: Table, player: Player | None) -> Finding | None:
    """What is wrong with the player's last turn, if that was illegal and has not been put right."""
    game, wrong = table.game, table.docket.latest("ILLEGAL_MOVE", player)
    if game.last is None or game.last.by != player or player not in game.wrong or wrong is None:
        return None
    return wrong if wrong.status in ("open", "closed") and _late(wrong) not in game.noted else None


def was_void(table: Table, player: Player | None) -> bool:
    """Whether the last turn was this player's, played with a roll that did not count."""
    last = table.game.last
    return last is not None and last.by == player and last.void


def never_put_right(table: Table) -> None:
    """The opponent's turn ends, and what looked like putting a play right has not been that."""
    event, table.game.mending = table.game.mending, None
    if event is not None:
        moved_off_turn(table, event, event.by)


def late(table: Table, event: Event, finding: Finding) -> None:
    """Something has been put right after its window: one finding, however many events tell of it."""
    table.game.mending = None
    if _late(finding) not in table.game.noted:
        table.game.noted.add(_late(finding))
        table.raise_finding("LATE_CORRECTION", event, finding.by, corrects=finding.id)


def _late(finding: Finding) -> str:
    return f"LATE_CORRECTION {finding.id}"


def moved_off_turn(table: Table, event: Event, player: Player | None) -> None:
    """Checkers moved in the other's turn: one finding a turn, however often the hand pauses."""
    noted = f"CHECKER_OFF_TURN {player}"
    if noted not in table.game.noted:
        table.game.noted.add(noted)
        table.raise_finding("CHECKER_OFF_TURN", event, player, ("moved",))


def _locked(table: Table, last: Turn) -> bool:
    """Whether the end of the turn has frozen the play; some rule sets want both dice lifted for that."""
    needs = table.value("turn.move_locked_after") or ()
    return "both_dice_lifted" not in needs or table.config.clock or last.lifted != 1


def retracted(table: Table, event: Event) -> None:
    """MoveRetracted: the board is back at the beginning of a turn, its dice show the roll."""
    game = table.game
    if game.phase == "over":
        _after_the_game(table, event)
    if not game.running:
        return
    disturbed(table, event, "checkers")
    player = event.by or game.to_act
    if game.phase in ("rolled", "invalid") and player == game.to_act and player is not None:
        game.board = game.before
        if table.docket.open("OPENING_WRONG_STARTER", player) is not None:
            right_starter(table)
            table.docket.resolve("OPENING_WRONG_STARTER", event)
        return
    wrong = table.docket.latest("ILLEGAL_MOVE", event.by)
    if wrong is not None and wrong.by in game.wrong and wrong.status in ("open", "closed"):
        if wrong.status == "closed":
            late(table, event, wrong)
        _undo(table, game.wrong[wrong.by])
        game.replaying = wrong.status == "open"
    elif game.last is not None and game.last.by == player and game.phase in ("await", "cube_offered"):
        if game.last.void:
            _reopen(table, game.last)
        elif hand_known(event):
            moved_again(table, event, game.last, game.last.before)


def _after_the_game(table: Table, event: Event) -> None:
    """The game is over, but the window of an illegal move in it is not: the game goes on from there."""
    game = table.game
    wrong = table.docket.open("ILLEGAL_MOVE", event.by)
    if wrong is not None and wrong.by in game.wrong:
        resume(table, wrong.by)


def _undo(table: Table, turn: Turn) -> None:
    """An illegal move is taken back; in some rule sets everything after it too, the cube among it."""
    if table.value("illegal.undo_scope") == "move_and_everything_after" and turn.cube is not None:
        table.cube = replace(turn.cube)
    _reopen(table, turn)


def _reopen(table: Table, turn: Turn) -> None:
    """A turn that was over goes on from its beginning: its roll lies there again."""
    game = table.game
    game.turn = turn.number
    game.board = turn.before
    game.begin_turn(turn.by)
    game.dice, game.last = turn.dice, None
    early = game.early
    if early is not None and not (early.void and early.by == opponent(turn.by)):
        game.early = None
    game.phase = "rolled"
    if turn.void:
        game.phase = "invalid"
        game.noted.add("INVALID_ROLL_PLAYED")


def wrong_starter(table: Table, event: Event) -> bool:
    """Whether somebody else moves in the first turn: the owner of the lower opening die, who is then let play
    it, or that of the higher one, after the other has put his men back."""
    game = table.game
    player = event.by
    if game.turn != 1 or game.phase != "rolled" or len(game.opening) != 2:
        return False
    if player is None or player != opponent(game.to_act) or game.board.board != game.before.board:
        return False
    if game.opening[player] > game.opening[other(player)]:
        right_starter(table)
        table.docket.resolve("OPENING_WRONG_STARTER", event)
    else:
        table.raise_finding("OPENING_WRONG_STARTER", event, player, dice=dict(game.opening))
        game.to_act = player
    return True


def right_starter(table: Table) -> None:
    """The wrong player's first play has been taken back: the higher opening die is to act."""
    game = table.game
    if game.turn == 2 and game.last is not None:
        _reopen(table, game.last)
    if game.turn == 1 and len(game.opening) == 2:
        starter: Player = "A" if game.opening["A"] > game.opening["B"] else "B"
        game.to_act, game.board = starter, game.before
