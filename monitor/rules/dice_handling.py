"""Dice lifted or touched, and leave to roll to the left."""

from monitor.backgammon import judge_seat
from monitor.events import UNHEARD, Event, Player
from monitor.rules.disputes import disturbed
from monitor.rules.table import Table, Turn, actor, hand_known, opponent
from monitor.rules.turns import end_turn

_LEAVE = "dice.landing.left_with_permission"


def picked_up(table: Table, event: Event) -> None:
    """DicePickedUp: the end of a turn, an offence, the start of a turn or a part of a re-roll. Equal opening
    dice that were taken up are not played; the other's dice, taken up for the roll that is told by now, end
    nothing."""
    game = table.game
    if not game.running or game.aside or disturbed(table, event, "dice"):
        return
    player = actor(event, game)
    if game.phase == "opening" and event.get("meaning") == "reroll":
        game.tied = False
        if _number(event) > 1:
            game.opening.clear()
    elif game.phase in ("rolled", "thrown") and player == opponent(game.to_act):
        if hand_known(event):
            _lifted_off_turn(table, event, player)
    elif player == game.to_act and event.get("meaning") != "next_turn":
        if game.phase in ("rolled", "thrown"):
            game.lifted += _number(event)
        if "DicePickedUp" in table.turn_ends:
            end_turn(table, event, player)
    elif game.last is not None and player == game.last.by and game.phase == "await":
        _lifted_after_turn(table, event, game.last)


def _lifted_off_turn(table: Table, event: Event, player: Player | None) -> None:
    """A player takes dice in the other's turn; in the first turn his own opening die may lie there."""
    if table.game.turn > 1:
        earlier = table.docket.count("PREMATURE_PICKUP", player)
        table.raise_finding("PREMATURE_PICKUP", event, player, ("repeat" if earlier else "first",))
    elif table.value("dice.opening.low_die_hands_off"):
        table.raise_finding("OPENING_LOW_DIE_TOUCHED", event, player)


def _lifted_after_turn(table: Table, event: Event, last: Turn) -> None:
    """The player whose turn has just ended takes dice: his own, or those that the opponent needs now."""
    shared_with_clock = table.config.clock and table.config.dice == "shared2"
    if shared_with_clock and not last.lifted and hand_known(event):
        table.raise_finding("DICE_TAKEN_AND_PRESSED", event, last.by)
    last.lifted += _number(event)


def touched(table: Table, event: Event) -> None:
    """DiceTouched: live dice slid, lifted or turned by hand."""
    game = table.game
    if game.phase != "rolled" or game.dice is None or disturbed(table, event, "dice"):
        return
    player = actor(event, game)
    faces = event.get("faces")
    if isinstance(faces, list | tuple) and sorted(faces) != sorted(game.dice):
        table.raise_finding("DICE_FACE_CHANGED", event, player, roll=list(game.dice), faces=list(faces))
    if _may_touch(table, event, player):
        return
    table.raise_finding("DICE_TOUCHED", event, player)
    if table.value("dice.handling.touch_ends_turn") and player == game.to_act and _ends_by_touch(table):
        end_turn(table, event, player)


def _may_touch(table: Table, event: Event, player: Player | None) -> bool:
    """Whether a player may: sliding, where that is free, or after notice. Nobody is accused of having given
    none by a camera, which does not hear it."""
    way = table.value("dice.handling.reposition")
    own = player == table.game.to_act
    if own and way == "slide_allowed_without_notice" and event.get("how", "slide") == "slide":
        return True
    if own and event.get("notice") == UNHEARD and way is not None and way.startswith("allowed_with_notice"):
        return True
    notice = None if player is None else table.said.pop((player, "reposition_dice"), None)
    if notice is None:
        return False
    return own and (way != "allowed_with_notice_and_roll_stated" or notice.get("roll") is not None)


def _ends_by_touch(table: Table) -> bool:
    """Whether the mode lets a lifted die end the turn and a legal play stands on the board."""
    game = table.game
    if "DicePickedUp" not in table.turn_ends or game.to_act is None or game.dice is None:
        return False
    return judge_seat(game.before, game.dice, game.board, game.to_act).legal


def _number(event: Event) -> int:
    number = event.get("n", 2)
    return number if isinstance(number, int) else 2


def granted(table: Table, event: Event) -> None:
    """PermissionGranted: leave to roll to the left of the bar, where the rule set knows it."""
    player = _to(event)
    if player is None or player == event.by:
        return
    if event.get("kind") == "left_of_bar" and table.value(_LEAVE):
        table.left_ok.add(player)


def withdrawn(table: Table, event: Event) -> None:
    """PermissionWithdrawn: the opponent takes his leave back, where the rule set lets him."""
    player = _to(event)
    if (
        event.get("kind") == "left_of_bar"
        and player is not None
        and _leave_ends_by(table, "opponent_withdraws")
    ):
        table.left_ok.discard(player)


def announced_right_again(table: Table, event: Event) -> None:
    """Announced: the player says that he will roll to his right again."""
    if (
        event.get("what") == "right_again"
        and event.by is not None
        and _leave_ends_by(table, "notice_right_again")
    ):
        table.left_ok.discard(event.by)


def _leave_ends_by(table: Table, what: str) -> bool:
    """Whether a leave to roll to the left ends by this in the rule set in force."""
    entry = table.rules.entry(_LEAVE)
    return entry is not None and what in entry.extras.get("expires", ())


def _to(event: Event) -> Player | None:
    """Whom a leave is for: as the event says, else the opponent of the player who gives it."""
    to = event.get("to")
    return to if to in ("A", "B") else opponent(event.by)
