"""What a table shows: state, cards, lines, games; of one that is watched and of a journal alike."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from threading import RLock
from time import monotonic

from monitor.events import Json
from monitor.rules import RuleSet, load_ruleset
from monitor.station.cards import card_of
from monitor.station.course import Course
from monitor.station.errors import NotHereError
from monitor.station.parts import Lines, Places
from monitor.station.pictures import Pictures
from monitor.station.snapshot import game_part, match_part, track_part
from monitor.station.standing import standing_lines, superseded
from monitor.station.stored import StoredTable

POLL_S = 0.4


class ShownTable:
    """State, cards and lines of one table. Any thread may ask; one thread tells.

    id: short name in addresses. version: grows with every change that a snapshot shows.
    """

    live = False
    pictures: Pictures | None = None
    stream_pips = False
    placing: Places | None = None

    def __init__(self, id_: str, lines: Lines, stored: StoredTable, rules: Sequence[RuleSet] = ()) -> None:
        """rules: rule sets from files, which may be named besides those installed."""
        self.id = id_
        self.version = 1
        self.course = Course()
        self.changed_cards: list[tuple[int, str]] = []
        self._lines = lines
        self._rules = {one.id: one for one in rules}
        self._stored = stored
        self._lock = RLock()
        self._listeners: list[Callable[[], None]] = []
        self._polled = 0.0

    @property
    def title(self) -> str:
        """The players."""
        return " - ".join(self.players)

    @property
    def players(self) -> tuple[str, str]:
        """Names of A and B."""
        names = self.course.settings.get("players") or ("A", "B")
        return str(names[0]), str(names[1])

    def listen(self, wake: Callable[[], None]) -> Callable[[], None]:
        """Call ``wake`` after every change, from whatever thread makes it; returns what ends that."""
        with self._lock:
            self._listeners.append(wake)

        def stop() -> None:
            with self._lock:
                self._listeners.remove(wake)

        return stop

    def rules_of(self, name: str) -> RuleSet:
        """A rule set by its name. Raises RulesError where it is not known here."""
        return self._rules.get(name) or load_ruleset(name)

    @property
    def rules_title(self) -> str | None:
        """The title of the rule set in force where it came from a file; None for an installed one."""
        rules = self._rules.get(str(self.course.settings.get("ruleset")))
        return None if rules is None else rules.title

    @property
    def listeners(self) -> int:
        """How many follow the table."""
        return len(self._listeners)

    def finding_counts(self) -> Counter[tuple[str, str]]:
        """Number of findings by code and status."""
        with self._lock:
            return Counter((line["code"], line["status"]) for line in self.course.findings.values())

    def poll(self) -> None:
        """Look for what was stored since: pictures, remarks. Cheap when called often."""
        now = monotonic()
        with self._lock:
            if now - self._polled < POLL_S:
                return
            self._polled = now
        news = self._stored.refresh()
        for finding in news:
            self.touch(finding)
        if news:
            self.wake()

    def lines(self, after: int, limit: int) -> list[tuple[int, str]]:
        """(seq, JSON) of the lines behind a number."""
        return self._lines.after(after, limit)

    def snapshot(self) -> Json:
        """Everything a monitor may see of the state of the table."""
        with self._lock:
            course = self.course
            return {
                "table": self.id,
                "title": self.title,
                "live": self.live,
                "version": self.version,
                "source": self.snapshot_source(),
                "match": match_part(course, course.home, course.light, course.score, self.rules_title),
                "game": game_part(course, None),
                "track": track_part(course, None, course.t),
                "journal": self._journal_part(),
                "findings": self._counts(),
            }

    def snapshot_source(self) -> Json:
        """How the source is, as the snapshot has it."""
        return {
            "state": "ended",
            "reason": None,
            "t": self.course.t,
            "age_s": None,
            "fps": None,
            "dropped": 0,
            "reconnects": 0,
        }

    def cards_since(self, version: int) -> list[Json]:
        """Cards that have changed since the table had this version, the oldest change first."""
        with self._lock:
            ids = dict.fromkeys(finding for at, finding in self.changed_cards if at > version)
            found = self.course.findings
            lines = [found[finding] for finding in ids if finding in found]
        return [self._card(line) for line in lines]

    def cards(self) -> list[Json]:
        """All findings, newest first."""
        self.poll()
        with self._lock:
            lines = list(self.course.findings.values())
        return [self._card(line) for line in reversed(lines)]

    def card(self, finding: str) -> Json:
        """One finding. Raises NotHereError."""
        with self._lock:
            line = self.course.findings.get(finding)
        if line is None:
            raise NotHereError(f"there is no finding {finding[:40]!r} at table {self.id}")
        return self._card(line)

    def content(self, sha256: str) -> tuple[str, bytes]:
        """(media type, bytes) of a stored picture or clip. Raises NotHereError."""
        self.poll()
        found = self._stored.content(sha256)
        if found is None:
            raise NotHereError(f"table {self.id} holds no such picture")
        return found

    def timeline(self) -> Json:
        """Games with their turns and results, and all findings."""
        with self._lock:
            course = self.course
            raised = {line["raised_at"]: line["id"] for line in course.findings.values()}
            games = [
                {
                    "no": game.no,
                    "score": game.score,
                    "crawford": game.crawford,
                    "turns": [turn | {"finding": raised.get(turn["seq"])} for turn in game.turns],
                    "result": game.result,
                }
                for game in course.games
            ]
            match = match_part(course, course.home, course.light, course.score, self.rules_title)
        return {"match": match, "games": games, "findings": self.cards()[::-1]}

    def take(self, line: Json) -> None:
        """A line was written."""
        with self._lock:
            if superseded(line) is not None:
                self._begin_again(line)
            else:
                self.course.take(line)
            if line["ev"] == "Finding":
                self.touch(line["id"])
        self.wake()

    def touch(self, finding: str) -> None:
        """The card of a finding has changed."""
        with self._lock:
            self.version += 1
            self.changed_cards = [*self.changed_cards[-199:], (self.version, finding)]

    def wake(self) -> None:
        """Something has changed: tell those who listen."""
        with self._lock:
            self.version += 1
            listeners = list(self._listeners)
        for listener in listeners:
            listener()

    def _begin_again(self, newest: Json) -> None:
        """Lines were taken back: gather everything anew from those that hold."""
        lines: list[Json] = []
        at = 0
        while page := self._lines.after(at, 2000):
            lines += [json.loads(text) for seq, text in page if seq < newest["seq"]]
            at = page[-1][0]
        course = Course()
        for line in standing_lines([*lines, newest]):
            course.take(line)
        course.findings = {**self.course.findings, **course.findings}
        self.course = course

    def _journal_part(self) -> Json:
        """How the journal fares, as the snapshot has it."""
        return {"ok": True, "reason": None, "seq": self.course.seq, "head": None}

    def _card(self, line: Json) -> Json:
        finding = line["id"]
        return card_of(
            line,
            self.players,
            turn=self.course.turn,
            notes=sorted(
                [*self._stored.notes(finding), *self.course.rulings.get(finding, ())],
                key=lambda note: str(note["at"]),
            ),
            pictures=self._stored.pictures(finding),
            clip=self._stored.clip(finding),
            alerts=self.course.settings.get("alerts") or "silent",
        )

    def _counts(self) -> Json:
        lines = list(self.course.findings.values())
        new = [line for line in lines if not line.get("ruling") and not self._stored.notes(line["id"])]
        return {"open": sum(line["status"] == "open" for line in lines), "unseen": len(new)}
