"""``gammonitor verify``: transcripts checked against the rules of the game, with a report for a director."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import typer

from monitor.screen.board_text import draw_board
from monitor.transcripts import Fault, Match, Move, TranscriptError, read_match, verify
from monitor.wording import clock_time


def run_verify(files: Sequence[Path], as_json: bool) -> int:
    """Check every file; 0 when nothing is wrong, 1 when something is, 2 when a file could not be read."""
    faults = unreadable = 0
    for path in files:
        try:
            match = read_match(path)
        except TranscriptError as error:
            unreadable += 1
            sys.stderr.write(f"gammonitor: {error}\n")
            if as_json:
                refusal = {"file": str(path), "ok": False, "error": str(error)}
                typer.echo(json.dumps(refusal, ensure_ascii=False))
            continue
        found = verify(match)
        wrong = sum(not fault.notice for fault in found)
        faults += wrong
        if as_json:
            typer.echo(json.dumps(in_json(path, match, found), ensure_ascii=False))
        else:
            for line in report(path, match, found):
                typer.echo(line)
    return 2 if unreadable else int(faults > 0)


def in_json(path: Path, match: Match, found: Sequence[Fault]) -> dict[str, object]:
    """The check of one file as one JSON object."""
    return {
        "file": str(path),
        "ok": all(fault.notice for fault in found),
        "players": match.players,
        "length": match.length,
        "games": len(match.games),
        "plays": rolls(match),
        "problems": [fault.to_json(match.players) for fault in found],
    }


def rolls(match: Match) -> int:
    """How many rolls are recorded."""
    return sum(isinstance(entry, Move) for game in match.games for entry in game.entries)


def report(path: Path, match: Match, found: Sequence[Fault]) -> Iterator[str]:
    """The check of one file in lines: each thing that is wrong, then a summary."""
    for fault in found:
        yield from _lines(path, match, fault)
    wrong = sum(not fault.notice for fault in found)
    notices = len(found) - wrong
    verdict = f"{wrong} {'problem' if wrong == 1 else 'problems'}" if wrong else "no problem"
    verdict += f", {notices} {'notice' if notices == 1 else 'notices'}" if notices else ""
    names = " - ".join(name or "(no name)" for name in match.players)
    length = f"{match.length} {'point' if match.length == 1 else 'points'}" if match.length else "money play"
    games = f"{len(match.games)} {'game' if len(match.games) == 1 else 'games'}"
    yield f"{path}: {verdict} ({names}, {length}, {games}, {rolls(match)} rolls)"


def _lines(path: Path, match: Match, fault: Fault) -> Iterator[str]:
    where = [f"line {fault.line}"] if fault.line else []
    where += [f"video {clock_time(fault.time)}"] if fault.time is not None else []
    place = f"{path}"
    if fault.game is not None:
        place += f": game {fault.game}"
    if fault.move is not None:
        place += f", move {fault.move}"
    if fault.seat is not None:
        place += f", {match.name(fault.seat) or '(no name)'}"
    if where:
        place += f" ({', '.join(where)})"
    word = "notice: " if fault.notice else ""
    if not fault.kinds:
        yield f"{place}: {word}{fault.text} [{fault.code}]"
        return
    what = "in doubt, no legal play as recorded" if fault.notice else "illegal play"
    stood = " that stood" if fault.stood else ""
    yield f"{place}: {word}{what}{stood} [{', '.join(fault.kinds)}]"
    yield f"    {fault.text}"
    if fault.of:
        others = fault.of - len(fault.legal)
        more = f" and {others} more" if others > 0 else ""
        yield f"    legal: {'; '.join(play or 'no move' for play in fault.legal)}{more}"
    if fault.board:
        one, two = (name or "(no name)" for name in match.players)
        yield f"    before the play (X {one}, O {two}):"
        for line in draw_board(fault.board):
            yield f"      {line}"
    if fault.xgid:
        yield f"    {fault.xgid}"
