"""Where a match stands, from its lines; and which lines hold."""

from typing import Any

from monitor.station.course import Course
from monitor.station.standing import standing_lines
from tests.monitor.station.stand_in import AFTER, START, die


def lines(*told: tuple[str, dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {"ev": name, "seq": seq, "t": float(seq), "by": None, **data}
        for seq, (name, data) in enumerate(told, 1)
    ]


def course_of(*told: tuple[str, dict[str, Any]]) -> Course:
    course = Course()
    for line in lines(*told):
        course.take(line)
    return course


BEGUN = ("GameStarted", {"board": START, "game_no": 2, "home": "W", "light": "B", "score": {"A": 1, "B": 0}})


def test_opening_dice_one_by_one_and_who_begins() -> None:
    course = course_of(BEGUN, ("DiceAtRest", {"by": "A", "dice": [die(2)], "settled": True}))
    assert (course.to_act, course.roll, len(course.dice)) == (None, None, 1)
    tie = ("DiceAtRest", {"by": "B", "dice": [die(2)]})
    course = course_of(BEGUN, ("DiceAtRest", {"by": "A", "dice": [die(2)]}), tie)
    assert course.to_act is None
    course = course_of(
        BEGUN, ("DiceAtRest", {"by": "A", "dice": [die(2)]}), tie,
        ("DiceAtRest", {"by": "A", "dice": [die(3)]}), ("DiceAtRest", {"by": "B", "dice": [die(5)]}),
    )  # fmt: skip
    assert (course.to_act, course.roll, course.home, course.light, course.game_no) == (
        "B",
        [3, 5],
        "W",
        "B",
        2,
    )


def test_a_game_joined_under_way_is_one_of_the_match() -> None:
    joined = {"joined": True, "game_no": 1, "home": "W", "light": "B", "board_after": AFTER}
    joined |= {"score": {"A": 2, "B": 3}, "crawford": False, "cube": {"value": 2, "owner": "A"}}
    turn = ("TurnPlayed", {"by": "A", "turn": 2, "dice": [6, 1], "board_after": AFTER, "legal": True})
    course = course_of(("TrackLost", {"reason": "under way"}), ("TrackRegained", joined))
    assert (course.game_no, course.phase, course.lost, course.to_act) == (1, "to_roll", None, None)
    assert (course.home, course.light, course.score) == ("W", "B", [2, 3])
    assert (course.cube, course.owner) == (2, "A")
    course = course_of(("TrackLost", {}), ("TrackRegained", joined), turn)
    assert [one["dice"] for one in course.games[0].turns] == [[6, 1]]


def test_a_cocked_die_is_no_roll() -> None:
    turn = (
        "TurnPlayed",
        {"by": "A", "turn": 1, "dice": [6, 1], "move": "13/7 8/7", "board_after": AFTER, "legal": True},
    )
    course = course_of(BEGUN, turn, ("DiceAtRest", {"by": "B", "dice": [die(4), die(5, tilt="leaning")]}))
    assert [one["cocked"] for one in course.dice] == [False, True]
    assert (course.roll, course.phase, course.turn, course.to_act) == (None, "to_roll", 2, "B")
    course = course_of(BEGUN, turn, ("DiceAtRest", {"by": "B", "dice": [die(4), die(5)]}))
    assert (course.roll, course.phase) == ([4, 5], "moving")


def test_cube_score_and_end() -> None:
    course = course_of(
        BEGUN, ("CubeOffered", {"by": "A", "value": 2}), ("CubeTaken", {"by": "B", "value": 2}),
        ("CubeOffered", {"by": "B", "value": 4}), ("CubePassed", {"by": "A"}),
        ("GameEnded", {"winner": "B", "how": "pass", "level": "single", "points": 2,
                       "score": {"A": 1, "B": 2}}),
    )  # fmt: skip
    assert (course.cube, course.owner, course.offered, course.score) == (2, "B", None, [1, 2])
    assert (course.phase, course.games[0].result["winner"]) == ("over", "B")
    assert [turn["cube"] for turn in course.games[0].turns] == [
        "doubles to 2",
        "takes at 2",
        "doubles to 4",
        "passes",
    ]
    assert course.games[0].score == [1, 0]


def test_lines_that_were_taken_back_do_not_count() -> None:
    told = lines(
        BEGUN,
        ("TurnPlayed", {"by": "A", "turn": 1}),
        ("TurnPlayed", {"by": "B", "turn": 2}),
        ("Corrected", {"code": "READING", "supersedes": [3, 3], "board": AFTER}),
        ("TurnPlayed", {"by": "B", "turn": 2, "legal": True}),
        ("Corrected", {"code": "READING", "supersedes": [2, 5], "to_act": "A"}),
    )
    assert [line["seq"] for line in standing_lines(told[:5])] == [1, 2, 4, 5]
    assert [line["seq"] for line in standing_lines(told)] == [1, 6]


def test_a_correction_is_believed() -> None:
    course = course_of(
        BEGUN,
        ("Corrected", {"code": "READING", "board": AFTER, "dice": [3, 1], "to_act": "B",
                       "cube": {"value": 4, "owner": "A"}, "score": {"A": 2, "B": 3}}),
    )  # fmt: skip
    assert (course.board, course.roll, course.to_act) == (AFTER, [3, 1], "B")
    assert (course.cube, course.owner, course.score) == (4, "A", [2, 3])
    again = course_of(BEGUN, ("Corrected", {"code": "ILLEGAL_MOVE", "dice": [3, 1]}))
    assert again.dice == []


def test_track_lost_and_regained() -> None:
    assert course_of(BEGUN, ("TrackLost", {"reason": "dark"})).lost is not None
    assert course_of(BEGUN, ("TrackLost", {"reason": "dark"}), ("TrackRegained", {})).lost is None
