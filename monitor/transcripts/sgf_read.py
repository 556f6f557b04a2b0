"""Reading the SGF of GNU Backgammon: one game tree a game, White is the left player, seat A.

Letters are White's points: a is his ace point, x his 24 point, y the bar, z off. The loader of GNU
Backgammon checks nothing, so neither does this reader; plays are carried out as written.
"""

import re
from dataclasses import replace

from monitor.backgammon import (
    BAR,
    OFF,
    Hop,
    NotationError,
    Position,
    Seat,
    from_seat,
    game_result,
    other_seat,
)
from monitor.transcripts.errors import TranscriptError
from monitor.transcripts.model import (
    CubeAct,
    CubeTurn,
    Ending,
    Entry,
    Game,
    Match,
    Move,
    Problem,
    Result,
    Setup,
    crawford_games,
)
from monitor.transcripts.phrases import remark_from
from monitor.transcripts.plays import between, with_hits
from monitor.transcripts.sgf_tree import Node, Tree, parse_sgf
from monitor.transcripts.table import Table

_SEATS: dict[str, Seat] = {"W": "A", "B": "B"}
_PLAY = re.compile(r"([1-6])([1-6])((?:[a-z]{2}){0,8})")
_RESULT = re.compile(r"([WB])\+(\d{1,6})(R?)", re.IGNORECASE)
_INFO = re.compile(r"(length|game|ws|bs):(\d{1,5})")
_ACTS: dict[str, CubeAct] = {"double": "double", "take": "take", "drop": "drop"}


def read_sgf(text: str) -> Match:
    """The match of an SGF text. Raises TranscriptError where no backgammon game is in it."""
    trees = [tree for tree in parse_sgf(text) if not tree.nodes or _is_backgammon(tree)]
    if not any(tree.nodes for tree in trees):
        raise TranscriptError("no game of backgammon in it: GM[6] is needed in the first node of each game")
    games: list[Game] = []
    problems: list[Problem] = []
    for tree in trees:
        if tree.nodes:
            games.append(_GameReader(tree, len(games)).game())
        elif tree.problem:
            problems.append(Problem(tree.problem[1], tree.problem[0]))
    head = next(tree.nodes[0] for tree in trees if tree.nodes)
    length = _info(head).get("length", 0)
    rules = [_rules(tree.nodes[0]) for tree in trees if tree.nodes]
    flags = crawford_games(length, games)
    if any("CrawfordGame" in words for words in rules):
        flags = ["CrawfordGame" in words for words in rules]
    return Match(
        players=(_text(head, "PW"), _text(head, "PB")),
        length=length,
        games=tuple(replace(game, crawford=flag) for game, flag in zip(games, flags, strict=True)),
        event=_text(head, "EV"),
        round=_text(head, "RO"),
        place=_text(head, "PC"),
        date=_text(head, "DT"),
        transcriber=_text(head, "AN"),
        comment=_text(head, "GC"),
        jacoby=not length and "Jacoby" in rules[0],
        problems=tuple(problems),
    )


def _is_backgammon(tree: Tree) -> bool:
    return (tree.nodes[0].first("GM") or "").strip() == "6"


def _text(node: Node, name: str) -> str:
    return (node.first(name) or "").strip()


def _rules(node: Node) -> list[str]:
    return [word for value in node.properties.get("RU", []) for word in value.split(":")]


def _info(node: Node) -> dict[str, int]:
    found = [_INFO.fullmatch(value.strip()) for value in node.properties.get("MI", [])]
    return {match[1]: int(match[2]) for match in found if match}


class _SgfError(ValueError):
    """A node that cannot be understood."""


