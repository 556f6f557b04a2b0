"""A reviewer who knows the truth and counts what he does until the transcript says the same.

He works through the page's own endpoints, as the keys of the page do (`monitor/review/static/review.js`).
First the doubtful entries in order (`J`): he watches the recording there, puts right what is wrong at that
place, and accepts (Enter). Then, for what nobody doubted, all other entries one by one (`j`).

Seconds come from the keystroke-level model (Card, Moran and Newell, "The keystroke-level model for user
performance time with interactive systems", CACM 23, 1980): a key of an average typist 0.28, pointing 1.1, a
hand to the mouse or back 0.4, a decision 1.35. Watching a moment is no part of that model: WATCH_S is ours.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Final

from fastapi.testclient import TestClient

from monitor.backgammon import START, Position, judge_seat

KEY_S: Final = 0.28
POINT_S: Final = 1.1
HAND_S: Final = 0.4
DECIDE_S: Final = 1.35
WATCH_S: Final = 4.0
"""From the roll to the board after the play, brisk or sought with the arrows."""
MOST_STEPS: Final = 400
OFFERED: Final = 9
"""Plays that a key takes."""
ACTS: Final = {"CubeOffered": "double", "CubeTaken": "take", "CubePassed": "drop"}

Json = dict[str, Any]
Item = tuple[Any, ...]
"""What an entry says: ("move", seat, roll, board after), ("cube", seat, act), ("result", winner, points)."""


@dataclass
class Spent:
    """What a reviewer has done."""

    keys: int = 0
    pointings: int = 0
    decisions: int = 0
    watched: int = 0
    corrections: int = 0

    @property
    def seconds(self) -> float:
        """All of it by the model; each pointing takes the hand to the mouse and back."""
        pointing = self.pointings * (POINT_S + 2 * HAND_S)
        return self.keys * KEY_S + pointing + self.decisions * DECIDE_S + self.watched * WATCH_S


def true_items(truth: Sequence[Mapping[str, Any]]) -> list[Item]:
    """The match as it was, of the events of a film or a script."""
    items: list[Item] = []
    for line in truth:
        if line["ev"] == "TurnPlayed":
            items.append(("move", line["by"], tuple(sorted(line["dice"])), line["board_after"]))
        elif line["ev"] in ACTS:
            items.append(("cube", line["by"], ACTS[line["ev"]]))
        elif line["ev"] == "GameEnded":
            items.append(("result", line["winner"], line.get("points")))
    return items


def item_of(entry: Json) -> Item:
    """What an entry says."""
    if entry["kind"] == "move":
        return ("move", entry["seat"], tuple(sorted(entry["dice"])), entry["board_after"])
    if entry["kind"] == "cube":
        return ("cube", entry["seat"], entry["act"])
    if entry["kind"] == "result":
        result = entry["result"] or {}
        return ("result", result.get("winner"), result.get("points"))
    return ("gap", entry["id"])


class Reviewer:
    """One review of the folder behind a client of the page's server."""

    def __init__(self, client: TestClient, truth: Sequence[Mapping[str, Any]]) -> None:
        self.client = client
        self.truth = true_items(truth)
        self.spent = Spent()
        self.state: Json = client.get("/api/review").json()
        self.refused: list[str] = []
        self._tried: set[tuple[Any, ...]] = set()

    @property
    def entries(self) -> list[Json]:
        """The entries of the transcript."""
        return list(self.state["entries"])

    def wrong(self) -> int:
        """Differences from the truth, entries that are missing included."""
        return sum(max(i2 - i1, j2 - j1) for i1, i2, j1, j2 in self._differences())

    def doubts(self) -> None:
        """Look at every doubtful entry, put right what is wrong there, accept the rest."""
        seen: set[str] = set()
        while True:
            names = [moment["id"] for moment in self.state["moments"] if moment["id"] not in seen]
            order = {entry["id"]: place for place, entry in enumerate(self.entries)}
            name = min((n for n in names if n in order), key=order.__getitem__, default=None)
            if name is None or len(seen) > MOST_STEPS:
                return
            seen.add(name)
            self._do(keys=1, decisions=1, watched=1)
            self._put_right(name)
            if name in {moment["id"] for moment in self.state["moments"]}:
                self._do(keys=1)
                self._send({"id": name, "accept": True})

    def rest(self) -> None:
        """Look at all other entries, and put right what is wrong wherever it is."""
        looked = len(self.entries) - len(set(self.state["accepted"]))
        self._do(keys=looked, decisions=looked)
        for _ in range(MOST_STEPS):
            if not any(self._fix(difference) for difference in self._differences()):
                return

    def _differences(self) -> list[tuple[int, int, int, int]]:
        told = [item_of(entry) for entry in self.entries]
        codes = SequenceMatcher(None, told, self.truth, autojunk=False).get_opcodes()
        return [(i1, i2, j1, j2) for tag, i1, i2, j1, j2 in codes if tag != "equal"]

    def _put_right(self, name: str) -> None:
        """Put right what is wrong with an entry or right beside it."""
        for _ in range(MOST_STEPS):
            place = next((k for k, entry in enumerate(self.entries) if entry["id"] == name), None)
            if place is None:
                return
            near = (d for d in self._differences() if d[0] <= place + 1 and place <= d[1])
            if not any(self._fix(difference) for difference in near):
                return

    def _fix(self, difference: tuple[int, int, int, int]) -> bool:
        """Make one correction that brings the transcript nearer to the truth; whether there was one."""
        i1, i2, j1, j2 = difference
        entry = self.entries[i1] if i1 < i2 else None
        want = self.truth[j1] if j1 < j2 else None
        tried = (None if entry is None else item_of(entry), want)
        if tried in self._tried:
            return False
        self._tried.add(tried)
        if entry is not None and want is not None and want[0] == entry["kind"]:
            if want[0] == "result":
                return self._result(entry, want)
            if want[1] == entry["seat"]:
                return self._change(entry, want) if want[0] == "move" else self._remove(entry)
        if want is not None and want[0] != "result":
            return self._insert(i1, want)
        return entry is not None and entry["kind"] in ("move", "cube") and self._remove(entry)

    def _change(self, entry: Json, want: Item) -> bool:
        """The roll by `d` and two digits, the play by its number, or typed after `m`."""
        _, _, dice, board = want
        correction: Json = {"id": entry["id"]}
        if tuple(sorted(entry["dice"])) != dice:
            self._do(keys=3, decisions=1)
            correction["dice"] = sorted(dice, reverse=True)
        if entry["board_after"] != board:
            high, low = sorted(dice, reverse=True)
            answer = self.client.get(f"/api/choices/{entry['id']}", params={"high": high, "low": low}).json()
            plays = answer.get("plays", [])
            place = next((k for k, play in enumerate(plays) if play["board_after"] == board), None)
            typed = len(str(plays[place]["move"])) + 2 if place is not None else 12
            self._do(keys=1 if place is not None and place < OFFERED else typed, decisions=1)
            correction["board_after"] = board
        return self._send(correction)

    def _insert(self, place: int, want: Item) -> bool:
        """A double by `c`, an answer by its button, a roll by `i` and typing."""
        before = self.entries[max(0, place - 1)]
        correction: Json = {"after": before["id"], "game": before["game"]}
        if want[0] == "cube":
            correction["insert"] = {"seat": want[1], "act": want[2]}
            self._do(keys=2 if want[2] == "double" else 1, pointings=want[2] != "double", decisions=1)
            return self._send(correction)
        move = self._written(before, want)
        self._do(keys=len(move) + 6, decisions=1)
        correction["insert"] = {"seat": want[1], "dice": sorted(want[2], reverse=True), "move": move}
        return self._send(correction)

    def _written(self, before: Json, want: Item) -> str:
        """The play as a reviewer would type it."""
        board = None if before["kind"] == "result" else before["board_after"] or before["board_before"]
        start = START if board is None else Position.from_board26(board)
        high, low = sorted(want[2], reverse=True)
        return (
            judge_seat(start, (high, low), Position.from_board26(want[3]), want[1]).notation or "cannot move"
        )

    def _result(self, entry: Json, want: Item) -> bool:
        self._do(pointings=1, decisions=1)
        result = {"winner": want[1], "points": want[2], "how": "unknown"}
        return self._send({"game": entry["game"], "result": result})

    def _remove(self, entry: Json) -> bool:
        self._do(keys=1, decisions=1)
        return self._send({"id": entry["id"], "remove": True})

    def _send(self, correction: Json) -> bool:
        answer = self.client.post("/api/corrections", json=correction)
        self.spent.corrections += 1
        if answer.status_code != 200:
            self.refused.append(f"{correction}: {answer.text[:200]}")
            return False
        self.state = answer.json()
        return True

    def _do(self, *, keys: int = 0, pointings: int = 0, decisions: int = 0, watched: int = 0) -> None:
        spent = self.spent
        spent.keys += keys
        spent.pointings += pointings
        spent.decisions += decisions
        spent.watched += watched
