"""The game of backgammon: positions, legal plays, judging a turn, match state. Exact, and without numpy.

Everything is seen by the player on roll, the mover: his points count down from 24 to his ace point, 25 is
the bar and 0 the tray. Results of plays are still seen by the player who made them; `Position.swapped`
passes the turn.
"""

from monitor.backgammon.change import describe_change
from monitor.backgammon.errors import (
    BackgammonError,
    DiceError,
    MatchStateError,
    NotationError,
    PositionError,
    PositionTextError,
)
from monitor.backgammon.explain import ROLLS, Roll, TwoTurns, explain_rolls, explain_two_turns
from monitor.backgammon.judge import Verdict, distance, judge_transition
from monitor.backgammon.match import (
    GameResult,
    MatchState,
    Opening,
    game_result,
    opening_roll,
)
from monitor.backgammon.notation import Hop, apply_play, format_play, parse_play
from monitor.backgammon.plays import Dice, Play, dice_to_use, legal_plays, legal_results
from monitor.backgammon.position import BAR, OFF, START, Position, Seat, other_seat
from monitor.backgammon.seats import from_seat, judge_seat, text_of
from monitor.backgammon.xgid import format_xgid, parse_xgid

__all__ = [
    "BAR",
    "OFF",
    "ROLLS",
    "START",
    "BackgammonError",
    "Dice",
    "DiceError",
    "GameResult",
    "Hop",
    "MatchState",
    "MatchStateError",
    "NotationError",
    "Opening",
    "Play",
    "Position",
    "PositionError",
    "PositionTextError",
    "Roll",
    "Seat",
    "TwoTurns",
    "Verdict",
    "apply_play",
    "describe_change",
    "dice_to_use",
    "distance",
    "explain_rolls",
    "explain_two_turns",
    "format_play",
    "format_xgid",
    "from_seat",
    "game_result",
    "judge_seat",
    "judge_transition",
    "legal_plays",
    "legal_results",
    "opening_roll",
    "other_seat",
    "parse_play",
    "parse_xgid",
    "text_of",
]
