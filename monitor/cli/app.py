"""The commands and their options. What they do is imported when they run, so that help is quick."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from monitor.cli import rules as rules_commands

app = typer.Typer(
    name="gammonitor",
    help="Watches a backgammon board through a camera and flags what the rules do not allow.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(rules_commands.app, name="rules")
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
        str,
        typer.Argument(help="A video file, a folder of pictures, rtsp://..., usb:0, picamera:0, or demo."),
    ],
    ruleset: Annotated[str, typer.Option(help="Rule set; see gammonitor rules list.")] = "usbgf-2016",
    length: Annotated[int | None, typer.Option(min=1, help="Match length in points.")] = None,
    players: Annotated[
        str | None, typer.Option(help='Names of the south and the north player: "Anna,Boris".')
    ] = None,
    corners: Corners = None,
    calibration: Annotated[Path | None, typer.Option(help="Board file made by gammonitor calibrate.")] = None,
    layout: LayoutOption = None,
    bar: Bar = None,
    clock: Annotated[bool, typer.Option("--clock", help="A game clock is in use.")] = False,
    baffle: Annotated[bool, typer.Option("--baffle", help="A baffle box is in use.")] = False,
    dice: Annotated[
        Literal["own4", "shared2"] | None,
        typer.Option(help="Two dice each, or two shared; shared with a clock, else two each."),
    ] = None,
    home: Annotated[
        Literal["E", "W"] | None, typer.Option(help="Half with both home boards: E is right in the picture.")
    ] = None,
    score: Annotated[str | None, typer.Option(help='Score when watching begins: "3:2", south first.')] = None,
    crawford: Annotated[bool, typer.Option("--crawford", help="It is the Crawford game.")] = False,
    monitor_agreed: Annotated[
        bool, typer.Option("--monitor-agreed", help="Both players agreed that the monitor may speak.")
    ] = False,
    single_act: Annotated[
        bool, typer.Option("--single-act", help="Both players accept a cube action by word or by hand alone.")
    ] = False,
    club: Annotated[bool, typer.Option("--club", help="Club play, no tournament.")] = False,
    option: Annotated[
        list[str] | None,
        typer.Option(help="What the director decides where the text is open: dice.landing.on_checker=valid."),
    ] = None,
    events: Annotated[
        Path | None, typer.Option(help="File for events and findings, one JSON object a line.")
    ] = None,
    serve: Annotated[bool, typer.Option(help="Serve a dashboard while watching.")] = False,
    host: Annotated[str, typer.Option(help="Address for --serve.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port for --serve.")] = 8642,
    realtime: Annotated[bool, typer.Option("--realtime", help="Play a file at its own pace.")] = False,
) -> None:
    """Watch a match, and flag what the rules do not allow."""
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
        serve=f"{host}:{port}" if serve else None,
        realtime=realtime,
    )
    raise typer.Exit(run_watch(options))


@app.command()
def replay(
    journal: Annotated[Path, typer.Argument(help="Events that watch --events has written.")],
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
) -> None:
    """Write down where the board lies in the picture."""
    from monitor.cli.calibrate import run_calibrate

    raise typer.Exit(run_calibrate(source, output, corners, layout, bar, by_hand))


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
def doctor() -> None:
    """Say what works on this machine, with a remedy for what does not."""
    from monitor.cli.doctor import run_doctor

    raise typer.Exit(run_doctor())


@models_app.command("verify")
def models_verify(
    folder: Annotated[
        Path | None, typer.Option(help="Folder with manifest.toml, instead of the installed one.")
    ] = None,
) -> None:
    """Check every network against the manifest, and that it loads."""
    from monitor.cli.doctor import run_models_verify

    raise typer.Exit(run_models_verify(folder))
