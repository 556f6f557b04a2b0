"""Tables where the half that the dice lie in does not tell who threw: a baffle box, a board without a bar."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from fixtures.readings import Script, ScriptDie, readings
from monitor.backgammon import apply_play, from_seat, legal_plays
from monitor.config import MatchConfig
from monitor.events import Player, other
from tests.monitor.tracking.sim import QUIET, Told, follow, truth
from tests.monitor.tracking.test_partly_seen import behind
from tests.support import make_die
from vision.reading import OUTCOMES, DieReading, Reading, outcome

BOX = MatchConfig(baffle=True, home="E")


class BoxScript(Script):
    """Dice fall through a box into the half away from the home boards, whoever throws."""

    def throw(self, values: Sequence[int], zone: str, *, leaning: bool = False) -> tuple[ScriptDie, ...]:
        dice = super().throw(values, "W", leaning=leaning)
        return (
            tuple(ScriptDie(d.value, (0.3 + d.uv[0] / 3, d.uv[1]), d.leaning) for d in dice)
            if (zone == "W" and len(dice) == 1)
            else dice
        )

    def opening(self, ties: int = 0) -> tuple[Player, tuple[int, int]]:
        """The second die comes three seconds after the first one."""
        for south, north in [(value, value) for value in range(1, ties + 1)] + [(2, 5)]:
            dice = self.throw([south], "E")
            self.show(dice, 3.0)
            dice += self.throw([north], "W")
            self.show(dice, 1.5)
            if south == north:
                self.show((), 1.0)
        self._dice = dice
        return "B", (5, 2)


def game(seed: int, turns: int = 6, ties: int = 0) -> BoxScript:
    script = BoxScript(seed=seed)
    player, dice = script.opening(ties)
    script.play(player, dice)
    for _ in range(turns):
        player = "A" if player == "B" else "B"
        script.play(player, script.roll(player))
    return script


def watched(script: Script, config: MatchConfig) -> Told:
    return follow(readings(script, fps=8.0, noise=QUIET), config)


@pytest.mark.parametrize("ties", [0, 1])
@pytest.mark.parametrize("seed", [3, 4, 5, 6])
def test_with_a_box_the_turn_tells_who_threw(seed: int, ties: int) -> None:
    script = game(seed, ties=ties)
    told = watched(script, BOX)
    assert told.raised == []
    assert told.turns == truth(script)
    assert not told.named("TrackLost")
    thrown = [event.by for event in told.named("DiceThrown")]
    assert thrown == ["A", "B"] * ties + ["A", *[by for by, _, _ in script.turns]]
    faces = [[die["face"] for die in event.get("dice")] for event in told.named("DiceAtRest")]
    assert faces[: 2 * ties] == [[1], [1]] * ties


@pytest.mark.parametrize("seed", [3, 4])
def test_dice_that_a_box_lets_roll_to_the_other_half_are_not_said_to_have_leant(seed: int) -> None:
    script = game(seed, turns=0)
    script._dice = Script.throw(script, [3, 4], "E")
    script.show(script._dice, 3.0)
    script.lift()
    script.show((), 1.0)
    script.play("A", script.roll("A"))
    told = watched(script, BOX)
    assert told.turns == truth(script)
    assert [(one.code, one.kind, one.by, one.status) for one in told.findings] == [
        ("ROLL_INVALID", "wrong_side", "A", "open"),
        ("ROLL_INVALID", "wrong_side", "A", "resolved"),
    ]


def test_the_second_opening_die_may_come_late() -> None:
    opening = watched(game(3, turns=0), BOX).named("DiceAtRest")
    assert [(event.by, [die["face"] for die in event.get("dice")]) for event in opening] == [
        ("A", [2]),
        ("B", [5]),
    ]


@pytest.mark.parametrize("seen", [True, False])
@pytest.mark.parametrize("seed", [5, 6, 7])
def test_a_tie_misread_is_no_roll_thrown_again_or_played(seed: int, seen: bool) -> None:
    script = game(seed, turns=2, ties=1)
    tied, first = script.scenes[3].t, script.scenes[12].t

    def misread() -> Iterator[Reading]:
        """The tie as a 3-1; seen: the dice that decide are read."""
        for reading in readings(script, fps=8.0, noise=QUIET):
            dice = [_as(die, 3) if die.uv[0] > 0.35 else die for die in reading.dice]
            if reading.t < tied:
                yield replace(reading, dice=tuple(dice))
            else:
                yield reading if seen or reading.t > first else replace(reading, dice=())

    told = follow(misread(), BOX)
    assert told.raised == []
    if seen:
        assert told.turns == truth(script)


def _as(die: DieReading, value: int) -> DieReading:
    faces = tuple(0.95 if face == value else 0.01 for face in range(1, 7))
    return replace(die, value=value, faces=faces)


def test_a_cocked_roll_through_a_box_is_told_of_the_player_on_turn() -> None:
    script = game(4, turns=2)
    player: Player = "A" if script.turns[-1][0] == "B" else "B"
    script.cocked(player, 0.98)
    script.play(player, script.roll(player))
    assert watched(script, BOX).raised == [("ROLL_INVALID", player)]


def test_without_a_bar_turn_and_half_together_tell_who_threw() -> None:
    script = Script(seed=8)
    player, dice = script.opening()
    script.play(player, dice)
    for _ in range(4):
        player = "A" if player == "B" else "B"
        script.play(player, script.roll(player))
    bare = watched(script, MatchConfig(has_bar=False))
    assert [event.by for event in bare.named("DiceThrown")][2:] == [by for by, _, _ in script.turns[1:]]
    crossed = watched(game(8, turns=4), MatchConfig(has_bar=False))
    assert {event.by for event in crossed.named("DiceThrown")[2:]} <= {None, "B"}
    assert crossed.raised == []


def one_after_the_other(script: Script, late_s: float) -> Iterator[Reading]:
    """Of two dice on the board the second is read so much later than the first, as one in the shade is."""
    came, lay = 0.0, 0
    for reading in readings(script, fps=8.0, noise=QUIET):
        came, lay = came if len(reading.dice) == lay else reading.t, len(reading.dice)
        yield replace(reading, dice=reading.dice[:1]) if reading.t - came < late_s else reading


def test_a_roll_of_which_one_die_is_read_late_is_told_of_the_player_on_turn() -> None:
    script = Script(seed=8)
    player, dice = script.opening()
    script.play(player, dice)
    for _ in range(3):
        player = other(player)
        script.play(player, script.roll(player))
    told = follow(one_after_the_other(script, 1.5), MatchConfig(has_bar=False))
    for name in ("DiceThrown", "DiceAtRest"):
        assert [event.by for event in told.named(name)][-3:] == [by for by, _, _ in script.turns[1:]]
    assert told.turns == truth(script)
    assert told.raised == []


@pytest.mark.parametrize("seed", [3, 4, 5, 6])
def test_who_plays_all_of_a_roll_has_thrown_it(seed: int) -> None:
    """The other player's turn before was not seen, and nothing shows it: the board is as it was."""
    script = game(seed, turns=3)
    unseen, player = script.turns[-2][0], script.turns[-1][0]
    dice = script.roll(player)
    mine = from_seat(script.board, player)
    script.play(player, dice, from_seat(apply_play(mine, legal_plays(mine, dice)[0].hops), player))
    script.play(unseen, script.roll(unseen))
    told = watched(script, BOX)
    assert told.raised == []
    assert told.turns == truth(script)


