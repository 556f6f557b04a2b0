"""Two dice that both players use: they lie on the board until the next player takes them up."""

from dataclasses import replace

import pytest

from fixtures.readings import ScriptCube, readings
from monitor.backgammon import text_of
from monitor.config import MatchConfig
from monitor.events import Event, Player, other
from tests.monitor.tracking.sim import QUIET, Told, follow_with
from tests.monitor.tracking.test_cube import SIDES, SURFACE, CubeScript

TAPPED = MatchConfig(dice="shared2", length=5)
CLOCKED = MatchConfig(dice="shared2", clock=True, length=5)


class SharedScript(CubeScript):
    """A script in which the dice of a turn lie until the opponent lifts them; ends: when every turn ended."""

    def __post_init__(self) -> None:
        self.ends: list[tuple[Player, float]] = []
        super().__post_init__()

    def play(self, player: Player, dice: tuple[int, int], result: object = None) -> None:
        super().play(player, dice)
        del self.scenes[-3:]
        self.t = self.scenes[-1].t + 1.5
        self.ends.append((player, self.t))
        self.show(self._dice, 1.0)

    def take_up(self) -> None:
        """The next player takes the dice."""
        self.lift()
        self.show((), 1.0)

    def some_turns(self, turns: int) -> Player:
        player, dice = self.opening()
        self.play(player, dice)
        for _ in range(turns):
            self.take_up()
            player = other(player)
            self.play(player, self.roll(player))
        return other(player)

    def double(self, by: Player) -> None:
        """The cube is put on the surface, and to the other side, while the dice of the turn before lie."""
        for uv in (SURFACE[by], SIDES[other(by)]):
            self.cube = None
            self.show(self._dice, 0.5)
            self.cube = ScriptCube(2, uv)
            self.show(self._dice, 2.0)


def watched(script: SharedScript, config: MatchConfig, presses: int | None = None) -> Told:
    """Follow it; of the presses or taps only so many are told, all of them if None."""
    name = "ClockPressed" if config.clock else "BarTapped"
    entered = [Event(name, t=t, by=by, src="clock") for by, t in script.ends[:presses]]
    return follow_with(readings(script, fps=10.0, noise=QUIET), entered, config)[0]


def doubled(seed: int) -> SharedScript:
    return doubled_after(4, SharedScript(seed=seed))


def doubled_after(turns: int, script: SharedScript) -> SharedScript:
    """A double after so many turns while the dice lie there, taken, and one turn more."""
    doubler = script.some_turns(turns - 1)
    script.double(doubler)
    script.take_up()
    script.play(doubler, script.roll(doubler))
    script.take_up()
    script.show((), 1.0)
    return script


@pytest.mark.parametrize("config", [TAPPED, CLOCKED])
@pytest.mark.parametrize("seed", [21, 22, 23])
def test_where_no_press_is_heard_a_double_ends_the_turn(config: MatchConfig, seed: int) -> None:
    script = doubled(seed)
    told = watched(script, config, presses=0)
    assert told.raised == []
    names = [event.ev for event in told.events]
    fourth = [k for k, name in enumerate(names) if name == "TurnPlayed"][3]
    assert fourth < names.index("CubeOffered") < names.index("CubeTaken")
    assert names.count("TurnPlayed") == 5


def test_a_double_before_the_press_is_premature_where_presses_are_heard() -> None:
    script = doubled(21)
    player, t = script.ends[3]
    script.ends[3] = (player, t + 3.5)
    told = watched(script, CLOCKED)
    assert [code for code, _ in told.raised] == ["CUBE_PREMATURE"]
    on_time = watched(doubled(21), CLOCKED)
    assert on_time.raised == []


def test_shared_dice_need_no_press_for_the_turns_to_be_told() -> None:
    script = SharedScript(seed=4)
    script.some_turns(7)
    script.take_up()
    told = watched(script, replace(TAPPED, length=None), presses=0)
    assert told.raised == []
    assert len(told.named("TurnPlayed")) == 8


def test_dice_overlooked_before_the_press_have_not_been_taken_up() -> None:
    script = SharedScript(seed=21)
    player = script.some_turns(2)
    script.take_up()
    script.play(player, script.roll(player))
    by, _ = script.ends.pop()
    del script.scenes[-1]
    script.t = script.scenes[-1].t + 0.8
    script.show((), 2.0)
    script.ends.append((by, script.t))
    script.show(script._dice, 1.5)
    script.take_up()
    told = watched(script, CLOCKED)
    turn, press = told.named("TurnPlayed")[-1], told.named("ClockPressed")[-1]
    assert turn.t == press.t
    assert [event.by for event in told.named("DicePickedUp")][-1] == other(by)
    assert told.events.index(told.named("DicePickedUp")[-1]) > told.events.index(press)
    assert told.raised == []


def test_a_press_that_goes_unheard_does_not_hold_a_turn_up_for_ever() -> None:
    script = SharedScript(seed=22)
    script.some_turns(5)
    script.take_up()
    script.show((), 8.0)
    told = watched(script, CLOCKED, presses=2)
    assert len(told.named("TurnPlayed")) == 6
    assert told.raised == []


@pytest.mark.parametrize("name", ["ClockPressed", "BarTapped"])
def test_presses_that_nobody_had_announced_end_turns_all_the_same(name: str) -> None:
    """A match set up without clock or shared dice, in which presses are entered: the double that follows one
    comes in time."""
    script = doubled(24)
    entered = [Event(name, t=t, by=by, src="clock") for by, t in script.ends]
    told, _ = follow_with(readings(script, fps=10.0, noise=QUIET), entered, MatchConfig(length=5))
    turns = [(turn.by, turn.get("board_after")) for turn in told.named("TurnPlayed")]
    assert turns == [(by, text_of(board)) for by, _, board in script.turns]
    assert "CUBE_PREMATURE" not in [code for code, _ in told.raised]
