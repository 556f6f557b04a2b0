"""The table of values: every path of a rule set file, what it means, and what it may hold.

Order is the order of the files and of the pages made from them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from monitor.rules.vocabulary import CODES, UNSTATED, is_predicate

YES_NO = "yes or no"
NUMBER = "a number"
WINDOW = "a list of closing predicates"
SIZES = "a table with min and max, two lengths each"
WIDTH = "a table with max_width"
COUNTS = "a table of points of the match, or more, and a number"
FACES = "a list of cube faces"


@dataclass(frozen=True)
class Slot:
    """One value: a word, a list of words (``many``), or another form such as a number; ``also``: single words
    that it may be besides. Every value may be "unstated"."""

    path: str
    label: str
    words: tuple[str, ...] = ()
    many: bool = False
    form: str = ""
    also: tuple[str, ...] = ()

    def accepts(self, value: object) -> bool:
        """Whether the value may be this."""
        if isinstance(value, str):
            return value == UNSTATED or value in self.also or (not self.many and value in self.words)
        if self.form == YES_NO:
            return isinstance(value, bool)
        if self.form == NUMBER:
            return _positive(value)
        if self.form in _TABLES:
            return isinstance(value, Mapping) and bool(value) and _TABLES[self.form](value)
        return isinstance(value, list | tuple) and (self.many or bool(self.form)) and self._all_fit(value)

    @property
    def choices(self) -> str:
        """What it may be, for a message."""
        known = self.form or ("a list of: " if self.many else "one of: ") + ", ".join(self.words)
        return ", or ".join((known, *self.also, UNSTATED))

    def _all_fit(self, value: Any) -> bool:
        if len({*map(str, value)}) < len(value):
            return False
        if self.form == WINDOW:
            return all(map(is_predicate, value))
        if self.form == FACES:
            return bool(value) and all(face in (1, 2, 4, 8, 16, 32, 64) for face in value)
        return all(word in self.words for word in value)


def _positive(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value > 0


def _sizes(value: Mapping[str, Any]) -> bool:
    return value.keys() <= {"min", "max"} and all(
        isinstance(size, list | tuple) and len(size) == 2 and all(map(_positive, size))
        for size in value.values()
    )


def _width(value: Mapping[str, Any]) -> bool:
    return value.keys() == {"max_width"} and _positive(value["max_width"])


def _by_length(value: Mapping[str, Any]) -> bool:
    return all((key == "more" or key.isdigit()) and _positive(part) for key, part in value.items())


_TABLES: Final = {SIZES: _sizes, WIDTH: _width, COUNTS: _by_length}


def _one(path: str, label: str, words: str) -> Slot:
    return Slot(path, label, tuple(words.split()))


def _many(path: str, label: str, words: str, also: str = "") -> Slot:
    return Slot(path, label, tuple(words.split()), many=True, also=tuple(also.split()))


def _form(path: str, label: str, form: str, also: str = "") -> Slot:
    return Slot(path, label, form=form, also=tuple(also.split()))


_VERDICT = "valid invalid valid_if_face_clear"
_MANNER = "from_cup shaken simultaneous no_hand_contact cup_clear_of_board min_height"
_TURN_END = "clock_press tap lift_any lift_both"
_PAUSES = (
    "game_end break die_on_floor dispute td_called early_dice_pickup dice_taken_and_pressed"
    " illegal_move_claim outcome_clear invalid_roll roll_validity_dispute record_position"
)
_ROLES = (
    "player opponent td staff official monitor monitor_if_agreed monitor_unless_players_said_no"
    " transcriber transcriber_if_agreed spectator"
)


_TABLE = (
    _one("modes.clock", "Play with a clock", "covered other_document not_covered"),
    _many("modes.dice_with_clock", "Dice with a clock", "own4 shared2"),
    _many("modes.dice_no_clock", "Dice without a clock", "own4 shared2"),
    _one("modes.baffle", "Play with a box", "covered mentioned not_covered"),
    _one("dice.landing.no_baffle", "Where a roll counts", "roller_right anywhere"),
    _form("dice.landing.left_with_permission", "To the left with leave", YES_NO),
    _one(
        "dice.landing.with_baffle",
        "Where a roll counts with a box",
        "box_half roller_right anywhere right_of_bar_whose_right_unsaid",
    ),
    _one("dice.landing.on_checker", "Die flat on a checker", _VERDICT),
    _one("dice.landing.on_bar", "Die on the bar", _VERDICT),
    _one("dice.landing.on_die", "Die on another die", _VERDICT),
    _one("dice.landing.outside", "Die outside the board", _VERDICT),
    _one("dice.flat.leaning", "Leaning die", _VERDICT),
    _one("dice.flat.dimple", "Die tilted in a dimpled checker", _VERDICT),
    _one("dice.flat.uneven_surface", "Die tilted by the surface", _VERDICT),
    _form("dice.flat.rest_seconds", "Seconds until a die is at rest", NUMBER),
    _many("dice.throw.manner", "What makes a throw good", _MANNER),
    _many("dice.throw.manner_baffle", "What makes a throw good with a box", _MANNER),
    _one("dice.throw.bounce_back", "Die that left the board and came back", _VERDICT),
    _one("dice.throw.reroll_scope", "Thrown again after an invalid roll", "whole_roll bad_die"),
    _form("dice.throw.min_height_in", "Height of a throw in inches", NUMBER),
    _one("dice.opening.format", "Opening roll", "one_die_each one_die_each_on_own_right two_dice_each"),
    _one("dice.opening.tie", "Equal opening dice", "both_reroll"),
    _one("dice.opening.one_invalid", "One opening die invalid", "own_die both_dice"),
    _form("dice.opening.low_die_hands_off", "Lower die's owner leaves the dice alone", YES_NO),
    _one(
        "dice.handling.reposition",
        "Shifting one's own dice",
        "allowed_with_notice allowed_with_notice_and_roll_stated slide_allowed_without_notice forbidden",
    ),
    _form("dice.handling.touch_ends_turn", "A touch of the dice ends the turn", YES_NO),
    _one(
        "dice.handling.touch_policy",
        "Touching dice in play",
        "discouraged prohibited prohibited_while_live only_after_notice allowed",
    ),
    _form("dice.handling.unused_off_board", "Unused dice off the board", YES_NO),
    _form("dice.handling.spare_dice_present", "Dice at the table", NUMBER),
    _one("dice.handling.mixing", "Mixing the dice", "before_any_game before_any_game_once never"),
    _many("turn.end_clock", "Turn ends, with clock", _TURN_END),
    _many("turn.end_shared2", "Turn ends, two dice shared", _TURN_END),
    _many("turn.end_own4", "Turn ends, two dice each", _TURN_END),
    _one("turn.closed_out_clock", "Opponent cannot move, with clock", "must_press must_press_and_wait"),
    _one("turn.closed_out_shared2", "Opponent cannot move, two dice shared", "wait_for_double_or_tap"),
    _many("turn.move_locked_after", "Play is final after", "dice_lifted both_dice_lifted clock_press tap"),
    _one("checkers.off_turn", "Not allowed in the opponent's turn", "touch move"),
    _one("checkers.opponent_reposition", "Shifting the opponent's checkers", "forbidden allowed"),
    _one("checkers.one_hand", "Hands", "one_hand same_hand_whole_turn"),
    _form("checkers.bar_first", "Enter from the bar first", YES_NO),
    _form("checkers.hit_on_bar", "Hit checkers lie on the bar", YES_NO),
    _one("checkers.borne_off", "Borne-off checkers", "away_from_playing_surface away_from_board"),
    _form("shuffle.min_cm", "Trial plays: distance in cm", NUMBER),
    _form("shuffle.hit_on_top_no_bar", "Trial hit on top, nothing on the bar", YES_NO),
    _form("shuffle.return_between_tries", "All back before the next try", YES_NO),
    _one("shuffle.doubt_against", "Doubt about a place goes against", "mover opponent"),
    _one("shuffle.uncontrolled", "Uncontrolled trial plays", "forbidden should_not"),
    _form("illegal.window", "Illegal move: open until", WINDOW),
    _form("illegal.window_no_clock_extra", "... without a clock also until", WINDOW),
    _form("illegal.window_unrelated_to_dice", "Wrong handling: open until", WINDOW),
    _form("illegal.window_impossible", "Impossible position: open until", WINDOW),
    _form("illegal.window_game_end", "Illegal move that ended the game: open until", WINDOW),
    _one(
        "illegal.after_window",
        "Illegal move noticed later",
        "stands accepted stands_unless_td_approved_agreement",
    ),
    _many("illegal.point_out", "Who may point it out", _ROLES),
    _one(
        "illegal.obligation",
        "Must it be put right",
        "must_correct opponent_condones_or_demands_replay",
    ),
    _one("illegal.undo_scope", "What is taken back", "move whole_turn whole_roll move_and_everything_after"),
    _one("illegal.replay_wait", "Before it is replayed", "none offender_clock_runs_delay_first"),
    _many("illegal.named_kinds", "Kinds named in the text", " ".join(CODES["ILLEGAL_MOVE"].kinds)),
    _one("illegal.base_rules", "Rules of the game", "in_text reference"),
    _one("setup.layout", "Starting position", "standard standard_or_mirrored"),
    _form("setup.window", "Wrong set-up: open until", WINDOW),
    _one(
        "setup.effect_open",
        "Noticed in time",
        "correct correct_if_possible correct_or_replay_game replay_game",
    ),
    _one("setup.short_count", "Started with fewer than 15", "gammon_possible no_gammon"),
    _form("cube.start_faces", "Cube at the start shows", FACES),
    _many("cube.start_place", "Cube at the start lies", "side_rail_centre bar_centre"),
    _one("cube.crawford_removal", "Cube away in the Crawford game", "must should may"),
    _one("cube.opening_roll", "Before the opening roll", "not_before_opening_roll allowed"),
    _one("cube.offer_place", "Cube is offered", "surface_doubler_right on_board towards_opponent anywhere"),
    _one(
        "cube.offer_acts",
        "What makes a double",
        "either both_unless_players_agreed both_described_either_binds"
        " both_described_either_may_be_read_as_double",
    ),
    _one(
        "cube.take_place",
        "Taken cube lies",
        "taker_side taker_side_off_surface taker_side_within_board drawn_to_taker anywhere",
    ),
    _one("cube.pass_place", "Passed cube goes", "centre_1_or_64 start_place"),
    _one(
        "cube.touch_binds",
        "Touching the cube",
        "binds_unless_announced picking_up_binds_unless_announced may_be_read_as_double"
        " only_if_players_agreed no",
    ),
    _one(
        "cube.reach_binds",
        "Reaching for the cube",
        "clear_reach_binds may_be_read_as_double only_if_players_agreed no",
    ),
    _form("cube.before_roll_only", "Doubling only before the roll", YES_NO),
    _one("cube.after_invalid_roll", "Doubling after an invalid roll", "barred allowed"),
    _one("cube.after_premature_roll", "Doubling after a void premature roll", "barred allowed"),
    _one("cube.premature", "Doubling in the opponent's turn", "stands_with_foreknowledge invalid"),
    _one("cube.wrong_level", "Wrong cube value", "valid_level_corrected both_must_watch invalid"),
    _one("cube.dead", "Dead cube", "invalid invalid_for_holder allowed"),
    _form("cube.drop_ends_match", "A drop can end the match", YES_NO, also="only_via_dead_cube"),
    _one("cube.extras", "Automatic doubles, beavers, Jacoby", "barred barred_in_rated_match_play allowed"),
    _one("cube.ambiguity_against", "Unclear cube action goes against", "actor"),
    _one("cube.dispute_presumption", "Disputed cube counts", "as_it_lies"),
    _one("cube.others_in_view", "Other cubes in view", "forbidden allowed"),
    _one(
        "match.concession",
        "Giving up a game",
        "no_contact_only no_contact_or_no_other_result_possible"
        " after_own_turn_and_only_if_bigger_loss_impossible allowed",
    ),
    _one("match.settlement", "Deals", "forbidden allowed"),
    _one(
        "match.score",
        "Score keeping",
        "both_write_agree_each_game both_write_announce_before_each_game both_write_compare_each_game"
        " encouraged_announce_before_each_game",
    ),
    _one(
        "match.score_dispute",
        "Disputed score",
        "only_kept_sheet_prevails trailing_players_sheet trailing_players_clear_sheet_or_only_sheet"
        " against_player_without_sheet",
    ),
    _one(
        "match.length_error",
        "Wrong match length",
        "next_game_on next_game_on_unless_that_ends_match finished_match_stands",
    ),
    _one("match.report_by", "Who reports the result", "both winner both_winner_checks"),
    _one("clock.side", "Clock stands", "home_boards outer_boards"),
    _one("clock.hand", "Clock pressed with", "moving_hand any_hand"),
    _many("clock.pause_reasons", "Clock may be stopped for", _PAUSES, also="other_document"),
    _many("clock.pause_never", "Clock may never be stopped for", _PAUSES),
    _one("clock.method", "Time", "simple_delay bronstein fischer sudden_death other_document"),
    _many("clock.expired_call", "Who may call time", "player td staff spectator monitor"),
    _one("clock.mistake_duty", "Noticed clock slips", "announce inform_opponent"),
    _form("clock.spectator_may_speak_on_clock", "Onlookers may speak on the clock", YES_NO),
    _form("breaks.allowed", "Breaks by points of the match", COUNTS),
    _one("breaks.between_games", "Breaks between games", "only generally"),
    _form("equipment.board_cm", "Board on demand, cm", SIZES),
    _form("equipment.board_in", "Board on demand, inches", WIDTH),
    _one("equipment.baffle_side", "Box stands", "opposite_home_boards home_boards"),
    _one(
        "monitor.powers",
        "Monitor",
        "draw_attention_and_keep_fair draw_attention_and_protect protect_from_illegalities"
        " full_powers_to_protect",
    ),
    _one(
        "monitor.record",
        "Recording ordered by",
        "td_may_appoint_recorder td_or_federation_may_insist organiser_reserves_right",
    ),
    _one(
        "recording.player",
        "Recording by a player",
        "unless_reasonable_objection opponent_accepts_each_time"
        " opponent_accepts_each_time_not_unreasonably_withheld"
        " allowed_if_unobtrusive_photos_if_no_objection not_allowed_beyond_score allowed",
    ),
    _one(
        "recording.organiser",
        "Recording by the organiser",
        "implied_consent td_appoints right_to_insist_and_analyse right_reserved",
    ),
    _form("recording.writing_locks_move", "Writing the position down fixes the play", YES_NO),
    _one("recording.live_analysis", "Analysis", "forbidden_during_match forbidden_until_match_over allowed"),
    _form("recording.public_domain", "Recordings are free for all", YES_NO),
    _many("dispute.leave_in_place", "Dispute: leave alone", "dice checkers cube scorecards score"),
    _many(
        "reports.td",
        "The director reports",
        "every_dispute all_results rulings_beyond_the_event disqualifications refused_entries"
        " expelled_spectators posted_result",
    ),
)


SLOTS: Final[Mapping[str, Slot]] = {slot.path: slot for slot in _TABLE}
"""Every value by its path."""

EXTRAS: Final[Mapping[str, type | tuple[type, ...]]] = {
    "expires": list,
    "binding": bool,
    "when": str,
    "soft": list,
    "mode": list,
    "per_point_s": int,
    "delay_s": list,
    "asked_by": str,
    "minutes": int,
    "beyond": str,
    "together": bool,
    "signed": bool,
    "presumption": str,
    "choices": list,
}
"""Further facts a value may carry, and what they are. choices: what else a director may choose."""

CLAUSE_EXTRAS: Final[Mapping[str, tuple[str, ...]]] = {
    "waiver": ("lost_after_one_silent_acceptance", "td_discretion_after_repeated_silence"),
    "after_close": ("stands", "goes_on", "becomes_official"),
    "closes_certainty": ("inferred", "interpretation", "silent"),
}
"""Further facts a finding may carry."""
