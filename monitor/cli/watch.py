"""``gammonitor watch``: from the options to a running watch, and its summary."""

import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from threading import Event as Signal
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from calibration.board_file import read_board, read_clock, read_lens
from calibration.clock_place import straight_clock
from calibration.geometry import DEFAULT_BAR, BoardGeometry
from calibration.lens import Lens
from monitor.cli.errors import UsageError
from monitor.cli.keys import HINT, OperatorKeys
from monitor.cli.outputs import Outputs, outputs
from monitor.cli.placing import (
    clock_in_sight,
    dice_in_sight,
    first_board,
    fitted_to_start,
    lens_in_sight,
)
from monitor.cli.settings import WatchOptions, match_config, station_settings
from monitor.cli.signals import stopped_by_signals
from monitor.config import MatchConfig
from monitor.demo import BOARD, VIDEO, demo_folder
from monitor.evidence import Evidence
from monitor.following import judged_by
from monitor.journal import Continuation, Journal, JournalReader, Limits
from monitor.journal.clips import Clips
from monitor.journal.retention import Policy, tidy
from monitor.logs import configure
from monitor.replay import catch_up
from monitor.rules import RuleSet, load_ruleset
from monitor.screen import Terminal
from monitor.settings import StationSettings
from monitor.settings.systemd import Notifier
from monitor.station.screens import Screen
from monitor.station.stored import StoredTable, trouble_of
from monitor.still import start_positions
from monitor.watch import Outcome, Watch
from monitor.wording import clock_time, describe, standing
from vision.clock_spot import ClockSpot
from vision.gate import Gate
from vision.known import KnownMen
from vision.lens_seen import placed_straight
from vision.reader import Reader
from vision.sight import sight_of
from vision.slots import SlotReader
from vision.sources import Pace, Source, Wish, open_source, ticks
from vision.sources.address import beyond_mirror
from vision.sources.pictures import PictureFolder
from vision.sources.video import VideoFile
from vision.standstill import Standstill
from vision.steady import Steady
from vision.trays import TrayReader

if TYPE_CHECKING:
    from monitor.station.live import LiveTable

MEGA = 1_000_000


def run_watch(options: WatchOptions) -> int:
    """Watch to the end; 0, or 2 where the source broke off (everything before the break is kept)."""
    settings = station_settings(options)
    address = settings.source.address
    if address is None:
        raise UsageError("say what to watch: a file, a folder, usb:0, rtsp://..., or demo")
    rules = load_ruleset(settings.match.ruleset)
    if options.config is not None:
        configure(settings.logs.level, settings.logs.form)
    _make_room(settings)
    camera = settings.camera
    wish = Wish(camera.size, camera.fps, camera.transport)
    source = open_source(str(demo_folder() / VIDEO) if address == "demo" else address, wish=wish)
    try:
        with stopped_by_signals():
            return _Run(source, options, settings, rules).watch()
    finally:
        source.close()


def _make_room(settings: StationSettings) -> None:
    """Delete what is older than the settings keep, before anything new is written."""
    keep = settings.retention
    if keep.folder is not None and keep.folder.is_dir():
        most = None if keep.max_gb is None else int(keep.max_gb * 1000 * MEGA)
        tidy(keep.folder, Policy(keep.readings_days, keep.clips_days, most))


