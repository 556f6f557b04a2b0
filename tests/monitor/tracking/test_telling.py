"""What a turn is told with where its dice were hardly read."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from fixtures.readings import Script, readings
from monitor.backgammon import apply_play, from_seat
from monitor.events import other
from tests.monitor.tracking.sim import QUIET, Told, follow
from vision.reading import DieReading, Reading


def blurred(source: Iterable[Reading], value: int, wrong: int, p: float, since: float) -> Iterator[Reading]:
    """Dice of one value are read as another, with probability p against p_true for what they show."""
    for reading in source:
        dice = [
            _unsure(die, wrong, p) if die.value == value and reading.t >= since else die
            for die in reading.dice
        ]
        yield replace(reading, dice=tuple(dice))


def _unsure(die: DieReading, wrong: int, p: float) -> DieReading:
    rest = (1.0 - p) / 2
    faces = [rest / 4] * 6
    faces[die.value - 1], faces[wrong - 1] = rest, p
    return replace(die, value=wrong, p=max(p, 0.65), faces=tuple(faces))


def told_with(p: float, roll: tuple[int, int] = (3, 1), play: str = "8/5 6/5") -> Told:
    """A roll of 3-1, played 8/5 6/5, or another, whose 3 is read as a 4 with this probability."""
    script = Script(seed=11)
    player, dice = script.opening()
    script.play(player, dice)
    script.show((), 1.0)
    player, since = other(player), script.t
    dice = script.roll(player, roll)
    mine = apply_play(from_seat(script.board, player), play)
    script.play(player, dice, from_seat(mine, player))
    script.show((), 3.0)
    return follow(blurred(readings(script, fps=8.0, noise=QUIET), 3, 4, p, since))


@pytest.mark.parametrize("p", [0.4, 0.5])
def test_a_play_decides_between_dice_that_were_hardly_read(p: float) -> None:
    told = told_with(p)
    turn = told.named("TurnPlayed")[1]
    assert sorted(turn.get("dice")) == [1, 3]
    assert turn.get("legal") is True
    assert turn.get("explained_by") is None
    (conflict,) = [e for e in told.named("EvidenceConflict") if e.get("what") == "dice_and_play"]
    assert sorted(conflict.get("dice")) == [1, 4]
    assert told.raised == []


def test_dice_read_with_some_sureness_stand_beside_what_explains_the_play() -> None:
    turn = told_with(0.93).named("TurnPlayed")[1]
    assert sorted(turn.get("dice")) == [1, 4]
    assert sorted(turn.get("explained_by")) == [1, 3]
    assert turn.get("legal") is None


def test_a_play_of_four_men_decides_between_a_doublet_and_dice_read_more_surely() -> None:
    told = told_with(0.8, (3, 3), "8/5(2) 6/3(2)")
    turn = told.named("TurnPlayed")[1]
    assert (turn.get("dice"), turn.get("legal")) == ([3, 3], True)
    (conflict,) = [e for e in told.named("EvidenceConflict") if e.get("what") == "dice_and_play"]
    assert conflict.get("dice") == [4, 4]
    assert told.raised == []
