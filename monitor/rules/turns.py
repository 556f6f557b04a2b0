"""The end of a turn: what ends it, whether the play was legal, and whose turn comes next."""

from dataclasses import replace

from monitor.backgammon import Position, Verdict, from_seat, judge_seat
from monitor.events import Event, EventError, Player
from monitor.rules import answers
from monitor.rules.play_evidence import PlayEvidence
from monitor.rules.replays import never_put_right
from monitor.rules.start import joined, note_affected
from monitor.rules.table import Dice, Game, Table, Turn, actor, board_of, opponent
from monitor.rules.throws import stand, turn_not_over


def clock_pressed(table: Table, event: Event) -> None:
    """ClockPressed: ends a turn where the clock is in use; a player without a move passes by it."""
    game = table.game
    player = actor(event, game)
    if not _ends_turn(table, event, player):
        return
    if game.phase == "rolled":
        hand = event.get("hand")
        if game.hands and hand in ("L", "R") and hand not in game.hands:
            table.raise_finding("CLOCK_HAND", event, player)
        if game.lifted and table.config.dice == "shared2":
            table.raise_finding("DICE_TAKEN_AND_PRESSED", event, player)
    if game.phase == "await" and not _rolled_early(game, player):
        if event.get("passing") or (player is not None and shut_out(table, player)):
            pass_turn(table, event, player)
        return
    end_turn(table, event, player)


def _ends_turn(table: Table, event: Event, player: Player | None) -> bool:
    """Whether this is how turns end here, and the act of the player to act; of the other it may show that his
    turn was not over."""
    game = table.game
    if event.ev not in table.turn_ends or not game.running:
        return False
    if player != game.to_act:
        turn_not_over(table, event, player)
        return False
    return True


def _rolled_early(game: Game, player: Player | None) -> bool:
    return game.early is not None and game.early.by == player


def tapped(table: Table, event: Event) -> None:
    """BarTapped: ends a turn where two dice are shared and there is no clock."""
    game = table.game
    player = actor(event, game)
    if not _ends_turn(table, event, player):
        return
    if game.phase == "await" and not _rolled_early(game, player):
        if player is not None and shut_out(table, player):
            pass_turn(table, event, player)
        return
    end_turn(table, event, player)


def passed(table: Table, event: Event) -> None:
    """TurnPassed: a player without a move waves the other on."""
    game = table.game
    player = actor(event, game)
    if game.running and player == game.to_act:
        pass_turn(table, event, player)


def played(table: Table, event: Event) -> None:
    """TurnPlayed: a whole turn in one line. `legal` null: it was not watched well enough to be judged.

    Nor is it where no dice were read and `explained_by` alone says what may have been thrown: the roll on the
    table is then an older one.
    """
    game = table.game
    if game.phase in ("pre", "over") or _told_before(table, event):
        return
    game.board = board_of(event, "board_after") or game.board
    game.before = board_of(event, "board_before") or game.before
    game.to_act = event.by or game.to_act
    dice = _dice(event)
    game.dice = dice or game.dice
    if game.phase != "invalid" or "INVALID_ROLL_PLAYED" not in game.noted:
        game.phase = "rolled"
    guessed = dice is None and event.get("explained_by") is not None
    judged, turn = event.get("legal") is not None and not guessed, game.turn
    end_turn(table, event, game.to_act, judged=judged)
    if game.last is not None and game.turn > turn:
        game.last.judged = judged


def _told_before(table: Table, event: Event) -> bool:
    """Whether another event has already ended this very turn."""
    last = table.game.last
    return table.game.phase == "await" and last is not None and last.by is not None and last.by == event.by


def _dice(event: Event) -> Dice | None:
    dice = event.get("dice")
    if dice is None:
        return None
    if not isinstance(dice, list | tuple) or len(dice) != 2 or not all(d in range(1, 7) for d in dice):
        raise EventError(f"{event.ev}: dice is {dice!r}; it must be two numbers from 1 to 6")
    return dice[0], dice[1]


def end_turn(table: Table, event: Event, player: Player | None, *, judged: bool = True) -> None:
    """The player to act has ended his turn: judge it, and the next player is to act."""
    game = table.game
    early = game.early
    if early is not None and early.by == player == game.to_act and not early.void and early.dice is not None:
        before = game.before
        stand(table, event)
        game.before = before
    if game.phase == "invalid" and "INVALID_ROLL_PLAYED" in game.noted:
        judged = False
    elif game.phase != "rolled":
        return
    if judged and player is not None and game.dice is not None:
        _judge(table, event, player, game.dice)
    note_affected(table, event, player)
    _next(table, event, player)


