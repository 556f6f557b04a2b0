"""Tracker and referee of one match: readings and entered events in, the journal's lines out.

The watch, its resumption and every replay follow a match through this one class, so that the same items give
the same lines. A correction of a reading that lies in the past is entered like everything else; what was
derived since then is derived again from the stored items, a little at a time.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from time import monotonic
from typing import Protocol

from monitor.config import MatchConfig
from monitor.events import Event
from monitor.findings import CORRECTED, Finding
from monitor.journal.packer import Finished, Gap, Item
from monitor.match_settings import changed_config, configured
from monitor.rederiving import Checkpoint, Checkpoints, Counting, Log, Names, is_correction, withdrawn
from monitor.rules import Referee, RuleSet, load_ruleset
from monitor.tracking import MatchTracker, TrackerState
from vision.reading import Reading

History = Callable[[int, int], Iterator[tuple[int, Item]]]
"""(after, upto) -> the stored items with their positions, after one position and up to another."""


class Tracks(Protocol):
    """Turns readings into events."""

    @property
    def state(self) -> TrackerState:
        """What is believed now."""
        ...

    def update(self, reading: Reading) -> list[Event]:
        """Events that are certain since this reading."""
        ...

    def inject(self, event: Event) -> list[Event]:
        """Take in what somebody at the table or a clock has entered; events that follow from it."""
        ...

    def finish(self) -> list[Event]:
        """Events still to be told when no reading follows."""
        ...


class Judges(Protocol):
    """Turns events into findings."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Every finding so far at its newest status."""
        ...

    def feed(self, event: Event) -> list[Finding]:
        """Findings raised or changed by this event."""
        ...


Make = Callable[[MatchConfig], tuple[Tracks, Judges]]


def judged_by(*rules: RuleSet) -> Make:
    """Makes tracker and referee for settings that may name these rule sets, or any that is installed.

    What is made raises RulesError for settings that no rule set has.
    """
    known = {one.id: one for one in rules}

    def make(config: MatchConfig) -> tuple[MatchTracker, Referee]:
        judging = known.get(config.ruleset) or load_ruleset(config.ruleset)
        return MatchTracker(config), Referee(judging, config, live=True)

    return make


tracker_and_referee = judged_by()


