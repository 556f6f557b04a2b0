"""The referee: events in, findings out, under one rule set.

It takes events as what happened. How sure they are, and whether a turn can be judged at all, is said by
whoever made them (``legal`` null in TurnPlayed: not judged).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from monitor.backgammon import START, Position, apply_play, judge_transition
from monitor.config import MatchConfig
from monitor.events import Event, EventError, Player, other
from monitor.findings import Finding
from monitor.rules.docket import Docket, Signal
from monitor.rules.rolls import roll_faults
from monitor.rules.ruleset import RuleSet
from monitor.rules.setup import setup_faults

Phase = Literal["pre", "opening", "await", "rolled", "invalid", "over", "gap"]
_END_WORDS = {"clock_press": "ClockPressed", "tap": "BarTapped", "lift_any": "DicePickedUp"}


@dataclass
class GameState:
    """Where the game stands. Boards are seen by A; turns count from 1, and the first has the opening roll."""

    phase: Phase = "pre"
    turn: int = 1
    to_act: Player | None = None
    board: Position = START
    before: Position = START
    dice: tuple[int, int] | None = None
    opening: dict[Player, int] = field(default_factory=dict)
    throw: Event | None = None
    aside: bool = False


class Referee:
    """Feed it every event in order; it answers with the findings raised or changed by that event."""

    def __init__(self, rules: RuleSet, config: MatchConfig | None = None) -> None:
        self.rules = rules
        self.config = config or MatchConfig(ruleset=rules.id)
        self.game = GameState()
        speak = rules.value("illegal.point_out") or ()
        if not self.config.monitor_agreed:
            speak = tuple(role for role in speak if not role.endswith("_if_agreed"))
        self.docket = Docket(rules, self.config.mode, tuple(speak))
        way = "end_clock" if self.config.clock else f"end_{self.config.dice}"
        self._turn_ends = {_END_WORDS[word] for word in rules.value(f"turn.{way}") or ()}
        self._last_turn: tuple[Player | None, Position, tuple[int, int] | None] | None = None
        self._ended_by: Player | None = None
        self._handlers: dict[str, Callable[[Event], list[Finding]]] = {
            "GameStarted": self._game_started,
            "SetupCorrected": self._setup_corrected,
            "Corrected": self._corrected,
            "DiceThrown": self._dice_thrown,
            "DiceAtRest": self._dice_at_rest,
            "CheckersMoved": self._checkers_moved,
            "MoveRetracted": self._move_retracted,
            "TurnPlayed": self._turn_played,
            "TurnPassed": self._turn_passed,
            "GameEnded": self._game_ended,
            "TrackLost": self._track_lost,
            "TrackRegained": self._track_regained,
            "TDRuling": self._ruling,
        }

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Every finding so far at its newest status."""
        return self.docket.findings

    def resume(self, board: Position, to_act: Player | None, turn: int) -> None:
        """Take over a game that is already under way; board as A sees it."""
        self.game = GameState(phase="await", turn=turn, to_act=to_act, board=board, before=board)

    def feed(self, event: Event) -> list[Finding]:
        """Findings that this event raises, closes or resolves, each as it stands now."""
        handler = self._handlers.get(event.ev)
        found = [] if handler is None else handler(event)
        if event.ev in self._turn_ends and self._ends_turn(event):
            found += self._end_turn(event)
        return found

    def _ends_turn(self, event: Event) -> bool:
        return self.game.phase == "rolled" and event.by in (self.game.to_act, None)

    def _game_started(self, event: Event) -> list[Finding]:
        board = board_of(event, "board") or START
        self.game = GameState(phase="opening", board=board, before=board)
        self._last_turn = None
        found = self.docket.signal(Signal("game_start"), event)
        faults = setup_faults(board, mismatch=bool(event.get("handedness_mismatch")))
        if faults:
            evidence = {
                "before_board": event.get("board"),
                "expected": START.board26(),
                "differences": faults,
            }
            found += self.docket.raise_finding("SETUP_ERROR", (), event, None, evidence)
        return found

    def _setup_corrected(self, event: Event) -> list[Finding]:
        board = board_of(event, "board") or START
        if event.get("restart"):
            self.game = GameState(phase="opening", board=board, before=board)
        elif event.get("board") is not None or self.game.phase == "opening":
            self.game.board = board
            if self.game.phase != "rolled":
                self.game.before = board
        return self.docket.resolve("SETUP_ERROR", event)

    def _corrected(self, event: Event) -> list[Finding]:
        game = self.game
        code = str(event.get("code"))
        board = board_of(event, "board")
        if board is not None:
            game.board = board
            if game.phase == "await":
                game.before = board
        if (
            code == "ILLEGAL_MOVE"
            and event.by is not None
            and game.phase == "rolled"
            and game.to_act == event.by
        ):
            game.phase, game.dice, game.before = "await", None, game.board
            game.turn, game.to_act = game.turn + 1, other(event.by)
        return self.docket.resolve(code, event, event.by)

    def _dice_thrown(self, event: Event) -> list[Finding]:
        game = self.game
        game.aside = event.get("purpose") is not None
        if game.aside:
            return []
        game.throw = event
        self._ended_by = None
        found = self.docket.signal(Signal("throw", event.by, game.turn), event)
        found += self.docket.resolve("ROLL_INVALID", event, event.by)
        if game.phase == "invalid":
            game.phase = "await"
        return found

    def _dice_at_rest(self, event: Event) -> list[Finding]:
        game = self.game
        dice = event.get("dice") or []
        if game.aside or event.get("purpose") is not None or event.get("settled") is False or not dice:
            return []
        if game.phase == "rolled" and event.by in (game.to_act, None) and not event.get("revised"):
            return []
        faults = roll_faults(dice, event.by, game.throw, self.rules, self.config)
        game.throw = None
        if faults:
            if game.phase != "opening":
                game.phase = "invalid"
            return self.docket.raise_finding("ROLL_INVALID", faults, event, event.by, {"dice": dice})
        faces = [die.get("face") for die in dice]
        if game.phase == "opening" and len(faces) == 1:
            return self._opening_die(event, faces[0])
        if len(faces) == 2 and all(isinstance(face, int) for face in faces):
            self._rolled(event.by, (faces[0], faces[1]))
        return self.docket.signal(Signal("valid_roll", event.by, game.turn), event)

    def _opening_die(self, event: Event, face: Any) -> list[Finding]:
        game = self.game
        if event.by is None or not isinstance(face, int):
            return []
        game.opening[event.by] = face
        found = self.docket.signal(Signal("valid_roll", event.by, game.turn), event)
        if len(game.opening) == 2:
            south, north = game.opening["A"], game.opening["B"]
            if south == north:
                game.opening.clear()
            else:
                self._rolled("A" if south > north else "B", (max(south, north), min(south, north)))
        return found

    def _rolled(self, by: Player | None, dice: tuple[int, int]) -> None:
        game = self.game
        if by is not None:
            game.to_act = by
        game.phase, game.dice, game.before = "rolled", dice, game.board

    def _checkers_moved(self, event: Event) -> list[Finding]:
        game = self.game
        board = board_of(event, "board_after")
        if board is None and isinstance(event.get("move"), str) and event.by is not None:
            board = apply_play(from_seat(game.board, event.by), event.get("move"))
            board = from_seat(board, event.by)
        if board is not None:
            game.board = board
        if game.phase == "rolled" and game.to_act is None:
            game.to_act = event.by
        return []

    def _move_retracted(self, event: Event) -> list[Finding]:
        if self._last_turn is not None and event.by in (self._last_turn[0], None):
            game = self.game
            game.to_act, game.before, game.dice = self._last_turn
            game.board, game.phase = game.before, "rolled"
            game.turn = max(1, game.turn - 1)
        return []

    def _turn_played(self, event: Event) -> list[Finding]:
        game = self.game
        if game.phase in ("pre", "over") or self._told_before(event):
            return []
        board, before = board_of(event, "board_after"), board_of(event, "board_before")
        game.board = board or game.board
        game.before = before or game.before
        game.to_act = event.by or game.to_act
        dice = event.get("dice")
        if isinstance(dice, list | tuple) and len(dice) == 2 and all(isinstance(face, int) for face in dice):
            game.dice = (dice[0], dice[1])
        return self._end_turn(event)

    def _told_before(self, event: Event) -> bool:
        """Whether another event has already ended this very turn."""
        last = self._last_turn
        return self.game.phase == "await" and last is not None and last[0] == event.by == self._ended_by

    def _end_turn(self, event: Event) -> list[Finding]:
        game = self.game
        found: list[Finding] = []
        player = event.by or game.to_act
        judged = event.ev != "TurnPlayed" or event.get("legal") is not None
        if judged and player is not None and game.dice is not None:
            found += self._judge(event, player, game.dice)
        self._last_turn = (player, game.before, game.dice)
        self._ended_by = player
        found += self.docket.signal(Signal("turn_end", player, game.turn), event)
        game.turn += 1
        game.phase, game.dice, game.before, game.throw = "await", None, game.board, None
        game.to_act = None if player is None else other(player)
        return found

    def _judge(self, event: Event, player: Player, dice: tuple[int, int]) -> list[Finding]:
        game = self.game
        verdict = judge_transition(from_seat(game.before, player), dice, from_seat(game.board, player))
        if verdict.legal:
            return self.docket.resolve("ILLEGAL_MOVE", event, player) if self._replayed(player) else []
        if self._replayed(player):
            return []
        evidence = {
            "before_board": text_of(game.before),
            "after_board": text_of(game.board),
            "dice": list(dice),
            "legal_moves": [play.notation for play in verdict.nearest],
            "move": verdict.notation,
            "explanation": verdict.explanation,
        }
        return self.docket.raise_finding("ILLEGAL_MOVE", verdict.kinds, event, player, evidence)

    def _replayed(self, player: Player) -> bool:
        """Whether this turn is played over after an illegal move: same player, same board before."""
        last = self._last_turn
        return (
            last is not None
            and last[0] == player
            and last[1] == self.game.before
            and self.docket.is_open("ILLEGAL_MOVE", player)
        )

    def _turn_passed(self, event: Event) -> list[Finding]:
        game = self.game
        found = self.docket.signal(Signal("turn_end", event.by, game.turn), event)
        game.turn += 1
        game.phase = "await"
        game.to_act = None if event.by is None else other(event.by)
        return found

    def _game_ended(self, _: Event) -> list[Finding]:
        self.game.phase = "over"
        return []

    def _track_lost(self, _: Event) -> list[Finding]:
        if self.game.phase != "pre":
            self.game.phase = "gap"
        return []

    def _track_regained(self, event: Event) -> list[Finding]:
        board = board_of(event, "board_after")
        if board is not None:
            self.resume(board, event.by, self.game.turn)
        elif self.game.phase == "gap":
            self.game.phase = "await"
        return []

    def _ruling(self, event: Event) -> list[Finding]:
        return self.docket.rule(str(event.get("finding")), str(event.get("ruling")))


def from_seat(board: Position, player: Player) -> Position:
    """A board seen by A as that player sees it, and the other way round."""
    return board if player == "A" else board.swapped()


def board_of(event: Event, name: str) -> Position | None:
    """The board in a field of an event, as A sees it; None where the field is missing. Raises EventError."""
    text = event.get(name)
    if text is None:
        return None
    if not isinstance(text, str):
        raise EventError(f"{event.ev}: {name} must be a board of 26 characters or a Position ID")
    return Position.from_board26(text) if len(text) == 26 else Position.from_id(text)


def text_of(board: Position) -> str:
    """26 characters, or the Position ID of a board that they cannot hold."""
    return board.id if board.shared_points else board.board26()
