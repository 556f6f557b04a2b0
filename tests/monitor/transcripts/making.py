"""Matches made up by chance: legal plays, illegal ones that stood, cube, gaps, remarks, resignations."""

from dataclasses import replace
from random import Random

from monitor.backgammon import (
    OFF,
    START,
    Hop,
    NotationError,
    Position,
    Seat,
    apply_play,
    describe_change,
    from_seat,
    game_result,
    judge_transition,
    legal_plays,
    other_seat,
)
from monitor.transcripts import CubeTurn, Doubt, Entry, Game, Match, Move, Remark, Result, Setup, Table
from monitor.transcripts.model import crawford_games

COMMENTS = ("", "", "", "clock 11:40", "]\\[ and\nanother line", "Größe: 5 €; Game 3", "1) 31: 8/5")


class MatchMaker:
    """Plays a match by chance. odd: probability that a turn is an illegal play or followed by a gap."""

    def __init__(self, seed: int, odd: float = 0.05, remarks: bool = True, longest: int = 40) -> None:
        self.random = Random(seed)
        self.odd = odd
        self.remarks = remarks
        self.longest = longest

    def match(self, players: tuple[str, str] = ("Anna", "Boris"), length: int | None = None) -> Match:
        """A match of up to four games."""
        points = self.random.choice((0, 1, 3, 5, 7)) if length is None else length
        score = (0, 0)
        games: list[Game] = []
        for number in range(1, self.random.randint(2, 5)):
            crawford = crawford_games(points, [*games, Game(number, score)])[-1]
            game = self.game(Game(number, score, crawford=crawford), points)
            games.append(game)
            if game.result is None:
                break
            won = game.result.points
            score = (score[0] + won, score[1]) if game.result.winner == "A" else (score[0], score[1] + won)
            if points and max(score) >= points:
                break
        return Match(players, points, tuple(games), event="Open", date="2026-11-20", comment="A match.")

    def game(self, game: Game, length: int) -> Game:
        """One game, to its end or broken off."""
        table = Table()
        entries: list[Entry] = []
        seat: Seat = self.random.choice(("A", "B"))
        for turn in range(self.longest):
            if turn and not game.crawford and self._may_double(table, seat, game, length):
                entries += self._double(table, seat)
                if table.offered is None and entries[-1].act == "drop":  # type: ignore[union-attr]
                    result = Result(seat, table.cube, "dropped")
                    return replace(game, entries=tuple(entries), result=result)
            dice = self._dice(first=not turn)
            entries.append(self._move(table, seat, dice))
            table.play(entries[-1])
            end = game_result(from_seat(table.board or START, seat))
            if end is not None:
                winner = seat if end.mover_won else other_seat(seat)
                result = Result(winner, end.multiple * table.cube, "played")
                return replace(game, entries=tuple(entries), result=result)
            seat = other_seat(seat)
            if turn and self.random.random() < self.odd / 2:
                entries.append(self._gap(table))
                table.play(entries[-1])
                if table.board is None or table.board.problems or game_result(table.board):
                    break
        if self.random.random() < 0.5:
            return replace(game, entries=tuple(entries))
        return replace(game, entries=tuple(entries), result=self._resigned(table, seat, entries))

    def _dice(self, *, first: bool) -> tuple[int, int]:
        while True:
            dice = (self.random.randint(1, 6), self.random.randint(1, 6))
            if not first or dice[0] != dice[1]:
                return dice

    def _remark(self) -> Remark:
        if not self.remarks or self.random.random() < 0.6:
            return Remark()
        time = self.random.choice((None, round(self.random.random() * 9000, 3)))
        return Remark(self.random.choice(COMMENTS), time)

    def _may_double(self, table: Table, seat: Seat, game: Game, length: int) -> bool:
        points = game.score[0 if seat == "A" else 1]
        dead = length and points + table.cube >= length
        return table.owner in (None, seat) and not dead and table.cube < 16 and self.random.random() < 0.06

    def _double(self, table: Table, seat: Seat) -> list[Entry]:
        turns: list[Entry] = [CubeTurn(seat, "double", 2 * table.cube, self._remark())]
        act = self.random.choice(("take", "take", "drop"))
        turns.append(CubeTurn(other_seat(seat), act, remark=self._remark()))
        for turn in turns:
            table.play(turn)
        return turns

    def _move(self, table: Table, seat: Seat, dice: tuple[int, int]) -> Move:
        board = table.board
        assert board is not None
        before = from_seat(board, seat)
        if self.random.random() < self.odd:
            hops = self._illegal(before, dice)
            if hops is not None:
                return Move(seat, dice, hops, True, self._remark())
        plays = legal_plays(before, dice)
        hops = self.random.choice(plays).hops if plays else ()
        return Move(seat, dice, hops, remark=self._remark())

    def _illegal(self, before: Position, dice: tuple[int, int]) -> tuple[Hop, ...] | None:
        """Some hops that are no legal play, but leave a board that can be."""
        for _ in range(20):
            hops: tuple[Hop, ...] = ()
            board = before
            for _ in range(self.random.randint(0, 3)):
                sources = [place for place in range(1, 26) if board.at(place)]
                source = self.random.choice(sources or [1])
                hop = Hop(source, max(OFF, source - self.random.randint(-2, 7)))
                if 1 <= hop.to <= 24 and board.facing(hop.to) == 1:
                    hop = replace(hop, hit=self.random.random() < 0.9)
                if sources and hop.to < 25 and hop.to != hop.source:
                    hops += (hop,)
                    board = apply_play(board, (hop,))
            if board.problems or game_result(board) or board.mover_bar > 1:
                continue
            if not judge_transition(before, dice, board).legal and self._told(before, board, dice):
                return describe_change(before, board, dice)
        return None

    @staticmethod
    def _told(before: Position, after: Position, dice: tuple[int, int]) -> bool:
        try:
            return apply_play(before, describe_change(before, after, dice)) == after
        except NotationError:
            return False

    def _gap(self, table: Table) -> Setup:
        """A board some turns on."""
        board = table.board or START
        for seat in ("A", "B") * self.random.randint(1, 3):
            plays = legal_plays(from_seat(board, seat), self._dice(first=False))  # type: ignore[arg-type]
            if plays:
                board = from_seat(self.random.choice(plays).result, seat)  # type: ignore[arg-type]
        if game_result(board):
            board = START
        return Setup(board, table.cube, table.owner, Remark("the camera was covered"))

    def _resigned(self, table: Table, seat: Seat, entries: list[Entry]) -> Result:
        """A resignation, now and then after the roll."""
        if table.board is not None and self.random.random() < 0.3:
            dice = self._dice(first=False)
            if len(legal_plays(from_seat(table.board, seat), dice)) > 1:
                entries.append(Move(seat, dice, None))
        return Result(other_seat(seat), table.cube * self.random.randint(1, 3), "resigned")


def told(match: Match) -> list[list[object]]:
    """What two records of a match must agree on: boards, dice, cube, results, scores."""
    from monitor.transcripts import steps

    games: list[list[object]] = []
    for game in match.games:
        lines: list[object] = [game.number, game.score, game.result, game.crawford]
        for step in steps(game):
            entry = step.entry
            if isinstance(entry, Move):
                after = None if step.after is None else step.after.board
                lines.append((entry.seat, sorted(entry.dice), after))
            elif isinstance(entry, CubeTurn):
                lines.append((entry.seat, entry.act, step.cube))
            else:
                lines.append(("setup", entry.board.board))
        games.append(lines)
    return games


def doubtful(match: Match) -> Match:
    """The match with a doubt on every third entry."""

    def mark(i: int, entry: Entry) -> Entry:
        if i % 3:
            return entry
        return replace(entry, remark=replace(entry.remark, doubts=(Doubt("dice", ("63", "53"), 0.75),)))

    games = tuple(
        replace(game, entries=tuple(mark(i, entry) for i, entry in enumerate(game.entries)))
        for game in match.games
    )
    return replace(match, games=games)
