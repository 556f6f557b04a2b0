"""A table that operators handle: remarks, rulings, acts, corrections, settings."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from monitor.config import MatchConfig
from monitor.events import Event, Json, Player
from monitor.journal.journal import Remark
from monitor.rules import RuleSet
from monitor.station.act_forms import Situation
from monitor.station.acts import acts_now
from monitor.station.correcting import correction
from monitor.station.errors import NotHereError, TableError
from monitor.station.parts import Desk, Lines
from monitor.station.settings import changed, form
from monitor.station.shown import ShownTable
from monitor.station.stored import StoredTable

TAKEN_S = 3.0
"""An entry that is not taken in by then is told to be on its way."""


class Table(ShownTable):
    """What people do at a table. Any thread may; the desk takes it in."""

    def __init__(self, id_: str, lines: Lines, stored: StoredTable, rules: Sequence[RuleSet] = ()) -> None:
        """See ShownTable."""
        super().__init__(id_, lines, stored, rules)
        self._desk: Desk | None = None

    def remark(self, finding: str, kind: Remark, text: str, who: str) -> Json:
        """Confirm, dismiss or annotate a finding; its card. Raises NotHereError or TableError."""
        self.card(finding)
        note = {"at": _wall(), "who": who, "kind": kind, "text": text}
        self._stored.remark(finding, note, partial(self.keep_note, kind, text, finding, who))
        self.touch(finding)
        self.wake()
        return self.card(finding)

    def rule(self, finding: str, ruling: str, reasons: str, who: str) -> Json:
        """Record what the director ruled on a finding; its card. Raises NotHereError or TableError."""
        self.card(finding)
        data = {"finding": finding, "ruling": ruling, "reasons": reasons or None, "who": who}
        self.enter(Event("TDRuling", src="td", data=data))
        return self.card(finding)

    def acts(self) -> list[Json]:
        """What an operator may enter now."""
        with self._lock:
            now = self._situation()
            return [act.to_json(now) for act in acts_now(now)]

    def act(self, id_: str, by: Player | None, fields: Json, who: str) -> bool:
        """Enter something; False where it will be taken in later.

        Raises NotHereError, TableError, ActError or EventError.
        """
        with self._lock:
            now = self._situation()
            found = [act for act in acts_now(now) if act.id == id_]
            if not found:
                raise NotHereError(
                    f"{id_[:40]!r} cannot be entered now; /api/tables/{self.id}/acts lists what can"
                )
            if found[0].event is None:
                text = found[0].answers(fields, now).get("text", "")
            else:
                event = found[0].entered(by, fields, now)
        if found[0].event is None:
            self.keep_note("note", text, None, who)
            return True
        return self.enter(event)

    def correct(self, given: Json) -> bool:
        """Put a reading right; False where it will be taken in later. Raises TableError or EventError."""
        return self.enter(correction(given, self._newest(), self.snapshot()["game"]["cube"]["value"]))

    def settings(self) -> list[Json]:
        """The settings as a form."""
        with self._lock:
            return form(self.config_now(), begun=bool(self.course.games), live=self.live)

    def change(self, given: Json) -> list[Json]:
        """Change settings; the form as it is then. Raises TableError or SettingError."""
        event = changed(self.config_now(), given, begun=bool(self.course.games), find=self.rules_of)
        if event is not None:
            self.enter(event)
        return self.settings()

    def config_now(self) -> MatchConfig:
        """The settings as they are now."""
        raise NotImplementedError

    def operate(self, desk: Desk) -> None:
        """What operators enter goes there from now on."""
        self._desk = desk

    def enter(self, event: Event) -> bool:
        """Have an event taken in; False where that takes longer than a moment. Raises TableError."""
        event = replace(event, data={**event.data, "at": _wall()})
        if self._desk is None:
            raise TableError(f"nobody takes entries for table {self.id} yet")
        taken = self._desk.enter(event).wait(TAKEN_S)
        if self._desk.trouble is not None:
            raise TableError(self._desk.trouble)
        return taken

    def keep_note(self, kind: Remark, text: str, finding: str | None, who: str) -> None:
        """Store a remark. Raises TableError where it cannot be."""
        raise NotImplementedError

    def _newest(self) -> float:
        """Presentation time of the newest picture (s)."""
        return float(self.snapshot_source()["t"])

    def _situation(self) -> Situation:
        config = self.config_now()
        return Situation(config, self.rules_of(config.ruleset), self.course)


def _wall() -> str:
    """Time of day, ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
