"""The table of values: every path of a rule set file, what it means, and what it may hold.

Order is the order of the files and of the pages made from them.
"""

from collections.abc import Mapping
from typing import Final

from monitor.rules.slots import COUNTS, FACES, NUMBER, SIZES, WIDTH, WINDOW, YES_NO, Slot, many, one, other
from monitor.rules.vocabulary import CODES

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
    one("modes.clock", "Play with a clock", "covered other_document not_covered"),
    many("modes.dice_with_clock", "Dice with a clock", "own4 shared2"),
    many("modes.dice_no_clock", "Dice without a clock", "own4 shared2"),
    one("modes.baffle", "Play with a box", "covered mentioned not_covered"),
    one("dice.landing.no_baffle", "Where a roll counts", "roller_right anywhere"),
    other("dice.landing.left_with_permission", "To the left with leave", YES_NO),
    one(
        "dice.landing.with_baffle",
        "Where a roll counts with a box",
        "box_half roller_right anywhere right_of_bar_whose_right_unsaid",
    ),
    one("dice.landing.on_checker", "Die flat on a checker", _VERDICT),
    one("dice.landing.on_bar", "Die on the bar", _VERDICT),
    one("dice.landing.on_die", "Die on another die", _VERDICT),
    one("dice.landing.outside", "Die outside the board", _VERDICT),
    one("dice.flat.leaning", "Leaning die", _VERDICT),
    one("dice.flat.dimple", "Die tilted in a dimpled checker", _VERDICT),
    one("dice.flat.uneven_surface", "Die tilted by the surface", _VERDICT),
    other("dice.flat.rest_seconds", "Seconds until a die is at rest", NUMBER),
    many("dice.throw.manner", "What makes a throw good", _MANNER),
    many("dice.throw.manner_baffle", "What makes a throw good with a box", _MANNER),
    one("dice.throw.bounce_back", "Die that left the board and came back", _VERDICT),
    one("dice.throw.reroll_scope", "Thrown again after an invalid roll", "whole_roll bad_die"),
    other("dice.throw.min_height_in", "Height of a throw in inches", NUMBER),
    one("dice.opening.format", "Opening roll", "one_die_each one_die_each_on_own_right two_dice_each"),
    one("dice.opening.tie", "Equal opening dice", "both_reroll"),
    one("dice.opening.one_invalid", "One opening die invalid", "own_die both_dice"),
    other("dice.opening.low_die_hands_off", "Lower die's owner leaves the dice alone", YES_NO),
    one(
        "dice.handling.reposition",
        "Shifting one's own dice",
        "allowed_with_notice allowed_with_notice_and_roll_stated slide_allowed_without_notice forbidden",
    ),
    other("dice.handling.touch_ends_turn", "A touch of the dice ends the turn", YES_NO),
    one(
        "dice.handling.touch_policy",
        "Touching dice in play",
        "discouraged prohibited prohibited_while_live only_after_notice allowed",
    ),
    other("dice.handling.unused_off_board", "Unused dice off the board", YES_NO),
    other("dice.handling.spare_dice_present", "Dice at the table", NUMBER),
    one("dice.handling.mixing", "Mixing the dice", "before_any_game before_any_game_once never"),
    many("turn.end_clock", "Turn ends, with clock", _TURN_END),
    many("turn.end_shared2", "Turn ends, two dice shared", _TURN_END),
    many("turn.end_own4", "Turn ends, two dice each", _TURN_END),
    one("turn.closed_out_clock", "Opponent cannot move, with clock", "must_press must_press_and_wait"),
    one("turn.closed_out_shared2", "Opponent cannot move, two dice shared", "wait_for_double_or_tap"),
    many("turn.move_locked_after", "Play is final after", "dice_lifted both_dice_lifted clock_press tap"),
    one("checkers.off_turn", "Not allowed in the opponent's turn", "touch move"),
    one("checkers.opponent_reposition", "Shifting the opponent's checkers", "forbidden allowed"),
    one("checkers.one_hand", "Hands", "one_hand same_hand_whole_turn"),
    other("checkers.bar_first", "Enter from the bar first", YES_NO),
    other("checkers.hit_on_bar", "Hit checkers lie on the bar", YES_NO),
    one("checkers.borne_off", "Borne-off checkers", "away_from_playing_surface away_from_board"),
    other("shuffle.min_cm", "Trial plays: distance in cm", NUMBER),
    other("shuffle.hit_on_top_no_bar", "Trial hit on top, nothing on the bar", YES_NO),
    other("shuffle.return_between_tries", "All back before the next try", YES_NO),
    one("shuffle.doubt_against", "Doubt about a place goes against", "mover opponent"),
    one("shuffle.uncontrolled", "Uncontrolled trial plays", "forbidden should_not"),
    other("illegal.window", "Illegal move: open until", WINDOW),
    other("illegal.window_no_clock_extra", "... without a clock also until", WINDOW),
    other("illegal.window_unrelated_to_dice", "Wrong handling: open until", WINDOW),
    other("illegal.window_impossible", "Impossible position: open until", WINDOW),
    other("illegal.window_game_end", "Illegal move that ended the game: open until", WINDOW),
    one(
        "illegal.after_window",
        "Illegal move noticed later",
        "stands accepted stands_unless_td_approved_agreement",
    ),
    many("illegal.point_out", "Who may point it out", _ROLES),
    one(
        "illegal.obligation",
        "Must it be put right",
        "must_correct opponent_condones_or_demands_replay",
    ),
    one("illegal.undo_scope", "What is taken back", "move whole_turn whole_roll move_and_everything_after"),
    one("illegal.replay_wait", "Before it is replayed", "none offender_clock_runs_delay_first"),
    many("illegal.named_kinds", "Kinds named in the text", " ".join(CODES["ILLEGAL_MOVE"].kinds)),
    one("illegal.base_rules", "Rules of the game", "in_text reference"),
    one("setup.layout", "Starting position", "standard standard_or_mirrored"),
    other("setup.window", "Wrong set-up: open until", WINDOW),
    one(
        "setup.effect_open",
        "Noticed in time",
        "correct correct_if_possible correct_or_replay_game replay_game",
    ),
    one("setup.short_count", "Started with fewer than 15", "gammon_possible no_gammon"),
    other("cube.start_faces", "Cube at the start shows", FACES),
    many("cube.start_place", "Cube at the start lies", "side_rail_centre bar_centre"),
    one("cube.crawford_removal", "Cube away in the Crawford game", "must should may"),
    one("cube.opening_roll", "Before the opening roll", "not_before_opening_roll allowed"),
    one("cube.offer_place", "Cube is offered", "surface_doubler_right on_board towards_opponent anywhere"),
    one(
        "cube.offer_acts",
        "What makes a double",
        "either both_unless_players_agreed both_described_either_binds"
        " both_described_either_may_be_read_as_double",
    ),
    one(
        "cube.take_place",
        "Taken cube lies",
        "taker_side taker_side_off_surface taker_side_within_board drawn_to_taker anywhere",
    ),
    one("cube.pass_place", "Passed cube goes", "centre_1_or_64 start_place"),
    one(
        "cube.touch_binds",
        "Touching the cube",
        "binds_unless_announced picking_up_binds_unless_announced may_be_read_as_double"
        " only_if_players_agreed no",
    ),
    one(
        "cube.reach_binds",
        "Reaching for the cube",
        "clear_reach_binds may_be_read_as_double only_if_players_agreed no",
    ),
    other("cube.before_roll_only", "Doubling only before the roll", YES_NO),
    one("cube.after_invalid_roll", "Doubling after an invalid roll", "barred allowed"),
    one("cube.after_premature_roll", "Doubling after a void premature roll", "barred allowed"),
    one("cube.premature", "Doubling in the opponent's turn", "stands_with_foreknowledge invalid"),
    one("cube.wrong_level", "Wrong cube value", "valid_level_corrected both_must_watch invalid"),
    one("cube.dead", "Dead cube", "invalid invalid_for_holder allowed"),
    other("cube.drop_ends_match", "A drop can end the match", YES_NO, also="only_via_dead_cube"),
    one("cube.extras", "Automatic doubles, beavers, Jacoby", "barred barred_in_rated_match_play allowed"),
    one("cube.ambiguity_against", "Unclear cube action goes against", "actor"),
    one("cube.dispute_presumption", "Disputed cube counts", "as_it_lies"),
    one("cube.others_in_view", "Other cubes in view", "forbidden allowed"),
    one(
        "match.concession",
        "Giving up a game",
        "no_contact_only no_contact_or_no_other_result_possible"
        " after_own_turn_and_only_if_bigger_loss_impossible allowed",
    ),
    one("match.settlement", "Deals", "forbidden allowed"),
    one(
        "match.score",
        "Score keeping",
        "both_write_agree_each_game both_write_announce_before_each_game both_write_compare_each_game"
        " encouraged_announce_before_each_game",
    ),
    one(
        "match.score_dispute",
        "Disputed score",
        "only_kept_sheet_prevails trailing_players_sheet trailing_players_clear_sheet_or_only_sheet"
        " against_player_without_sheet",
    ),
    one(
        "match.length_error",
        "Wrong match length",
        "next_game_on next_game_on_unless_that_ends_match finished_match_stands",
    ),
    one("match.report_by", "Who reports the result", "both winner both_winner_checks"),
    one(
        "match.preferences",
        "Who chooses board, colour, seat",
        "highest_total_of_two_dice highest_die throw_of_the_dice throw_or_agreement agreement",
    ),
    one("clock.side", "Clock stands", "home_boards outer_boards"),
    one("clock.hand", "Clock pressed with", "moving_hand any_hand"),
    many("clock.pause_reasons", "Clock may be stopped for", _PAUSES, also="other_document"),
    many("clock.pause_never", "Clock may never be stopped for", _PAUSES),
    one("clock.method", "Time", "simple_delay bronstein fischer sudden_death other_document"),
    many("clock.expired_call", "Who may call time", "player td staff spectator monitor"),
    one("clock.mistake_duty", "Noticed clock slips", "announce inform_opponent"),
    other("clock.spectator_may_speak_on_clock", "Onlookers may speak on the clock", YES_NO),
    one(
        "clock.mid_match_minutes",
        "Minutes each, where a clock comes in during a match",
        "points_missing_to_both half_of_points_missing_to_both_times_minutes_a_point other_document",
    ),
    other("breaks.allowed", "Breaks by points of the match", COUNTS),
    one("breaks.between_games", "Breaks between games", "only generally"),
    other("breaks.late_minutes", "First penalty point after minutes", NUMBER),
    other("equipment.board_cm", "Board on demand, cm", SIZES),
    other("equipment.board_in", "Board on demand, inches", WIDTH),
    one("equipment.baffle_side", "Box stands", "opposite_home_boards home_boards"),
    one(
        "monitor.powers",
        "Monitor",
        "draw_attention_and_keep_fair draw_attention_and_protect protect_from_illegalities"
        " full_powers_to_protect",
    ),
    one(
        "monitor.record",
        "Recording ordered by",
        "td_may_appoint_recorder td_or_federation_may_insist organiser_reserves_right",
    ),
    one(
        "recording.player",
        "Recording by a player",
        "unless_reasonable_objection opponent_accepts_each_time"
        " opponent_accepts_each_time_not_unreasonably_withheld"
        " allowed_if_unobtrusive_photos_if_no_objection not_allowed_beyond_score allowed",
    ),
    one(
        "recording.organiser",
        "Recording by the organiser",
        "implied_consent td_appoints right_to_insist_and_analyse right_reserved",
    ),
    other("recording.writing_locks_move", "Writing the position down fixes the play", YES_NO),
    one("recording.live_analysis", "Analysis", "forbidden_during_match forbidden_until_match_over allowed"),
    other("recording.public_domain", "Recordings are free for all", YES_NO),
    one(
        "dispute.appeal",
        "Appeal to",
        "committee_of_three_or_five committee_of_three_or_five_by_majority three_players_by_majority"
        " three_players_unanimously",
    ),
    many("dispute.leave_in_place", "Dispute: leave alone", "dice checkers cube scorecards score"),
    many(
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
