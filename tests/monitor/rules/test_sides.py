"""Rolls to the left: by custom of the table, and where the pictures may be mirrored."""

import pytest

from tests.monitor.rules.test_referee import BOARD, Table

LEFT = [{"face": 2, "zone": "W"}, {"face": 1, "zone": "W"}]


def test_rolls_to_the_left_that_stand_are_told_twice() -> None:
    """Then they are the custom of the table; a single die on the wrong side still is not."""
    table = Table()
    found = []
    for move in ("24/23 24/22", "23/22 22/20", "8/7 8/6"):
        table("DiceThrown", "A", n=2)
        found.append([f.kind for f in table("DiceAtRest", "A", dice=LEFT)])
        table("CheckersMoved", "A", move=move)
        table("DicePickedUp", "A", n=2)
        table.turn("B", 2, 1, "13/11 6/5")
    assert found == [["wrong_side"], ["wrong_side"], []]
    assert [f.kind for f in table.roll("A", 4, 2, zone="W")] == ["wrong_side"]


def test_where_pictures_may_be_mirrored_neither_halves_nor_digits_are_judged() -> None:
    table, seen = Table(), {"src": "vision"}
    table("TrackLost", None, reason="each player plays the other's dice", **seen)
    table("TrackRegained", "A", board_after=BOARD, sides="either", **seen)
    table("DiceThrown", "A", n=2, **seen)
    assert table("DiceAtRest", "A", dice=LEFT, **seen) == []
    table("CheckersMoved", "A", move="24/23 24/22")
    table("DicePickedUp", "A", n=2)
    table.turn("B", 2, 1, "13/11 6/5")
    offered = {"value": 8, "loc": {"region": "surface", "half": "W"}}
    codes = [f.code for f in table("CubeTouched", "A", **seen) + table("CubeOffered", "A", **offered, **seen)]
    assert not {"CUBE_TOUCHED", "CUBE_OFFER_PLACE", "CUBE_WRONG_LEVEL"} & set(codes)


@pytest.mark.parametrize(("said", "found"), [(["either"], []), (["either", "right"], ["wrong_side"])])
def test_what_the_cube_says_of_halves_holds_until_a_turn_says_otherwise(
    said: list[str], found: list[str]
) -> None:
    table, seen = Table(), {"src": "vision"}
    for sides in said:
        table("EvidenceConflict", None, what="mirrored", sides=sides, **seen)
    table("EvidenceConflict", "A", what="dice_and_play", **seen)
    table("DiceThrown", "A", n=2, **seen)
    assert [f.kind for f in table("DiceAtRest", "A", dice=LEFT, **seen)] == found


def test_what_an_operator_enters_is_not_mirrored() -> None:
    table = Table()
    table("TrackLost", None)
    table("TrackRegained", "A", board_after=BOARD, sides="either")
    table("DiceThrown", "A", n=2)
    assert [f.kind for f in table("DiceAtRest", "A", dice=LEFT)] == ["wrong_side"]


def test_one_who_was_told_to_roll_again_has_no_such_custom() -> None:
    table = Table()
    for _ in range(4):
        table("DiceThrown", "A", n=2)
        assert [f.kind for f in table("DiceAtRest", "A", dice=LEFT)] == ["wrong_side"]
        table("CheckersMoved", "A", move="24/23 24/22")
        table("CheckersMoved", "A", move="23/24 22/24")
        table.roll("A", 6, 6)
        table("DicePickedUp", "A", n=2)
        table.turn("B", 6, 6, "")
