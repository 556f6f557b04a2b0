"""review.json: every entry with its place in the video, and the moments that somebody should look at."""

from collections.abc import Iterator
from typing import Any, Final

from monitor.backgammon import format_play, judge_seat, text_of
from monitor.transcribe.corrections import NO_END
from monitor.transcribe.derive import UNREAD, Derived, alternatives
from monitor.transcribe.lattice import Candidate, Smoothed
from monitor.transcribe.survey import Survey
from monitor.transcribe.turns import Turn
from monitor.transcripts import CubeTurn, Doubt, Entry, Game, Move, Setup, steps, verify
from monitor.transcripts.table import Step

Json = dict[str, Any]
FORMAT: Final = "gammonitor review 1"
PLAIN: Final = 0.99
"""A roll that was worked out from the play and is surer than this need not be looked at."""


def review(derived: Derived, survey: Survey) -> Json:
    """The review of a match as one JSON object; the format is in README.md."""
    match = derived.match
    entries, moments = list[Json](), list[Json]()
    places = _Places(derived)
    for number, game in enumerate(match.games, 1):
        for step in steps(game):
            entry = places.entry(number, step)
            entries.append(entry)
            moments += _moments(entry, step.entry, accepted=derived.accepted)
        last = entries[-1] if entries else None
        entries.append(places.result(game, number, last))
        if entries[-1]["doubt"] and entries[-1]["id"] not in derived.accepted:
            seen = game.result is not None
            reason = "it was not seen for certain how the game ended" if seen else "the end was not seen"
            moments.append(_moment(entries[-1], "result", reason))
    faults = [fault.to_json(match.players) for fault in verify(match)]
    return {
        "format": FORMAT,
        "files": [_file(file) for file in survey.files],
        "match": {"players": list(match.players), "length": match.length, "games": len(match.games)},
        "entries": entries,
        "moments": moments,
        "faults": faults,
        "problems": [*survey.problems, *(problem.text for problem in match.all_problems)],
    }


class _Places:
    """Finds the events and turns that entries came from."""

    def __init__(self, derived: Derived) -> None:
        self._turns = derived.turns
        self._events: dict[tuple[str, float, str, str | None], Json] = {}
        self._ends: list[Json] = []
        for event in derived.events:
            if "entry" in event.data:
                known = {"id": event.get("entry"), "t_all": round(event.t, 4), "conf": event.conf}
                known |= {"file": event.get("file"), "t": event.get("file_t")}
                kind = "move" if event.ev == "TurnPlayed" else "cube"
                if event.ev == "GameEnded":
                    self._ends.append({**known, "alternatives": event.get("alternatives") or []})
                elif event.ev == "TurnPlayed" or event.ev.startswith("Cube"):
                    place = (str(event.get("file")), float(event.get("file_t")))
                    self._events[(*place, kind, event.by)] = known
                    self._events.setdefault((*place, "gap", None), known)

    def entry(self, number: int, step: Step) -> Json:
        """One entry of the move list."""
        entry, remark = step.entry, step.entry.remark
        kind = "move" if isinstance(entry, Move) else "cube" if isinstance(entry, CubeTurn) else "gap"
        seat = None if isinstance(entry, Setup) else entry.seat
        key = (remark.file, remark.time or 0.0, kind, seat)
        known = self._events.get(
            key, {"id": None, "t_all": None, "conf": 1.0, "file": None, "t": remark.time}
        )
        line: Json = {
            "id": known["id"] if kind != "gap" else f"g{known['id']}",
            "game": number,
            "row": step.row,
            "seat": seat,
            "kind": kind,
            "file": known["file"],
            "t": known["t"],
            "t_all": known["t_all"],
            "board_before": None if step.before is None else text_of(step.before),
            "board_after": None if step.after is None else text_of(step.after),
            "cube": step.cube,
            "owner": step.owner,
            "p": round(float(known["conf"]), 4),
            "alternatives": [],
            "doubt": bool(remark.doubts) or isinstance(entry, Setup),
            "comment": remark.comment,
        }
        if isinstance(entry, Move):
            turn, found = self._turns.get(str(known["id"]), (None, None))
            line |= _move(entry, step, turn, found)
        elif isinstance(entry, CubeTurn):
            line |= {"act": entry.act, "value": entry.value}
        return line

    def result(self, game: Game, number: int, last: Json | None) -> Json:
        """The line for the end of a game; last: its last entry, whose time stands for an end not seen."""
        result = game.result
        known: Json = {name: (last or {}).get(name) for name in ("file", "t", "t_all")}
        after = float(known["t_all"] or 0.0)
        if self._ends and self._ends[0]["t_all"] >= after:
            known = self._ends.pop(0)
        doubts = game.entries[-1].remark.doubts if game.entries else ()
        return {
            "id": known.get("id") or f"{NO_END}{number}",
            "game": number,
            "kind": "result",
            "file": known.get("file"),
            "t": known.get("t"),
            "t_all": known.get("t_all"),
            "result": None
            if result is None
            else {"winner": result.winner, "points": result.points, "how": result.how},
            "score_before": list(game.score),
            "crawford": game.crawford,
            "p": round(float(known.get("conf", 0.0)), 4),
            "alternatives": known.get("alternatives", []),
            "doubt": result is None or any(doubt.what == "result" for doubt in doubts),
        }