class _Run:
    """One run of the command: everything that belongs to it, put together."""

    def __init__(
        self, source: Source, options: WatchOptions, settings: StationSettings, rules: RuleSet
    ) -> None:
        self.source, self.options, self.settings, self.rules = source, options, settings, rules
        self.console = Console(highlight=False, soft_wrap=True)
        self.notifier = Notifier.from_environment()
        self.geometry, self.men, self.lens = place(source, settings, self._wait, self.notifier.beat)
        self.stills = isinstance(source, PictureFolder)
        self.clock = None if self.stills else clock_spot(source, settings, self.geometry, self.lens)
        self.out = outputs(options.events, options.resume, settings.retention.folder, source.name)

    def _wait(self, line: str) -> None:
        """The board is not in the picture yet: say so, also to who waits for the service to be up."""
        self.console.print(Text(line))
        self.notifier.ready(line)

    def watch(self) -> int:
        """Watch to the end, and as long as the station is up."""
        with ExitStack() as stack:
            journal, config, stored = self._journal(stack)
            kept = StoredTable(self.out.journal)
            stack.callback(kept.close)
            recording = _recording(self.source, self.settings.source.address)
            clips = None if self.stills else Clips(journal, recording)
            evidence = stack.enter_context(Evidence(self.out.pictures, self.geometry, config, journal, clips))
            table = self._table(config, kept, journal)
            terminal = Terminal(config, self.source.count, self.console, lambda: trouble_of(journal.health))
            screens: list[Screen] = [terminal, *([table] if table else [])]
            gate = None if self.stills else Gate(self.geometry)
            watch = Watch(
                Reader(
                    self.geometry,
                    SlotReader(known=self.men),
                    trays=TrayReader(),
                    positions=start_positions(),
                ),
                config,
                journal,
                evidence,
                screens,
                gate,
                journal.history,
                judged_by(self.rules),
                None if self.stills else Steady(self.geometry),
                None if self.stills else Standstill(self.geometry),
                self.clock,
                self.lens,
            )
            watch.beat = self.notifier.beat
            goes_on = None if stored is None else self._resume(watch, stored, journal)
            if table is not None:
                self._serve(stack, watch, table, evidence)
            code = self._run(watch, terminal, config, goes_on, table)
        self._say_journal(journal)
        return code

    def _run(
        self,
        watch: Watch,
        terminal: Terminal,
        config: MatchConfig,
        goes_on: Continuation | None,
        table: "LiveTable | None",
    ) -> int:
        say_start(self.console, self.source, self.geometry, config, self.rules.title)
        if self.lens.bend:
            self.console.print(Text(lens_in_sight(self.lens)))
        if self.clock is not None:
            self.console.print(Text(clock_in_sight(self.clock)))
        self.notifier.ready(f"watching {self.source.name}")
        with terminal, OperatorKeys(watch.enter, config) as keys:
            if keys.listening:
                self.console.print(Text(HINT))
            wait = Pace() if self.settings.source.realtime and not self.source.live else None
            outcome = watch.run(self.source, wait, goes_on)
        say_end(self.console, outcome, config, terminal.progress.line(), self.out)
        for line in watch.unread:
            self.console.print(Text(f"could not be judged: {line}"))
        if self.settings.server.enabled and table is not None and not outcome.stopped:
            self.console.print(Text("the station stays up; Ctrl-C ends it"))
            _stay(watch)
        self.notifier.stopping()
        if outcome.broken is not None:
            print(  # noqa: T201
                f"gammonitor: {outcome.broken}. Everything up to there is kept in {self.out.journal}.",
                file=sys.stderr,
            )
            return 2
        return 0

    def _say_journal(self, journal: Journal) -> None:
        """What can be noted to prove later that the journal was not changed."""
        left = journal.health.waiting
        if left:
            print(f"gammonitor: {left} records could not be stored in {journal.path}", file=sys.stderr)  # noqa: T201
        self.console.print(Text(f"journal:  {journal.path}, hash {journal.head}"))

    def _journal(self, stack: ExitStack) -> tuple[Journal, MatchConfig, JournalReader | None]:
        """A new journal with the settings given, or the one to go on with and its settings."""
        out, source, keep = self.out, self.source, self.settings.retention
        limits = Limits(keep.reserve_mb * MEGA, keep.readings_reserve_mb * MEGA)
        if out.resumed:
            journal, stored = Journal.resume(
                out.journal, source=source.name, live=source.live, lines=out.lines, limits=limits
            )
            stack.enter_context(journal)
            stack.enter_context(stored)
            known = {self.rules.id: self.rules}
            self.rules = known.get(stored.config.ruleset) or load_ruleset(stored.config.ruleset)
            return journal, stored.config, stored
        has_bar = self.geometry.layout != "no_bar"
        config = match_config(self.settings, self.rules.id, has_bar=has_bar, stills=self.stills)
        config = replace(config, bar=self.geometry.bar_edges)
        self.rules.with_options(config.options)
        journal = Journal.create(
            out.journal, config, source=source.name, live=source.live, lines=out.lines, limits=limits
        )
        return stack.enter_context(journal), config, None

    def _resume(self, watch: Watch, stored: JournalReader, journal: Journal) -> Continuation:
        difference = catch_up(watch.following, stored, journal)
        self.console.print(Text(f"going on with {self.out.journal} after line {stored.seq}"))
        if difference is not None:
            self.console.print(
                Text(f"this version would tell line {difference[0]} otherwise; what is stored holds")
            )
        return Continuation(stored, live=self.source.live)

    def _table(self, config: MatchConfig, kept: StoredTable, journal: Journal) -> "LiveTable | None":
        if not self.settings.server.enabled and self.settings.mqtt.broker is None:
            return None
        from monitor.station.live import LiveTable

        name = self.settings.table.id
        if name == "table" and self.settings.source.address == "demo":
            name = "demo"
        table = LiveTable(name, config, self.geometry, kept, journal, [self.rules])
        table.stream_pips = self.settings.server.stream_pips
        return table

    def _serve(self, stack: ExitStack, watch: Watch, table: "LiveTable", evidence: Evidence) -> None:
        from monitor.cli.station import printer, serving, station

        table.operate(watch)
        from monitor.station.placing import Placing

        placing = Placing(self.geometry, table, watch, evidence)
        table.placing, watch.placed = placing, placing.moved
        if self.settings.mqtt.broker is not None:
            from monitor.station.publishing import publishing

            stack.enter_context(publishing(table, self.settings))
        if self.settings.server.enabled:
            where = serving(self.settings, self.options.port)
            stack.enter_context(station([table], where, printer(self.console)))


