"""``gammonitor convert``: a match from one form into another."""

import sys
from pathlib import Path

import typer

from monitor.cli.errors import UsageError
from monitor.transcripts import Match, Move, Setup, read_match, write_match


def run_convert(source: Path, target: Path) -> int:
    """Read a match, write it in the form of the target's name, and say what was kept and what was not.

    0, or 2 where part of the source could not be read (the rest is written all the same).
    """
    match = read_match(source)
    if target.exists() and target.samefile(source):
        raise UsageError(f"{target} is the file to read; write to another one")
    written = write_match(match, target)
    typer.echo(f"wrote {target}: {summary(match)}")
    for loss in written.losses:
        typer.echo(f"  not in this form: {loss}")
    for problem in match.all_problems:
        where = f"line {problem.line}: " if problem.line else ""
        game = "" if problem.game is None else f"game {problem.game}: "
        sys.stderr.write(f"gammonitor: {source}: {where}{game}{problem.text}\n")
    return 2 if match.all_problems else 0


def summary(match: Match) -> str:
    """The size of a match in a few words."""
    entries = [entry for game in match.games for entry in game.entries]
    rolls = [entry for entry in entries if isinstance(entry, Move)]
    parts = [_count(len(match.games), "game"), _count(len(rolls), "roll")]
    stood = sum(roll.stood for roll in rolls)
    gaps = sum(isinstance(entry, Setup) for entry in entries)
    doubts = sum(bool(entry.remark.doubts) for entry in entries)
    parts += [_count(stood, "illegal play") + " that stood"] if stood else []
    parts += [_count(gaps, "gap")] if gaps else []
    parts += [_count(doubts, "doubtful entry", "doubtful entries")] if doubts else []
    return ", ".join(parts)


def _count(number: int, one: str, many: str | None = None) -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
