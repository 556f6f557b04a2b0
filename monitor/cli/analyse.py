"""``gammonitor analyse``: what GNU Backgammon thinks of a match that is over."""

import json
from pathlib import Path

import typer

from monitor.analysis import analyse
from monitor.analysis.page import page
from monitor.analysis.running import refuse_running
from monitor.analysis.text import report
from monitor.cli.errors import UsageError
from monitor.transcripts import read_match


def run_analyse(source: Path, *, plies: int, threads: int, as_json: bool, output: Path | None) -> int:
    """Analyse a transcript or journal; 0. Refuses while the match of a journal is still on."""
    refuse_running(source)
    match = read_match(source)
    if not match.games:
        raise UsageError(f"{source}: there is no game in it to analyse")
    analysis = analyse(match, plies=plies, threads=threads)
    if as_json:
        typer.echo(json.dumps({"file": str(source), **analysis.to_json()}, ensure_ascii=False))
    else:
        for text in report(analysis):
            typer.echo(text)
    if output is not None:
        try:
            output.write_text(page(analysis), encoding="utf-8")
        except OSError as error:
            raise UsageError(f"{output} cannot be written: {error.strerror}") from error
        if not as_json:
            typer.echo(f"page with diagrams: {output}")
    return 0
