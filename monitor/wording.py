"""Findings in plain words, for the terminal and under pictures."""

from collections.abc import Mapping
from typing import Any, Final

from monitor.config import MatchConfig
from monitor.findings import CORRECTED, Finding
from monitor.rules.vocabulary import CODES, PREDICATES, in_words

KINDS: Final = {
    "wrong_pips": "moved a number of pips that was not rolled",
    "blocked_path": "passed or reached a point the opponent holds",
    "must_play_more": "played fewer dice than possible",
    "must_play_higher": "played the smaller number where the larger one was possible",
    "no_move": "did not move although a play was possible",
    "wrong_direction": "moved backwards",
    "bar_entry_ignored": "moved with a checker still on the bar",
    "premature_bearoff": "bore off with a checker outside the home board",
    "hit_checker_removed": "took a hit checker off instead of onto the bar",
    "co_occupied": "left both colours on one point",
    "opponent_checker_moved": "moved a checker of the opponent",
    "own_checker_to_bar": "put an own checker on the bar",
    "checker_count": "changed the number of checkers",
    "deadlock": "left a position that cannot occur",
    "cocked": "a die does not lie flat",
    "wrong_side": "a die lies on the wrong side of the bar",
    "on_checker": "a die lies on a checker",
    "on_bar": "a die lies on the bar",
    "on_die": "a die lies on another die",
    "outside": "a die lies outside the playing surface",
    "floor": "a die fell on the floor",
    "bounced_back": "a die left the board and came back",
    "not_from_cup": "not thrown from the cup",
    "not_simultaneous": "the dice did not leave the cup together",
    "hand_contact": "a hand touched the rolling dice",
    "cup_on_board": "the cup touched the board",
    "low_height": "thrown from too low",
    "valid_die_rethrown": "a die that counted was thrown again",
    "before_end": "before the opponent's turn was over",
    "skipped_opponent_turn": "without letting the opponent have his turn",
    "before_cube_answer": "before the double was answered",
    "first": "for the first time",
    "repeat": "again",
    "spectator": "by a spectator",
    "monitor": "by the monitor, without the players' agreement",
    "annotator": "by the transcriber, without the players' agreement",
    "touched": "touched",
    "moved": "moved",
    "reached": "reached for it",
    "clearance": "too close to the board",
    "hit_to_bar": "a trial hit was put on the bar",
    "not_restored": "the checkers were not put back between tries",
    "uncontrolled": "to and fro without control",
    "shared2_without_clock": "two shared dice without a clock",
    "own4_with_clock": "four dice with a clock",
    "offered": "offered",
    "taken": "taken",
    "taken_trailer_won_match": "taken, and the trailer won the match by it",
    "passed": "dropped",
    "passed_by_leader": "dropped by the leader",
    "passed_by_trailer": "dropped by the trailer",
    "double": "said that he would double",
    "drop": "said that he would drop",
    "drop_later": "said that he would drop, some turns ago",
    "take": "said that he would take",
    "no_verbal_act": "the cube was moved without a word",
    "no_physical_act": "a word, but the cube was not moved",
    "contact": "while there was contact",
    "not_after_own_turn": "not after his own turn",
    "too_short": "too short",
    "too_long": "too long",
}


def clock_time(t: float) -> str:
    """Seconds as m:ss.s, or h:mm:ss.s from an hour on."""
    tenths = round(t * 10)
    minutes, rest = divmod(tenths, 600)
    hours, minutes = divmod(minutes, 60)
    seconds = f"{rest // 10:02d}.{rest % 10}"
    return f"{hours}:{minutes:02d}:{seconds}" if hours else f"{minutes}:{seconds}"


def kind_in_words(kind: str | None, evidence: Mapping[str, Any]) -> str:
    """What is wrong, or the kinds of which one is; empty where a finding has none."""
    kinds = (kind,) if kind else tuple(evidence.get("one_of") or ())
    *others, last = (KINDS.get(one, one.replace("_", " ")) for one in kinds or ("",))
    return f"either {', '.join(others)} or {last}" if others else last


def describe(finding: Finding, config: MatchConfig) -> str:
    """Who did what wrong, in one line."""
    what = CODES[finding.code].label if finding.code in CODES else finding.code.replace("_", " ").lower()
    who = f"{config.name(finding.by)}: " if finding.by else ""
    kind = kind_in_words(finding.kind, finding.evidence)
    return f"{who}{what}{f' ({kind})' if kind else ''}"


def standing(finding: Finding) -> str:
    """Where a finding stands: open until when, put right, noted, or closed and by what."""
    if finding.ruling:
        return f"ruled by the director: {finding.ruling}"
    if finding.status == "open":
        return f"open {finding.until}"
    ended = finding.ended_by
    if ended == CORRECTED:
        return "withdrawn: the reading it rested on was corrected"
    if finding.status == "resolved":
        return "put right"
    if finding.status == "logged":
        return "noted"
    if ended is None:
        return "stands: the time to correct it is over"
    if ended in PREDICATES or ":" in ended:
        return f"stands; closed by: {in_words(ended)}"
    return "stands; it was let pass"


def details(finding: Finding) -> list[tuple[str, str]]:
    """(label, text) of what the evidence says: what was wrong, what was legal."""
    evidence = finding.evidence
    found: list[tuple[str, str]] = []
    if evidence.get("differences"):
        found.append(("wrong", "; ".join(str(part) for part in evidence["differences"])))
    turns = evidence.get("affected_turns")
    if turns:
        found.append(("depends", f"plays in turn {', '.join(map(str, turns))} depended on it: a new game"))
    dice = evidence.get("dice") or ()
    faces = [die.get("face") if isinstance(die, dict) else die for die in dice]
    move = evidence.get("move")
    if faces:
        roll = "-".join("?" if face is None else str(face) for face in faces)
        found.append(("played" if move else "roll", f"{roll}: {move}" if move else roll))
    plays = evidence.get("legal_moves")
    if plays is not None:
        found.append(("legal", _plays(list(plays)) if plays else "no play: the turn had to be passed"))
    return found


def _plays(plays: list[object], most: int = 5) -> str:
    shown = ", ".join(str(play) for play in plays[:most])
    return f"{shown} and {len(plays) - most} more" if len(plays) > most else shown
