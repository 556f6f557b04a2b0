"""A cube that is out of play: how long a slip with it can be put right."""

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


def crawford(rules: str, by: str = "B") -> Play:
    """The Crawford game at 6-3 to 7: A leads, and `by` has doubled."""
    play = Play(rules, to_act=by, length=7, score=(6, 3), crawford=True)  # type: ignore[arg-type]
    return play.offer(by)  # type: ignore[arg-type]


def dead(rules: str) -> Play:
    """A needs 4, holds the cube at 4, and has turned it to 8."""
    return Play(rules, cube=(4, "A"), length=7, score=(3, 2)).offer("A", 8)


@every_set
def test_offered_and_put_back(rules: str) -> None:
    assert crawford(rules).found == ["CUBE_CRAWFORD/offered B open"]
    play = crawford(rules)("CubeReturned", "B").roll("B", 6, 2)
    assert play.found == ["CUBE_CRAWFORD/offered B resolved2"]
    assert play.cube == (1, None)


@every_set
def test_only_the_crawford_slip_counts_whatever_else_is_wrong_with_the_double(rules: str) -> None:
    play = Play(rules, length=7, score=(6, 3), crawford=True).roll("A", 3, 1)
    assert play.offer("A", 8, loc={"region": "table"}).codes == ["CUBE_CRAWFORD"]


@pytest.mark.parametrize(
    ("rules", "next_game", "match_end", "next_match"),
    [
        (USBGF, "open", "closed5", "closed5"),
        (WBGT, "closed4", "closed4", "closed4"),
        (AUSBGF, "closed4", "closed4", "closed4"),
        (BIBA, "open", "open", "closed6"),
        (FCBG, "open", "open", "open"),
    ],
)
def test_a_taken_double(rules: str, next_game: str, match_end: str, next_match: str) -> None:
    play = crawford(rules).take("A")
    play("GameEnded", winner="B", how="bearoff", level="single", recorded=2)
    assert play.found == ["CUBE_CRAWFORD/taken B open"]
    for event, status in (
        ("GameStarted", next_game),
        ("MatchEnded", match_end),
        ("NextMatchStarted", next_match),
    ):
        assert play(event, winner="A", crawford=False).found == [f"CUBE_CRAWFORD/taken B {status}"]


@pytest.mark.parametrize(
    ("rules", "at_last"), [(r, "closed5" if r in (USBGF, BIBA) else "open") for r in SETS]
)
@pytest.mark.parametrize("told", [True, False])
def test_the_trailer_wins_the_match_by_it(rules: str, at_last: str, told: bool) -> None:
    play = crawford(rules).take("A")("GameEnded", winner="B", how="bearoff", level="gammon")
    play("MatchEnded", winner="B", **({"through_cube": True} if told else {}))
    assert play.found == ["CUBE_CRAWFORD/taken_trailer_won_match B open"]
    assert play("NextMatchStarted").found == [f"CUBE_CRAWFORD/taken_trailer_won_match B {at_last}"]


def test_the_trailer_wins_the_match_even_without_it() -> None:
    play = Play(USBGF, "B", length=7, score=(6, 4), crawford=True).offer("B").take("A")
    play("GameEnded", winner="B", how="bearoff", level="backgammon", recorded=6)("MatchEnded", winner="B")
    assert play.found == ["CUBE_CRAWFORD/taken B closed4"]


@pytest.mark.parametrize(
    ("rules", "next_game", "next_match"),
    [
        (USBGF, "closed4", "closed4"),
        (WBGT, "closed4", "closed4"),
        (AUSBGF, "closed4", "closed4"),
        (BIBA, "open", "closed5"),
        (FCBG, "open", "open"),
    ],
)
def test_the_leader_passes(rules: str, next_game: str, next_match: str) -> None:
    play = crawford(rules)("CubePassed", "A")("GameEnded", winner="B", how="pass", recorded=1)
    assert play.found == ["CUBE_CRAWFORD/passed_by_leader B open"]
    assert play("GameStarted").found == [f"CUBE_CRAWFORD/passed_by_leader B {next_game}"]
    assert play("NextMatchStarted").found == [f"CUBE_CRAWFORD/passed_by_leader B {next_match}"]