def _recording(source: Source, address: str | None) -> Path | None:
    """The video file that is watched, from which clips can be cut."""
    if not isinstance(source, VideoFile) or address is None or "://" in address:
        return None
    return demo_folder() / VIDEO if address == "demo" else Path(beyond_mirror(address)[0])


def _stay(watch: Watch) -> None:
    """Take in what operators enter until interrupted."""
    try:
        watch.linger(Signal())
    except KeyboardInterrupt:
        return


def place(
    source: Source, settings: StationSettings, say: Callable[[str], None], beat: Callable[[], None]
) -> tuple[BoardGeometry, KnownMen | None, Lens]:
    """Where the board is: from the board file, the corners, or found in the first pictures that show it; and
    the lens, through which the pictures are straightened.

    A board that is found in its starting position is fitted to it, and its men are known. say, beat: as for
    `first_board`.
    """
    said = settings.source
    calibration = said.calibration
    if calibration is None and said.corners is None and said.address == "demo":
        calibration = demo_folder() / BOARD
    if calibration is not None:
        if said.corners is not None:
            raise UsageError("give either --corners or --calibration, not both")
        lens = read_lens(calibration)
        board = read_board(calibration).scaled(lens.size(source.size))
        return board.as_said(said.layout, None), None, lens
    if said.corners is not None:
        given = BoardGeometry(
            said.corners, source.size, said.layout or "bar_vertical", said.bar or DEFAULT_BAR
        )
        first = next((frame for frame in ticks(source) if frame is not None), None)
        geometry, lens = (given, Lens()) if first is None else placed_straight(first.bgr, given)
        return geometry, None, lens
    found, seen, lens = first_board(source, say, beat)
    geometry = found.as_said(said.layout, said.bar)
    for frame in seen:
        learnt = fitted_to_start(frame.bgr, geometry)
        if learnt is not None:
            return learnt.geometry, learnt.men, lens
    return geometry, None, lens


def clock_spot(
    source: Source, settings: StationSettings, geometry: BoardGeometry, lens: Lens
) -> ClockSpot | None:
    """Watches the place of the game clock, where one is in use and somebody has said where it stands."""
    said = settings.source
    if not settings.match.clock:
        return None
    if said.clock_at is not None:
        return ClockSpot(geometry, straight_clock(said.clock_at, lens, source.size))
    clock = None if said.calibration is None else read_clock(said.calibration, lens.size(source.size))
    return None if clock is None else ClockSpot(geometry, clock)


def say_start(
    console: Console, source: Source, geometry: BoardGeometry, config: MatchConfig, rules: str
) -> None:
    """One line about what is going to be watched, and one where dice will hardly be read."""
    width, height = source.size
    frames = f", {source.count} {'pictures' if config.stills else 'frames'}" if source.count else ""
    console.print(Text(f"watching {source.name} ({width}x{height}{frames}, {geometry.layout}) under {rules}"))
    sight = sight_of(geometry)
    if not sight.enough:
        console.print(Text(dice_in_sight(sight)))


def say_end(console: Console, outcome: Outcome, config: MatchConfig, progress: str, out: Outputs) -> None:
    """The summary: what was found, and where to look."""
    console.print()
    if outcome.stopped:
        console.print(Text("stopped"))
    console.print(Text(f"{progress}; {outcome.read} of {outcome.frames} frames read in full"))
    if outcome.no_game is not None:
        console.print(Text(f"no game was followed: {outcome.no_game}", style="bold red"))
    if outcome.notice is not None:
        console.print(Text(outcome.notice))
    number = len(outcome.findings)
    console.print(Text(f"{number or 'no'} finding{'s' if number != 1 else ''}", style="bold"))
    for finding in outcome.findings.values():
        rule = ", ".join(finding.cite)
        line = f"  {finding.id} {clock_time(finding.t):>8}  {describe(finding, config)} [{rule}]"
        picture = outcome.pictures.get(finding.id)
        console.print(Text(f"{line}, {standing(finding)}{f': {picture}' if picture else ''}"))
    console.print(Text(f"events:   {out.lines}"))
    if outcome.pictures:
        console.print(Text(f"pictures: {out.pictures}"))
