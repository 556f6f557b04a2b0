"""Following a match again from its stored readings, without the video: same readings, same events."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from monitor.config import MatchConfig
from monitor.errors import GammonitorError
from monitor.events import Event, Json
from monitor.findings import Finding
from monitor.following import Following, judged_by
from monitor.journal import Difference, Gap, Item, Journal, JournalReader, first_difference
from monitor.journal.chain import text_of
from monitor.rules import RuleSet, UnknownRuleSetError, load_ruleset
from monitor.tracking import MatchTracker
from vision.reading import Reading

Look = Callable[[Reading, MatchTracker], None]


class ReplayError(GammonitorError):
    """A journal that cannot be replayed."""


class Retold:
    """Numbers events and findings as a journal does; their text goes to `lines`."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines

    def event(self, event: Event) -> Event:
        """Take an event; returns it with its number."""
        numbered = replace(event, seq=len(self._lines) + 1)
        self._lines.append(text_of(numbered.to_json()))
        return numbered

    def finding(self, finding: Finding) -> Finding:
        """Take a finding as it stands now; returns it with its number."""
        numbered = replace(finding, seq=len(self._lines) + 1)
        self._lines.append(text_of(numbered.to_json()))
        return numbered


@dataclass
class Replayed:
    """What following the readings again has given.

    lines: of the new journal, as text. journal: of the one replayed. findings: each at its newest status.
    gaps: where readings are missing, because there was no room for them; behind the first of them nothing can
    be compared.
    """

    config: MatchConfig
    journal: list[str]
    lines: list[str] = field(default_factory=list)
    findings: dict[str, Finding] = field(default_factory=dict)
    readings: int = 0
    gaps: list[Gap] = field(default_factory=list)

    @property
    def difference(self) -> Difference | None:
        """(line number, line of the journal, line now) of the first difference; None where they are equal.

        Under another rule set only the events are compared, without their numbers. Of a journal with gaps
        only the lines known before the first one.
        """
        told, now = self.journal, self.lines
        if told and json.loads(told[0]).get("ruleset") != self.config.ruleset:
            told, now = _events_only(told), _events_only(now)
        if self.gaps:
            told, now = (_known_before(lines, self.gaps[0].since) for lines in (told, now))
        return first_difference(told, now)


def replay(
    journal: Path, *, ruleset: str | None = None, events: Path | None = None, look: Look | None = None
) -> Replayed:
    """Run the readings of a journal through tracker and referee.

    ruleset: judge by this one instead of the one of the match. events: file for the new lines. look: called
    after every reading with the tracker as it then is. Raises ReplayError or JournalError.
    """
    if events is not None and events.resolve() == journal.resolve():
        raise ReplayError(f"{events} is the journal itself; write the new lines to another file")
    with JournalReader(journal) as stored:
        rules = _rules(stored, ruleset)
        config = replace(stored.config, ruleset=rules.id)
        result = Replayed(config, stored.lines())
        retold = Retold(result.lines)

        following = Following(config, retold, history=stored.history, make=judged_by(rules))
        for item in _feed(following, stored):
            if isinstance(item, Gap):
                result.gaps.append(item)
            elif isinstance(item, Reading):
                result.readings += 1
                if look is not None and isinstance(following.tracker, MatchTracker):
                    look(item, following.tracker)
        result.findings = following.findings
    if events is not None:
        _write(events, result.lines)
    return result


def catch_up(following: Following, stored: JournalReader, journal: Journal) -> Difference | None:
    """Bring the following of a match that is resumed to where its journal ends.

    following: new, with `journal` as its log. Lines that a kill kept from being written are written now.
    Where the stored readings give other lines today (another version of the program, or readings there was
    no room for), what is stored holds, and the first difference is returned.
    """
    journal.retell(stored.lines())
    for _ in _feed(following, stored):
        pass
    difference = journal.retold()
    journal.commit()
    return difference


def _feed(following: Following, stored: JournalReader) -> Iterator[Item]:
    """Give a match everything that is stored; each item once it is taken in."""
    following.begin()
    for position, item in stored.readings():
        following.take(position, item)
        yield item


def _rules(stored: JournalReader, ruleset: str | None) -> RuleSet:
    own = stored.config.ruleset
    try:
        return load_ruleset(ruleset or own)
    except UnknownRuleSetError as error:
        if ruleset is not None:
            raise
        raise ReplayError(
            f"{stored.path} was judged by the rule set {own!r}, which does not come with the program; "
            "name its file with --ruleset"
        ) from error


def _known_before(lines: Iterable[str], t: float) -> list[str]:
    return [line for line in lines if json.loads(line).get("t_known", 0.0) < t]


def _events_only(lines: Iterable[str]) -> list[str]:
    """Events without what depends on the rule set: findings, numbers, and the settings of the match."""
    kept: list[str] = []
    for line in lines:
        entry: Json = json.loads(line)
        if entry["ev"] not in ("Finding", "MatchConfigured"):
            entry.pop("seq", None)
            kept.append(json.dumps(entry, ensure_ascii=False))
    return kept


def _write(path: Path, lines: Iterable[str]) -> None:
    try:
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    except OSError as error:
        raise ReplayError(f"{path} cannot be written: {error.strerror}") from error
