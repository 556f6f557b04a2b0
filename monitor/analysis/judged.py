"""From GNU Backgammon's record of a match to results: per player and per costly decision.

Losses are in equity normalised to the cube (EMG), as GNU Backgammon's own statistics. The error rate is its
performance rating: 500 times the loss per decision that was not obvious (unforced plays and close cube
decisions), so that 0 is perfect and less is better.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from monitor.analysis.errors import GnubgFailedError
from monitor.backgammon import OFF, START, Hop, Position, Seat, format_play, from_seat, text_of
from monitor.transcripts import Match

Kind = Literal["play", "missed double", "wrong double", "wrong take", "wrong pass"]
SEATS: Final[dict[str, Seat]] = {"X": "A", "O": "B"}
"""GNU Backgammon's names of the two players; X is the one written first."""
NOTED: Final = 0.02
"""Losses below this are not listed one by one."""
GRADES: Final = ((0.16, "blunder"), (0.08, "bad"), (0.04, "doubtful"))
"""From which loss on a decision is called what: GNU Backgammon's "very bad", "bad" and "doubtful"."""


@dataclass(frozen=True)
class Mistake:
    """A decision that cost something.

    game, turn: from 1; turn counts the rolls of the game. board: before the decision, seen by A. dice: of a
    play, else empty. done, best: in words or notation. loss: EMG.
    """

    game: int
    turn: int
    seat: Seat
    kind: Kind
    board: Position
    dice: tuple[int, ...]
    done: str
    best: str
    loss: float

    @property
    def grade(self) -> str:
        """How bad, in a word."""
        return next((word for limit, word in GRADES if self.loss >= limit), "small")

    def to_json(self) -> dict[str, Any]:
        """As one JSON object; the board as 26 characters seen by A."""
        return {
            "game": self.game,
            "turn": self.turn,
            "by": self.seat,
            "kind": self.kind,
            "board": text_of(self.board),
            "dice": list(self.dice),
            "done": self.done,
            "best": self.best,
            "loss": round(self.loss, 4),
            "grade": self.grade,
        }


@dataclass
class PlayerResult:
    """One player over the whole match. play_loss, cube_loss, luck: sums, EMG."""

    name: str
    plays: int = 0
    unforced: int = 0
    close_cubes: int = 0
    play_loss: float = 0.0
    cube_loss: float = 0.0
    luck: float = 0.0

    @property
    def rating(self) -> float | None:
        """Performance rating, None where there was nothing to decide."""
        decisions = self.unforced + self.close_cubes
        return 500.0 * (self.play_loss + self.cube_loss) / decisions if decisions else None

    def to_json(self) -> dict[str, Any]:
        """As one JSON object."""
        return {
            "name": self.name,
            "rating": None if self.rating is None else round(self.rating, 2),
            "plays": self.plays,
            "unforced": self.unforced,
            "close_cubes": self.close_cubes,
            "play_loss": round(self.play_loss, 4),
            "cube_loss": round(self.cube_loss, 4),
            "luck": round(self.luck, 4),
        }


@dataclass(frozen=True)
class Analysis:
    """A whole match. mistakes: costliest first. skipped: plays that were illegal or unknown, not judged."""

    match: Match
    plies: int
    players: Mapping[Seat, PlayerResult]
    mistakes: Sequence[Mistake] = field(default_factory=tuple)
    skipped: int = 0

    def to_json(self) -> dict[str, Any]:
        """As one JSON object."""
        return {
            "plies": self.plies,
            "players": {seat: player.to_json() for seat, player in self.players.items()},
            "skipped": self.skipped,
            "mistakes": [mistake.to_json() for mistake in self.mistakes],
        }


def judged(record: Mapping[str, Any], match: Match, plies: int) -> Analysis:
    """The results in a record. Raises GnubgFailedError where it has another form than expected."""
    players = {seat: PlayerResult(match.name(seat)) for seat in SEATS.values()}
    mistakes: list[Mistake] = []
    skipped = 0
    try:
        for number, game in enumerate(record["games"], 1):
            for sign, seat in SEATS.items():
                _add(players[seat], game["stats"][sign])
            found = list(_decisions(number, game["game"]))
            mistakes += [mistake for mistake in found if mistake is not None and mistake.loss >= NOTED]
            skipped += sum(mistake is None for mistake in found)
    except (KeyError, TypeError, IndexError, ValueError) as error:
        raise GnubgFailedError(
            f"GNU Backgammon's analysis has another form than expected: {error!r}"
        ) from error
    mistakes.sort(key=lambda mistake: -mistake.loss)
    return Analysis(match, plies, players, tuple(mistakes), skipped)


