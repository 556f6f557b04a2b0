"""Words that bind a player to a cube action."""

import pytest

from tests.monitor.rules.play import BIBA, SETS, USBGF, Play

every_set = pytest.mark.parametrize("rules", SETS)
BINDING = (USBGF, BIBA)


def broken(rules: str, kind: str, by: str) -> list[str]:
    binds = rules == BIBA or (rules == USBGF and kind in ("double", "drop"))
    return [f"CUBE_VOW_BROKEN/{kind} {by} open"] * binds


@every_set
def test_said_to_double_and_thrown(rules: str) -> None:
    play = Play(rules)("Announced", "A", what="will_double").roll("A", 3, 1)
    assert play.found == broken(rules, "double", "A")


def test_said_to_double_and_rolled_though_nobody_saw_the_throw() -> None:
    dice = [{"face": 3, "zone": "E"}, {"face": 1, "zone": "E"}]
    play = Play(BIBA)("Announced", "A", what="will_double")
    play("DiceAtRest", "A", dice=dice, settled=False)("DiceAtRest", "A", dice=dice, purpose="mix")
    assert play.found == []
    assert play("DiceAtRest", "A", dice=dice).found == broken(BIBA, "double", "A")


@every_set
def test_said_to_double_and_doubled(rules: str) -> None:
    play = Play(rules, "B").roll("B", 6, 1)("Announced", "A", what="will_double")
    play("CheckersMoved", "B", move="13/7 8/7")("DicePickedUp", "B").offer("A").take("B").roll("A", 3, 1)
    assert play.found == []


@pytest.mark.parametrize("rules", BINDING)
def test_the_promise_waits_for_the_first_legal_chance(rules: str) -> None:
    play = Play(rules, cube=(2, "B"))("Announced", "A", what="will_double").turn("A", 3, 1, "8/5 6/5")
    play.offer("B", 4).take("A", 4).turn("B", 6, 2, "24/18 13/11")
    assert play.found == []
    assert play.roll("A", 5, 1).found == broken(rules, "double", "A")


@pytest.mark.parametrize("rules", BINDING)
def test_a_dead_or_crawford_cube_is_no_legal_chance(rules: str) -> None:
    play = Play(rules, length=7, score=(6, 3), crawford=True)("Announced", "A", what="will_double")
    assert play.roll("A", 3, 1).found == []


@pytest.mark.parametrize("rules", BINDING)
def test_held_to_his_word_he_doubles_after_all(rules: str) -> None:
    play = Play(rules)("Announced", "A", what="will_double").roll("A", 3, 1).offer("A").take("B")
    assert play.found == ["CUBE_VOW_BROKEN/double A resolved4"]
    assert play.turn("A", 6, 5, "24/13").cube == (2, "B")
    assert len(play.found) == 1


def test_a_broken_promise_is_no_leave_to_double_after_a_bad_roll_or_in_a_later_turn() -> None:
    bad = Play(BIBA)("Announced", "A", what="will_double").roll("A", 3, 1, tilt="leaning").offer("A")
    assert bad.codes == ["CUBE_VOW_BROKEN", "ROLL_INVALID", "CUBE_AFTER_INVALID_ROLL"]
    later = Play(BIBA)("Announced", "A", what="will_double").turn("A", 3, 1, "8/5 6/5")
    later.turn("B", 6, 2, "24/18 13/11").roll("A", 5, 4).offer("A")
    assert later.codes == ["CUBE_VOW_BROKEN", "CUBE_AFTER_ROLL"]


@every_set
def test_said_to_drop_doubled_at_once_and_taken(rules: str) -> None:
    play = Play(rules, "B").roll("B", 6, 1)("Announced", "B", what="will_drop")
    play("CheckersMoved", "B", move="13/7 8/7")("DicePickedUp", "B").offer("A")
    assert play.take("B").found == broken(rules, "drop", "B")


@every_set
def test_said_to_drop_doubled_later_and_taken(rules: str) -> None:
    play = Play(rules)("Announced", "B", what="will_drop").turn("A", 3, 1, "8/5 6/5")
    play.turn("B", 6, 1, "13/7 8/7").offer("A").take("B")
    assert play.found == broken(rules, "drop_later", "B")


@every_set
def test_said_to_drop_and_dropped(rules: str) -> None:
    play = Play(rules)("Announced", "B", what="will_drop").offer("A")("CubePassed", "B")
    assert play.found == []


@every_set
def test_said_to_take_and_dropped(rules: str) -> None:
    play = Play(rules)("Announced", "B", what="will_take").offer("A")("CubePassed", "B")
    assert play.found == broken(rules, "take", "B")
    assert Play(rules)("Announced", "B", what="will_take").offer("A").take("B").found == []


def test_words_do_not_outlast_the_game() -> None:
    play = Play(BIBA)("Announced", "B", what="will_drop")(
        "GameEnded", winner="A", how="bearoff", level="single"
    )
    play.start()("DiceThrown", "A", n=1)("DiceAtRest", "A", dice=[{"face": 3, "zone": "E"}])
    play("DiceThrown", "B", n=1)("DiceAtRest", "B", dice=[{"face": 1, "zone": "W"}])
    play("CheckersMoved", "A", move="8/5 6/5")("DicePickedUp", "A").turn("B", 6, 2, "24/18 13/11")
    assert play.offer("A").take("B").found == []
