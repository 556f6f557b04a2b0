"""Doubles: when, by whom, at what level, where, and by which act."""

import pytest

from tests.monitor.rules.play import (
    AUSBGF,
    BIBA,
    FCBG,
    RIGHT_START,
    SETS,
    USBGF,
    WBGT,
    Play,
)

every_set = pytest.mark.parametrize("rules", SETS)
STANDS = (USBGF, WBGT, BIBA, FCBG)


@every_set
def test_a_double_taken_in_turn_is_kept_without_a_finding(rules: str) -> None:
    play = Play(rules).offer("A").take("B").turn("A", 3, 1, "8/5 6/5").turn("B", 6, 2, "24/18 13/11")
    assert play.found == []
    assert play.cube == (2, "B")


@every_set
def test_a_double_that_was_played_on_was_taken(rules: str) -> None:
    play = Play(rules).offer("A").roll("A", 3, 1)("CheckersMoved", "A", move="8/5 6/5")("DicePickedUp", "A")
    if rules != BIBA:
        assert play.found == []
        assert play.cube == (2, "B")


def test_in_biba_a_roll_before_the_answer_is_premature() -> None:
    assert Play(BIBA).offer("A").roll("A", 3, 1).found == ["PREMATURE_ROLL/before_cube_answer A open"]


@every_set
def test_nobody_is_accused_of_a_double_that_was_not_seen(rules: str) -> None:
    """It is known by the men put back: neither out of turn, nor by whom the cube does not belong to."""
    unseen = {"value": 2, "loc": None, "physical": None}
    assert Play(rules)("CubeOffered", "B", **unseen)("CubePassed", "A", value=2).found == []
    unseen = {"value": 4, "loc": None, "physical": None}
    assert Play(rules, cube=(2, "B"))("CubeOffered", "A", **unseen)("CubePassed", "B", value=4).found == []


@every_set
def test_only_the_holder_redoubles(rules: str) -> None:
    assert Play(rules, cube=(2, "B")).offer("A", 4).found == ["CUBE_NO_ACCESS A open"]
    assert Play(rules, cube=(2, "A")).offer("A", 4).take("B", 4).cube == (4, "B")
    assert Play(rules, cube=(2, "A")).offer("A", 4).take("B", 4).found == []


@every_set
def test_no_double_after_a_roll_good_or_bad(rules: str) -> None:
    assert Play(rules).roll("A", 3, 1).offer("A").found == ["CUBE_AFTER_ROLL A open"]
    again = Play(rules).roll("A", 3, 1, tilt="leaning").offer("A")
    assert again.found == ["ROLL_INVALID/cocked A open", "CUBE_AFTER_INVALID_ROLL A open"]
    again("CubeReturned", "A").roll("A", 3, 1)
    assert again.found == ["ROLL_INVALID/cocked A resolved5", "CUBE_AFTER_INVALID_ROLL A resolved4"]
    assert again.cube == (1, None)


@every_set
def test_a_void_double_changes_nothing_even_when_taken(rules: str) -> None:
    play = Play(rules).roll("A", 3, 1).offer("A").take("B")
    play("CheckersMoved", "A", move="8/5 6/5")("DicePickedUp", "A").offer("B")
    assert play.found == ["CUBE_AFTER_ROLL A open"]
    assert play.take("A").cube == (2, "A")


@every_set
def test_the_same_void_double_told_twice_is_one_slip(rules: str) -> None:
    play = Play(rules).roll("A", 3, 1).offer("A").offer("A")
    assert play.codes == ["CUBE_AFTER_ROLL"]
    assert play("CubeReturned", "A").offer("A").codes == ["CUBE_AFTER_ROLL"] * 2


