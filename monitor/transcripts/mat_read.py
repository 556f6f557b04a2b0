"""Reading .mat and Snowie text, in all the ways in which programs write it.

Nothing depends on columns beyond which player a lone cell belongs to, nor on stars, the order of dice and of
moves, or row numbers. What cannot be understood is a `Problem` of its game; the games after it are read.
"""

import re
from dataclasses import dataclass, field, replace

from monitor.backgammon import (
    NotationError,
    Position,
    PositionTextError,
    Seat,
    from_seat,
    game_result,
    legal_plays,
    other_seat,
)
from monitor.transcripts.errors import TranscriptError
from monitor.transcripts.marker import MarkerError, read_marker
from monitor.transcripts.mat_rows import Cell, cut_row
from monitor.transcripts.model import (
    CubeTurn,
    Ending,
    Entry,
    Game,
    Match,
    Move,
    Problem,
    Remark,
    Result,
    Setup,
    crawford_games,
)
from monitor.transcripts.plays import between, read_play
from monitor.transcripts.table import Table

_MATCH = re.compile(r"^\s*(\d{1,5})\s+points?\s+match\b", re.IGNORECASE)
_TAG = re.compile(r'^\s*[;#]?\s*\[\s*([^"\]]+?)\s*"(.*)"\s*\]\s*$')
_GAME = re.compile(r"^\s*Game\s+(\d{1,5})\s*:?\s*$", re.IGNORECASE)
_SCORE = re.compile(r"^\s*(.*?)\s*:\s*(\d{1,5})(?:\s+(.*?))?\s*:\s*(\d{1,5})\s*$")
_SET_POS = re.compile(r"^\s*[;#]\s*Set Pos\s*=\s*(\S*)/(-?\d{1,2})\s*$", re.IGNORECASE)
_UNKNOWN = re.compile(r"\?{2,}")


@dataclass
class _Block:
    """The lines of one game before they are understood."""

    number: int
    line: int
    score: tuple[int, int] | None = None
    names: tuple[str, str] | None = None
    cells: list[Cell] = field(default_factory=list)
    start: Setup | None = None
    problems: list[Problem] = field(default_factory=list)

    def problem(self, line: int, text: str) -> None:
        self.problems.append(Problem(text, line, self.number))


def read_mat(text: str) -> Match:
    """The match of a .mat or Snowie text. Raises TranscriptError where the text is neither."""
    lines = text.split("\n")
    length, first, problems = _match_line(lines)
    tags, comment = _heading(lines[:first])
    blocks = _blocks(lines, first, problems)
    if not blocks:
        raise TranscriptError("no game in it: a line 'Game 1' is needed before the plays of each game")
    names = next((block.names for block in blocks if block.names), ("", ""))
    games = _joined([_Builder(block).game(last=block is blocks[-1]) for block in blocks], blocks, length)
    return Match(
        players=names,
        length=length,
        games=tuple(games),
        event=tags.get("event", ""),
        round=tags.get("round", ""),
        place=tags.get("site", ""),
        date=tags.get("eventdate", "").replace(".", "-"),
        transcriber=tags.get("transcriber", ""),
        comment=comment,
        problems=tuple(problems),
    )


def _match_line(lines: list[str]) -> tuple[int, int, list[Problem]]:
    """Length of the match, number of lines before the games, and what is wrong with that."""
    first_game = next((i for i, line in enumerate(lines) if _GAME.match(line)), None)
    for i, line in enumerate(lines[:first_game]):
        found = _MATCH.match(line)
        if found:
            return int(found[1]), i + 1, []
    if first_game is None:
        raise TranscriptError("not a match: neither a line 'N point match' nor a line 'Game 1' is in it")
    return 0, first_game, [Problem("no line 'N point match' before the first game; read as money play", 1)]


def _heading(lines: list[str]) -> tuple[dict[str, str], str]:
    """Tags by lower-case name, and the other comment lines."""
    tags: dict[str, str] = {}
    comments = []
    for line in lines:
        found = _TAG.match(line)
        if found:
            tags.setdefault(found[1].strip().lower(), found[2].strip())
        elif line.lstrip().startswith((";", "#")):
            comments.append(line.strip()[1:].strip())
    return tags, "\n".join(comment for comment in comments if comment)


def _blocks(lines: list[str], first: int, problems: list[Problem]) -> list[_Block]:
    blocks: list[_Block] = []
    for number, line in enumerate(lines[first:], first + 1):
        header = _GAME.match(line)
        if header:
            blocks.append(_Block(int(header[1]), number))
        elif not line.strip():
            continue
        elif blocks:
            _take_line(blocks[-1], line, number)
        elif not line.lstrip().startswith((";", "#")):
            problems.append(Problem(f"{line.strip()[:60]!r} before the first game is not understood", number))
    return blocks


def _take_line(block: _Block, line: str, number: int) -> None:
    setting = _SET_POS.match(line)
    if setting:
        _take_setting(block, setting, number)
        return
    if line.lstrip().startswith((";", "#")):
        return
    if block.score is None and not block.cells:
        score = _SCORE.match(line)
        if score:
            block.score = (int(score[2]), int(score[4]))
            block.names = (score[1], score[3] or "")
            return
    cells, rest = cut_row(line, number)
    block.cells += cells
    if rest:
        block.problem(number, f"{rest[:60]!r} is neither a roll nor a word of the cube")