def _move(entry: Move, step: Step, turn: Turn | None, found: Smoothed | None) -> Json:
    verdict = None
    if step.before is not None and step.after is not None:
        verdict = judge_seat(step.before, entry.dice, step.after, entry.seat)
    line: Json = {
        "dice": list(entry.dice),
        "move": None if entry.hops is None else format_play(entry.hops),
        "legal": None if verdict is None else verdict.legal,
        "stood": entry.stood,
    }
    if verdict is not None and not verdict.legal:
        line["kinds"] = sorted(verdict.kinds)
        line["nearest"] = [play.notation for play in verdict.nearest]
    if turn is not None and found is not None:
        line["t_roll"] = min((die.since for die in turn.dice), default=None)
        line["alternatives"] = [_candidate(turn, found, one) for one in alternatives(found)]
    return line


def _candidate(turn: Turn, found: Smoothed, one: Candidate) -> Json:
    move = judge_seat(found.before, one.dice, one.after, turn.by).notation
    return {
        "dice": list(one.dice),
        "move": move,
        "board_after": text_of(one.after),
        "legal": one.legal,
        "p": round(one.p, 4),
    }


def _moments(line: Json, entry: Entry, *, accepted: set[str]) -> Iterator[Json]:
    """What somebody should look at about one entry."""
    if line["id"] in accepted:
        return
    if isinstance(entry, Setup):
        yield _moment(line, "gap", entry.remark.comment or "plays are missing")
        return
    for doubt in entry.remark.doubts:
        plain = doubt.what == UNREAD and (doubt.p or 0.0) >= PLAIN
        if doubt.what != "result" and not plain:
            yield _moment(line, doubt.what, _reason(doubt))
    if isinstance(entry, Move) and entry.stood and not entry.remark.doubts:
        yield _moment(line, "illegal", f"an illegal play that stood: {', '.join(line.get('kinds', []))}")


def _moment(line: Json, what: str, reason: str) -> Json:
    recorded = line.get("result")
    if line["kind"] == "move":
        recorded = f"{line['dice'][0]}{line['dice'][1]}: {line['move'] or 'no move'}"
    elif line["kind"] == "cube":
        recorded = line["act"]
    return {
        "id": line["id"],
        "game": line["game"],
        "file": line["file"],
        "t": line["t"],
        "t_all": line["t_all"],
        "what": what,
        "recorded": recorded,
        "p": line["p"],
        "alternatives": line["alternatives"],
        "reason": reason,
    }


def _reason(doubt: Doubt) -> str:
    if doubt.other and doubt.p is not None:
        return f"{doubt.what} sure by {doubt.p:.0%}; may be {' or '.join(doubt.other)}"
    if doubt.p is not None:
        return f"{doubt.what} sure by {doubt.p:.0%}"
    return f"{doubt.what} in doubt"


def _file(file: Any) -> Json:
    return {
        "name": file.name,
        "path": str(file.path),
        "sha256": file.sha256,
        "start": round(file.start, 4),
        "seconds": round(file.end - file.start, 4),
        "offset": round(file.offset, 4),
        "problems": list(file.problems),
    }
