"""Following a match again from its stored readings, without the video: same readings, same events."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from monitor.config import MatchConfig
from monitor.errors import GammonitorError
from monitor.events import Event, Json
from monitor.findings import Finding
from monitor.journal import EventLog, StoredReadings, readings_path
from monitor.rules import Referee, load_ruleset
from monitor.tracking import MatchTracker
from monitor.watch import configured
from vision.reading import Reading


class ReplayError(GammonitorError):
    """A journal that cannot be replayed."""


@dataclass
class Replayed:
    """What following the readings again has given.

    lines: of the new journal, as text. journal: of the one replayed. findings: each at its newest status.
    """

    config: MatchConfig
    journal: list[str]
    lines: list[str] = field(default_factory=list)
    findings: dict[str, Finding] = field(default_factory=dict)
    readings: int = 0

    @property
    def difference(self) -> tuple[int, str | None, str | None] | None:
        """(line number, line of the journal, line now) of the first difference; None where they are equal.

        Under another rule set only the events are compared, without their numbers.
        """
        told, now = self.journal, self.lines
        if told and json.loads(told[0]).get("ruleset") != self.config.ruleset:
            told, now = _events_only(told), _events_only(now)
        for number in range(max(len(told), len(now))):
            one = told[number] if number < len(told) else None
            two = now[number] if number < len(now) else None
            if one != two:
                return number + 1, one, two
        return None


def replay(
    journal: Path,
    *,
    ruleset: str | None = None,
    events: Path | None = None,
    look: Callable[[Reading, MatchTracker], None] | None = None,
) -> Replayed:
    """Run the readings beside a journal through tracker and referee.

    ruleset: judge by this one instead of the one of the match. events: file for the new journal. look: called
    after every reading with the tracker as it then is. Raises ReplayError or ReadingsError.
    """
    told = read_journal(journal)
    stored = StoredReadings.open(readings_path(journal))
    if events is not None and events.resolve() == journal.resolve():
        raise ReplayError(f"{events} is the journal itself; write the new one to another file")
    rules = load_ruleset(ruleset or stored.config.ruleset)
    config = replace(stored.config, ruleset=rules.id)
    result = Replayed(config, told)
    tracker, referee = MatchTracker(config), Referee(rules, config, live=True)
    with EventLog(events, result.lines) as log:

        def tell(happened: Iterable[Event]) -> None:
            for event in happened:
                for finding in referee.feed(log.event(event)):
                    numbered = log.finding(finding)
                    result.findings[numbered.id] = numbered

        tell([configured(config)])
        for item in stored:
            if isinstance(item, Event):
                tell(tracker.inject(item))
                continue
            result.readings += 1
            tell(tracker.update(item))
            if look is not None:
                look(item, tracker)
        tell(tracker.finish())
    return result


def read_journal(path: Path) -> list[str]:
    """The lines of a journal. Raises ReplayError naming the line that is none."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        raise ReplayError(f"{path}: there is no such journal") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ReplayError(f"{path} cannot be read: {error}") from error
    for number, line in enumerate(lines, 1):
        try:
            entry = json.loads(line)
        except json.JSONDecodeError as error:
            raise ReplayError(f"{path}, line {number}: {error}") from error
        if not isinstance(entry, dict) or not isinstance(entry.get("ev"), str):
            raise ReplayError(f"{path}, line {number}: not an object with a name in 'ev'")
    return lines


def _events_only(lines: Iterable[str]) -> list[str]:
    """Events without what depends on the rule set: findings, numbers, and the settings of the match."""
    kept: list[str] = []
    for line in lines:
        entry: Json = json.loads(line)
        if entry["ev"] not in ("Finding", "MatchConfigured"):
            entry.pop("seq", None)
            kept.append(json.dumps(entry, ensure_ascii=False))
    return kept
