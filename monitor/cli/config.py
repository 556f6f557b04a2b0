"""``gammonitor config``: a station's settings, checked and written; the files for systemd and the broker."""

import shutil
import sys
from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from monitor.cli.errors import UsageError

app = typer.Typer(help="Settings of a station, and the files to install it.", no_args_is_help=True)

Output = Annotated[
    Path | None, typer.Option("-o", "--output", help="File to write; without it, to the terminal.")
]
UNIT = "gammonitor@.service"
BROKER_FILES = ("mosquitto.conf", "mosquitto.acl")


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="Files with settings.")],
    with_environment: Annotated[
        bool, typer.Option("--with-environment", help="Take the GAMMONITOR_* variables in as well.")
    ] = False,
) -> None:
    """Say everything that is wrong with settings, with line and column."""
    from monitor.settings import SettingsError, UnreadableSettingsError, load

    wrong = False
    for file in files:
        try:
            load(file, environment=None if with_environment else {})
            typer.echo(f"{file}: sound")
        except (SettingsError, UnreadableSettingsError) as error:
            wrong = True
            typer.echo(f"gammonitor: {error}", err=True)
    raise typer.Exit(2 if wrong else 0)


@app.command()
def example(output: Output = None) -> None:
    """Write a file with every setting, its meaning and its default."""
    from monitor.settings.document import example as text

    _write(text(), output)


@app.command()
def unit(output: Output = None) -> None:
    """Write the systemd unit, gammonitor@.service: a station for each table, restarted when it fails."""
    program = _program()
    if program.is_relative_to("/home") or program.is_relative_to("/root"):
        typer.echo(
            f"gammonitor: {program} lies in somebody's home, which the unit keeps closed; install the "
            "program elsewhere, for example in /usr/local/lib",
            err=True,
        )
    _write(_shipped(UNIT).replace("{program}", str(program)), output)


@app.command()
def broker(
    folder: Annotated[
        Path | None, typer.Argument(help="Folder to write them to; else to the terminal.")
    ] = None,
) -> None:
    """Write mosquitto.conf and mosquitto.acl, which say who may see and say what."""
    for name in BROKER_FILES:
        _write(_shipped(name), None if folder is None else folder / name)


@app.command()
def password() -> None:
    """Ask for a password and print the hash that goes into [access]."""
    from monitor.settings.passwords import SHORTEST, hash_password

    if sys.stdin.isatty():
        given = typer.prompt("Password", hide_input=True, confirmation_prompt=True)
    else:
        given = sys.stdin.readline().rstrip("\n")
    if len(given) < SHORTEST:
        raise UsageError(f"a password of {len(given)} letters is too short; take at least {SHORTEST}")
    typer.echo(hash_password(given))


def _program() -> Path:
    beside = Path(sys.executable).with_name("gammonitor")
    return beside if beside.exists() else Path(shutil.which("gammonitor") or beside)


def _shipped(name: str) -> str:
    return resources.files("monitor.settings").joinpath("files", name).read_text(encoding="utf-8")


def _write(text: str, output: Path | None) -> None:
    """To the terminal or to a new file; what is there is never written over."""
    if output is None:
        typer.echo(text, nl=not text.endswith("\n"))
        return
    try:
        with output.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise UsageError(f"{output} is there already; remove it or name another file") from None
    except OSError as error:
        raise UsageError(f"{output} cannot be written: {error.strerror}") from error
    typer.echo(f"written: {output}")