class _GameReader:
    """Makes the entries of one game of its nodes."""

    def __init__(self, tree: Tree, index: int) -> None:
        self.tree = tree
        self.head = tree.nodes[0]
        self.info = _info(self.head)
        self.number = self.info.get("game", index) + 1
        self.table = Table()
        self.entries: list[Entry] = []
        self.dice: tuple[Seat, tuple[int, int], Node] | None = None
        self.cube: Setup | None = None
        self.problems: list[Problem] = []

    def game(self) -> Game:
        """The game as far as its nodes can be followed."""
        nodes = self.tree.nodes
        for i, node in enumerate([_play_properties(self.head), *nodes[1:]]):
            try:
                self._node(node)
            except (_SgfError, NotationError) as error:
                left = len(nodes) - 1 - i
                more = f"; the {left} nodes after it are left out" if left else ""
                self._problem(node.line, f"{error}{more}")
                self.dice = None
                break
        self._cube_alone()
        self._rolled(final=True)
        if self.tree.problem:
            self._problem(*self.tree.problem)
        score = (self.info.get("ws", 0), self.info.get("bs", 0))
        result = self._result()
        return Game(self.number, score, tuple(self.entries), result, problems=tuple(self.problems))

    def _problem(self, line: int, text: str) -> None:
        self.problems.append(Problem(text, line, self.number))

    def _result(self) -> Result | None:
        value = self.head.first("RE")
        found = _RESULT.fullmatch(value.strip()) if value else None
        if found is None:
            return None
        final = self.entries[-1] if self.entries else None
        board = self.table.board
        how: Ending = "unknown"
        if isinstance(final, CubeTurn) and final.act == "drop":
            how = "dropped"
        elif found[3]:
            how = "resigned"
        elif board is not None and game_result(board):
            how = "played"
        return Result(_SEATS[found[1].upper()], int(found[2]), how, self.head.line)

    def _add(self, entry: Entry) -> None:
        self.table.play(entry)
        self.entries.append(entry)

    def _node(self, node: Node) -> None:
        if any(name in node.properties for name in ("AE", "AW", "AB")):
            self._set_up(node)
        elif "DI" in node.properties:
            self._cube_alone()
            self._rolled()
            self.dice = (self._seat(node), _dice(_text(node, "DI")), node)
        elif "CV" in node.properties or "CP" in node.properties:
            self._set_cube(node)
        else:
            for name, seat in _SEATS.items():
                value = node.first(name)
                if value is not None:
                    self._cube_alone()
                    self._rolled()
                    self._turn(node, seat, value.strip())

    def _seat(self, node: Node) -> Seat:
        seat = _SEATS.get(_text(node, "PL").upper()[:1])
        if seat is None:
            raise _SgfError("dice are set, but PL does not say whose: PL[W] or PL[B]")
        return seat

    def _rolled(self, *, final: bool = False) -> None:
        """A roll that was set and is followed by no board: the play is not known."""
        if self.dice is None:
            return
        seat, dice, node = self.dice
        self.dice = None
        remark, marked = remark_from(node.first("C") or "", node.line)
        self._add(Move(seat, dice, None, marked is True, remark))
        if not final:
            self.table.board = None

    def _set_up(self, node: Node) -> None:
        board = _board(node)
        if self.dice is None:
            remark, _ = remark_from(node.first("C") or "", node.line)
            set_cube = self.cube or Setup(board)
            self.cube = None
            self._add(replace(set_cube, board=board, remark=remark))
            return
        seat, dice, rolled = self.dice
        self.dice = None
        said = "\n".join(filter(None, (rolled.first("C"), node.first("C"))))
        remark, marked = remark_from(said, rolled.line)
        hops = None
        if self.table.board is not None:
            hops = between(from_seat(self.table.board, seat), from_seat(board, seat), dice)
        self._add(Move(seat, dice, hops, marked is not False, remark))
        if hops is None:
            self._add(Setup(board, remark=replace(remark, comment="", time=None)))
            self.table.to_act = other_seat(seat)

    def _set_cube(self, node: Node) -> None:
        """A cube set by hand belongs to the board set before or after it."""
        last = self.entries[-1] if self.entries else None
        if self.cube is None and isinstance(last, Setup):
            self.entries[-1] = changed = _with_cube(last, self.table, node)
            self.table.play(changed)
            return
        if self.table.board is None:
            raise _SgfError("the cube is set on a board that is not known")
        remark, _ = remark_from(node.first("C") or "", node.line)
        start = self.cube or Setup(self.table.board, self.table.cube, self.table.owner, remark)
        self.cube = _with_cube(start, self.table, node)

    def _cube_alone(self) -> None:
        """A cube set without a board is a gap on the board as it is."""
        if self.cube is not None:
            self._add(self.cube)
            self.cube = None

    def _turn(self, node: Node, seat: Seat, value: str) -> None:
        remark, marked = remark_from(node.first("C") or "", node.line)
        act = _ACTS.get(value)
        if act is not None:
            if act == "double" and self.table.offered not in (None, seat):
                act = "beaver"
            self._add(CubeTurn(seat, act, remark=remark))
            return
        found = _PLAY.fullmatch(value)
        if found is None:
            raise _SgfError(f"{value[:40]!r} is no play; two dice and two letters a move are needed")
        if self.table.board is None:
            raise _SgfError("the play before it is not recorded, so the board is not known")
        hops = _hops(found[3], seat)
        made = with_hits(from_seat(self.table.board, seat), hops)
        self._add(Move(seat, (int(found[1]), int(found[2])), made, marked is True, remark))


def _play_properties(head: Node) -> Node:
    """The first node without what describes the match, in case a play stands in it."""
    play = {"B", "W", "AE", "AW", "AB", "DI", "PL", "CV", "CP", "C"}
    return Node(head.line, {name: values for name, values in head.properties.items() if name in play})


def _with_cube(setup: Setup, table: Table, node: Node) -> Setup:
    """The set-up with the value and owner of the cube that a node names."""
    value = setup.cube or table.cube
    owner = setup.owner if setup.cube else table.owner
    if "CV" in node.properties:
        text = _text(node, "CV")
        value = int(text) if text.isdecimal() and len(text) < 6 else 0
        if value < 1 or value & (value - 1):
            raise _SgfError(f"CV[{text[:20]}] is no value of a cube")
    if "CP" in node.properties:
        owner = _SEATS.get(_text(node, "CP").upper()[:1])
    return replace(setup, cube=value, owner=owner)


def _dice(text: str) -> tuple[int, int]:
    if len(text) != 2 or any(char not in "123456" for char in text):
        raise _SgfError(f"{text[:20]!r} is no roll")
    return int(text[0]), int(text[1])


def _place(letter: str, seat: Seat) -> int:
    if letter in "yz":
        return BAR if letter == "y" else OFF
    point = ord(letter) - ord("a") + 1
    return point if seat == "A" else 25 - point


def _hops(letters: str, seat: Seat) -> tuple[Hop, ...]:
    return tuple(
        Hop(_place(letters[i], seat), _place(letters[i + 1], seat)) for i in range(0, len(letters), 2)
    )


def _board(node: Node) -> Position:
    """The board of a set-up node, seen by A. Only AW and AB count."""
    counts: dict[Seat, list[int]] = {}
    for color, seat in _SEATS.items():
        name = f"A{color}"
        men = [0] * 25
        for value in node.properties.get(name, []):
            letter = value.strip()
            if len(letter) != 1 or not "a" <= letter <= "z":
                raise _SgfError(f"{name}[{letter[:20]}] is no place of the board")
            if letter != "z":
                men[_place(letter, seat) - 1] += 1
        counts[seat] = men
    if max(map(sum, counts.values())) > 60:
        raise _SgfError("more than sixty checkers of one colour are set up")
    return Position.of(counts["A"], counts["B"])
