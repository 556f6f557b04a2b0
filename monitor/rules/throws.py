"""Throws and rolls: in turn, too early, thrown again, and the opening roll."""

from collections.abc import Sequence

from monitor.events import Event, Player, other
from monitor.rules.rolls import Die, faces_of, right_half, roll_faults, unsure_which, wanted_half
from monitor.rules.table import EarlyRoll, Game, Table, actor

LEAD_S = 1.0
"""A throw told after the press or tap that ended the turn before it came too early if it was thrown so much
earlier; who enters presses by hand is late by less."""
CUSTOM = 2
"""Rolls to the left that were played and stood, from which on they are taken for the custom of the table."""


def thrown(table: Table, event: Event) -> None:
    """DiceThrown: the dice leave the cup."""
    game = table.game
    game.aside = event.get("purpose") is not None
    if game.aside or not game.running:
        return
    player = actor(event, game)
    if game.phase == "opening":
        _throw_opening_die(table, event, player)
    elif player != game.to_act and game.to_act is not None:
        _throw_early(table, event, player)
    elif player is not None and _before_press(game, event, player):
        game.throw = event
        _note_early(table, event, player)
    elif game.phase == "rolled" and not _hasty(table, player):
        game.aside = True
        if event.by is not None:
            table.raise_finding("ROLL_RETHROWN", event, player, dice=game.dice)
    else:
        _throw_in_turn(table, event, player)
    remarks = [kind for kind in ("hand_contact", "cup_on_board") if event.get(kind) is True]
    if remarks and not game.aside:
        table.raise_finding("ROLL_MANNER", event, player, remarks)


def _throw_in_turn(table: Table, event: Event, player: Player | None) -> None:
    game = table.game
    if game.phase == "cube_offered" and table.cube.offered_by == player and player is not None:
        finding = table.raise_finding("PREMATURE_ROLL", event, player, ("before_cube_answer",))
        if finding is not None:
            game.early, game.throw = EarlyRoll(player, out_of_turn=False, finding=finding), event
            return
    early = game.early
    if early is not None and early.finding is not None and early.by == player:
        table.docket.settle(early.finding, event)
    game.to_act, game.throw, game.thrown, game.early = player, event, event.t, None
    whole = table.value("dice.throw.reroll_scope") == "whole_roll"
    again = game.phase == "invalid"
    if not table.docket.quiet and (again or table.docket.open("INVALID_ROLL_PLAYED", player) is None):
        for code in ("ROLL_INVALID", "PREMATURE_ROLL", "REROLL_SCOPE"):
            table.docket.resolve(code, event, player)
    if again and game.board.board == game.before.board and "INVALID_ROLL_PLAYED" in game.noted:
        table.docket.resolve("INVALID_ROLL_PLAYED", event, player)
        game.noted.discard("INVALID_ROLL_PLAYED")
        if player is not None:
            table.left_stood[player] = 0
    if again and whole and event.get("n", 2) == 1:
        table.raise_finding("REROLL_SCOPE", event, player)
    game.phase = "thrown"
    table.signal("throw", event, player)


def _throw_early(table: Table, event: Event, player: Player | None) -> None:
    """A throw by the player who is not to act: his opponent's turn is not over, or has not been had.

    Nothing is found wrong with it where his opponent has begun out of turn, so that the dice say it was his,
    or where his opponent's is due only by a turn that was not watched well enough to be judged.
    """
    game = table.game
    game.throw = event
    if player is None or (game.early is not None and game.early.by == player):
        return
    skipped = game.phase == "await"
    disputed = table.docket.open("OPENING_WRONG_STARTER", other(player)) is not None
    disputed |= skipped and game.last is not None and not game.last.judged
    _note_early(table, event, player, skipped=skipped, quiet=disputed)


def _note_early(
    table: Table, event: Event, player: Player, *, skipped: bool = False, quiet: bool = False
) -> None:
    """A throw before its time, which is a finding unless it is to be passed over in silence."""
    kind = "skipped_opponent_turn" if skipped else "before_end"
    finding = None
    if not quiet and not _waived(table, player):
        finding = table.raise_finding("PREMATURE_ROLL", event, player, (kind,))
    table.game.early = EarlyRoll(player, out_of_turn=skipped, finding=finding)


