"""Until when something can be put right, in words with the players' names."""

from typing import Any, Final

from monitor.events import Json, Player, other
from monitor.findings import CORRECTED
from monitor.rules.vocabulary import in_words, is_predicate

_UNTIL: Final = {
    "opp_throw": "{opponent} throws",
    "any_throw": "the dice are next thrown",
    "opp_valid_roll": "{opponent} has made a valid roll",
    "own_valid_roll": "{player} has made a valid roll",
    "opp_valid_double": "{opponent} doubles",
    "opp_cube_turn": "{opponent} turns the cube",
    "own_checker_move": "{player} begins to play the roll",
    "game_end": "the game ends",
    "next_game_start": "the next game starts",
    "match_end": "the match ends",
    "next_match_start": "either player starts the next match",
}
"""Closing predicates of the rules specification, section 3.2, after the word "until"."""

_CLOSED: Final = {
    "opp_throw": "{opponent} has thrown",
    "any_throw": "the dice were thrown",
    "opp_valid_roll": "{opponent} has made a valid roll",
    "own_valid_roll": "{player} has made a valid roll",
    "opp_valid_double": "{opponent} has doubled",
    "opp_cube_turn": "{opponent} has turned the cube",
    "own_checker_move": "{player} has begun to play the roll",
    "game_end": "the game has ended",
    "next_game_start": "the next game has started",
    "match_end": "the match has ended",
    "next_match_start": "the next match has started",
}
_ENDED: Final = {
    "turn_end": "turn {n} is over",
    "turn_commence": "turn {n} has begun",
    "turn_valid_start": "turn {n} has begun",
    "throw_turn": "turn {n} has begun",
}
_CAN: Final = {"option": "open to a choice", "roll_void": "to be thrown again"}


def window_of(line: Json, players: tuple[str, str], turn: int) -> Json:
    """The window of a finding as its newest line tells it, for its card.

    line: a ``Finding`` line. turn: number of the present turn of the game.
    """
    names = _names(line.get("by"), players)
    is_open = line["status"] == "open"
    return {
        "state": "open" if is_open else "closed",
        "words": _open_words(line, names) if is_open else _closed_words(line, names),
        "closed_by": None if is_open else line.get("ended_by"),
        "since": line["t"] if is_open else line.get("t_known", line["t"]),
        "turns_left": _turns_left(line.get("deadline") or (), turn) if is_open else None,
    }


def _open_words(line: Json, names: Json) -> str:
    can = _CAN.get(line["severity"], "correctable")
    ends = [_say(predicate, _UNTIL, names) for predicate in line.get("deadline") or ()]
    if ends:
        return f"{can} until {' or '.join(ends)}"
    return can if line["severity"] == "roll_void" else f"{can} at any time"


def _closed_words(line: Json, names: Json) -> str:
    ended = line.get("ended_by")
    if ended == CORRECTED:
        return "withdrawn: the reading was corrected"
    if line.get("ruling"):
        return f"ruled: {line['ruling']}"
    if line["status"] == "resolved":
        return "put right"
    if line["status"] == "logged":
        return "noted"
    if is_predicate(ended):
        return f"stands: {_say(str(ended), _CLOSED | _ENDED, names)}"
    return "stands: it was let pass" if ended else "stands: the time to correct it is over"


def _say(predicate: str, words: dict[str, str], names: Json) -> str:
    name, _, number = predicate.partition(":")
    phrase = words.get(name)
    return in_words(predicate) if phrase is None else phrase.format(n=number, **names)


def _names(by: Player | None, players: tuple[str, str]) -> dict[str, Any]:
    if by is None:
        return {"player": "the player", "opponent": "the opponent"}
    name = dict(zip("AB", players, strict=True))
    return {"player": name[by], "opponent": name[other(by)]}


def _turns_left(deadline: tuple[str, ...] | list[str], turn: int) -> int | None:
    """Turns that still have to end or begin until the window closes; None where turns do not close it."""
    ends = [int(number) for name, _, number in (one.partition(":") for one in deadline) if number]
    return max(0, min(ends) - turn) if ends else None
