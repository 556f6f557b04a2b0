"""The positions of a match as a list of XGIDs: one for every roll and every decision about the cube."""

from monitor.backgammon import PositionError, format_xgid, from_seat
from monitor.transcripts.model import CubeTurn, Match, Move, Setup
from monitor.transcripts.phrases import STOOD, played, video_time
from monitor.transcripts.table import Step, steps
from monitor.transcripts.text import one_line
from monitor.transcripts.written import Written


def write_xgid(match: Match) -> Written:
    """One XGID a line, each under a line `#` with the move, the player and what was done.

    The bottom player is the first player throughout. After a double the position is given as that of the
    answer, field `D`.
    """
    one, two = (one_line(name) for name in match.players)
    lines = [f"# {one} (bottom) - {two} (top), {f'{match.length} points' if match.length else 'money play'}"]
    losses: list[str] = []
    for game in match.games:
        lines += ["", f"# Game {game.number}, {game.score[0]}-{game.score[1]}"]
        for step in steps(game):
            if isinstance(step.entry, Setup):
                lines.append(f"# gap: {one_line(step.entry.remark.comment) or 'plays are missing'}")
            elif step.before is None:
                losses.append(f"game {game.number}, move {step.row}: the board is not known")
            else:
                state = step.state(match, game)
                try:
                    xgid = format_xgid(from_seat(step.before, state.on_roll), state)
                except PositionError as error:
                    losses.append(f"game {game.number}, move {step.row}: {error}")
                    continue
                lines += [f"# {_what(match, step, step.entry)}", xgid]
    return Written("\n".join(lines) + "\n", tuple(losses))


def _what(match: Match, step: Step, entry: Move | CubeTurn) -> str:
    time = "" if entry.remark.time is None else f", video {video_time(entry.remark.time)}"
    if time and entry.remark.file:
        time += f" of {one_line(entry.remark.file)}"
    name = one_line(match.name(entry.seat))
    if isinstance(entry, CubeTurn):
        return f"move {step.row}, {name}: {entry.act}{time}"
    mark = f", an {STOOD}" if entry.stood else ""
    return f"move {step.row}, {name}: {entry.dice[0]}{entry.dice[1]} {played(entry)}{mark}{time}"