@pytest.mark.parametrize("short", [True, False])
def test_a_lone_die_is_no_void_roll_where_what_was_played_may_not_show(short: bool) -> None:
    """One die is overlooked. The man comes from a column of seven that is read as five, before and after, and
    goes out of sight. Where the column is read right nothing was played: the roll did not count."""
    script = game(3, turns=2)
    since = script.t
    script.show((), 2.0)
    script._dice = script.throw((2, 1), "W")[:1]
    script.show(script._dice, 3.0)
    before = script.board
    script.play("A", (2, 1), from_seat(apply_play(from_seat(before, "A"), "8/5"), "A") if short else before)
    script.show((), 2.0)
    thrower: Player = "B" if short else "A"
    script.play(thrower, script.roll(thrower))

    def seen() -> Iterator[Reading]:
        for reading in behind(readings(script, fps=8.0, noise=QUIET), (19,), since):
            points = reading.points.copy()
            if reading.t >= since and short:
                points[16], points[16, outcome(0, 5)] = 0.1 / OUTCOMES, 0.9
            yield replace(reading, points=points)

    told = [finding.code for finding in follow(seen(), BOX).findings]
    assert told == ([] if short else ["ROLL_INVALID"] * 2)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_die_painted_on_the_board_is_no_opening_die(seed: int) -> None:
    painted = make_die(6, (354.0, 304.0), uv=(0.354, 0.507), zone="W", size_px=25.0)
    script = BoxScript(seed=seed)
    player, dice = script.opening()
    for _ in range(3):
        script.play(player, dice)
        player = other(player)
        dice = script.roll(player)
    source = readings(script, fps=8.0, noise=QUIET)
    told = follow((replace(reading, dice=(painted, *reading.dice)) for reading in source), BOX)
    assert told.raised == []
    assert told.turns == truth(script)
    assert [die["face"] for event in told.named("DiceAtRest")[:2] for die in event.data["dice"]] == [2, 5]
