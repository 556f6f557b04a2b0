"""The commands and their options. What they do is imported when they run, so that help is quick."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from monitor.cli import config as config_commands
from monitor.cli import journal as journal_commands
from monitor.cli import rules as rules_commands

app = typer.Typer(
    name="gammonitor",
    help="Watches a backgammon board through a camera and flags what the rules do not allow.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(rules_commands.app, name="rules")
app.add_typer(config_commands.app, name="config")
app.add_typer(journal_commands.app, name="journal")
models_app = typer.Typer(help="The trained networks that come with the program.", no_args_is_help=True)
app.add_typer(models_app, name="models")

Layout = Literal["bar_vertical", "bar_horizontal", "no_bar"]
Corners = Annotated[
    str | None,
    typer.Option(
        help='Corners of the playing field in pixels, "x,y x,y x,y x,y": top left, top right, bottom right, '
        "bottom left. Without them the board is looked for."
    ),
]
LayoutOption = Annotated[Layout | None, typer.Option(help="How the board lies in the picture.")]
Bar = Annotated[
    str | None,
    typer.Option(help='Left and right edge of the bar, "0.47,0.53", as parts of the field\'s width.'),
]

ClockAt = Annotated[
    str | None,
    typer.Option(
        help='Two opposite corners of the game clock in pixels, "x,y x,y": hands that come to it are then '
        "seen to press it."
    ),
]


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and leave.")] = False,
) -> None:
    """Watch, read, calibrate, check."""
    if version:
        from importlib import metadata

        try:
            typer.echo(f"gammonitor {metadata.version('gammonitor')}")
        except metadata.PackageNotFoundError:
            typer.echo("gammonitor, from a source tree that is not installed")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command()
def watch(
    source: Annotated[
        str | None,
        typer.Argument(
            help="A video file, a folder of pictures, rtsp://..., usb:0, picamera:0, or demo; mirror: before "
            "it where the pictures are mirrored.",
            show_default=False,
        ),
    ] = None,
    ruleset: Annotated[
        str | None, typer.Option(help="Rule set; see gammonitor rules list. [default: usbgf-2016]")
    ] = None,
    length: Annotated[int | None, typer.Option(min=1, help="Match length in points.")] = None,
    players: Annotated[
        str | None, typer.Option(help='Names of the south and the north player: "Anna,Boris".')
    ] = None,
    corners: Corners = None,
    calibration: Annotated[Path | None, typer.Option(help="Board file made by gammonitor calibrate.")] = None,
    layout: LayoutOption = None,
    bar: Bar = None,
    clock: Annotated[bool | None, typer.Option("--clock", help="A game clock is in use.")] = None,
    clock_at: ClockAt = None,
    baffle: Annotated[
        bool | None, typer.Option("--baffle", help="A baffle box is in use; else it has to show.")
    ] = None,
    dice: Annotated[
        Literal["own4", "shared2"] | None,
        typer.Option(help="Two dice each, or two shared; else shared with a clock, without one as it shows."),
    ] = None,
    home: Annotated[
        Literal["E", "W"] | None, typer.Option(help="Half with both home boards: E is right in the picture.")
    ] = None,
    score: Annotated[str | None, typer.Option(help='Score when watching begins: "3:2", south first.')] = None,
    crawford: Annotated[bool | None, typer.Option("--crawford", help="It is the Crawford game.")] = None,
    monitor_agreed: Annotated[
        bool | None, typer.Option("--monitor-agreed", help="Both players agreed that the monitor may speak.")
    ] = None,
    single_act: Annotated[
        bool | None,
        typer.Option("--single-act", help="Both players accept a cube action by word or by hand alone."),
    ] = None,
    club: Annotated[bool | None, typer.Option("--club", help="Club play, no tournament.")] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(help="What the director decides where the text is open: dice.landing.on_checker=valid."),
    ] = None,
    events: Annotated[
        Path | None, typer.Option(help="File for events and findings, one JSON object a line.")
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            help="Go on with the match in this journal; of a folder, with its newest one, or begin one there."
        ),
    ] = None,
    config: Annotated[
        Path | None, typer.Option(help="Settings of the station; options go before it.")
    ] = None,
    serve: Annotated[
        bool | None, typer.Option("--serve/--no-serve", help="Serve the station's pages while watching.")
    ] = None,
    host: Annotated[str | None, typer.Option(help="Address for --serve. [default: 127.0.0.1]")] = None,
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="Port for --serve, 0 for any free one. [default: 8642]"),
    ] = None,
    realtime: Annotated[bool | None, typer.Option("--realtime", help="Play a file at its own pace.")] = None,
) -> None:
    """Watch a match, and flag what the rules do not allow."""
    if source is None and config is None:
        raise typer.BadParameter(
            "say what to watch, or where the settings are (--config)", param_hint="SOURCE"
        )
    from monitor.cli.settings import WatchOptions
    from monitor.cli.watch import run_watch

    options = WatchOptions(
        source=source,
        ruleset=ruleset,
        length=length,
        players=players,
        corners=corners,
        calibration=calibration,
        layout=layout,
        bar=bar,
        clock=clock,
        clock_at=clock_at,
        baffle=baffle,
        dice=dice,
        home=home,
        score=score,
        crawford=crawford,
        monitor_agreed=monitor_agreed,
        single_act=single_act,
        club=club,
        option=tuple(option or ()),
        events=events,
        resume=resume,
        config=config,
        serve=serve,
        host=host,
        port=port,
        realtime=realtime,
    )
    raise typer.Exit(run_watch(options))


@app.command()
def serve(
    journals: Annotated[list[Path], typer.Argument(help="Journals that watch has written, or is writing.")],
    config: Annotated[Path | None, typer.Option(help="Settings of the station: address, passwords.")] = None,
    host: Annotated[str | None, typer.Option(help="Address to listen on. [default: 127.0.0.1]")] = None,
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="Port to listen on, 0 for any free one. [default: 8642]"),
    ] = None,
) -> None:
    """Serve the station's pages over journals: findings, reports, corrections."""
    from monitor.cli.serve import run_serve

    raise typer.Exit(run_serve(journals, config, host, port))


