"""Two dice that both players use, of which nobody has spoken: the hands that take them up tell."""

import pytest

from fixtures.readings import Script, ScriptDie, hand_at, readings
from monitor.backgammon import text_of
from monitor.config import MatchConfig
from monitor.events import Event, Player, other
from tests.monitor.tracking.sim import QUIET, Told, follow, follow_with
from tests.monitor.tracking.test_shared_dice import SharedScript, doubled_after

Dice = tuple[ScriptDie, ...]
COMES_S = 0.3
UNSAID = MatchConfig(length=5)


class Seated(SharedScript):
    """Dice are lifted by a hand that comes and goes over the row of its own player, who is the opponent."""

    def take_up(self) -> None:
        self.by_hand_of(self.taker(), self._dice)
        self.show((), 1.0)

    def taker(self) -> Player:
        """Who takes up the dice of the last turn."""
        return other(self.turns[-1][0])

    def by_hand_of(self, player: Player, dice: Dice, left: Dice = ()) -> None:
        """A player lifts dice, others are left."""
        hand = hand_at(dice)
        row = frozenset(slot for slot in hand if (slot >= 12) == (player == "A"))
        self.show((*left, *dice), COMES_S, row)
        self.show(left, COMES_S, hand)
        self.show(left, COMES_S, row)


class Own(Seated):
    """Each player takes up his own dice; and, in turns that are named by their numbers, the opponent does."""

    others: tuple[int, ...] = ()

    def taker(self) -> Player:
        return super().taker() if len(self.turns) in self.others else self.turns[-1][0]


def watched(script: Script, config: MatchConfig = UNSAID) -> Told:
    return follow(readings(script, fps=10.0, noise=QUIET), config)


def modes(told: Told) -> list[object]:
    """The dice that were found to be played with, one after the other."""
    said = [event for event in told.named("EvidenceConflict") if event.get("what") == "dice_mode"]
    return [event.get("mode") for event in said]


@pytest.mark.parametrize("turns", [2, 5])
@pytest.mark.parametrize("seed", [21, 22, 23])
def test_dice_that_the_opponent_takes_up_are_shared_and_lie_while_he_doubles(seed: int, turns: int) -> None:
    script = doubled_after(turns, Seated(seed=seed))
    told = watched(script)
    assert told.raised == []
    assert modes(told) == ["shared2"]
    plays = [(turn.by, turn.get("board_after")) for turn in told.named("TurnPlayed")]
    assert plays == [(by, text_of(board)) for by, _, board in script.turns]
    meanings = [event.get("meaning") for event in told.named("DicePickedUp")]
    assert set(meanings[2:]) <= {"next_turn"}


def test_a_double_while_dice_lie_is_too_early_where_each_has_his_own() -> None:
    told = watched(doubled_after(4, Own(seed=21)))
    assert [code for code, _ in told.raised] == ["CUBE_PREMATURE"]
    assert modes(told) == []


def test_who_clears_the_board_for_the_other_once_shares_no_dice() -> None:
    script = Own(seed=22)
    script.others = (1,)
    script.some_turns(4)
    script.take_up()
    told = watched(script)
    assert modes(told) == ["shared2", "own4"]
    late = Own(seed=22)
    late.others = (4,)
    late.some_turns(5)
    late.take_up()
    again = watched(late)
    assert modes(again) == []
    assert told.raised == again.raised == []
    assert len(told.named("TurnPlayed")) == 5


def test_opening_dice_that_go_one_after_the_other_say_nothing() -> None:
    """Through a box both lie in one half; the winner takes up his after his turn, then the other his."""
    script = Seated(seed=23)
    player, dice = script.opening()
    script.play(player, dice)
    south, north = script._dice
    script.by_hand_of(player, (south,), left=(north,))
    script.show((north,), 2.0)
    script.by_hand_of(other(player), (north,))
    script.show((), 2.0)
    told = watched(script, MatchConfig(length=5, baffle=True))
    assert len(told.named("TurnPlayed")) == 1
    assert modes(told) == []


@pytest.mark.parametrize("name", ["ClockPressed", "BarTapped"])
def test_presses_entered_after_it_shows_end_turns(name: str) -> None:
    """Whoever enters them need not say beforehand that he will, nor whether there is a clock."""
    script = Seated(seed=22)
    script.some_turns(6)
    script.take_up()
    entered = [Event(name, t=t, by=by, src="clock") for by, t in script.ends[3:]]
    told, tracker = follow_with(readings(script, fps=10.0, noise=QUIET), entered, UNSAID)
    assert modes(told) == ["shared2"]
    assert tracker.acts.ends == name
    late = told.named("TurnPlayed")[3:]
    assert [turn.t for turn in late] == [event.t for event in entered]
    assert told.raised == []


@pytest.mark.parametrize(
    "config", [MatchConfig(dice="shared2"), MatchConfig(clock=True), MatchConfig(stills=True)]
)
def test_nothing_is_asked_where_it_is_known_or_pictures_stand_still(config: MatchConfig) -> None:
    assert modes(watched(doubled_after(3, Seated(seed=21)), config)) == []
