"""A finding as one card: what happened, what would have been legal, the clause, the window, what was done."""

from collections.abc import Iterable
from typing import Any

from monitor.backgammon import BackgammonError, Position, apply_play, from_seat, text_of
from monitor.config import MatchConfig
from monitor.events import Json, Player
from monitor.findings import CORRECTED
from monitor.rules.vocabulary import CODES
from monitor.station.windows import window_of
from monitor.wording import kind_in_words

_STATES = {"confirm": "confirmed", "dismiss": "dismissed"}


def card_of(
    line: Json,
    players: tuple[str, str],
    *,
    turn: int = 0,
    notes: Iterable[Json] = (),
    pictures: Iterable[Json] = (),
    clip: str | None = None,
    alerts: str = "silent",
) -> Json:
    """The card of a finding.

    line: its newest ``Finding`` line. notes: what people did with it, oldest first, each with at, who, kind,
    text. pictures: stored ones with when, sha256 and t.
    """
    notes = list(notes)
    evidence = line.get("evidence") or {}
    speak = list(line.get("speak") or ())
    return {
        "id": line["id"],
        "seq": line["seq"],
        "code": line["code"],
        "kind": line["kind"],
        "by": line["by"],
        "status": line["status"],
        "severity": line["severity"],
        "title": title_of(line, players),
        "what": what_of(line),
        "clause": list(line["cite"]),
        "rule": line["text"],
        "remedy": line["remedy"].replace("_", " "),
        "obligation": line["obligation"].replace("_", " "),
        "decide": line["decide"],
        "certainty": line["certainty"],
        "speak": speak,
        "silent": alerts == "silent" or not {"monitor", "staff"} & set(speak),
        "t": line["t"],
        "t_known": line.get("t_known", line["t"]),
        "conf": line["conf"],
        "withdrawn": line.get("ended_by") == CORRECTED,
        "window": window_of(line, players, turn),
        "boards": _boards(line["by"], evidence),
        "pictures": list(pictures),
        "clip": clip,
        "handling": {"state": _handled(line, notes), "notes": notes},
    }


def title_of(line: Json, players: tuple[str, str]) -> str:
    """What it is and by whom: "Illegal move by Anna"."""
    code = line["code"]
    label = CODES[code].label if code in CODES else code.replace("_", " ").lower()
    by = f" by {MatchConfig(players=players).name(line['by'])}" if line["by"] else ""
    return f"{label[0].upper()}{label[1:]}{by}"


def what_of(line: Json) -> str:
    """What happened, in a sentence or two."""
    evidence = line.get("evidence") or {}
    if evidence.get("explanation"):
        return str(evidence["explanation"])
    kind = kind_in_words(line["kind"], evidence)
    parts = [kind] if kind else []
    parts += [str(difference) for difference in evidence.get("differences") or ()]
    faces = _faces(evidence)
    if faces and not evidence.get("differences"):
        parts.append("the dice show " + "-".join("?" if face is None else str(face) for face in faces))
    turns = evidence.get("affected_turns")
    if turns:
        parts.append(f"plays in turn {', '.join(map(str, turns))} depended on it")
    text = "; ".join(parts) or str(line["text"])
    return text[0].upper() + text[1:]


def _faces(evidence: Json) -> list[int | None]:
    dice = evidence.get("dice")
    if not isinstance(dice, list | tuple):
        return []
    return [die.get("face") if isinstance(die, dict) else die for die in dice]


def _handled(line: Json, notes: list[Json]) -> str:
    if line.get("ruling"):
        return "ruled"
    done = [_STATES[note["kind"]] for note in notes if note["kind"] in _STATES]
    return done[-1] if done else "new"


def _boards(by: Player | None, evidence: Json) -> Json:
    before, after = evidence.get("before_board"), evidence.get("after_board")
    plays = evidence.get("legal_moves")
    return {
        "before": before,
        "after": after,
        "expected": evidence.get("expected"),
        "by": by,
        "dice": [face for face in _faces(evidence) if face is not None],
        "move": evidence.get("move"),
        "legal": None if plays is None else [_legal(play, before, by) for play in plays],
    }


def _legal(play: Any, before: Any, by: Player | None) -> Json:
    """A play with the board it leads to; the board is missing where it cannot be worked out."""
    board = None
    if by is not None and isinstance(before, str):
        try:
            start = from_seat(Position.from_board26(before), by)
            board = text_of(from_seat(apply_play(start, str(play)), by))
        except BackgammonError:
            board = None
    return {"move": str(play), "board": board}
