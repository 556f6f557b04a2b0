"""Checking a record against the rules of the game: plays, turns and cube; results and scores beside it."""

from collections.abc import Iterator
from dataclasses import replace

from monitor.backgammon import (
    START,
    PositionError,
    Verdict,
    format_play,
    from_seat,
    judge_transition,
    legal_results,
    other_seat,
)
from monitor.transcripts.faults import Fault
from monitor.transcripts.mat_write import LONGEST
from monitor.transcripts.model import CubeTurn, Game, Match, Move, Setup
from monitor.transcripts.phrases import is_unsure
from monitor.transcripts.results import check_results
from monitor.transcripts.table import Step, steps

NAMED = 6
"""Legal plays that a fault names."""


def verify(match: Match) -> list[Fault]:
    """Everything in the record that cannot be right, in the order of play; notices among it are no faults.

    What could not be read of a game is a fault of it. Plays are judged on the board as recorded, so an
    illegal play that stood does not make the plays after it illegal.
    """
    found = [Fault("unreadable", problem.text, line=problem.line) for problem in match.problems]
    found += [Fault("import", text, notice=True) for text in _hindrances(match)]
    results = check_results(match)
    for i, game in enumerate(match.games):
        found += _Checker(match, game).faults()
        found += [Fault("unreadable", p.text, game=game.number, line=p.line) for p in game.problems]
        found += results[i]
    return found


def _hindrances(match: Match) -> Iterator[str]:
    """What keeps GNU Backgammon from importing the match as .mat; `write_match` avoids the first two."""
    left, right = match.players
    if not left or ":" in left:
        yield "GNU Backgammon breaks down on a .mat file whose left player has no name, or one with a colon"
    if not right or ":" in right:
        yield "GNU Backgammon misreads the right player's name where it is empty or has a colon"
    if match.length > LONGEST:
        yield f"GNU Backgammon reads matches of at most {LONGEST} points"


