"""Of a doublet is played what another roll explains, and the rest once the opponent has thrown."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from fixtures.readings import readings
from monitor.events import other
from tests.monitor.tracking.sim import QUIET, Told, follow
from tests.monitor.tracking.test_tall_columns import after_the_first_turn, moved
from vision.reading import DieReading, Reading


def twos_hardly_read(die: DieReading, p: float) -> DieReading:
    """A die that shows two may show four as well."""
    faces = [0.0005, p, 0.0005, 0.998 - p, 0.0005, 0.0005]
    return replace(die, faces=tuple(faces)) if die.value == 2 else die


def played_in_two(seed: int, p: float) -> tuple[Told, str, str]:
    """2-2 of which 13/11 and 6/4 are played, then 6/4 and 13/11 besides while the opponent's roll lies there.
    What was told, who played it, and the board in the end."""
    script, player = after_the_first_turn(seed)
    script.show((), 1.0)
    since = script.t
    script.play(player, script.roll(player, (2, 2)), moved(script.board, player, (13, 9), (6, 4)))
    until = script.t
    script.show((), 1.0)
    script.roll(other(player), (6, 3))
    lying = script._dice
    script.show(lying, 1.5)
    script.put(moved(script.board, player, (6, 4)))
    script.show(lying, 4.0)

    def hardly() -> Iterator[Reading]:
        for one in readings(script, fps=8.0, noise=QUIET):
            dice = tuple(twos_hardly_read(die, p) for die in one.dice) if since <= one.t < until else one.dice
            yield replace(one, dice=dice)

    return follow(hardly()), player, script.board.board26()


@pytest.mark.parametrize("p", [0.6, 0.9])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_play_that_was_taken_for_another_rolls_is_put_right(seed: int, p: float) -> None:
    told, player, board = played_in_two(seed, p)
    (right,) = told.named("Corrected")
    assert (right.by, right.get("board")) == (player, board)
    assert told.raised == []
