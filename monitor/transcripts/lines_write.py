"""Writing a match as lines of JSON: our own form, which holds everything."""

import json
from typing import Any

from monitor.backgammon import PositionError
from monitor.backgammon.notation import written
from monitor.transcripts.model import CubeTurn, Doubt, Entry, Game, Match, Move, Remark, Result
from monitor.transcripts.table import steps
from monitor.transcripts.written import Written

FORM = 1
MATCH_TEXTS = ("event", "round", "place", "date", "transcriber", "comment")


def write_lines(match: Match) -> Written:
    """One line for the match, then for each game one line and one for each entry."""
    head: dict[str, Any] = {"record": "match", "form": FORM, "players": match.players, "length": match.length}
    head |= {name: getattr(match, name) for name in MATCH_TEXTS if getattr(match, name)}
    if match.jacoby:
        head["jacoby"] = True
    lines = [head]
    for game in match.games:
        lines.append(_game(game))
        boards = [step.after for step in steps(game)]
        for i, entry in enumerate(game.entries):
            line = _entry(entry)
            after = boards[i] if i < len(boards) else None
            if after is not None and isinstance(entry, Move):
                try:
                    line["board_after"] = after.board26()
                except PositionError:
                    line["board_after"] = None
            lines.append(line)
    return Written("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))


def _game(game: Game) -> dict[str, Any]:
    line: dict[str, Any] = {"record": "game", "number": game.number, "score": game.score}
    return line | {"crawford": game.crawford, "result": _result(game.result)}


def _result(result: Result | None) -> dict[str, Any] | None:
    if result is None:
        return None
    return {"winner": result.winner, "points": result.points, "how": result.how}


def _entry(entry: Entry) -> dict[str, Any]:
    line: dict[str, Any]
    if isinstance(entry, Move):
        play = None if entry.hops is None else " ".join(written(hop) for hop in entry.hops)
        line = {"record": "move", "seat": entry.seat, "dice": entry.dice, "play": play}
        if entry.stood:
            line["stood"] = True
    elif isinstance(entry, CubeTurn):
        line = {"record": "cube", "seat": entry.seat, "act": entry.act, "value": entry.value}
    else:
        line = {"record": "setup", "A": entry.board.mover, "B": entry.board.opponent}
        line |= {"cube": entry.cube, "owner": entry.owner}
    return line | _remark(entry.remark)


def _remark(remark: Remark) -> dict[str, Any]:
    line: dict[str, Any] = {}
    if remark.time is not None:
        line["time"] = remark.time
    if remark.file:
        line["file"] = remark.file
    if remark.comment:
        line["comment"] = remark.comment
    if remark.doubts:
        line["doubts"] = [_doubt(doubt) for doubt in remark.doubts]
    return line


def _doubt(doubt: Doubt) -> dict[str, Any]:
    line: dict[str, Any] = {"what": doubt.what, "other": doubt.other, "p": doubt.p}
    return line | ({"other_p": doubt.other_p} if doubt.other_p else {})