class Following:
    """Feed it every item of a match in order, with its position among the stored items.

    findings: each at its newest status, by id. told: called with every line as it is written. history: where
    stored items are read again; without it corrections count from the moment they are entered.
    """

    def __init__(
        self,
        config: MatchConfig,
        log: Log,
        told: Callable[[Event | Finding], None] | None = None,
        history: History | None = None,
        make: Make = tracker_and_referee,
    ) -> None:
        self.config = config
        self.findings: dict[str, Finding] = {}
        self.tracker, self.referee = make(config)
        self.now = float("-inf")
        self._log, self._told, self._history, self._make = log, told, history, make
        self._position = 0
        self._seq = 0
        self._first: dict[str, int] = {}
        self._names = Names()
        self._marks = Checkpoints()
        self._corrections: dict[int, Event] = {}
        self._applied: frozenset[int] = frozenset()
        self._waiting: deque[tuple[int, Item]] = deque()
        self._again: Iterator[None] | None = None

    def begin(self) -> None:
        """Write the first line: the settings of the match."""
        self._tell([configured(self.config)])
        self._mark()

    def take(self, position: int, item: Item, budget: float | None = None) -> None:
        """Take one item in. budget: as for `work`."""
        self._waiting.append((position, item))
        self.work(budget)

    def work(self, budget: float | None = None) -> None:
        """Take in what waits. budget: seconds after which what is derived again waits; None: no end."""
        end = None if budget is None else monotonic() + budget
        while self.behind:
            self._step()
            if end is not None and monotonic() >= end:
                return

    def finish(self) -> None:
        """No item follows for now: tell what is still to be told; as a ``Finished`` item does."""
        self.work()
        self._process(Finished())

    @property
    def behind(self) -> bool:
        """Whether items wait because something is derived again."""
        return self._again is not None or bool(self._waiting)

    def _step(self) -> None:
        if self._again is not None:
            try:
                next(self._again)
            except StopIteration:
                self._again = None
            return
        position, item = self._waiting.popleft()
        self._position = position
        if isinstance(item, Event) and self._lies_back(item):
            self._again = self._derive_again(position, item)
        else:
            self._process(item)

    def _lies_back(self, event: Event) -> bool:
        return self._history is not None and is_correction(event) and event.t <= self.now

    def _process(self, item: Item) -> None:
        if isinstance(item, Reading):
            self.now = item.t
            self._tell(self.tracker.update(item))
        elif isinstance(item, Finished):
            self._tell(self.tracker.finish())
        elif isinstance(item, Gap):
            return
        elif item.ev == "MatchConfigured":
            self._configure(item)
        else:
            self._tell(self.tracker.inject(item))

    def _configure(self, event: Event) -> None:
        """Settings changed by hand: before the first game everything begins anew with them."""
        self.config = changed_config(self.config, event)
        if not self._begun:
            self.tracker, self.referee = self._make(self.config)
            self._names = Names()
        self._tell([event])

    @property
    def _begun(self) -> bool:
        state = self.tracker.state
        return bool(self.referee.findings) or state.turn > 0 or state.phase != "setup"

    def _tell(self, events: Iterable[Event]) -> None:
        turned = False
        for event in events:
            numbered = self._log.event(event)
            self._wrote(numbered)
            turned = turned or event.ev in ("TurnPlayed", "GameStarted", "GameEnded")
            for finding in self.referee.feed(self._names.inward(numbered)):
                self._find(self._names.outward(finding, self.findings))
        if turned:
            self._mark()

    def _find(self, finding: Finding) -> None:
        numbered = self._log.finding(finding)
        if not isinstance(self._log, Counting):
            self.findings[numbered.id] = numbered
            self._first.setdefault(numbered.id, numbered.seq)
        self._wrote(numbered)

    def _wrote(self, line: Event | Finding) -> None:
        self._seq = line.seq
        if self._told is not None and not isinstance(self._log, Counting):
            self._told(line)

    def _mark(self, *, keep: bool = False) -> None:
        if self._history is None or isinstance(self._log, Counting):
            return
        mark = Checkpoint.of(
            self._position, self.now, self._seq, self._applied, (self.tracker, self.referee, self._names)
        )
        self._marks.add(mark, keep=keep)

    def _derive_again(self, position: int, event: Event) -> Iterator[None]:
        """Derive everything after the time of a correction again, one stored item a step.

        Up to that time the lines already written come out once more and are not written again.
        """
        mark = self._marks.before(event.t)
        if self._history is None or mark is None:
            self._process(event)
            return
        self._corrections[position] = event
        log, last = self._log, self._seq
        self.tracker, self.referee, self._names = mark.restored()
        self.now, self._seq, self._applied = mark.now, mark.seq, mark.applied
        self._log = Counting(mark.seq)
        self._names.reusable = {name for name, seq in self._first.items() if seq > mark.seq}
        due = sorted((one.t, at) for at, one in self._corrections.items() if at not in mark.applied)
        for at, item in self._history(mark.position, position):
            self._position = at
            if at in self._corrections:
                continue
            while due and isinstance(item, Reading) and due[0][0] <= item.t:
                self._correct(due.pop(0)[1], position, last, log)
            self._process(item)
            yield
        self._position = position
        for _, at in due:
            self._correct(at, position, last, log)
        self._settle()

    def _correct(self, at: int, newest: int, last: int, log: Log) -> None:
        """Put in the correction entered at a position; the newest one says what it takes back."""
        event = self._corrections[at]
        if at == newest:
            first = self._seq + 1
            self._log = log
            event = replace(event, data={**event.data, "supersedes": [first, last]})
            self._seq = last
            self._names.reusable = {name for name, seq in self._first.items() if first <= seq <= last}
            self._marks.forget_from(event.t)
        self._applied |= {at}
        self._tell(self.tracker.inject(event))
        self._mark(keep=True)

    def _settle(self) -> None:
        """Write how every finding stands now that all is derived again; without ground: withdrawn."""
        self._names.reusable = set()
        standing = {}
        for finding in self.referee.findings:
            named = self._names.outward(finding, self.findings)
            standing[named.id] = named
        for name, told in list(self.findings.items()):
            now = standing.get(name)
            if now is None:
                if told.ended_by != CORRECTED:
                    self._find(withdrawn(told, self._seq, self.now))
            elif (now.status, now.ended_by, now.ruling, now.kind) != (
                told.status,
                told.ended_by,
                told.ruling,
                told.kind,
            ):
                self._find(now)
