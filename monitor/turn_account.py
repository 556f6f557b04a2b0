"""A turn accounts for itself: what was seen, what was believed and why, in a paragraph from the journal."""

import json
from collections.abc import Iterable, Sequence

from monitor.config import MatchConfig
from monitor.errors import GammonitorError
from monitor.events import Json
from monitor.wording import clock_time


class NoSuchTurnError(GammonitorError):
    """A turn that the journal does not have."""


def account(lines: Iterable[str], number: int, config: MatchConfig) -> str:
    """One paragraph about turn `number` of a journal, counted from 1 over all its games.

    Raises NoSuchTurnError, which says how many there are.
    """
    entries: list[Json] = [json.loads(line) for line in lines]
    ends = [index for index, entry in enumerate(entries) if entry["ev"] == "TurnPlayed"]
    if not 1 <= number <= len(ends):
        raise NoSuchTurnError(f"there is no turn {number}: the journal has turns 1 to {len(ends)}")
    at = ends[number - 1]
    first = ends[number - 2] + 1 if number > 1 else 0
    turn = entries[at]
    before = entries[first:at]
    games = [entry for entry in entries[:at] if entry["ev"] == "GameStarted" or entry.get("joined") is True]
    game = games[-1].get("game_no", len(games)) if games else 0
    who = config.name(turn["by"])
    parts = [f"Turn {number} (game {game}, turn {turn.get('turn', '?')}), {who}, at {clock_time(turn['t'])}."]
    parts += [*_cube(before, config), *_rolls(before, turn, config), *_boards(before), _play(turn, who)]
    parts += _judgement(turn)
    parts += _after(entries[at + 1 :], turn)
    parts.append(f"Told {turn['t_known'] - turn['t']:.1f} s after the turn had ended.")
    return " ".join(parts)


def _cube(entries: Sequence[Json], config: MatchConfig) -> list[str]:
    verbs = {
        "CubeOffered": "doubled to {}",
        "CubeTaken": "took at {}",
        "CubePassed": "passed",
        "CubeReturned": "took the cube back",
        "CubeTouched": "moved the cube",
    }
    return [
        f"{config.name(entry['by'])} {verbs[entry['ev']].format(entry.get('value'))} "
        f"at {clock_time(entry['t'])} (sure to {entry['conf']:.2f})."
        for entry in entries
        if entry["ev"] in verbs
    ]


def _rolls(entries: Sequence[Json], turn: Json, config: MatchConfig) -> list[str]:
    said = []
    for entry in entries:
        if entry["ev"] == "DiceTouched":
            way = "pushed" if entry.get("how") == "slide" else "taken up and laid back"
            said.append(f"The dice were {way} by hand at {clock_time(entry['t'])}.")
        if entry["ev"] != "DiceAtRest":
            continue
        dice = [_die(die) for die in entry.get("dice", [])]
        whose = "" if entry.get("by") == turn["by"] else f" by {config.name(entry.get('by'))}"
        again = ", seen again as not flat" if entry.get("revised") else ""
        said.append(f"Dice at rest{whose} at {clock_time(entry['t'])}: {' and '.join(dice)}{again}.")
    if not said:
        return ["No dice were seen."] if turn.get("dice") is None else []
    return said


def _die(die: Json) -> str:
    if not die.get("seen", True):
        return "one that was not seen"
    leans = f", leaning with {die['p_leaning']:.2f}" if die.get("tilt") == "leaning" else ""
    where = "" if die.get("support", "surface") == "surface" else f" on a {die['support']}"
    return f"a {die['face']}{where} (read with {die.get('p', 1.0):.2f}{leans})"


def _boards(entries: Sequence[Json]) -> list[str]:
    number = sum(entry["ev"] == "CheckersMoved" for entry in entries)
    lost = [entry.get("reason", "") for entry in entries if entry["ev"] == "TrackLost"]
    said = [f"{number} change{'s' if number != 1 else ''} of the board seen on the way."] if number else []
    return [*said, *(f"The thread was lost: {reason}." for reason in lost)]


def _play(turn: Json, who: str) -> str:
    if turn["board_before"] == turn["board_after"]:
        return f"{who} moved nothing."
    dice = turn.get("dice")
    roll = f" with {dice[0]}-{dice[1]}" if dice else ""
    move = turn.get("move")
    return f"Played{roll}: {move}." if move else f"The board became {turn['board_after']}{roll}."


def _judgement(turn: Json) -> list[str]:
    legal, p_legal, p_illegal = turn.get("legal"), turn.get("p_legal", 0.0), turn.get("p_illegal", 0.0)
    odds = f"legal {p_legal:.3f}, illegal {p_illegal:.3f}"
    if legal is True:
        said = [f"A legal play explains what was seen ({odds})."]
    elif legal is False:
        kinds = ", ".join(kind.replace("_", " ") for kind in turn.get("kinds", []))
        said = [f"No legal play explains what was seen ({odds}): {kinds}."]
    else:
        said = [f"It was not judged: not seen well enough, or part of it went unseen ({odds})."]
    nearest = turn.get("legal_moves")
    if nearest:
        said.append(
            f"Legal would have been {', '.join(nearest[:3])}{' or others' if len(nearest) > 3 else ''}."
        )
    if turn.get("legal_with"):
        high, low = turn["legal_with"]
        said.append(
            f"With a roll of {high}-{low} it would be legal, but the dice were surely read otherwise."
        )
    if turn.get("explained_by"):
        high, low = turn["explained_by"]
        said.append(f"With a roll of {high}-{low} it would be {turn.get('explained_move')}, a legal play.")
    return said


def _in_conflict(what: str) -> str:
    """What was seen and did not fit together."""
    dice = what.startswith("dice")
    return f"{'Dice and play contradict each other' if dice else 'It was seen otherwise'} ({what})."


def _after(entries: Sequence[Json], turn: Json) -> list[str]:
    """What was said of this turn later: contradictions, corrections, findings."""
    said = []
    for entry in entries:
        if entry["ev"] == "TurnPlayed":
            break
        same = entry.get("by") == turn["by"]
        if entry["ev"] == "EvidenceConflict" and same:
            said.append(_in_conflict(entry.get("what", "").replace("_", " ")))
        elif entry["ev"] == "Corrected" and entry.get("code") == "READING":
            said.append(f"What was read was put right by hand at {clock_time(entry['t'])}.")
        elif entry["ev"] in ("Corrected", "MoveRetracted") and same:
            words = "taken back" if entry["ev"] == "MoveRetracted" else "put right"
            words = "withdrawn as a finding" if entry.get("withdrawn") else words
            said.append(f"It was {words} at {clock_time(entry['t'])}.")
        elif entry["ev"] == "Finding" and entry.get("status") == "open" and same:
            said.append(f"Finding {entry['id']}: {entry['code'].replace('_', ' ').lower()}.")
    return said
