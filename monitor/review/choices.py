"""What an entry of a transcript may be instead: what the readings leave open, then what the rules allow."""

from collections.abc import Iterator

from monitor.backgammon import BackgammonError, Dice, Position, from_seat, legal_plays, text_of
from monitor.events import Json
from monitor.review.errors import ReviewError

ALL_ROLLS = [(high, low) for high in range(6, 0, -1) for low in range(high, 0, -1)]


def dice_choices(entry: Json) -> list[Json]:
    """Every roll, those that the readings name first, each with the probability given to it (None: none)."""
    named: dict[Dice, float] = {}
    for other in entry.get("alternatives") or []:
        roll = _pair(other.get("dice"))
        if roll is not None:
            named[roll] = max(named.get(roll, 0.0), float(other.get("p") or 0.0))
    now = _pair(entry.get("dice"))
    ranked = sorted(named, key=lambda roll: -named[roll])
    rest = [roll for roll in ALL_ROLLS if roll not in named and roll != now]
    rolls = ([now] if now else []) + [roll for roll in ranked if roll != now] + rest
    return [{"dice": list(roll), "p": entry.get("p") if roll == now else named.get(roll)} for roll in rolls]


def play_choices(entry: Json, dice: Dice) -> list[Json]:
    """Plays with this roll from the board before, those that the readings name first.

    Each: ``move``, ``board_after`` (26 characters seen by A), ``legal``, ``p`` (None: nothing said).
    Raises ReviewError where the board before is not known or holds no legal position.
    """
    seat = entry.get("seat")
    board = entry.get("board_before")
    if seat not in ("A", "B") or not isinstance(board, str):
        raise ReviewError("this entry is no roll: there is nothing to choose")
    try:
        before = from_seat(Position.from_board26(board), seat)
        plays = legal_plays(before, dice)
    except BackgammonError as error:
        raise ReviewError(f"no plays can be worked out here: {error}") from error
    legal = {text_of(from_seat(play.result, seat)): play.notation for play in plays}
    if not plays:
        legal[board] = "cannot move"
    choices = list(_named(entry, dice, legal))
    known = {choice["board_after"] for choice in choices}
    rest = [
        {"move": move, "board_after": after, "legal": True, "p": None}
        for after, move in legal.items()
        if after not in known
    ]
    return choices + sorted(rest, key=lambda choice: str(choice["move"]))


def _named(entry: Json, dice: Dice, legal: dict[str, str]) -> Iterator[Json]:
    named = [other for other in entry.get("alternatives") or [] if _pair(other.get("dice")) in (None, dice)]
    if _pair(entry.get("dice")) == dice and entry.get("board_after"):
        named.append({"move": entry.get("move"), "board_after": entry["board_after"], "p": entry.get("p")})
    seen: set[str] = set()
    for other in sorted(named, key=lambda one: -(one.get("p") or 0.0)):
        after = other.get("board_after")
        if isinstance(after, str) and after not in seen:
            seen.add(after)
            move = other.get("move") or legal.get(after, "")
            yield {"move": move, "board_after": after, "legal": after in legal, "p": other.get("p")}


def _pair(dice: object) -> Dice | None:
    if not isinstance(dice, list | tuple) or len(dice) != 2:
        return None
    if not all(isinstance(die, int) and 1 <= die <= 6 for die in dice):
        return None
    return max(dice), min(dice)