def turn_not_over(table: Table, event: Event, player: Player | None) -> None:
    """The opponent of the player who has rolled only now ends his turn, by clock or tap: that was too early.

    His dice had been lifted, and so his turn was taken to be over. Nothing has been played with the roll yet.
    """
    game = table.game
    last = game.last
    if player is None or last is None or last.by != player or last.pressed is not None:
        return
    last.pressed = event.t
    who = other(player)
    if game.phase != "rolled" or game.to_act != who or game.board != game.before or game.early is not None:
        return
    if game.thrown is None or game.thrown >= event.t or _waived(table, who):
        return
    finding = table.raise_finding("PREMATURE_ROLL", event, who, ("before_end",))
    game.early = EarlyRoll(who, out_of_turn=False, finding=finding, dice=game.dice)
    game.phase, game.dice = "await", None


def _before_press(game: Game, event: Event, player: Player) -> bool:
    """Whether a throw told now was made before the opponent ended his turn, by clock or tap."""
    last = game.last
    ended = last.pressed if last is not None and last.by == other(player) else None
    fresh = game.phase == "await" and game.early is None
    return fresh and ended is not None and event.t <= ended - LEAD_S


def _hasty(table: Table, player: Player | None) -> bool:
    """Whether the roll that lies there, with which nothing was played, came before the opponent had ended his
    turn, if by so little that it was not held against anybody: it is rightly thrown again. So may it be where
    turns end with a press or tap, and that of his was not heard."""
    game = table.game
    last = game.last
    if player is None or last is None or last.by == player or game.thrown is None:
        return False
    if game.board != game.before:
        return False
    if last.pressed is None:
        return "DicePickedUp" not in table.turn_ends
    return game.thrown < last.pressed


def _waived(table: Table, player: Player) -> bool:
    """Whether the opponent once let a premature roll pass in silence, where that gives the right away."""
    earlier = table.docket.latest("PREMATURE_ROLL", player)
    return (
        earlier is not None
        and earlier.status == "closed"
        and table.docket.fact(earlier, "waiver") == "lost_after_one_silent_acceptance"
    )


def _throw_opening_die(table: Table, event: Event, player: Player | None) -> None:
    game = table.game
    game.throw = event
    if player in game.opening and table.value("dice.opening.one_invalid") == "own_die":
        game.aside = True
        table.raise_finding("OPENING_SCOPE", event, player, ("valid_die_rethrown",))
        return
    game.tied = False
    table.docket.resolve("ROLL_INVALID", event, player)
    table.docket.resolve("OPENING_TIE_PLAYED", event)
    table.signal("throw", event, player)


def at_rest(table: Table, event: Event) -> None:
    """DiceAtRest: the dice lie still, or seemed to."""
    game = table.game
    dice: Sequence[Die] = event.get("dice")
    if game.aside or event.get("purpose") is not None or event.get("settled") is False or not dice:
        return
    if not game.running:
        return
    player = actor(event, game)
    if event.get("revised") and len(dice) == 1:
        _opening_die_revised(game, player, dice)
    elif game.early is not None and player == game.early.by and game.throw is not None:
        _early_at_rest(table, event, game.early, dice)
    elif game.phase == "rolled" and player == game.to_act:
        _rest_again(table, event, dice)
    elif game.phase == "opening" and len(dice) == 1:
        _opening_die_at_rest(table, event, player, dice)
    elif player == game.to_act or game.to_act is None or game.phase == "await":
        _roll(table, event, player, dice)


def _roll(table: Table, event: Event, player: Player | None, dice: Sequence[Die]) -> None:
    """The dice of a roll in turn; also one whose throw was not seen. One that counts after all may show what
    nobody can see."""
    game = table.game
    faults = _faults(table, event, player, dice)
    game.throw = None
    game.to_act = player
    game.rest_s = event.get("rest_s")
    faces = faces_of(dice)
    game.dice = (faces[0], faces[1]) if len(faces) == 2 else None
    game.faults = tuple(faults)
    if faults:
        game.phase = "invalid"
        _no_roll(table, event, player, faults, dice)
    elif table.docket.open("REROLL_SCOPE", player) is not None:
        game.phase = "invalid"
    elif len(faces) == 2 or (event.get("revised") and game.phase == "invalid"):
        game.phase, game.before = "rolled", game.board
        table.signal("valid_roll", event, player)


