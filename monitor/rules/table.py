"""The table as the referee knows it: game, cube, score, what was said, and the docket of findings."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from monitor.backgammon import START, BackgammonError, Position
from monitor.config import MatchConfig
from monitor.events import Event, EventError, Player, other
from monitor.findings import Finding
from monitor.rules.docket import Docket, Signal
from monitor.rules.ruleset import RuleSet

Phase = Literal["pre", "opening", "await", "cube_offered", "thrown", "rolled", "invalid", "over", "gap"]
"""pre: no game yet. await: the player to act may double or roll. invalid: he has to roll again."""

Dice = tuple[int, int]


@dataclass(slots=True)
class EarlyRoll:
    """A roll made before its time. finding: what it raised, None where this rule set lets it pass.

    out_of_turn: by the player who has just had his turn; otherwise by the next one, too soon.
    """

    by: Player
    out_of_turn: bool
    finding: Finding | None
    dice: Dice | None = None
    refused: bool = False

    @property
    def void(self) -> bool:
        """Whether it counts for nothing: refused, or the rule set leaves nobody a choice."""
        return self.refused or (self.finding is not None and self.finding.severity == "roll_void")


@dataclass(slots=True)
class Cube:
    """The cube by the referee's count.

    offered_by: who made the double that waits for its answer. lacks: the act that is still missing to it.
    offer: the newest turn of the cube that was void. shown: the value on the table where it is another one.
    guessed: the game was under way when it came into view, and the cube may have been turned before.
    """

    value: int = 1
    owner: Player | None = None
    offered_by: Player | None = None
    lacks: str | None = None
    offer: Finding | None = None
    shown: int | None = None
    guessed: bool = False

    def seen_at(self, value: int) -> None:
        """Take a value that was seen for what the cube stood at, where that was guessed until now."""
        if self.guessed:
            self.value, self.guessed = max(1, value), False


@dataclass(slots=True)
class Turn:
    """A turn that is over: who played it, from which board to which (as A sees them), with which roll.

    lifted: dice he has taken up. void: it was played on a roll that did not count. cube: as it was at the
    end of the turn, kept where the play was illegal. pressed: when its press or tap was heard (s).
    t: when it ended (s). judged: it was watched well enough to be judged.
    """

    number: int
    by: Player | None
    before: Position
    after: Position
    dice: Dice | None
    lifted: int = 0
    void: bool = False
    cube: Cube | None = None
    pressed: float | None = None
    t: float = 0.0
    judged: bool = True


@dataclass(slots=True)
class Game:
    """Where the game stands. Boards as A sees them; turns count from 1, and the first has the opening roll.

    before: the board when the turn began. throw: the throw whose dice still run. thrown: when the roll was
    thrown (s). rest_s: how long the dice of the roll lay still. faults: what spoilt it. aside: the dice in
    the air are no roll (mixing, or thrown although the roll stands). early: a roll before its time.
    early_double: the opponent of the player to act has turned the cube before his time. lifted: dice taken up
    by the player to act. hands: that moved men in this turn. noted: what was already found in this turn.
    last: the turn before. start: the starting position where it was wrong. wrong: the turn of each player's
    newest illegal move. replaying: it was taken back and is played again. mending: the first move off turn of
    whoever may be putting his play right. before_gap: the phase in which the thread was lost.
    """

    phase: Phase = "pre"
    before_gap: Phase = "await"
    number: int = 1
    crawford: bool = False
    turn: int = 1
    to_act: Player | None = None
    board: Position = START
    before: Position = START
    dice: Dice | None = None
    rest_s: float | None = None
    faults: tuple[str, ...] = ()
    opening: dict[Player, int] = field(default_factory=dict)
    tied: bool = False
    throw: Event | None = None
    thrown: float | None = None
    aside: bool = False
    early: EarlyRoll | None = None
    early_double: Player | None = None
    lifted: int = 0
    start: Position | None = None
    hands: set[str] = field(default_factory=set)
    noted: set[str] = field(default_factory=set)
    recorded_by: Player | None = None
    last: Turn | None = None
    wrong: dict[Player, Turn] = field(default_factory=dict)
    mending: Event | None = None
    replaying: bool = False

    @property
    def running(self) -> bool:
        """Whether a game is on and its thread is not lost."""
        return self.phase not in ("pre", "over", "gap")

    def begin_turn(self, player: Player | None) -> None:
        """The next player is to act."""
        self.phase, self.to_act, self.before = "await", player, self.board
        self.dice = self.throw = self.thrown = self.rest_s = self.recorded_by = self.early_double = None
        self.replaying, self.mending = False, None
        self.lifted = 0
        if self.hands:
            self.hands.clear()
        if self.noted:
            self.noted.clear()


@dataclass(slots=True)
class Match:
    """Score and standing of the match.

    score: points of A and B. won: who won the last game, and how much. next_length: points the match goes to
    from the next game on, where a wrong length was found.
    """

    length: int | None
    score: dict[Player, int]
    games: int = 0
    over: bool = False
    dispute: bool = False
    crawford_done: bool = False
    won: tuple[Player, int] | None = None
    next_length: int | None = None

    def needs(self, player: Player) -> int | None:
        """Points a player still needs, None where the length is not known."""
        return None if self.length is None else max(0, self.length - self.score[player])


class Table:
    """Everything a handler of events works on."""

    def __init__(self, rules: RuleSet, config: MatchConfig) -> None:
        self.rules = rules
        self.config = config
        self._in_force = {path: entry.in_force for path, entry in rules.entries.items()}
        self.game = Game()
        self.cube = Cube()
        self.match = Match(config.length, {"A": config.score[0], "B": config.score[1]})
        self.docket = Docket(rules, config)
        self.left_ok: set[Player] = set(config.left_roll_ok)
        self.left_stood: Counter[Player] = Counter()
        """Rolls of each player that were void for lying on his left only, and played all the same."""
        self.perhaps_mirrored = False
        """Pictures may be mirrored: the half in which something seems to lie says nothing, nor do digits."""
        self.said: dict[tuple[Player, str], Event] = {}
        self.clock_started: Event | None = None
        self.standing: set[tuple[str, str]] = set()
        self.turn_ends = frozenset(self._turn_ends())

    def value(self, path: str) -> Any:
        """A value of the rule set in force; None where it has none."""
        return self._in_force.get(path)

    def raise_finding(
        self,
        code: str,
        event: Event,
        by: Player | None,
        kinds: Iterable[str] = (),
        *,
        unsure: bool = False,
        **evidence: Any,
    ) -> Finding | None:
        """Raise a finding; None where this rule set does not have it. unsure: which of the kinds it is is not
        known, and it is told without one."""
        return self.docket.raise_finding(code, kinds, event, by, evidence, unsure=unsure)

    def withdraw(self, code: str, event: Event, by: Player | None, *, at: float | None = None) -> None:
        """Something was read otherwise after all, and a finding of that code and player was none. at: when
        that was, in seconds; the open ones without."""
        found = self.docket.withdraw(code, event, by, at=at)
        if found and code == "ILLEGAL_MOVE" and by is not None:
            self.game.wrong.pop(by, None)

    def mirrored(self, event: Event) -> bool:
        """Whether an event was seen in pictures that may be mirrored."""
        return self.perhaps_mirrored and event.src == "vision"

    def plays_with(self, *, dice: Literal["own4", "shared2"] | None = None, baffle: bool = False) -> None:
        """It shows now which dice they play with, or that these fall through a box: what ends a turn, where
        a roll has to end, is another thing from here on."""
        config = self.config
        self.config = replace(config, dice=dice or config.dice, baffle=baffle or config.baffle)
        self.turn_ends = frozenset(self._turn_ends())

    def signal(self, name: str, event: Event, by: Player | None = None) -> None:
        """Tell the docket something that may close windows, in the present turn."""
        if not self.docket.quiet:
            self.docket.signal(Signal(name, by, self.game.turn), event)

    def _turn_ends(self) -> Iterable[str]:
        words = {"clock_press": "ClockPressed", "tap": "BarTapped", "lift_any": "DicePickedUp"}
        way = "end_clock" if self.config.clock else f"end_{self.config.dice}"
        for word in self.value(f"turn.{way}") or ():
            yield words[word]


def actor(event: Event, game: Game) -> Player | None:
    """Who did it; where the event does not say, the player to act."""
    return event.by or game.to_act


def hand_known(event: Event) -> bool:
    """Whether it is known whose hand it was; a picture of the board alone does not tell."""
    return event.src != "vision" or event.get("hand") is not None


def opponent(player: Player | None) -> Player | None:
    """The other player, None for nobody."""
    return None if player is None else other(player)


def board_of(event: Event, name: str) -> Position | None:
    """The board in a field of an event, as A sees it; None where the field is missing. Raises EventError."""
    text = event.get(name)
    if text is None:
        return None
    if not isinstance(text, str):
        raise EventError(f"{event.ev}: {name} is {text!r}; it must be 26 characters or a Position ID")
    try:
        return Position.from_board26(text) if len(text) == 26 else Position.from_id(text)
    except BackgammonError as error:
        raise EventError(f"{event.ev}: {name}: {error}") from error