@app.command()
def replay(
    journal: Annotated[Path, typer.Argument(help="A .journal that watch has written.")],
    ruleset: Annotated[str | None, typer.Option(help="Judge by this rule set instead.")] = None,
    events: Annotated[Path | None, typer.Option(help="File for the new events and findings.")] = None,
    timeline: Annotated[
        Path | None, typer.Option(help="Page (.html) with readings, belief and events over time.")
    ] = None,
    explain: Annotated[
        list[int] | None, typer.Option(help="Say what was seen and believed in this turn, counted from 1.")
    ] = None,
) -> None:
    """Follow a match again from its stored readings, without the video; the events must be the same."""
    from monitor.cli.replay import run_replay

    raise typer.Exit(run_replay(journal, ruleset, events, timeline, explain or []))


@app.command()
def read(
    pictures: Annotated[list[Path], typer.Argument(help="Pictures of boards.")],
    corners: Corners = None,
    layout: LayoutOption = None,
    bar: Bar = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a picture.")] = False,
    debug_overlay: Annotated[
        Path | None, typer.Option(help="Folder for copies of the pictures with the reading drawn in.")
    ] = None,
) -> None:
    """Read the position, dice and cube from single pictures."""
    from monitor.cli.read import run_read

    raise typer.Exit(run_read(pictures, corners, layout, bar, as_json, debug_overlay))


