"""Every word a rule set file may use: value paths with what they may hold, codes with their kinds, windows.

A new federation chooses from these words; a word that is not here is an error when the file is read.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

UNSTATED: Final = "unstated"
CERTAINTIES: Final = {
    "explicit": "said in the text",
    "inferred": "follows from the text",
    "interpretation": "the text is open; our reading",
    "base_rule": "a rule of the game itself",
    "silent": "the text says nothing",
}
SEVERITIES: Final = {
    "roll_void": "the roll does not count",
    "must_correct": "has to be put right",
    "option": "somebody may choose",
    "td": "for the director",
    "warning": "warning",
    "notice": "note",
    "info": "advice",
}
DECIDERS: Final = {
    "automatic": "the rule itself",
    "opponent": "the opponent",
    "players_agree": "the players; if they differ, the director",
    "td": "the director",
    "none": "nobody",
}
OBLIGATIONS: Final = frozenset(
    "must_correct must_reroll must_undo must_stop must_wait must_play_on may_correct should_correct"
    " should_stop opponent_option opponent_condones_or_demands_replay stands stands_corrected void"
    " void_unless_agreed binding td_decides time_penalty warning forfeit on_request recommended none".split()
)
MODES: Final = ("clock", "no_clock", "own4", "shared2", "baffle", "no_baffle")
OPENS: Final = {
    "game_start": "the game starts",
    "dice_thrown": "dice are thrown",
    "dice_at_rest": "the dice come to rest",
    "premature_throw": "dice are thrown too early",
    "dice_lifted": "dice are lifted",
    "dice_touched": "dice are touched",
    "checker_touched": "a checker is touched or moved",
    "checker_trial": "a play is tried out",
    "checker_placed": "a checker is laid aside",
    "play_begun": "checkers are played",
    "turn_end": "the turn ends",
    "correction": "something is put right",
    "call": "somebody points something out",
    "cube_seen": "the cube is seen",
    "cube_touched": "the cube is touched",
    "cube_offered": "the cube is offered",
    "cube_placed": "the cube is put down",
    "word_given": "a promise is due",
    "clock_pressed": "the clock is pressed",
    "clock_stopped": "the clock is stopped",
    "time_out": "time runs out",
    "break": "a break begins",
    "game_end": "the game ends",
    "length_found": "the wrong length is found",
    "dispute": "things change during a dispute",
    "objection": "somebody objects",
    "analysis": "analysis is shown",
    "equipment_seen": "the equipment is seen",
}
"""What opens a finding."""

PREDICATES: Final = {
    "opp_throw": "the opponent throws",
    "any_throw": "the dice are next thrown",
    "opp_valid_roll": "the opponent's next valid roll",
    "own_valid_roll": "the same player's next valid roll",
    "opp_valid_double": "the opponent's next valid double",
    "opp_cube_turn": "the opponent turns the cube",
    "own_checker_move": "the same player begins to play the roll",
    "turn_end:N": "turn {0} of the game is over",
    "turn_commence:N": "turn {0} of the game is begun with a throw or a valid double",
    "turn_valid_start:N": "turn {0} of the game is begun with a valid roll or a valid double",
    "throw_turn:N": "the first throw of turn {0}",
    "game_end": "the game ends",
    "next_game_start": "the next game starts",
    "match_end": "the match ends",
    "next_match_start": "either player starts the next match",
}
"""What closes a window, after the word "until"; one with N carries a turn number, as in turn_end:4."""

NO_END: Final = "at any time"
UNTIL_THROWN_AGAIN: Final = "until the dice are thrown again"


def until(closes: tuple[str, ...]) -> str:
    """When something can last be put right, in words; an empty list never closes."""
    return "until " + " or ".join(in_words(predicate) for predicate in closes) if closes else NO_END


def in_words(predicate: str) -> str:
    """One closing predicate, such as ``turn_end:4``, in words. Raises KeyError where there is none."""
    name, colon, number = predicate.partition(":")
    return PREDICATES[name + ":N" if colon else name].format(number)


def is_predicate(predicate: object) -> bool:
    """Whether this is a closing predicate, with a turn number where it needs one."""
    if not isinstance(predicate, str):
        return False
    name, colon, number = predicate.partition(":")
    return (
        predicate in PREDICATES
        if not colon
        else name + ":N" in PREDICATES and number.isdigit() and number > "0"
    )


@dataclass(frozen=True)
class Code:
    """A finding: what it is called, the kinds it comes in (none: it has no kinds) and what opens it."""

    label: str
    opens: str
    kinds: tuple[str, ...] = ()


_PLACE = "cocked wrong_side on_bar on_die on_checker outside floor bounced_back"
_MANNER = "not_from_cup not_simultaneous hand_contact cup_on_board low_height"
_MOVE = (
    "deadlock co_occupied hit_checker_removed own_checker_to_bar opponent_checker_moved premature_bearoff"
    " checker_count bar_entry_ignored wrong_direction no_move blocked_path must_play_higher must_play_more"
    " wrong_pips"
)
_CRAWFORD = "offered taken taken_trailer_won_match passed_by_leader passed_by_trailer"


def _codes(*rows: tuple[str, ...]) -> Mapping[str, Code]:
    return {row[0]: Code(row[1], row[2], tuple(row[3].split()) if len(row) > 3 else ()) for row in rows}


CODES: Final = _codes(
    ("ROLL_INVALID", "roll that does not count", "dice_at_rest", f"{_PLACE} {_MANNER}"),
    ("ROLL_MANNER", "way of throwing", "dice_thrown", _MANNER),
    ("LEFT_PERMISSION_NOTICE", "back to the right without a word", "dice_at_rest"),
    ("INVALID_ROLL_PLAYED", "invalid roll played", "play_begun"),
    ("REROLL_SCOPE", "one die thrown again", "dice_thrown"),
    ("ROLL_RETHROWN", "valid roll thrown again", "dice_thrown"),
    ("OPENING_TIE_PLAYED", "equal opening dice played", "play_begun"),
    ("OPENING_WRONG_STARTER", "wrong player starts", "play_begun"),
    ("OPENING_SCOPE", "good opening die thrown again", "dice_thrown", "valid_die_rethrown"),
    ("OPENING_LOW_DIE_TOUCHED", "dice handled by the other player in the first turn", "dice_touched"),
    ("DICE_TOUCHED", "dice touched", "dice_touched"),
    ("DICE_FACE_CHANGED", "die turned over", "dice_touched"),
    ("SPARE_DICE_ON_BOARD", "spare dice on the board", "equipment_seen"),
    ("DICE_SET_INCOMPLETE", "dice missing", "equipment_seen"),
    ("DICE_MODE", "wrong number of dice", "equipment_seen", "shared2_without_clock own4_with_clock"),
    ("EXTRA_CUBE", "second cube", "equipment_seen"),
    (
        "PREMATURE_ROLL",
        "thrown too early",
        "premature_throw",
        "before_end skipped_opponent_turn before_cube_answer",
    ),
    ("PREMATURE_PICKUP", "dice picked up too early", "dice_lifted", "first repeat"),
    ("DICE_TAKEN_AND_PRESSED", "dice taken and clock pressed", "clock_pressed"),
    ("ILLEGAL_MOVE", "illegal move", "turn_end", _MOVE),
    ("REPLAY_TOO_EARLY", "replayed before the delay was over", "play_begun"),
    ("REPEATED_ILLEGAL_MOVES", "illegal moves again", "turn_end"),
    ("MOVE_CHANGED_AFTER_LOCK", "play changed too late", "play_begun"),
    ("MOVE_CHANGED_AFTER_RECORDING", "play changed after it was written down", "play_begun"),
    ("LATE_CORRECTION", "put right too late", "correction"),
    ("UNAUTHORISED_CALL", "pointed out by somebody else", "call", "spectator monitor annotator"),
    ("CHECKER_OFF_TURN", "checkers handled off turn", "checker_touched", "touched moved"),
    ("OPPONENT_CHECKER_REPOSITIONED", "opponent's checker shifted", "checker_touched"),
    ("TWO_HANDS", "both hands", "checker_touched"),
    ("CLOCK_HAND", "wrong hand on the clock", "clock_pressed"),
    ("HIT_CHECKER_OFF_BAR", "hit checker not on the bar", "checker_placed"),
    ("BORNE_OFF_ON_SURFACE", "borne-off checker on the board", "checker_placed"),
    ("SHUFFLE", "trial play", "checker_trial", "clearance hit_to_bar not_restored uncontrolled"),
    ("SETUP_ERROR", "wrong starting set-up", "game_start"),
    ("CUBE_START_FACE", "cube starts with the wrong face", "cube_seen"),
    ("CUBE_START_PLACE", "cube starts in the wrong place", "cube_seen"),
    ("CRAWFORD_CUBE_PRESENT", "cube at the board in the Crawford game", "cube_seen"),
    ("CUBE_PREMATURE", "doubled too early", "cube_offered"),
    ("CUBE_AFTER_INVALID_ROLL", "doubled after an invalid roll", "cube_offered"),
    ("CUBE_AFTER_ROLL", "doubled after the roll", "cube_offered"),
    ("CUBE_AT_OPENING", "doubled before the opening roll", "cube_offered"),
    ("CUBE_NO_ACCESS", "doubled with the other player's cube", "cube_offered"),
    ("CUBE_WRONG_LEVEL", "wrong cube value", "cube_offered"),
    ("CUBE_ACT_INCOMPLETE", "half a double", "cube_offered", "no_verbal_act no_physical_act"),
    ("CUBE_OFFER_PLACE", "cube offered in the wrong place", "cube_offered"),
    ("CUBE_TAKE_PLACE", "taken cube in the wrong place", "cube_placed"),
    ("CUBE_TOUCHED", "cube touched", "cube_touched", "touched reached"),
    ("CUBE_DEAD", "dead cube turned", "cube_offered", "offered taken taken_trailer_won_match passed"),
    ("CUBE_VOW_BROKEN", "word not kept", "word_given", "double drop drop_later take"),
    ("CUBE_CRAWFORD", "doubled in the Crawford game", "cube_offered", _CRAWFORD),
    ("MATCH_END_ON_DROP", "match ended by a drop", "cube_placed"),
    ("CUBE_AUTOMATIC", "automatic double", "cube_placed"),
    ("CUBE_BEAVER", "beaver", "cube_placed"),
    ("SCORE_MISMATCH", "score written down wrongly", "game_end"),
    ("CONCESSION_IN_CONTACT", "given up too early", "game_end", "contact not_after_own_turn"),
    ("SETTLEMENT", "deal about the result", "game_end"),
    ("MATCH_LENGTH_WRONG", "wrong match length", "length_found", "too_short too_long"),
    ("CLOCK_PAUSE_NOT_ALLOWED", "clock stopped without reason", "clock_stopped"),
    ("TIME_EXPIRED", "time used up", "time_out"),
    ("BREAK_DURING_GAME", "break during a game", "break"),
    ("DISPUTE_DISTURBED", "things moved during a dispute", "dispute"),
    ("CLOCK_SIDE", "clock on the wrong side", "equipment_seen"),
    ("BAFFLE_SIDE", "box on the wrong side", "equipment_seen"),
    ("BOARD_SIZE", "size of the board", "equipment_seen"),
    ("RECORDING_OBJECTION", "recording objected to", "objection"),
    ("ANALYSIS_EXPOSED", "analysis shown", "analysis"),
)
"""Every finding, in the order in which the files list them."""
