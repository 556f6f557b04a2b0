"""``gammonitor watch``: from the options to a running watch, and its summary."""

import sys
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from rich.console import Console
from rich.text import Text

from calibration.board_file import read_board
from calibration.geometry import BoardGeometry
from monitor.cli.errors import UsageError
from monitor.cli.keys import HINT, OperatorKeys
from monitor.cli.placing import place_board
from monitor.cli.settings import WatchOptions, match_config
from monitor.config import MatchConfig
from monitor.demo import BOARD, VIDEO, demo_folder
from monitor.evidence import Evidence
from monitor.journal import EventLog, ReadingLog, readings_path
from monitor.rules import Referee, load_ruleset
from monitor.screen import Terminal
from monitor.tracking import MatchTracker
from monitor.watch import Outcome, Watch, real_time
from monitor.wording import clock_time, describe, standing
from vision.gate import Gate
from vision.reader import Reader
from vision.sources import Source, open_source
from vision.sources.pictures import PictureFolder


def run_watch(options: WatchOptions) -> int:
    """Watch to the end; 0, or 2 where the source broke off (everything before the break is kept)."""
    if options.serve is not None:
        raise UsageError("--serve is not in this version; leave it out, and follow the watch on the terminal")
    rules = load_ruleset(options.ruleset)
    calibration = options.calibration
    demo = options.source == "demo"
    if demo:
        calibration = calibration or (None if options.corners else demo_folder() / BOARD)
    source = open_source(str(demo_folder() / VIDEO) if demo else options.source)
    try:
        geometry = place(source, options, calibration)
        stills = isinstance(source, PictureFolder)
        config = match_config(options, rules.id, has_bar=geometry.layout != "no_bar", stills=stills)
        config = replace(config, bar=geometry.bar_edges)
        reader, tracker, referee = Reader(geometry), MatchTracker(config), Referee(rules, config, live=True)
        events, pictures = output_paths(options.events, source.name)
        console = Console(highlight=False, soft_wrap=True)
        say_start(console, source, geometry, config, rules.title)
        with (
            EventLog(events) as log,
            ReadingLog(readings_path(events), config) as readings,
            Terminal(config, source.count, console) as screen,
        ):
            evidence = Evidence(pictures, geometry, config)
            gate = None if stills else Gate(geometry)
            watch = Watch(reader, tracker, referee, log, evidence, screen, gate, readings)
            with OperatorKeys(watch.enter, config) as keys:
                if keys.listening:
                    console.print(Text(HINT))
                wait = real_time() if options.realtime and not source.live else None
                outcome = watch.run(source, config, wait)
        say_end(console, outcome, config, screen.progress.line(), events, pictures)
        for line in referee.unread:
            console.print(Text(f"could not be judged: {line}"))
    finally:
        source.close()
    if outcome.broken is not None:
        print(f"gammonitor: {outcome.broken}. Everything up to there is kept in {events}.", file=sys.stderr)  # noqa: T201
        return 2
    return 0


def place(source: Source, options: WatchOptions, calibration: Path | None) -> BoardGeometry:
    """Where the board is: from the board file, the corners, or found in the first picture."""
    if calibration is not None:
        if options.corners is not None:
            raise UsageError("give either --corners or --calibration, not both")
        board = read_board(calibration).scaled(source.size)
        layout = options.layout or board.layout
        return BoardGeometry(board.corners, board.size, layout, board.bar)
    first = next(iter(source))
    return place_board(first.bgr, options.corners, options.layout, options.bar)


def output_paths(events: Path | None, name: str) -> tuple[Path, Path]:
    """The file for events and the folder for pictures: beside ``events``, else a new folder under runs/."""
    if events is not None:
        return events, events.with_name(f"{events.stem}_pictures")
    stem = (
        "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in Path(name).stem)
        or "watch"
    )
    folder = Path("runs") / f"{stem}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"{folder} cannot be made ({error.strerror}); say where to write with --events"
        ) from error
    return folder / "events.jsonl", folder / "pictures"


def say_start(
    console: Console, source: Source, geometry: BoardGeometry, config: MatchConfig, rules: str
) -> None:
    """One line about what is going to be watched."""
    width, height = source.size
    frames = f", {source.count} {'pictures' if config.stills else 'frames'}" if source.count else ""
    console.print(Text(f"watching {source.name} ({width}x{height}{frames}, {geometry.layout}) under {rules}"))


def say_end(
    console: Console, outcome: Outcome, config: MatchConfig, progress: str, events: Path, pictures: Path
) -> None:
    """The summary: what was found, and where to look."""
    console.print()
    if outcome.stopped:
        console.print(Text("stopped from the keyboard"))
    console.print(Text(f"{progress}; {outcome.read} of {outcome.frames} frames read in full"))
    number = len(outcome.findings)
    console.print(Text(f"{number or 'no'} finding{'s' if number != 1 else ''}", style="bold"))
    for finding in outcome.findings.values():
        rule = ", ".join(finding.cite)
        line = f"  {finding.id} {clock_time(finding.t):>8}  {describe(finding, config)} [{rule}]"
        picture = outcome.pictures.get(finding.id)
        console.print(Text(f"{line}, {standing(finding)}{f': {picture}' if picture else ''}"))
    console.print(Text(f"events:   {events}"))
    if outcome.pictures:
        console.print(Text(f"pictures: {pictures}"))