@app.command()
def calibrate(
    source: Annotated[str, typer.Argument(help="A picture, or any source that watch takes.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="Board file to write.")] = Path("board.toml"),
    corners: Corners = None,
    layout: LayoutOption = None,
    bar: Bar = None,
    by_hand: Annotated[
        bool, typer.Option("--by-hand", help="Drag the corners on a page in the browser of this machine.")
    ] = False,
    clock_at: ClockAt = None,
    start: Annotated[
        bool | None,
        typer.Option(
            "--start/--no-start",
            help="The starting position stands on the board: fit the place to it. Left out: if it reads so.",
        ),
    ] = None,
) -> None:
    """Write down where the board lies in the picture."""
    from monitor.cli.calibrate import run_calibrate

    raise typer.Exit(run_calibrate(source, output, corners, layout, bar, by_hand, start, clock_at))


@app.command()
def transcribe(
    source: Annotated[
        list[str],
        typer.Argument(
            help="Video files in order, a folder of pictures, or demo; mirror: before each where the "
            "pictures are mirrored."
        ),
    ],
    output: Annotated[Path, typer.Option("-o", "--output", help="Folder for the transcript.")],
    formats: Annotated[str, typer.Option(help="Forms to write.")] = "mat,sgf,txt,xgid,jsonl",
    players: Annotated[
        str | None, typer.Option(help='Names of the south and the north player: "Anna,Boris".')
    ] = None,
    length: Annotated[int | None, typer.Option(min=1, help="Match length in points.")] = None,
    ruleset: Annotated[str, typer.Option(help="Rule set; see gammonitor rules list.")] = "usbgf-2016",
    home: Annotated[
        Literal["E", "W"] | None, typer.Option(help="Half with both home boards: E is right in the picture.")
    ] = None,
    corners: Corners = None,
    calibration: Annotated[Path | None, typer.Option(help="Board file made by gammonitor calibrate.")] = None,
    layout: LayoutOption = None,
    bar: Bar = None,
    dice: Annotated[
        Literal["own4", "shared2"] | None, typer.Option(help="Two dice each (usual), or two shared.")
    ] = None,
    score: Annotated[
        str | None, typer.Option(help='Score when the recording begins: "3:2", south first.')
    ] = None,
    crawford: Annotated[bool, typer.Option("--crawford", help="It begins with the Crawford game.")] = False,
    jobs: Annotated[int, typer.Option(min=1, help="Processes that read at the same time.")] = 1,
    cluster: Annotated[
        str | None, typer.Option(help='Address of a Ray cluster that reads, or "auto".')
    ] = None,
) -> None:
    """Turn recorded matches into transcripts, with a list of doubtful moments to review."""
    from monitor.cli.transcribe import TranscribeOptions, run_transcribe

    options = TranscribeOptions(
        tuple(source), output, formats, players, length, ruleset, home, corners, calibration, layout, bar,
        score, crawford, dice, jobs, cluster,
    )  # fmt: skip
    raise typer.Exit(run_transcribe(options))


@app.command()
def verify(
    files: Annotated[list[Path], typer.Argument(help="Transcripts: .mat, .sgf, .txt, .xg, .jsonl.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a file.")] = False,
) -> None:
    """Check transcripts: every play, the cube, results and scores."""
    from monitor.cli.verify import run_verify

    raise typer.Exit(run_verify(files, as_json))


@app.command()
def convert(
    source: Annotated[
        Path, typer.Argument(help="A transcript, or the events that watch --events has written.")
    ],
    target: Annotated[
        Path,
        typer.Argument(
            help="File to write; its end says the form: .mat, .sgf, .txt (Snowie), .xgid, .jsonl."
        ),
    ],
) -> None:
    """Write a transcript, or a watched match, in another form."""
    from monitor.cli.convert import run_convert

    raise typer.Exit(run_convert(source, target))


@app.command()
def review(
    folder: Annotated[Path, typer.Argument(help="Folder that gammonitor transcribe has written.")],
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port here; 0: any free one.")] = 8643,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
) -> None:
    """Go over a transcript in the browser: the video at every move, the doubtful ones first."""
    from monitor.cli.review import run_review

    raise typer.Exit(run_review(folder, port, browser=browser))


@app.command()
def label(
    pictures: Annotated[list[Path] | None, typer.Argument(help="Pictures of boards.")] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Folder for the pictures and their labels.")
    ] = None,
    score: Annotated[
        Path | None, typer.Option(help="Folder of labels: read its pictures again, and say what is wrong.")
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port here; 0: any free one.")] = 0,
    page: Annotated[bool, typer.Option(help="Open the page on which labels are corrected.")] = True,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
) -> None:
    """Turn own pictures into test cases: read them, correct what is wrong, and score them again."""
    from monitor.cli.label import run_label, run_label_score

    if score is not None:
        if pictures or output is not None:
            raise typer.BadParameter("--score takes no pictures and no -o", param_hint="--score")
        raise typer.Exit(run_label_score(score))
    if output is None:
        raise typer.BadParameter("name the folder for the labels", param_hint="-o")
    raise typer.Exit(run_label(pictures or [], output, port, page=page, browser=browser))


@app.command()
def batch(
    inputs: Annotated[
        list[Path], typer.Argument(help="Each a match: a video, or a folder of videos in order of name.")
    ],
    output: Annotated[Path, typer.Option("-o", "--output", help="Folder for the matches and the report.")],
    formats: Annotated[str, typer.Option(help="Forms to write.")] = "mat,sgf,txt,xgid,jsonl",
    ruleset: Annotated[str, typer.Option(help="Rule set; see gammonitor rules list.")] = "usbgf-2016",
    length: Annotated[int | None, typer.Option(min=1, help="Match length in points, of all of them.")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Processes to work with.")] = 1,
    cluster: Annotated[str | None, typer.Option(help="Ray cluster to work on, host:port.")] = None,
) -> None:
    """Transcribe many matches, and write one report over them."""
    from monitor.cli.batch import run_batch

    raise typer.Exit(
        run_batch(inputs, output, formats=formats, ruleset=ruleset, length=length, jobs=jobs, cluster=cluster)
    )


@app.command()
def analyse(
    source: Annotated[Path, typer.Argument(help="Transcript or journal of a match that is over.")],
    plies: Annotated[int, typer.Option(min=0, max=4, help="How deep GNU Backgammon searches.")] = 2,
    threads: Annotated[int, typer.Option(min=1, max=64, help="Threads for it.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Page (.html) with a diagram of every mistake.")
    ] = None,
) -> None:
    """After the match: error rates, luck and blunders, by GNU Backgammon."""
    from monitor.cli.analyse import run_analyse

    raise typer.Exit(run_analyse(source, plies=plies, threads=threads, as_json=as_json, output=output))


@app.command()
def director(
    broker: Annotated[
        str | None, typer.Option(help="MQTT broker of all stations, HOST[:PORT].", metavar="HOST[:PORT]")
    ] = None,
    config: Annotated[
        Path | None, typer.Option(help="Settings with [mqtt], [server] and [access]; see gammonitor config.")
    ] = None,
    site: Annotated[str | None, typer.Option(help="Only the tables of this site.")] = None,
    host: Annotated[str | None, typer.Option(help="Address to listen on; left out: this machine.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 8642 if left out.")] = None,
    username: Annotated[str | None, typer.Option(help="Name at the broker.")] = None,
    password_file: Annotated[Path | None, typer.Option(help="File with the password for it.")] = None,
    ca_file: Annotated[
        Path | None, typer.Option(help="Certificates to trust; the connection is then encrypted.")
    ] = None,
) -> None:
    """Show all tables on one page, those that need a person first."""
    from monitor.cli.director import run_director

    raise typer.Exit(run_director(config, broker, site, host, port, username, password_file, ca_file))


@app.command()
def doctor(
    config: Annotated[Path | None, typer.Option(help="A station's settings, to be tried here.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Say what works on this machine, with a remedy for what does not; 1 where something is missing."""
    from monitor.cli.doctor import run_doctor

    raise typer.Exit(run_doctor(config, as_json))


@models_app.command("verify")
def models_verify(
    folder: Annotated[
        Path | None, typer.Option(help="Folder with manifest.toml, instead of the installed one.")
    ] = None,
) -> None:
    """Check every network against the manifest, and that it loads."""
    from monitor.cli.doctor import run_models_verify

    raise typer.Exit(run_models_verify(folder))