@pytest.mark.parametrize("rules", STANDS)
def test_a_premature_double_stands_and_the_turn_is_finished(rules: str) -> None:
    play = Play(rules).roll("A", 3, 1)("CheckersMoved", "A", move="8/5").offer("B")
    play("CheckersMoved", "A", move="6/5")("DicePickedUp", "A").take("A")
    assert play.found == ["CUBE_PREMATURE B logged"]
    assert play.cube == (2, "A")


def test_in_ausbgf_a_premature_double_is_void_and_may_be_made_in_turn() -> None:
    play = Play(AUSBGF).roll("A", 3, 1).offer("B")("CubeReturned", "B")
    play("CheckersMoved", "A", move="8/5 6/5")("DicePickedUp", "A").offer("B").take("A")
    assert play.found == ["CUBE_PREMATURE B resolved4"]
    assert play.cube == (2, "A")


@pytest.mark.parametrize(("rules", "barred"), [(r, r == AUSBGF) for r in SETS])
def test_a_double_after_a_void_premature_roll(rules: str, barred: bool) -> None:
    play = Play(rules).roll("A", 3, 1)("CheckersMoved", "A", move="8/5").roll("B", 6, 2)
    play("OptionExercised", "A", choice="reroll")("CheckersMoved", "A", move="6/5")("DicePickedUp", "A")
    assert play.offer("B").codes == ["PREMATURE_ROLL"] + ["CUBE_AFTER_INVALID_ROLL"] * barred


def test_a_premature_roll_that_stands_is_a_roll() -> None:
    play = Play(USBGF).roll("A", 3, 1)("CheckersMoved", "A", move="8/5").roll("B", 6, 2)
    play("OptionExercised", "A", choice="stand")("CheckersMoved", "A", move="6/5")("DicePickedUp", "A")
    assert play.offer("B").codes == ["PREMATURE_ROLL", "CUBE_AFTER_ROLL"]


def test_only_biba_names_the_cube_before_the_opening_roll() -> None:
    assert Play(BIBA, board=None).start(cube=RIGHT_START).offer("A").found == ["CUBE_AT_OPENING A open"]
    assert Play(USBGF, board=None).start(cube=RIGHT_START).offer("A").found == []


@every_set
def test_a_wrong_level_is_one_slip_however_long_it_lies_there(rules: str) -> None:
    play = Play(rules).offer("A", 4).take("B", 4)
    play("GameEnded", winner="A", how="bearoff", level="single", recorded=4)
    assert play.found == ["CUBE_WRONG_LEVEL A open"]
    assert Play(rules).offer("A", 4).offer("A").found == ["CUBE_WRONG_LEVEL A resolved2"]
    assert Play(rules).offer("A").take("B", 4).found == ["CUBE_WRONG_LEVEL B open"]
    assert Play(rules).offer("A", 4).take("B", 2).found == ["CUBE_WRONG_LEVEL A resolved2"]


@pytest.mark.parametrize(
    ("loc", "faulty"),
    [
        ({"region": "surface", "half": "E"}, ()),
        ({"region": "surface", "half": "W"}, (USBGF,)),
        ({"region": "rail", "half": "E"}, (USBGF,)),
        ({"region": "table", "half": "E"}, (USBGF, WBGT, AUSBGF)),
        (None, ()),
    ],
)
def test_where_the_cube_is_offered(loc: dict[str, str] | None, faulty: tuple[str, ...]) -> None:
    for rules in SETS:
        assert Play(rules).offer("A", loc=loc).codes == ["CUBE_OFFER_PLACE"] * (rules in faulty)


@pytest.mark.parametrize(
    ("region", "side", "faulty"),
    [
        ("rail", "N", ()),
        ("rail", "S", (USBGF, WBGT, AUSBGF, BIBA)),
        ("table", "N", (WBGT, AUSBGF)),
        ("surface", "N", (USBGF,)),
    ],
)
def test_where_the_taken_cube_lies(region: str, side: str, faulty: tuple[str, ...]) -> None:
    for rules in SETS:
        play = Play(rules).offer("A").take("B", loc={"region": region, "side": side})
        assert play.codes == ["CUBE_TAKE_PLACE"] * (rules in faulty)


