"""``gammonitor transcribe``: recordings in, transcripts and a list of doubtful moments out."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from calibration.geometry import Layout
from monitor.batch import chosen
from monitor.cli.errors import UsageError
from monitor.cli.placing import parse_bar
from monitor.cli.settings import parse_players, parse_score
from monitor.config import Half, MatchConfig
from monitor.demo import BOARD, VIDEO, demo_folder
from monitor.rules import load_ruleset
from monitor.transcribe import FORMATS, Placing, Transcript, transcribe
from monitor.wording import clock_time
from vision.sources.address import beyond_mirror


@dataclass(frozen=True)
class TranscribeOptions:
    """The options of the command, as given."""

    sources: tuple[str, ...]
    output: Path
    formats: str = ",".join(FORMATS)
    players: str | None = None
    length: int | None = None
    ruleset: str = "usbgf-2016"
    home: Half | None = None
    corners: str | None = None
    calibration: Path | None = None
    layout: Layout | None = None
    bar: str | None = None
    score: str | None = None
    crawford: bool = False
    dice: str | None = None
    jobs: int = 1
    cluster: str | None = None


def run_transcribe(options: TranscribeOptions) -> int:
    """Transcribe; 0 also where moments are doubtful, 2 (raised) where nothing could be transcribed."""
    formats = parse_formats(options.formats)
    if options.corners is not None and options.calibration is not None:
        raise UsageError("give either --corners or --calibration, not both")
    if options.cluster is not None and options.jobs > 1:
        raise UsageError("give either --jobs or --cluster, not both")
    config = MatchConfig(
        ruleset=load_ruleset(options.ruleset).id,
        length=options.length,
        players=("A", "B") if options.players is None else parse_players(options.players),
        home=options.home,
        dice="shared2" if options.dice == "shared2" else "own4",
        score=parse_score(options.score, options.length),
        crawford=options.crawford,
    )
    paths, calibration, mirrored = sources(options)
    bar = None if options.bar is None else parse_bar(options.bar)
    placing = Placing(options.corners, options.layout, bar, calibration, mirrored)
    console = Console(highlight=False, soft_wrap=True)
    with _Bar(Console(stderr=True)) as shown, chosen(options.jobs, options.cluster) as run:
        made = transcribe(
            paths, config, options.output, placing=placing, formats=formats, run=run, progress=shown.tell
        )
    say(console, made, options.output, formats)
    return 0


def parse_formats(text: str) -> tuple[str, ...]:
    """Forms written as "mat,sgf"; UsageError names one that is not known."""
    names = tuple(name.strip().lstrip(".").lower() for name in text.split(",") if name.strip())
    unknown = [name for name in names if name not in FORMATS]
    if unknown or not names:
        raise UsageError(f"--formats {text!r}: choose from {','.join(FORMATS)}")
    return names


def sources(options: TranscribeOptions) -> tuple[list[Path], Path | None, bool]:
    """The files, with the sample match for the word demo, the board file, and whether they are mirrored."""
    told = [beyond_mirror(name) for name in options.sources]
    mirrored = {flag for _, flag in told}
    if len(mirrored) > 1:
        raise UsageError("write mirror: before each file or before none: one match has one camera")
    calibration = options.calibration
    paths: list[Path] = []
    for name, _ in told:
        if "://" in name:
            raise UsageError(f"{name}: a running stream cannot be transcribed; record it, or watch it")
        if name == "demo":
            paths.append(demo_folder() / VIDEO)
            if calibration is None and options.corners is None:
                calibration = demo_folder() / BOARD
        else:
            paths.append(Path(name).expanduser())
    return paths, calibration, mirrored == {True}


def say(console: Console, made: Transcript, folder: Path, formats: tuple[str, ...]) -> None:
    """The summary: what was found, what to look at, and where it lies."""
    match, told = made.match, made.review
    plays = sum(line["kind"] == "move" for line in told["entries"])
    names = " - ".join(match.players)
    console.print(Text(f"{names}: {_number(len(match.games), 'game')}, {_number(plays, 'play')}"))
    for problem in (*told["problems"], *made.losses):
        console.print(Text(f"  problem: {problem}"))
    for fault in told["faults"]:
        if fault["severity"] == "fault":
            console.print(Text(f"  game {fault.get('game')}, move {fault.get('move')}: {fault['text']}"))
    moments = told["moments"]
    console.print(Text(f"{_number(len(moments), 'doubtful moment')}", style="bold"))
    for moment in moments[:20]:
        when = "" if moment["t"] is None else f"{moment['file']} {clock_time(moment['t'])}  "
        console.print(
            Text(f"  {when}game {moment['game']}: {moment['recorded'] or moment['what']}: {moment['reason']}")
        )
    if len(moments) > 20:
        console.print(Text(f"  ... and {len(moments) - 20} more in review.json"))
    console.print(Text(f"transcript: {folder}/match.{{{','.join(formats)}}}"))
    console.print(Text(f"to review:  gammonitor review {folder}"))


def _number(count: int, word: str) -> str:
    return f"{count or 'no'} {word}{'' if count == 1 else 's'}"


class _Bar:
    """A progress bar on a terminal; nothing elsewhere."""

    def __init__(self, console: Console) -> None:
        columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        self._progress = Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty())
        self._task = self._progress.add_task("", total=1.0)

    def __enter__(self) -> "_Bar":
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    @property
    def tell(self) -> Callable[[str, float], None]:
        """Shows what is being done, and which share of it is done."""
        return lambda what, share: self._progress.update(self._task, description=what, completed=share)