class _Checker:
    """Goes through one game entry by entry."""

    def __init__(self, match: Match, game: Game) -> None:
        self.match = match
        self.game = game
        self.over = ""
        self.fresh = True

    def faults(self) -> Iterator[Fault]:
        walk = list(steps(self.game))
        for i, step in enumerate(walk):
            following = walk[i + 1] if i + 1 < len(walk) else None
            if self.over:
                yield self._fault(step, "game_over", f"the game was over: {self.over}")
                return
            yield from self._entry(step, following)
            self.over = self._ended(step)
            self.fresh = False

    def _entry(self, step: Step, following: Step | None) -> Iterator[Fault]:
        entry = step.entry
        if isinstance(entry, Setup):
            yield from self._setup(step, entry)
            return
        if step.to_act not in (None, entry.seat):
            name = self.match.name(other_seat(entry.seat))
            yield self._fault(step, "turn_order", f"it was {name}'s turn")
        if isinstance(entry, Move):
            if step.offered is not None:
                yield self._fault(step, "cube_answer", "rolled although a double had not been answered")
            yield from self._move(step, entry, following)
        elif entry.act == "double":
            yield from self._double(step, entry)
        else:
            yield from self._answer(step, entry)

    def _ended(self, step: Step) -> str:
        entry = step.entry
        if isinstance(entry, CubeTurn) and entry.act == "drop":
            return f"{self.match.name(entry.seat)} had dropped"
        if isinstance(entry, Move) and entry.hops and step.after is not None:
            for seat in (entry.seat, other_seat(entry.seat)):
                if not any(from_seat(step.after, seat).mover):
                    return f"{self.match.name(seat)} had borne off all checkers"
        return ""

    def _fault(self, step: Step, code: str, text: str, *, notice: bool = False) -> Fault:
        entry = step.entry
        board = xgid = None
        if step.before is not None:
            state = step.state(self.match, self.game)
            try:
                board = step.before.board26()
                xgid = from_seat(step.before, state.on_roll).xgid(state)
            except PositionError:
                board = None
        return Fault(
            code,
            text,
            notice=notice,
            game=self.game.number,
            move=step.row,
            seat=None if isinstance(entry, Setup) else entry.seat,
            line=entry.remark.line,
            time=entry.remark.time,
            dice=entry.dice if isinstance(entry, Move) else None,
            board=board,
            xgid=xgid,
        )

    def _setup(self, step: Step, setup: Setup) -> Iterator[Fault]:
        said = setup.remark.comment or "plays are missing; the record goes on from another board"
        yield self._fault(step, "gap", said, notice=True)
        if setup.board.problems:
            yield self._fault(step, "setup", " ".join(setup.board.problems))

    def _move(self, step: Step, move: Move, following: Step | None) -> Iterator[Fault]:
        if self.fresh and step.before == START and move.dice[0] == move.dice[1]:
            yield self._fault(step, "opening_roll", f"{_roll(move)} cannot be the opening roll")
        if step.before is None:
            return
        if move.hops is None:
            if move.stood:
                text = (
                    "the record says that this play was illegal and stood; the board before it is not known"
                )
                yield replace(self._fault(step, "illegal_play", text), stood=True, board=None, xgid=None)
            elif following is not None and not isinstance(following.entry, Setup):
                yield self._fault(step, "play_missing", f"what was played with {_roll(move)} is not recorded")
            return
        if step.after is None:
            return
        before, after = from_seat(step.before, move.seat), from_seat(step.after, move.seat)
        verdict = judge_transition(before, move.dice, after)
        if not verdict.legal:
            yield self._illegal(step, move, verdict)
        elif move.stood:
            text = f"the record calls {format_play(move.hops) or 'no move'} illegal, but it is a legal play"
            yield self._fault(step, "illegal_play", text, notice=True)

    def _illegal(self, step: Step, move: Move, verdict: Verdict) -> Fault:
        kinds = sorted(verdict.kinds, key=lambda kind: (kind != verdict.kind, kind))
        return replace(
            self._fault(step, "illegal_play", verdict.explanation, notice=is_unsure(move)),
            played=format_play(move.hops or ()) or "no move",
            kinds=tuple(kinds),
            legal=tuple(play.notation for play in verdict.nearest[:NAMED]),
            of=len(legal_results(verdict.before, move.dice)),
            stood=move.stood,
        )

    def _double(self, step: Step, turn: CubeTurn) -> Iterator[Fault]:
        name = self.match.name
        if step.offered is not None:
            yield self._fault(step, "cube_answer", "doubled although a double had not been answered")
            return
        if self.fresh and step.before == START:
            yield self._fault(step, "cube_time", "doubled before the opening roll")
        if self.game.crawford:
            yield self._fault(step, "cube_crawford", "doubled in the Crawford game")
        if step.owner not in (None, turn.seat):
            owner = name(other_seat(turn.seat))
            yield self._fault(step, "cube_owner", f"doubled although {owner} held the cube, at {step.cube}")
        if turn.value is not None and turn.value != 2 * step.cube:
            text = f"the cube was turned to {turn.value}; from {step.cube} it goes to {2 * step.cube}"
            yield self._fault(step, "cube_value", text)
        state = step.state(self.match, self.game)
        if state.cube_dead_for(turn.seat):
            text = f"the cube was dead: {step.cube} already wins the match for {name(turn.seat)}"
            yield self._fault(step, "cube_dead", text, notice=True)

    def _answer(self, step: Step, turn: CubeTurn) -> Iterator[Fault]:
        word = {"take": "took", "drop": "dropped", "beaver": "beavered"}[turn.act]
        if step.offered is None:
            yield self._fault(step, "cube_answer", f"{word} although nobody had doubled")
        elif turn.act == "beaver" and self.match.length:
            yield self._fault(step, "cube_answer", "beavered; there are no beavers in match play")


def _roll(move: Move) -> str:
    return f"{move.dice[0]}-{move.dice[1]}"