def test_ausbgf_wants_word_and_hand_unless_the_players_agreed() -> None:
    for act in ("verbal", "physical"):
        for rules in SETS:
            found = Play(rules).offer("A", **{act: False}).found
            assert found == [f"CUBE_ACT_INCOMPLETE/no_{act}_act A logged"] * (rules == AUSBGF)
        assert Play(AUSBGF, single_act_agreed=True).offer("A", **{act: False}).found == []


def test_half_a_double_closes_no_window_before_it_is_taken() -> None:
    wrong = Play(AUSBGF).turn("A", 3, 1, "8/4 6/5").offer("B", verbal=False)
    assert wrong.found[0] == "ILLEGAL_MOVE/wrong_pips A open"
    assert wrong.take("A").found[0] == "ILLEGAL_MOVE/wrong_pips A closed6"
    said = Play(AUSBGF).turn("A", 3, 1, "8/4 6/5").offer("B", verbal=False).offer("B", verbal=True)
    assert said.found[0] == "ILLEGAL_MOVE/wrong_pips A closed6"


@pytest.mark.parametrize(("rules", "closed"), list(zip(SETS, (False, True, True, False, True), strict=True)))
def test_which_sets_close_an_illegal_move_by_a_double(rules: str, closed: bool) -> None:
    play = Play(rules).turn("A", 3, 1, "8/4 6/5").offer("B")
    assert play.found == ["ILLEGAL_MOVE/wrong_pips A closed5" if closed else "ILLEGAL_MOVE/wrong_pips A open"]


def test_a_double_without_right_closes_it_in_fcbg_only() -> None:
    for rules in SETS:
        play = Play(rules, cube=(2, "A")).turn("A", 3, 1, "8/4 6/5").offer("B", 4)
        assert ("closed" in play.found[0]) == (rules == FCBG)


def test_a_cube_put_back_settles_only_what_it_was_turned_for() -> None:
    play = (
        Play(USBGF)
        .roll("A", 3, 1)
        .offer("A")
        .take("B")("GameEnded", winner="A", how="bearoff", level="single")
    )
    play.start(crawford=False)("DiceThrown", "A", n=1)("DiceAtRest", "A", dice=[{"face": 3, "zone": "E"}])
    play("DiceThrown", "B", n=1)("DiceAtRest", "B", dice=[{"face": 1, "zone": "W"}])
    play.offer("A")("CubeReturned", "A")
    assert play.found == ["CUBE_AFTER_ROLL A open", "CUBE_AFTER_ROLL A resolved12"]


@every_set
def test_a_beaver_is_a_take_at_the_offered_level(rules: str) -> None:
    play = Play(rules).offer("A")("CubeBeavered", "B", value=4)
    assert play.found == ["CUBE_BEAVER B open"]
    assert play.cube == (2, "B")
    assert Play(rules).offer("A").offer("B", 4).found == ["CUBE_BEAVER B open"]


@pytest.mark.parametrize(("rules", "touched", "brushed", "reached"), [
    (USBGF, "open", "open", ""),
    (WBGT, "logged", "logged", "logged"),
    (AUSBGF, "", "", ""),
    (BIBA, "open", "", "open"),
    (FCBG, "logged", "logged", ""),
])  # fmt: skip
def test_a_hand_on_the_cube(rules: str, touched: str, brushed: str, reached: str) -> None:
    ways = ({"lifted": True}, {"lifted": False}, {"reached_only": True})
    for way, status in zip(ways, (touched, brushed, reached), strict=True):
        kind = "reached" if "reached_only" in way else "touched"
        expected = [f"CUBE_TOUCHED/{kind} A {status}"] if status else []
        assert Play(rules)("CubeTouched", "A", **way).found == expected
        announced = Play(rules)("Announced", "A", what="reposition_cube")("CubeTouched", "A", **way)
        assert announced.found == []
        assert Play(rules)("CubeTouched", "B", **way).found == []
        assert Play(rules, cube=(2, "B"))("CubeTouched", "A", **way).found == []


