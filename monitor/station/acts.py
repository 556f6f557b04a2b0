"""What an operator may enter: what is said, what lies outside the picture, what the director decides.

After the rules specification, sections 3.1 and 5.1. Which acts there are depends on rule set and mode.
"""

from typing import Final

from monitor.events import Json
from monitor.rules.vocabulary import CODES
from monitor.station.act_forms import Act, Choices, Field, Situation, as_winner, to_opponent

_LEVELS: Choices = (("single", "single game"), ("gammon", "gammon"), ("backgammon", "backgammon"))
_SIDES: Choices = (("E", "right half"), ("W", "left half"))


def _playing(now: Situation) -> bool:
    return now.playing


def _doubled(now: Situation) -> bool:
    return now.playing and now.course.offered is not None


def _clock(now: Situation) -> bool:
    return now.config.clock


def _tap(now: Situation) -> bool:
    return now.playing and now.config.dice == "shared2" and not now.config.clock


def _left_allowed(now: Situation) -> bool:
    return bool(now.rules.value("dice.landing.left_with_permission"))


def _raises(now: Situation, code: str, word: str) -> bool:
    return any(word in clause.obligation for clause in now.rules.clauses if clause.code == code)


def _choice_after_early_roll(now: Situation) -> bool:
    return now.playing and _raises(now, "PREMATURE_ROLL", "opponent_option")


def _may_condone(now: Situation) -> bool:
    return now.playing and _raises(now, "ILLEGAL_MOVE", "condones")


def _findings(now: Situation) -> Choices:
    return tuple((name, f"{name}: {CODES[line['code']].label}") for name, line in now.course.findings.items())


def _open_codes(now: Situation) -> Choices:
    codes = {line["code"]: None for line in now.course.findings.values() if line["status"] != "resolved"}
    return tuple((code, CODES[code].label) for code in codes)


def _pause_reasons(now: Situation) -> Choices:
    named = (*(now.rules.value("clock.pause_reasons") or ()), *(now.rules.value("clock.pause_never") or ()))
    reasons = dict.fromkeys((*named, "td_called", "dispute", "break", "die_on_floor", "other"))
    return tuple((reason, reason.replace("_", " ").replace("td ", "director ")) for reason in reasons)


def _die_on_floor(_: object, data: Json) -> Json:
    die = {"face": None, "zone": "floor", "support": "other", "tilt": "flat", "face_clear": False}
    return {**data, "dice": [die], "settled": True}


def _board_size(_: object, data: Json) -> Json:
    width, height = data.pop("board_width_cm", None), data.pop("board_height_cm", None)
    return data if width is None or height is None else {**data, "board_cm": [width, height]}


def _said(id_: str, label: str, *fields: Field, **more: object) -> Act:
    return Act(id_, label, "words", "Announced", by=True, fields=fields, fixed={"what": id_}, **more)  # type: ignore[arg-type]


_FINDING = Field("finding", "Finding", "choice", _findings)