def pass_turn(table: Table, event: Event, player: Player | None) -> None:
    """The player to act has no move and lets the other go on."""
    _next(table, event, player)


def _next(table: Table, event: Event, player: Player | None) -> None:
    game = table.game
    never_put_right(table)
    early_double = game.early_double
    answers.played_on(table, event, player)
    table.signal("turn_end", event, player)
    if early_double is not None:
        table.signal("cube_turn", event, early_double)
    pressed = event.t if event.ev in table.turn_ends else None
    game.last = replace(_turn(game, player), t=event.t, pressed=pressed)
    game.turn += 1
    game.begin_turn(opponent(player))
    if table.cube.offered_by is not None and table.cube.offered_by == game.to_act:
        game.phase = "cube_offered"


def _turn(game: Game, player: Player | None) -> Turn:
    void = game.phase == "invalid"
    return Turn(game.turn, player, game.before, game.board, game.dice, game.lifted, void=void)


def shut_out(table: Table, player: Player) -> bool:
    """Whether a player has a man on the bar and the opponent's home board is closed to him."""
    board = from_seat(table.game.board, player)
    return board.mover_bar > 0 and all(board.facing(point) >= 2 for point in range(19, 25))


def _judge(table: Table, event: Event, player: Player, dice: Dice) -> None:
    game = table.game
    verdict = judge_seat(game.before, dice, game.board, player)
    again = game.replaying and table.docket.open("ILLEGAL_MOVE", player) is not None
    if verdict.legal:
        if again:
            table.docket.resolve("ILLEGAL_MOVE", event, player)
        return
    if again:
        return
    evidence = PlayEvidence(game.before, game.board, verdict)
    finding = table.docket.raise_finding("ILLEGAL_MOVE", _kinds(verdict), event, player, evidence)
    game.wrong[player] = replace(_turn(game, player), cube=replace(table.cube))
    if finding is not None and table.docket.count("ILLEGAL_MOVE", player) > 1:
        table.raise_finding("REPEATED_ILLEGAL_MOVES", event, player)


def _wrong_after_all(table: Table, event: Event, after: Position) -> None:
    """The last turn, not judged since it was not seen well enough, had ended with this board: its player is
    about to put that right, before the other throws."""
    game, last = table.game, table.game.last
    if game.phase != "await" or last is None or last.judged or last.void or last.dice is None:
        return
    if last.by is None or last.by != event.by:
        return
    verdict = judge_seat(last.before, last.dice, after, last.by)
    if not verdict.legal:
        evidence = PlayEvidence(last.before, after, verdict)
        then = replace(event, t=last.t)
        table.docket.raise_finding("ILLEGAL_MOVE", _kinds(verdict), then, last.by, evidence)
        last.judged = True


def _kinds(verdict: Verdict) -> list[str]:
    return sorted(verdict.kinds, key=lambda kind: kind != verdict.kind)


def track_lost(table: Table, _: Event) -> None:
    """TrackLost: nothing is judged until the thread is found again."""
    game = table.game
    if game.phase not in ("pre", "gap"):
        game.phase, game.before_gap = "gap", game.phase


def conflict(table: Table, event: Event) -> None:
    """EvidenceConflict: what was seen does not fit together.

    sides "either": players do not throw on their right as it is seen, perhaps the pictures are mirrored;
    "right": they do after all. withdraws: the code of a finding that was none, of the player `of` about
    what he did at the time `at` (s). played: the board, a wrong one, with which a turn that was not judged
    had ended. mode: what they play with, as it turns out: two dice each ("own4"), two shared ("shared2"), a
    box through which dice fall ("baffle").
    """
    mode = event.get("mode")
    if mode in ("own4", "shared2"):
        table.plays_with(dice=mode)
    elif mode == "baffle":
        table.plays_with(baffle=True)
    if event.get("sides") is not None:
        table.perhaps_mirrored = event.get("sides") == "either"
    code, at = event.get("withdraws"), event.get("at")
    if isinstance(code, str) and isinstance(at, float | int):
        table.withdraw(code, event, event.get("of"), at=at)
    played = board_of(event, "played")
    if played is not None:
        _wrong_after_all(table, event, played)


def track_regained(table: Table, event: Event) -> None:
    """TrackRegained: the game goes on from the board that is seen, or the turn that was going on does.

    sides: as `conflict` takes it.
    """
    game = table.game
    board = board_of(event, "board_after")
    if event.get("joined") is True:
        joined(table, event)
        game = table.game
    conflict(table, event)
    if board is not None:
        game.board = board
        game.last = game.early = None
        game.begin_turn(event.by)
    elif game.phase == "gap":
        game.phase = game.before_gap if event.get("same_turn") is True else "await"