def _take_setting(block: _Block, setting: re.Match[str], number: int) -> None:
    try:
        board = Position.from_board26(setting[1], "A")
    except PositionTextError as error:
        block.problem(number, f"Set Pos: {error}")
        return
    power = int(setting[2])
    owner: Seat | None = None if not power else "A" if power < 0 else "B"
    if block.cells:
        block.problem(number, "Set Pos must stand before the first roll of a game; left out")
    else:
        block.start = Setup(board, 1 << min(abs(power), 15), owner, Remark(line=number))


class _Builder:
    """Makes the entries of one game of its cells, with the board at hand."""

    def __init__(self, block: _Block) -> None:
        self.block = block
        self.table = Table()
        self.entries: list[Entry] = []
        self.result: Result | None = None
        if block.start is not None:
            self._add(block.start)

    def game(self, *, last: bool) -> Game:
        """The game; last: whether it is the last of the file."""
        block = self.block
        if block.score is None:
            block.problem(block.line, "no line with the players and the score, 'Anna : 0   Boris : 0'")
        for i, cell in enumerate(block.cells):
            try:
                self._cell(cell, block.cells[i + 1 :], last)
            except (NotationError, MarkerError) as error:
                left = sum(other.kind == "roll" for other in block.cells[i + 1 :])
                more = f"; the {left} rolls after it are left out" if left else ""
                block.problem(cell.line, f"{_quoted(cell)}: {error}{more}")
                self._rest(block.cells[i + 1 :])
                break
        return Game(
            number=block.number,
            score=block.score or (0, 0),
            entries=tuple(self.entries),
            result=self.result,
            problems=tuple(block.problems),
            line=block.line,
        )

    def _rest(self, cells: list[Cell]) -> None:
        """Of a game that cannot be followed further, only the result is read."""
        for cell in cells:
            if cell.kind == "wins":
                self.result = Result(cell.seat, cell.number or 0, "unknown", cell.line)

    def _add(self, entry: Entry) -> None:
        self.table.play(entry)
        self.entries.append(entry)

    def _cell(self, cell: Cell, rest: list[Cell], last: bool) -> None:
        remark = Remark(line=cell.line)
        if cell.kind == "roll":
            self._roll(cell, rest, last)
        elif cell.kind == "wins":
            self.result = Result(cell.seat, cell.number or 0, self._ending(), cell.line)
        elif cell.kind == "double":
            self._add(CubeTurn(cell.seat, "double", cell.number, remark))
        elif cell.kind == "beaver":
            self._add(CubeTurn(cell.seat, "beaver", cell.number, remark))
        elif cell.kind == "take":
            self._add(CubeTurn(cell.seat, "take", remark=remark))
        elif cell.kind == "drop":
            self._add(CubeTurn(cell.seat, "drop", remark=remark))

    def _ending(self) -> Ending:
        final = self.entries[-1] if self.entries else None
        if isinstance(final, CubeTurn):
            return "dropped" if final.act == "drop" else "resigned"
        board = self.table.board
        return "played" if board is not None and game_result(board) else "resigned"

    def _roll(self, cell: Cell, rest: list[Cell], last: bool) -> None:
        remark = Remark(line=cell.line)
        if cell.dice == (0, 0) and (not cell.text or _UNKNOWN.fullmatch(cell.text)):
            return
        if not all(1 <= die <= 6 for die in cell.dice):
            raise NotationError("a roll has two numbers from 1 to 6")
        seat, dice = cell.seat, cell.dice
        if cell.marker is not None:
            self._marked(cell, remark)
            return
        if self.table.board is None:
            raise NotationError("the play before it is not written, so the board is not known")
        before = from_seat(self.table.board, seat)
        final = not any(other.kind in ("roll", "double") for other in rest)
        if _UNKNOWN.search(cell.text):
            if not final:
                raise NotationError("the play is not written, so the board after it is not known")
            self._add(Move(seat, dice, None, remark=remark))
        elif cell.text:
            self._add(Move(seat, dice, read_play(before, dice, cell.text), remark=remark))
        else:
            plays = legal_plays(before, dice)
            if len(plays) == 1:
                self._add(Move(seat, dice, plays[0].hops, remark=remark))
            elif plays and final and (rest or last):
                self._add(Move(seat, dice, None, remark=remark))
            else:
                self._add(Move(seat, dice, (), remark=remark))

    def _marked(self, cell: Cell, remark: Remark) -> None:
        board = read_marker(cell.marker or "", cell.seat)
        hops = None
        if self.table.board is not None:
            before = from_seat(self.table.board, cell.seat)
            hops = between(before, from_seat(board, cell.seat), cell.dice)
        self._add(Move(cell.seat, cell.dice, hops, True, remark))
        if hops is None:
            self._add(Setup(board, remark=remark))
            self.table.to_act = other_seat(cell.seat)


def _quoted(cell: Cell) -> str:
    return f"{cell.dice[0]}{cell.dice[1]}: {cell.text}".strip() if cell.kind == "roll" else cell.kind


def _joined(games: list[Game], blocks: list[_Block], length: int) -> list[Game]:
    """Excerpts of one game, which follow each other under the same number, made one; Crawford marked."""
    joined: list[Game] = []
    for game, block in zip(games, blocks, strict=True):
        previous = joined[-1] if joined else None
        if (
            previous is not None
            and block.start is not None
            and previous.number == game.number
            and previous.score == game.score
            and previous.result is None
        ):
            joined[-1] = replace(
                previous,
                entries=previous.entries + game.entries,
                result=game.result,
                problems=previous.problems + game.problems,
            )
        else:
            joined.append(game)
    flags = crawford_games(length, joined)
    return [replace(game, crawford=flag) for game, flag in zip(joined, flags, strict=True)]