def test_a_bound_hand_is_settled_by_the_double() -> None:
    assert Play(USBGF)("CubeTouched", "A", lifted=True).offer("A").found == [
        "CUBE_TOUCHED/touched A resolved2"
    ]


def test_a_notice_covers_one_handling_and_one_turn() -> None:
    play = Play(USBGF)("Announced", "A", what="reposition_cube").turn("A", 3, 1, "8/5 6/5")
    play.turn("B", 6, 2, "24/18 13/11")("CubeTouched", "A", lifted=True)
    assert play.found == ["CUBE_TOUCHED/touched A open"]


@pytest.mark.parametrize(("face", "faulty"), [(64, ()), (1, (BIBA, FCBG)), (2, SETS)])
def test_the_face_at_the_start(face: int, faulty: tuple[str, ...]) -> None:
    for rules in SETS:
        play = Play(rules, board=None).start(cube={**RIGHT_START, "value_shown": face})
        assert play.found == ["CUBE_START_FACE None open"] * (rules in faulty)


@pytest.mark.parametrize(
    ("place", "faulty"),
    [("side_rail_centre", ()), ("bar_centre", (USBGF,)), ("A_side", SETS), ("surface", SETS)],
)
def test_the_place_at_the_start(place: str, faulty: tuple[str, ...]) -> None:
    for rules in SETS:
        play = Play(rules, board=None).start(cube={**RIGHT_START, "place": place})
        assert play.found == ["CUBE_START_PLACE None open"] * (rules in faulty)
        assert "open" not in str(play("Corrected", code="CUBE_START_PLACE").found)


@pytest.mark.parametrize(
    ("rules", "status"), list(zip(SETS, ("open", "open", "logged", "logged", ""), strict=True))
)
def test_the_cube_in_the_crawford_game(rules: str, status: str) -> None:
    there = Play(rules, board=None).start(cube=RIGHT_START, crawford=True)
    assert there.found == ([f"CRAWFORD_CUBE_PRESENT None {status}"] if status else [])
    assert Play(rules, board=None).start(cube={"present": False}, crawford=True).found == []
    assert Play(rules, board=None).start(cube={"present": False}).found == ["CUBE_START_PLACE None open"]
    assert Play(rules, board=None).start(crawford=True).found == []


def test_an_automatic_double_is_void_or_but_a_wrong_face() -> None:
    for rules in SETS:
        play = Play(rules, board=None).start(cube=RIGHT_START)("CubeTurnedCentre", value=2)
        code = "CUBE_START_FACE" if rules == WBGT else "CUBE_AUTOMATIC"
        assert play.found == [f"{code} None open"]
        assert play.cube == (1, None)
        assert play("CubeTurnedCentre", value=64).found == [f"{code} None resolved3"]
        back = Play(rules, board=None).start(cube=RIGHT_START)("CubeTurnedCentre", value=2)
        assert back("CubeReturned").found == [f"{code} None resolved3"]


def test_a_cube_turned_during_a_dispute() -> None:
    for rules in SETS:
        play = Play(rules)("DisputeCalled", "B").offer("A")("CubeTouched", "A", reached_only=True)
        assert play.found == ["DISPUTE_DISTURBED A logged"]
        assert play.cube == (1, None)
        assert play("TDArrived").offer("A").take("B").cube == (2, "B")


def test_fcbg_club_play_has_no_cube_rules_but_the_base_rules() -> None:
    assert Play(FCBG, context="club").roll("A", 3, 1, tilt="leaning").offer("A").found == []
    assert Play(FCBG, context="club", length=7, crawford=True).offer("A").take("B").cube == (2, "B")
