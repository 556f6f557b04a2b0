"""Writing .mat and Snowie text, in the form in which GNU Backgammon reads them without a word.

Legal plays are written one hop a die. An illegal play that stood is written as the marker `Illegal play
(...)`, which carries the board, and named in a remark above the match. A gap ends the text of a game; what
follows is a further excerpt under the same number that begins with its board (`Set Pos`).
"""

from dataclasses import dataclass, field, replace

from monitor.backgammon import (
    Dice,
    Position,
    PositionError,
    Seat,
    from_seat,
    judge_transition,
)
from monitor.backgammon.notation import written
from monitor.transcripts.marker import write_marker
from monitor.transcripts.model import CubeTurn, Game, Match, Move, Setup
from monitor.transcripts.phrases import illegal_line
from monitor.transcripts.plays import from_the_back
from monitor.transcripts.table import Step, steps
from monitor.transcripts.text import one_line, safe_names
from monitor.transcripts.written import Written

_RIGHT_NAME, _LEFT_CELL, _RIGHT_CELL = 32, 5, 33
_DROPS = " Drops"
LONGEST = 64
"""Points up to which GNU Backgammon reads a match."""


@dataclass
class _Excerpt:
    """Cells of one stretch of a game, and the board it begins with where it is not the start."""

    start: Setup | None = None
    cells: list[tuple[Seat, str]] = field(default_factory=list)


def write_mat(match: Match, *, tags: bool = True) -> Written:
    """The match as .mat. tags: with the lines about the event; without them it is Snowie text."""
    match = replace(match, players=safe_names(match.players))
    losses: list[str] = []
    if match.length > LONGEST:
        losses.append(
            f"GNU Backgammon reads matches of at most {LONGEST} points, this one has {match.length}"
        )
    remarks: list[str] = []
    games: list[str] = []
    for game in match.games:
        writer = _GameWriter(match, game)
        games.append(writer.text())
        losses += writer.losses
        remarks += writer.remarks
    lines = _heading(match) if tags else []
    known = match.comment.split("\n")
    for line in [*known, *(remark for remark in remarks if remark not in known)]:
        if one_line(line):
            lines.append(f"; {one_line(line)}")
    lines += [*([""] if lines else []), f" {match.length} point match", ""]
    return Written("\n".join([*lines, "\n".join(games)]), tuple(losses))


def _heading(match: Match) -> list[str]:
    tags = {
        "Site": match.place,
        "Event": match.event,
        "Round": match.round,
        "EventDate": match.date.replace("-", "."),
        "Transcriber": match.transcriber,
    }
    clean = {name: one_line(value).replace('"', "'").replace("]", ")") for name, value in tags.items()}
    return [f'; [{name} "{value}"]' for name, value in clean.items() if value]


