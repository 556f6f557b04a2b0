"""Writing SGF as GNU Backgammon does: the form that loses nothing.

Comments carry video times, doubts and findings. A play that GNU Backgammon cannot carry out hop by hop (onto
a held point, or one of the opponent's checkers) is written as the roll and the board it led to; so is a gap,
without a roll.
"""

from collections.abc import Iterable
from dataclasses import replace

from monitor.backgammon import BAR, OFF, Hop, Position, Seat, from_seat, judge_transition
from monitor.transcripts.model import CubeTurn, Game, Match, Move, Setup
from monitor.transcripts.phrases import comment_of, illegal_mark
from monitor.transcripts.plays import from_the_back, is_plain
from monitor.transcripts.table import Step, steps
from monitor.transcripts.text import one_line, safe_names
from monitor.transcripts.written import Written

PROGRAM = "gammonitor"
_COLOUR: dict[Seat, str] = {"A": "W", "B": "B"}


def write_sgf(match: Match) -> Written:
    """The match as SGF."""
    match = replace(match, players=safe_names(match.players))
    losses: list[str] = []
    games = [_game(match, game, losses) for game in match.games]
    return Written("\n".join(games) + "\n", tuple(losses))


def _game(match: Match, game: Game, losses: list[str]) -> str:
    head = f"(;FF[4]GM[6]CA[UTF-8]AP[{PROGRAM}]"
    head += f"MI[length:{match.length}][game:{game.number - 1}][ws:{game.score[0]}][bs:{game.score[1]}]"
    tags = {
        "PW": match.players[0],
        "PB": match.players[1],
        "EV": match.event,
        "RO": match.round,
        "PC": match.place,
        "DT": match.date,
        "AN": match.transcriber,
    }
    head += "".join(f"{name}[{_escaped(one_line(value))}]" for name, value in tags.items() if one_line(value))
    if match.comment and game is match.games[0]:
        head += f"GC[{_escaped(match.comment)}]"
    rules = ("Crawford:CrawfordGame" if game.crawford else "Crawford") if match.length else ""
    rules = rules or ("Jacoby" if match.jacoby else "")
    head += f"RU[{rules}]" if rules else ""
    if game.result is not None:
        resigned = "R" if game.result.how == "resigned" else ""
        head += f"RE[{_COLOUR[game.result.winner]}+{game.result.points}{resigned}]"
    walk = list(steps(game))
    nodes = [head]
    for step in walk:
        nodes += _nodes(step)
    if len(walk) < len(game.entries):
        losses.append(f"game {game.number}: from entry {len(walk) + 1} on the plays cannot be carried out")
    return "\n".join(nodes) + ")"


def _nodes(step: Step) -> list[str]:
    entry = step.entry
    if isinstance(entry, Setup):
        board = f";PL[W]{_board(entry.board)}{_comment(comment_of(entry.remark))}"
        if entry.cube is None:
            return [board]
        owner = _COLOUR[entry.owner].lower() if entry.owner else "c"
        return [f";CV[{entry.cube}]", f";CP[{owner}]", board]
    colour = _COLOUR[entry.seat]
    if isinstance(entry, CubeTurn):
        act = "double" if entry.act == "beaver" else entry.act
        return [f";{colour}[{act}]{_comment(comment_of(entry.remark))}"]
    return _move(step, entry, colour)


def _move(step: Step, move: Move, colour: str) -> list[str]:
    dice = f"{move.dice[0]}{move.dice[1]}"
    if move.hops is None or step.before is None or step.after is None:
        return [f";PL[{colour}]DI[{dice}]{_comment(comment_of(move.remark, _mark(move)))}"]
    before, after = from_seat(step.before, move.seat), from_seat(step.after, move.seat)
    verdict = judge_transition(before, move.dice, after)
    if verdict.play is not None:
        said = _comment(comment_of(move.remark, _mark(move)))
        return [f";{colour}[{dice}{_letters(from_the_back(verdict.play.hops), move.seat)}]{said}"]
    said = _comment(comment_of(move.remark, illegal_mark(move)))
    if is_plain(before, move.hops):
        return [f";{colour}[{dice}{_letters(move.hops, move.seat)}]{said}"]
    return [f";PL[{colour}]DI[{dice}]{said}", f";PL[{colour}]{_board(step.after)}"]


def _mark(move: Move) -> str:
    return illegal_mark(move) if move.stood else ""


def _letter(place: int, seat: Seat) -> str:
    if place in (BAR, OFF):
        return "y" if place == BAR else "z"
    return chr(ord("a") + (place if seat == "A" else 25 - place) - 1)


def _letters(hops: Iterable[Hop], seat: Seat) -> str:
    return "".join(_letter(hop.source, seat) + _letter(hop.to, seat) for hop in hops)


def _board(board: Position) -> str:
    """The properties that set a board seen by A."""
    parts = ["AE[a:y]"]
    for seat, colour in _COLOUR.items():
        side = board.mover if seat == "A" else board.opponent
        places = [_letter(i + 1, seat) for i, count in enumerate(side) for _ in range(count)]
        if places:
            parts.append(f"A{colour}" + "".join(f"[{place}]" for place in places))
    return "".join(parts)


def _comment(text: str) -> str:
    return f"C[{_escaped(text)}]" if text else ""


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
