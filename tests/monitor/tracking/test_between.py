"""Between two games, and before the first: men who are moved about, with dice or without, are no game."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

import pytest

from fixtures.readings import ScriptDie, readings
from monitor.backgammon import START, Position
from monitor.config import MatchConfig
from monitor.events import Player, other
from tests.monitor.tracking.sim import QUIET, Told, follow, from_south, truth, watch
from tests.monitor.tracking.test_cube import CENTRE, SURFACE, CubeScript, acts, watched
from vision.reading import Reading

SURE = replace(QUIET, cube_error=0.0, cube_miss=0.0, cube_p=(0.96, 0.99))
ALL = frozenset(range(24))
RIGHT = {"A": "E", "B": "W"}


class Talk(CubeScript):
    """A game that is passed, what is done with the men then, and the next game."""

    def game(self, turns: int = 4) -> Player:
        """A few turns, a double that is passed, the cube put back; who doubled."""
        doubler = self.some_turns(turns)
        self.put_cube(2, SURFACE[doubler], 2.5)
        self.put_cube(64, CENTRE, 2.0)
        self._dice = ()
        return doubler

    def lay(self, values: tuple[int, int], player: Player, seconds: float = 3.0) -> None:
        """Two dice are laid on a player's right by hand, one after the other."""
        dice: tuple[ScriptDie, ...] = self.throw(values, RIGHT[player])
        self.show(dice[:1], 1.0)
        self._dice = dice
        self.show(dice, seconds)

    def take_up(self) -> None:
        """The dice are lifted."""
        self.lift()
        self._dice = ()
        self.show((), 1.0)

    def set_up(self) -> None:
        """The men stand as at the start."""
        self.put(START)
        self.show((), 3.0)


def ends(told: Told) -> list[tuple[object, object]]:
    return [(end.get("how"), end.get("score")) for end in told.named("GameEnded")]


def begins(told: Told) -> list[tuple[object, object]]:
    return [(event.get("game_no"), event.get("score")) for event in told.named("GameStarted")]


def joined(told: Told) -> list[object]:
    return [event.get("board_after") for event in told.named("TrackRegained") if event.get("joined") is True]


@pytest.mark.parametrize("seed", range(3))
def test_a_position_that_is_gone_over_is_no_game_and_the_score_stays(seed: int) -> None:
    script = Talk(seed=seed)
    doubler = script.game()
    player, roll, _ = script.turns[-1]
    before = script.turns[-3][2]
    script.put(before)
    script.show((), 12.0)
    script.lay(roll, player)
    after = script.turns[-1][2]
    script.put(after, lying=True)
    script.show(script._dice, 70.0)
    script.put(before, lying=True)
    script.take_up()
    script.set_up()
    script.some_turns(3)
    told = watched(script, noise=SURE)
    points = {doubler: 1, other(doubler): 0}
    assert joined(told) == []
    assert begins(told) == [(1, {"A": 0, "B": 0}), (2, points)]
    assert ends(told) == [("pass", points)]
    assert told.turns == truth(script)
    assert told.raised == []


def played_on(script: Talk, turns: int) -> None:
    """So many turns from where the men stand, as in a game."""
    player: Player = "A"
    for _ in range(turns):
        script.play(player, script.roll(player))
        player = other(player)


Unseen = Literal["in sight", "covered", "unreadable", "not read"]


@pytest.mark.parametrize(
    ("unseen", "turns", "is_one"),
    [
        ("covered", 2, True),
        ("unreadable", 2, True),
        ("in sight", 4, False),
        ("not read", 4, False),
        ("in sight", 7, True),
    ],
)
def test_a_game_whose_beginning_went_unseen_is_known_by_its_turns(
    unseen: Unseen, turns: int, is_one: bool
) -> None:
    """Of a recording nothing may be read while nothing moves. Where the board was out of sight one turn will
    do."""
    script = Talk(seed=5)
    script.game()
    script.put(from_south(START, "A", "24/22 13/11"))
    script.show((), 3.0)
    gone = script.t
    script.show((), 8.0, ALL if unseen == "covered" else frozenset())
    back = script.t
    script.show((), 2.0)
    played_on(script, turns)
    script.show((), 3.0)

    def seen() -> Iterator[Reading]:
        for one in readings(script, fps=10.0, noise=SURE):
            if not gone < one.t < back or unseen in ("in sight", "covered"):
                yield one
            elif unseen == "unreadable":
                yield replace(one, status="lost", reason="24 of 24 points are covered")

    told = follow(seen(), MatchConfig(length=5))
    assert bool(joined(told)) is is_one
    assert told.raised == []


