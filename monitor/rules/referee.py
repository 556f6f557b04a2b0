"""The referee: events in, findings out, under one rule set.

It takes events as what happened. How sure they are, and whether a turn can be judged at all, is said by
whoever made them (`legal` null in TurnPlayed: not judged).
"""

from collections.abc import Callable

from monitor.backgammon import Position
from monitor.config import MatchConfig
from monitor.events import Event, EventError, Player
from monitor.findings import Finding
from monitor.rules import (
    answers,
    claims,
    clock,
    cube,
    cube_lies,
    dice_handling,
    disputes,
    entered,
    finish,
    handling,
    moves,
    replays,
    start,
    surroundings,
    throws,
    turns,
    words,
)
from monitor.rules.errors import EventOrderError
from monitor.rules.fields import check_fields
from monitor.rules.ruleset import RuleSet
from monitor.rules.table import Cube, Game, Table

Handler = Callable[[Table, Event], None]

_HANDLERS: dict[str, tuple[Handler, ...]] = {
    "GameStarted": (start.game_started, cube_lies.at_start),
    "SetupCorrected": (start.setup_corrected,),
    "DiceThrown": (words.throwing, throws.thrown),
    "DiceAtRest": (words.rolled_unseen, throws.at_rest),
    "DicePickedUp": (dice_handling.picked_up,),
    "DiceTouched": (dice_handling.touched,),
    "PermissionGranted": (dice_handling.granted,),
    "PermissionWithdrawn": (dice_handling.withdrawn,),
    "CheckersMoved": (moves.moved,),
    "MoveRetracted": (replays.retracted,),
    "CheckersTouched": (handling.checkers_touched,),
    "CheckerTrial": (handling.trial,),
    "CheckerPlaced": (handling.placed,),
    "TurnPlayed": (turns.played,),
    "TurnPassed": (turns.passed,),
    "ClockPressed": (turns.clock_pressed,),
    "BarTapped": (turns.tapped,),
    "TrackLost": (turns.track_lost,),
    "TrackRegained": (turns.track_regained,),
    "EvidenceConflict": (turns.conflict,),
    "Announced": (dice_handling.announced_right_again, words.announced),
    "OptionExercised": (claims.option_used,),
    "Corrected": (claims.corrected, answers.corrected, entered.corrected),
    "ViolationPointedOut": (claims.pointed_out,),
    "PositionRecorded": (claims.recorded,),
    "DisputeCalled": (disputes.dispute_called,),
    "TDArrived": (disputes.dispute_over,),
    "TDRuling": (disputes.ruled,),
    "CubeTouched": (cube_lies.touched,),
    "CubeOffered": (cube.offered,),
    "CubeTaken": (answers.taken,),
    "CubePassed": (answers.passed,),
    "CubeReturned": (answers.returned,),
    "CubeBeavered": (answers.beavered,),
    "CubeTurnedCentre": (cube_lies.turned_in_centre,),
    "GameEnded": (finish.game_ended,),
    "MatchEnded": (finish.match_ended,),
    "NextMatchStarted": (finish.next_match_started,),
    "MatchLengthFound": (finish.length_found,),
    "ClockPaused": (clock.paused,),
    "ClockRestarted": (clock.restarted,),
    "TimeExpired": (clock.time_expired,),
    "BreakTaken": (clock.break_taken,),
    "ObjectsObserved": (surroundings.observed,),
    "RecordingObjection": (surroundings.recording_objected,),
    "AnalysisShown": (surroundings.analysis_shown,),
}
"""What looks at each event, in this order. Events that are not here carry nothing to judge."""


_GAME_HANGS_ON = frozenset(
    "GameStarted DiceThrown DiceAtRest DicePickedUp CheckersMoved MoveRetracted TurnPlayed TurnPassed"
    " ClockPressed BarTapped CubeOffered CubeTaken CubePassed GameEnded".split()
)
"""Events without which the referee no longer knows where the game stands."""


class Referee:
    """Feed it every event in order; it answers with the findings raised or changed by that event.

    live: an event that cannot be read is noted in `unread`; if the game hangs on it, nothing is judged until
    a whole turn, a new game or the tracker shows the board again. Otherwise it raises EventError.
    """

    def __init__(self, rules: RuleSet, config: MatchConfig | None = None, *, live: bool = False) -> None:
        config = config or MatchConfig(ruleset=rules.id)
        self.rules = rules.with_options(config.options) if config.options else rules
        self.config = config
        self.table = Table(self.rules, config)
        self.unread: list[str] = []
        self._live = live
        self._seq = 0

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Every finding so far at its newest status."""
        return self.table.docket.findings

    @property
    def game(self) -> Game:
        """Where the game stands."""
        return self.table.game

    def resume(self, board: Position, to_act: Player | None, turn: int, cube: Cube | None = None) -> None:
        """Take over a game that is already under way; board as A sees it."""
        self.table.game = Game(phase="await", turn=turn, to_act=to_act, board=board, before=board)
        self.table.game.crawford = self.config.crawford
        self.table.match.games = 1
        self.table.cube = cube or Cube()

    def feed(self, event: Event) -> list[Finding]:
        """Findings that this event raises, closes or resolves, each as it stands now.

        Raises EventError for an event that comes out of order or has a field that means nothing, unless live.
        """
        handlers = _HANDLERS.get(event.ev)
        if handlers is None:
            return []
        try:
            self._in_order(event)
            check_fields(event)
            for handler in handlers:
                handler(self.table, event)
        except EventOrderError as error:
            self._cannot_judge(event, error)
        except EventError as error:
            self._cannot_judge(event, error)
            if event.ev in _GAME_HANGS_ON and self.table.game.running:
                self.table.game.phase = "gap"
        return self.table.docket.drain()

    def _cannot_judge(self, event: Event, error: EventError) -> None:
        if not self._live:
            raise error
        self.unread.append(f"event {event.seq}: {error}")

    def _in_order(self, event: Event) -> None:
        if event.seq and event.seq <= self._seq:
            raise EventOrderError(
                f"{event.ev}: seq {event.seq} comes after {self._seq}; feed the events in the journal's order"
            )
        self._seq = event.seq or self._seq