class _GameWriter:
    """Turns one game into excerpts, and these into text."""

    def __init__(self, match: Match, game: Game) -> None:
        self.match = match
        self.game = game
        self.losses: list[str] = []
        self.remarks: list[str] = []
        self.excerpts = [_Excerpt()]
        self.open = True
        self.told: Setup | None = None

    def text(self) -> str:
        """The lines of the game, with a blank line after each excerpt."""
        walk = list(steps(self.game))
        for i, step in enumerate(walk):
            self._step(step, walk[i + 1 :])
        if len(walk) < len(self.game.entries):
            self._lose(f"from entry {len(walk) + 1} on the plays cannot be carried out")
        blocks = [self._block(excerpt) for excerpt in self.excerpts]
        result = self.game.result
        if result is not None:
            words = f" Wins {result.points} {'point' if result.points == 1 else 'points'}"
            dropped = self.excerpts[-1].cells[-1:] == [("A", _DROPS)]
            if result.winner == "B" and dropped:
                blocks[-1][-1] = blocks[-1][-1].ljust(_RIGHT_CELL) + words
            else:
                blocks[-1].append(" " * (_LEFT_CELL if result.winner == "A" else _RIGHT_CELL) + words)
        return "".join("\n".join(block) + "\n\n" for block in blocks)

    def _lose(self, what: str) -> None:
        self.losses.append(f"game {self.game.number}: {what}")

    def _block(self, excerpt: _Excerpt) -> list[str]:
        left, right = self.match.players
        a, b = self.game.score
        lines = [f" Game {self.game.number}"]
        lines.append(f" {left} : {a}".ljust(_RIGHT_NAME - 2) + f"  {right} : {b}")
        if excerpt.start is not None:
            lines.append(_set_pos(excerpt.start))
        return lines + _rows(excerpt.cells)

    def _step(self, step: Step, following: list[Step]) -> None:
        entry = step.entry
        if isinstance(entry, Setup):
            self._setup(entry)
            return
        if not self.open and not self._reopen(step):
            return
        if isinstance(entry, CubeTurn):
            self._cell(entry.seat, _cube_words(step, entry))
        elif entry.hops is None:
            self._unknown(step, entry, following)
        else:
            self._move(step, entry, following)

    def _cell(self, seat: Seat, text: str) -> None:
        self.excerpts[-1].cells.append((seat, text))

    def _reopen(self, step: Step) -> bool:
        """Begin a new excerpt on the board before this entry, if that board can be written."""
        if step.before is None or step.offered is not None or not _holds(step.before):
            return False
        self.excerpts.append(_Excerpt(Setup(step.before, step.cube, step.owner)))
        self.open = True
        return True

    def _setup(self, setup: Setup) -> None:
        if setup is self.told:
            return
        if not _holds(setup.board):
            self.open = False
            self._lose("a board with both players on one point, or too many checkers, cannot be written")
            return
        self.open = True
        if self.excerpts[-1].cells:
            self.excerpts.append(_Excerpt(setup))
        else:
            self.excerpts[-1].start = setup

    def _unknown(self, step: Step, move: Move, following: list[Step]) -> None:
        dice = f"{move.dice[0]}{move.dice[1]}:"
        after = following[0].entry if following else None
        if move.stood and isinstance(after, Setup):
            self.told = after
            self._marker(step, move, after.board, following)
            return
        self._cell(move.seat, f"{dice} ????")
        if following and not isinstance(after, Setup):
            self.open = False
            self._lose("the record goes on after a play that is not known; what follows is left out")

    def _move(self, step: Step, move: Move, following: list[Step]) -> None:
        if step.before is None or step.after is None:
            self.open = False
            return
        before, after = from_seat(step.before, move.seat), from_seat(step.after, move.seat)
        verdict = judge_transition(before, move.dice, after)
        if verdict.play is None:
            self.remarks.append(illegal_line(self.match, self.game.number, step, move))
            self._marker(step, move, step.after, following)
            return
        text = " ".join(written(hop) for hop in from_the_back(verdict.play.hops))
        self._cell(move.seat, f"{move.dice[0]}{move.dice[1]}: {text}".rstrip())

    def _marker(self, step: Step, move: Move, board: Position, following: list[Step]) -> None:
        state = step.state(self.match, self.game)
        try:
            fields = write_marker(board, move.seat, state, _next_roll(move.seat, following))
        except PositionError:
            self.open = False
            self._lose(
                f"the board after the illegal play of move {step.row} cannot be written; a gap follows"
            )
            return
        self._cell(move.seat, f"{move.dice[0]}{move.dice[1]}: Illegal play ({fields})")


def _holds(board: Position) -> bool:
    return not board.shared_points and sum(board.mover) <= 15 and sum(board.opponent) <= 15


def _next_roll(seat: Seat, following: list[Step]) -> Dice | None:
    return next(
        (s.entry.dice for s in following if isinstance(s.entry, Move) and s.entry.seat != seat),
        None,
    )


def _cube_words(step: Step, turn: CubeTurn) -> str:
    if turn.act == "take":
        return " Takes"
    if turn.act == "drop":
        return _DROPS
    word, factor = ("Doubles", 2) if turn.act == "double" else ("Beavers", 4)
    return f" {word} => {turn.value or factor * step.cube}"


def _set_pos(setup: Setup) -> str:
    power = (setup.cube or 1).bit_length() - 1
    if setup.owner == "A":
        power = -power
    return f"; Set Pos={setup.board.board26()}/{power}"


def _rows(cells: list[tuple[Seat, str]]) -> list[str]:
    """The numbered rows: a left cell, at least two blanks, a right cell."""
    rows: list[list[str]] = []
    for seat, text in cells:
        if seat == "A" or not rows or rows[-1][1]:
            rows.append(["", ""])
        rows[-1][0 if seat == "A" else 1] = text
    return [
        (f"{number:3d}) {left}".ljust(_RIGHT_CELL - 2) + f"  {right}").rstrip()
        for number, (left, right) in enumerate(rows, 1)
    ]