def test_a_set_up_of_the_next_game_is_called_wrong_with_its_opening_dice() -> None:
    men = list(START.mover)
    men[5], men[4] = 4, 1
    wrong = Position.of(men, START.opponent)
    script = Talk(seed=6)
    script.game()
    script.put(wrong)
    script.show((), 20.0)
    quiet = script.t
    script.some_turns(1)
    told = watched(script, noise=SURE)
    assert told.raised == [("SETUP_ERROR", None)]
    known = told.findings[0].t_known
    assert known is not None
    assert quiet < known < quiet + 6.0


def test_nor_is_it_with_dice_that_one_player_lays_down() -> None:
    script = Talk(seed=7)
    script.game()
    script.put(from_south(from_south(START, "A", "13/11 13/8"), "B", "24/20 13/8"))
    script.lay((6, 1), "A", 6.0)
    script.take_up()
    script.set_up()
    script.some_turns(1)
    told = watched(script, noise=SURE)
    assert told.raised == []
    assert len(begins(told)) == 2


def test_a_double_was_passed_where_a_man_has_stood_elsewhere_before_dice_come_to_lie_there() -> None:
    script = Talk(seed=8)
    doubler = script.some_turns(3)
    script.put_cube(2, SURFACE[doubler], 2.5)
    script._dice = ()
    men = list(script.board.board)
    place = next(point for point in range(24) if men[point] > 1)
    free = next(point for point in range(24) if not men[point] and not men[25 + 23 - point])
    men[place], men[free] = men[place] - 1, 1
    script.put(Position(bytes(men)))
    script.show((), 2.0)
    script.lay((6, 3), doubler)
    script.take_up()
    script.set_up()
    told = watched(script, noise=SURE)
    assert acts(told) == [("CubeOffered", doubler, 2), ("CubePassed", other(doubler), 2)]
    assert told.raised == []


def test_a_double_put_back_was_passed_where_the_last_play_is_taken_back_or_its_dice_are_laid_down() -> None:
    for taken_back in (True, False):
        script = Talk(seed=8)
        doubler = script.game()
        player, roll, _ = script.turns[-1]
        assert player == other(doubler)
        if taken_back:
            script.put(script.turns[-2][2])
        script.lay(roll, player)
        script.take_up()
        script.set_up()
        told = watched(script, noise=SURE)
        assert acts(told) == [("CubeOffered", doubler, 2), ("CubePassed", other(doubler), 2)]
        assert told.turns == truth(script)
        assert told.raised == []


@pytest.mark.parametrize("seed", range(3))
def test_what_lies_there_before_the_match_is_no_game_of_it(seed: int) -> None:
    script = Talk(seed=seed)
    script.without_cube()
    script.scenes.clear()
    player: Player
    for player, move in (("A", "8/4 6/4"), ("B", "8/4 6/4"), ("A", "13/5"), ("B", "13/5"), ("A", "24/18")):
        script.board = from_south(script.board, player, move)
    script.t = 0.0
    script.show((), 14.0)
    script.lay((4, 3), "A")
    script.take_up()
    played_on(script, 2)
    script.turns.clear()
    script.put(Position.of([2, *[0] * 23, 0], [2, *[0] * 23, 0]))
    script.show((), 2.0)
    script.set_up()
    script.some_turns(3)
    told = watched(script, noise=SURE)
    assert begins(told) == [(1, {"A": 0, "B": 0})]
    assert ends(told) == []
    assert sum((told.turns & truth(script)).values()) == len(script.turns)
    assert told.raised == []


def test_an_opening_die_that_leans_is_thrown_again_alone_though_it_shows_what_the_other_does() -> None:
    script = Talk(seed=9)
    north = script.throw((3,), "W")
    script.show(north, 1.0)
    script.show(north + script.throw((3,), "E", leaning=True), 2.5)
    script.show(north, 1.0)
    script.show(north + script.throw((3,), "E"), 1.2)
    script.show((), 1.0)
    south = script.throw((2,), "E")
    script.show(south, 0.6)
    script._dice = south + script.throw((5,), "W")
    script.show(script._dice, 1.0)
    script.play("B", (5, 2))
    told = watch(script)
    thrown = [event.by for event in told.named("DiceThrown")]
    assert thrown == ["B", "A", "A", "A", "B"]
    assert not told.named("EvidenceConflict")
    assert told.raised == [("ROLL_INVALID", "A")]
