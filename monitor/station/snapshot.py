"""The state of one table as one JSON object, and what of it people without a part in the match may see."""

from functools import lru_cache
from typing import Any

from monitor.backgammon import BackgammonError, Position
from monitor.events import Json
from monitor.rules import load_ruleset
from monitor.rules.errors import RulesError
from monitor.station.course import Course
from monitor.tracking.state import TrackerState

TODO = {
    "lost": "Show the whole board; enter what stands on it if the track does not come back by itself.",
    "hidden": None,
    "setup": "Set the men up for the start, or enter what stands on the board.",
    "following": None,
}


def match_part(
    course: Course, home: str | None, light: str | None, score: list[int] | None, title: str | None = None
) -> Json:
    """Settings and score of the match. title: of the rule set, where it is none of those installed."""
    settings = course.settings
    ruleset = settings.get("ruleset") or "usbgf-2016"
    return {
        "ruleset": ruleset,
        "ruleset_title": title or ruleset_title(ruleset),
        "length": settings.get("length"),
        "players": list(settings.get("players") or ("A", "B")),
        "score": score,
        "crawford": course.crawford,
        "mode": settings.get("mode") or {"clock": False, "baffle": False, "dice": "own4"},
        "home": home,
        "light": light,
        "alerts": settings.get("alerts") or "silent",
    }


def game_part(course: Course, state: TrackerState | None) -> Json:
    """Board, dice, cube and turn; where a tracker is at work, as it believes them."""
    board, to_act, turn, phase = course.board, course.to_act, course.turn, course.phase
    cube, owner, offered = course.cube, course.owner, course.offered
    if state is not None:
        cube, owner, offered = state.cube, state.owner, state.offered
        board, to_act, turn = state.board or board, state.to_act or to_act, state.turn or turn
        phase = "over" if state.phase == "setup" and course.phase == "over" else state.phase
    return {
        "no": course.game_no,
        "turn": turn,
        "phase": phase,
        "to_act": to_act,
        "board": board,
        "dice": course.dice,
        "roll": course.roll,
        "cube": {"value": cube, "owner": owner, "offered": offered},
        **_counts(board),
    }


def track_part(course: Course, state: TrackerState | None, since: float) -> Json:
    """Whether the game is followed, and how to get back where it is not."""
    if state is None:
        lost = course.lost
        kind = "lost" if lost is not None else "setup" if course.phase == "setup" else "following"
        reason = None if lost is None else lost.get("reason")
    else:
        kind, reason = state.following, state.reason
        if kind == "following" and state.phase == "setup":
            kind = "setup"
    return {"state": kind, "reason": reason, "todo": TODO[kind], "since": since}


def for_viewers(snapshot: Json, *, pips: bool) -> Json:
    """What a viewer gets: nothing that flags a play or a roll, and no pips while the match is on.

    pips: the settings allow pip counts for the stream.
    """
    game = dict(snapshot["game"])
    game["dice"] = [{**die, "cocked": None} for die in game["dice"]]
    if not pips:
        game["pips"] = None
    return {**snapshot, "game": game, "findings": None}


@lru_cache(maxsize=32)
def ruleset_title(name: str) -> str:
    """The title of a rule set, its name where there is none of that name."""
    try:
        return load_ruleset(name).title
    except (RulesError, OSError):
        return name


@lru_cache(maxsize=8)
def _counts(text: str | None) -> dict[str, Any]:
    """Pips and men borne off of A and B."""
    try:
        board = None if text is None else Position.from_board26(text)
    except BackgammonError:
        board = None
    if board is None:
        return {"pips": None, "off": None}
    sides = (board.mover, board.opponent)
    pips = [sum((place + 1) * men for place, men in enumerate(side)) for side in sides]
    return {"pips": pips, "off": [15 - min(15, sum(side)) for side in sides]}