def _add(player: PlayerResult, stats: Mapping[str, Any]) -> None:
    moves, cube = stats["moves"], stats["cube"]
    player.plays += moves["total-moves"]
    player.unforced += moves["unforced-moves"]
    player.close_cubes += cube["close-cube"]
    player.play_loss += moves["error-skill"]
    player.cube_loss += sum(
        value for name, value in cube.items() if name.startswith("err-") and name.endswith("-skill")
    )
    player.luck += stats["dice"]["luck"]


def _decisions(number: int, actions: Sequence[Mapping[str, Any]]) -> Iterator[Mistake | None]:
    """Every decision of a game that can be judged, and None for each play that cannot."""
    turn = 0
    offer: Mapping[str, Any] | None = None
    board = START
    for action in actions:
        seat, cube = SEATS.get(action.get("player", "")), action.get("analysis") or {}
        if seat is None:
            continue
        if "board" in action:
            board = from_seat(Position.from_id(action["board"]), seat)
        kind = action["action"]
        if kind == "double":
            offer = cube
            yield from _doubling(number, turn + 1, seat, board, cube, doubled=True)
        elif kind in ("take", "drop") and offer is not None:
            yield from _answer(number, turn + 1, seat, board, offer, took=kind == "take")
        elif kind == "move":
            turn += 1
            if offer is None:
                yield from _doubling(number, turn, seat, board, cube, doubled=False)
            offer = None
            yield _play(number, turn, seat, board, action)


def _play(number: int, turn: int, seat: Seat, board: Position, action: Mapping[str, Any]) -> Mistake | None:
    judged_by = action.get("analysis") or {}
    moves, played = judged_by.get("moves"), judged_by.get("imove")
    if not moves:
        return Mistake(number, turn, seat, "play", board, tuple(action["dice"]), "", "", 0.0)
    if played is None or not 0 <= played < len(moves):
        return None
    loss = moves[0]["score"] - moves[played]["score"]
    mover = from_seat(board, seat)
    done, best = (_notation(mover, moves[which]["move"]) for which in (played, 0))
    return Mistake(number, turn, seat, "play", board, tuple(action["dice"]), done, best, max(0.0, loss))


def _doubling(
    number: int, turn: int, seat: Seat, board: Position, cube: Mapping[str, Any], *, doubled: bool
) -> Iterator[Mistake]:
    """What doubling, or not doubling, has cost. Only where GNU Backgammon looked at the cube."""
    if "nd-cubeful-eq" not in cube:
        return
    keep, double = cube["nd-cubeful-eq"], min(1.0, cube["dt-cubeful-eq"])
    words = ("double", "no double") if doubled else ("no double", "double")
    loss = keep - double if doubled else double - keep
    if loss > 0:
        kind: Kind = "wrong double" if doubled else "missed double"
        yield Mistake(number, turn, seat, kind, board, (), *words, loss)


def _answer(
    number: int, turn: int, seat: Seat, board: Position, offer: Mapping[str, Any], *, took: bool
) -> Iterator[Mistake]:
    """What taking or passing has cost; the offer's equities are those of the player who doubled."""
    if "dt-cubeful-eq" not in offer:
        return
    gain = offer["dt-cubeful-eq"] - 1.0
    loss = gain if took else -gain
    if loss > 0:
        words = ("take", "pass") if took else ("pass", "take")
        kind: Kind = "wrong take" if took else "wrong pass"
        yield Mistake(number, turn, seat, kind, board, (), *words, loss)


def _notation(mover: Position, move: Sequence[Sequence[int]]) -> str:
    """A play of GNU Backgammon's record, [from, to] with 25 the bar and 0 off, with its hits marked."""
    blots = {point for point in range(1, 25) if mover.facing(point) == 1}
    hops = []
    for source, to in move:
        hops.append(Hop(source, to, hit=to != OFF and to in blots))
        blots.discard(to)
    return format_play(hops) or "cannot move"