@pytest.mark.parametrize(
    ("rules", "next_match"), [(r, "closed4" if r in (USBGF, BIBA) else "open") for r in SETS]
)
def test_the_trailer_passes(rules: str, next_match: str) -> None:
    play = crawford(rules, "A")("CubePassed", "B")("MatchEnded", winner="A")
    assert play.found == ["CUBE_CRAWFORD/passed_by_trailer A open"]
    assert play("NextMatchStarted").found == [f"CUBE_CRAWFORD/passed_by_trailer A {next_match}"]


def test_a_void_pass_put_right_brings_the_game_back() -> None:
    play = crawford(USBGF)("CubePassed", "A")("GameEnded", winner="B", how="pass", recorded=1)
    assert play.referee.table.match.score == {"A": 6, "B": 4}
    play("Corrected", code="CUBE_CRAWFORD").turn("B", 6, 2, "24/18 13/11").turn("A", 3, 1, "8/4 6/5")
    assert play.found == ["CUBE_CRAWFORD/passed_by_leader B resolved4", "ILLEGAL_MOVE/wrong_pips A open"]
    assert play.referee.table.match.score == {"A": 6, "B": 3}


def test_put_right_too_late() -> None:
    play = crawford(WBGT).take("A")("GameEnded", winner="B", how="bearoff", level="single", recorded=2)
    play("GameStarted")("Corrected", code="CUBE_CRAWFORD")
    assert play.found == ["CUBE_CRAWFORD/taken B closed4", "LATE_CORRECTION B logged"]


@every_set
def test_the_score_makes_the_crawford_game_and_the_one_after_it_is_none(rules: str) -> None:
    play = Play(rules, length=3)("GameEnded", winner="A", how="bearoff", level="gammon", recorded=2)
    assert play.start().referee.game.crawford
    play("GameEnded", winner="B", how="bearoff", level="single", recorded=1).start(cube=RIGHT_START)
    assert not play.referee.game.crawford
    assert play.found == []


@every_set
def test_a_dead_cube(rules: str) -> None:
    named = rules in (USBGF, AUSBGF)
    assert dead(rules).found == ["CUBE_DEAD/offered A open"] * named
    assert dead(rules).take("B", 8).found == ["CUBE_DEAD/taken A open"] * named
    assert dead(rules).take("B", 8).cube == ((4, "A") if named else (8, "B"))
    passed = dead(rules)("CubePassed", "B").found
    assert passed == (["MATCH_END_ON_DROP A open"] if rules == BIBA else ["CUBE_DEAD/passed A open"] * named)
    assert Play(rules, cube=(2, "A"), length=7, score=(3, 2)).offer("A", 4)("CubePassed", "B").found == []
    assert Play(rules, cube=(4, "A")).offer("A", 8)("CubePassed", "B").found == []


@pytest.mark.parametrize(("rules", "codes"), [
    (USBGF, ["CUBE_DEAD"]), (WBGT, []), (AUSBGF, []), (BIBA, ["MATCH_END_ON_DROP"]), (FCBG, [])
])  # fmt: skip
def test_the_leader_turns_the_centred_cube_after_the_crawford_game(rules: str, codes: list[str]) -> None:
    assert Play(rules, length=7, score=(6, 4)).offer("A")("CubePassed", "B").codes == codes
    assert Play(rules, "B", length=7, score=(6, 4)).offer("B").take("A").codes == []


def test_a_dead_cube_turned_back_and_forth_is_one_slip() -> None:
    play = dead(USBGF).take("B", 8).turn("A", 3, 1, "8/5 6/5").offer("B", 16)
    assert play.found == ["CUBE_DEAD/taken A open"]


def test_in_biba_a_drop_that_ends_the_match_becomes_a_take() -> None:
    for put_right in ("CubeTaken", "Corrected"):
        play = dead(BIBA)("CubePassed", "B")("GameEnded", winner="A", how="pass", recorded=4)
        play(put_right, "B" if put_right == "CubeTaken" else None, code="MATCH_END_ON_DROP")
        assert play.found == ["MATCH_END_ON_DROP A resolved4"]
        assert play.cube == (8, "B")
        assert play.referee.table.match.score == {"A": 3, "B": 2}
        assert play.turn("A", 3, 1, "8/5 6/5").codes == ["MATCH_END_ON_DROP"]
