"""``gammonitor journal``: checking journals, looking into them, and making room."""

import json
from collections import Counter
from pathlib import Path
from typing import Annotated, TextIO

import typer

from monitor.cli.errors import UsageError
from monitor.wording import clock_time

app = typer.Typer(help="The journals of watched matches.", no_args_is_help=True)

Journals = Annotated[list[Path], typer.Argument(help="Journals that watch has written (.journal).")]


@app.command("verify")
def verify_journals(
    files: Journals,
    head: Annotated[
        list[str] | None,
        typer.Option(help="A head noted earlier, which the journal must contain; its first digits will do."),
    ] = None,
) -> None:
    """Check that nothing in a journal was changed, removed, added or moved since it was written."""
    from monitor.journal.verify import describe_faults, verify

    faulty = 0
    for path in files:
        verdict = verify(path, head or ())
        faulty += bool(verdict.faults)
        for fault in describe_faults(verdict.faults):
            typer.echo(f"{path}: {fault}")
        pruned = f", {verdict.pruned} of them deleted to make room" if verdict.pruned else ""
        state = f"{len(verdict.faults)} faults" if verdict.faults else "as it was written"
        open_end = "" if verdict.ended else ", not ended"
        typer.echo(
            f"{path}: {state}: {verdict.records} records, {verdict.lines} lines, "
            f"{verdict.contents + verdict.pruned} contents{pruned}{open_end}; head {verdict.head}"
        )
    raise typer.Exit(1 if faulty else 0)


@app.command()
def export(
    file: Annotated[Path, typer.Argument(help="A journal.")],
    output: Annotated[Path | None, typer.Option("-o", "--output", help="File to write, else stdout.")] = None,
) -> None:
    """Write the events and findings of a journal, one JSON object a line."""
    from monitor.journal import JournalReader

    with JournalReader(file) as journal:
        if output is None:
            _write_lines(journal.lines(), typer.get_text_stream("stdout", encoding="utf-8"))
            return
        if output.resolve() == file.resolve():
            raise UsageError(f"{output} is the journal itself; write the lines to another file")
        lines = journal.lines()
        try:
            with output.open("w", encoding="utf-8") as target:
                _write_lines(lines, target)
        except OSError as error:
            raise UsageError(f"{output} cannot be written: {error.strerror}") from error
        typer.echo(f"{output}: {len(lines)} lines; head {journal.head}")


@app.command()
def show(files: Journals) -> None:
    """Say what a journal holds."""
    from monitor.journal import JournalReader

    for path in files:
        with JournalReader(path) as journal:
            lines = [json.loads(line) for line in journal.lines()]
            config = journal.config
            typer.echo(f"{path}{' (being written now)' if journal.running else ''}")
            length = f"{config.length} points" if config.length else "single games"
            typer.echo(f"  {config.name('A')} - {config.name('B')}, {length}, {config.ruleset}")
            for session in journal.sessions:
                went_on = (
                    f", went on after {clock_time(session.resumes['t'] or 0.0)}" if session.resumes else ""
                )
                typer.echo(f"  {session.wall}  {session.source}{went_on}")
            turns = sum(line["ev"] == "TurnPlayed" for line in lines)
            typer.echo(f"  {len(lines)} lines, {turns} turns")
            newest = {line["id"]: line for line in lines if line["ev"] == "Finding"}
            proofs = Counter((proof.finding, proof.shows) for proof in journal.evidence())
            for name, line in newest.items():
                shown = ", ".join(shows for finding, shows in proofs if finding == name)
                typer.echo(
                    f"  {name} {clock_time(line['t'])} {line['code']}, {line['status']}"
                    f"{f' ({shown})' if shown else ''}"
                )
            for note in journal.notes():
                about = f"{note.finding} " if note.finding else ""
                by = f" by {note.by}" if note.by else ""
                typer.echo(f"  {about}{note.what}{by}{f': {note.text}' if note.text else ''}")
            for record in journal.records("trouble"):
                data = record.data
                typer.echo(
                    f"  could not be written from {data['since']} to {data['until']}: {data['reason']}"
                )
            for record in journal.records("pruned"):
                typer.echo(f"  {record.data['what']} deleted {record.data['wall']}: {record.data['why']}")
            typer.echo(f"  head {journal.head}")


@app.command()
def prune(
    folder: Annotated[Path, typer.Argument(help="Folder with journals, looked through with all below it.")],
    days: Annotated[float | None, typer.Option(min=0, help="Delete readings older than this.")] = None,
    clip_days: Annotated[float | None, typer.Option(min=0, help="Delete clips older than this.")] = None,
    most: Annotated[
        float | None, typer.Option(min=0, help="Gigabytes that all journals together may take.")
    ] = None,
) -> None:
    """Make room: delete clips and readings of old matches. All else always stays."""
    from monitor.journal.retention import Policy, tidy

    if days is None and clip_days is None and most is None:
        raise UsageError("say what may go: --days, --clip-days or --most")
    if not folder.is_dir():
        raise UsageError(f"{folder}: there is no such folder")
    policy = Policy(days, clip_days, None if most is None else round(most * 1e9))
    done = tidy(folder, policy)
    for pruned in done:
        typer.echo(f"{pruned.path}: {pruned.number} {pruned.what} deleted, {pruned.freed / 1e6:.1f} MB freed")
    if not done:
        typer.echo("nothing to delete")


def _write_lines(lines: list[str], target: TextIO) -> None:
    target.writelines(f"{line}\n" for line in lines)