ACTS: Final[tuple[Act, ...]] = (
    Act("double", "doubles", "cube", "CubeOffered", by=True, fixed={"verbal": True}, allowed=_playing),
    Act("take", "takes", "cube", "CubeTaken", by=True, allowed=_playing),
    Act("pass", "passes", "cube", "CubePassed", by=True, allowed=_playing),
    Act("return_cube", "takes the cube back", "cube", "CubeReturned", by=True, allowed=_doubled),
    Act("beaver", "turns it again (beaver)", "cube", "CubeBeavered", by=True, allowed=_playing),
    Act("automatic", "cube turned in the centre", "cube", "CubeTurnedCentre", allowed=_playing),
    Act(
        "touch_cube",
        "touches the cube",
        "cube",
        "CubeTouched",
        by=True,
        fields=(Field("lifted", "lifted", "flag"), Field("reached_only", "only reached for it", "flag")),
        allowed=_playing,
    ),
    _said("will_double", "says: I will double"),
    _said("will_drop", "says: I will drop"),
    _said("will_take", "says: I will take"),
    _said("reposition_dice", "announces: moving the dice", Field("roll", "roll called, such as 3-1")),
    _said("reposition_cube", "announces: moving the cube"),
    _said("roll", "calls the roll", Field("roll", "roll called, such as 3-1")),
    _said("right_again", "says: I roll to the right again", allowed=_left_allowed),
    Act(
        "press_clock",
        "presses the clock",
        "turn",
        "ClockPressed",
        by=True,
        fields=(
            Field("hand", "hand", "choice", (("L", "left"), ("R", "right"))),
            Field("passing", "cannot move", "flag"),
        ),
        allowed=_clock,
    ),
    Act("tap", "taps: turn over", "turn", "BarTapped", by=True, allowed=_tap),
    Act("pass_turn", "has no move, waves on", "turn", "TurnPassed", by=True, allowed=_playing),
    Act("retract", "takes the play back", "turn", "MoveRetracted", by=True, allowed=_playing),
    Act(
        "touch_dice",
        "touches live dice",
        "turn",
        "DiceTouched",
        by=True,
        fields=(
            Field("how", "how", "choice", (("slide", "slid"), ("lift", "lifted"), ("turn", "turned over"))),
        ),
        allowed=_playing,
    ),
    Act("touch_checkers", "touches checkers", "turn", "CheckersTouched", by=True, allowed=_playing),
    Act(
        "floor",
        "a die fell on the floor",
        "turn",
        "DiceAtRest",
        by=True,
        shape=_die_on_floor,
        allowed=_playing,
    ),
    Act(
        "record_position",
        "begins to write the position down",
        "turn",
        "PositionRecorded",
        by=True,
        allowed=_playing,
    ),
    Act(
        "grant_left",
        "lets the opponent roll to the left",
        "permissions",
        "PermissionGranted",
        by=True,
        fixed={"kind": "left_of_bar"},
        shape=to_opponent,
        allowed=_left_allowed,
    ),
    Act(
        "withdraw_left",
        "takes that leave back",
        "permissions",
        "PermissionWithdrawn",
        by=True,
        fixed={"kind": "left_of_bar"},
        shape=to_opponent,
        allowed=_left_allowed,
    ),
    Act(
        "stand",
        "lets the early roll stand",
        "choices",
        "OptionExercised",
        by=True,
        fixed={"choice": "stand"},
        allowed=_choice_after_early_roll,
    ),
    Act(
        "reroll",
        "has the early roll thrown again",
        "choices",
        "OptionExercised",
        by=True,
        fixed={"choice": "reroll"},
        allowed=_choice_after_early_roll,
    ),
    Act(
        "condone",
        "lets the illegal play stand",
        "choices",
        "OptionExercised",
        by=True,
        fixed={"choice": "condone"},
        allowed=_may_condone,
    ),
    Act(
        "demand",
        "demands a legal play",
        "choices",
        "OptionExercised",
        by=True,
        fixed={"choice": "demand"},
        allowed=_may_condone,
    ),
    Act(
        "pointed_out",
        "somebody points a mistake out",
        "choices",
        "ViolationPointedOut",
        fields=(
            Field(
                "role",
                "who",
                "choice",
                (
                    ("player", "a player"),
                    ("td", "the director"),
                    ("staff", "staff"),
                    ("monitor", "the monitor"),
                    ("annotator", "the transcriber"),
                    ("spectator", "a spectator"),
                ),
                required=True,
            ),
            _FINDING,
        ),
    ),
    Act(
        "put_right",
        "has put it right",
        "choices",
        "Corrected",
        by=True,
        fields=(Field("code", "what", "choice", _open_codes, required=True),),
    ),
    Act(
        "setup_right",
        "starting position put right",
        "choices",
        "SetupCorrected",
        fields=(Field("restart", "the game begins again", "flag"),),
        allowed=_playing,
    ),
    Act(
        "pause_clock",
        "stops the clock",
        "clock",
        "ClockPaused",
        by=True,
        fields=(Field("reason", "why", "choice", _pause_reasons),),
        allowed=_clock,
    ),
    Act(
        "restart_clock",
        "clock runs again",
        "clock",
        "ClockRestarted",
        fields=(
            Field("side", "for", "choice", (("A", "south"), ("B", "north"))),
            Field("delay", "delay in seconds", "number", whole=False),
        ),
        allowed=_clock,
    ),
    Act("time_expired", "has no time left", "clock", "TimeExpired", by=True, allowed=_clock),
    Act(
        "break",
        "takes a break",
        "clock",
        "BreakTaken",
        by=True,
        fields=(
            Field("during", "when", "choice", (("game", "in a game"), ("between_games", "between games"))),
        ),
    ),
    Act("call_td", "director called", "director", "DisputeCalled", fields=(_FINDING,)),
    Act("td_here", "director has come", "director", "TDArrived", src="td"),
    Act(
        "ruling",
        "director rules",
        "director",
        "TDRuling",
        fields=(
            Field("ruling", "ruling (also warnings, penalty points, time)", required=True),
            Field("reasons", "reasons"),
            Field("who", "who ruled"),
            _FINDING,
        ),
        src="td",
    ),
    Act(
        "game_over",
        "has won the game",
        "result",
        "GameEnded",
        by=True,
        credit=False,
        fields=(
            Field(
                "how",
                "how",
                "choice",
                (
                    ("bearoff", "played out"),
                    ("pass", "double passed"),
                    ("concede", "given up by the other"),
                    ("settled", "settled"),
                    ("time", "on time"),
                ),
                required=True,
            ),
            Field("level", "worth", "choice", _LEVELS),
            Field("recorded", "points written down", "number"),
        ),
        shape=as_winner,
    ),
    Act("match_over", "has won the match", "result", "MatchEnded", by=True, credit=False, shape=as_winner),
    Act("next_match", "begins the next match", "result", "NextMatchStarted", by=True),
    Act(
        "wrong_length",
        "match length found wrong",
        "result",
        "MatchLengthFound",
        fields=(
            Field("played", "points played to", "number", required=True),
            Field("official", "official length", "number", required=True),
        ),
    ),
    Act(
        "objects",
        "things around the board",
        "surroundings",
        "ObjectsObserved",
        fields=(
            Field("unused_dice_on_board", "unused dice on the board", "number"),
            Field("dice_at_table", "dice at the table", "number"),
            Field("dice_in_play", "dice in play", "number"),
            Field("cubes_in_view", "cubes in view", "number"),
            Field("clock_side", "clock stands", "choice", _SIDES),
            Field("baffle_side", "box stands", "choice", _SIDES),
            Field("board_width_cm", "open board, width in cm", "number", whole=False),
            Field("board_height_cm", "open board, height in cm", "number", whole=False),
        ),
        shape=_board_size,
    ),
    Act(
        "objection",
        "objects to recording",
        "surroundings",
        "RecordingObjection",
        by=True,
        fields=(
            Field(
                "recorder", "who records", "choice", (("player", "a player"), ("organiser", "the organiser"))
            ),
        ),
    ),
    Act(
        "analysis",
        "analysis was shown",
        "surroundings",
        "AnalysisShown",
        fields=(
            Field(
                "to",
                "to whom",
                "choice",
                (("player", "a player"), ("spectator", "spectators"), ("stream", "the stream")),
                required=True,
            ),
        ),
    ),
    Act(
        "note",
        "note",
        "notes",
        None,
        fields=(Field("text", "what was noticed", required=True),),
    ),
)


def acts_now(now: Situation) -> list[Act]:
    """What may be entered now."""
    return [act for act in ACTS if act.allowed(now)]