def _no_roll(
    table: Table, event: Event, player: Player | None, faults: Sequence[str], dice: Sequence[Die]
) -> None:
    unsure = unsure_which(dice, faults)
    table.raise_finding("ROLL_INVALID", event, player, faults, unsure=unsure, dice=list(dice))


def _rest_again(table: Table, event: Event, dice: Sequence[Die]) -> None:
    """Dice of a roll that already counts lie still once more."""
    game = table.game
    faces = faces_of(dice)
    if len(faces) != 2 or game.dice is None:
        return
    needed = table.value("dice.flat.rest_seconds") or 0.0
    was_at_rest = game.rest_s is None or game.rest_s >= needed
    if event.get("revised") or not was_at_rest:
        _roll(table, event, game.to_act, dice)
    elif sorted(faces) != sorted(game.dice):
        table.raise_finding("DICE_FACE_CHANGED", event, game.to_act, dice=list(dice), roll=list(game.dice))


def _early_at_rest(table: Table, event: Event, early: EarlyRoll, dice: Sequence[Die]) -> None:
    table.game.throw = None
    faults = _faults(table, event, early.by, dice)
    faces = faces_of(dice)
    if faults and not early.void:
        _no_roll(table, event, early.by, faults, dice)
        early.refused = True
    elif len(faces) == 2:
        early.dice = (faces[0], faces[1])


def _opening_die_at_rest(table: Table, event: Event, player: Player | None, dice: Sequence[Die]) -> None:
    game = table.game
    if player is None:
        return
    faults = _faults(table, event, player, dice)
    game.throw = None
    faces = faces_of(dice)
    if faults or not faces:
        if faults:
            _no_roll(table, event, player, faults, dice)
        if table.value("dice.opening.one_invalid") != "own_die":
            game.opening.clear()
        return
    game.opening[player] = faces[0]
    table.signal("valid_roll", event, player)
    _decide_opening(game)


def _opening_die_revised(game: Game, player: Player | None, dice: Sequence[Die]) -> None:
    """An opening die was another than was told, seen before anything was played: the higher begins, or both
    throw again."""
    faces = faces_of(dice)
    decided = game.turn == 1 and game.phase == "rolled" and game.board.board == game.before.board
    open_yet = game.phase == "opening" or decided
    if player is not None and player in game.opening and faces and open_yet:
        game.opening[player] = faces[0]
        _decide_opening(game)


def _decide_opening(game: Game) -> None:
    """The higher of two opening dice begins with both; equal ones are thrown again."""
    if len(game.opening) < 2:
        return
    south, north = game.opening["A"], game.opening["B"]
    if south == north:
        game.opening.clear()
        game.tied, game.phase, game.to_act, game.dice = True, "opening", None, None
    else:
        game.to_act = "A" if south > north else "B"
        game.phase, game.before = "rolled", game.board
        game.dice = (max(south, north), min(south, north))


def _faults(table: Table, event: Event, player: Player | None, dice: Sequence[Die]) -> list[str]:
    """What spoils the roll, with leave to roll to the left considered and, where it is used up, ended.

    Who has rolled to his left and played so often plays at a table where that is done, through a box perhaps
    of which the monitor was not told: to tell it every turn would help nobody.
    """
    half = None if table.mirrored(event) else wanted_half(player, table.rules, table.config)
    if half is not None and player in table.left_ok and not table.config.baffle:
        if all(die.get("zone") != half for die in dice):
            half = right_half(other(player))
        else:
            table.raise_finding("LEFT_PERMISSION_NOTICE", event, player)
            table.left_ok.discard(player)
    elif half is not None and player is not None and table.left_stood[player] >= CUSTOM:
        left = right_half(other(player))
        half = left if all(die.get("zone") == left for die in dice) else half
    return roll_faults(dice, table.game.throw, half, table.rules, table.config)


def stand(table: Table, event: Event) -> None:
    """An early roll counts: it becomes the roll of the turn that has now come."""
    game = table.game
    early = game.early
    if early is None:
        return
    if early.out_of_turn:
        game.turn += 1
        game.begin_turn(early.by)
    game.early = None
    game.dice, game.phase, game.before = early.dice, "rolled", game.board
    game.to_act = early.by
    table.signal("throw", event, early.by)
    table.signal("valid_roll", event, early.by)
