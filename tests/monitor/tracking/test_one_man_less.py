"""One man gone, put beside the opponent's or hardly seen on the bar, while the rest is as it should be."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
import pytest

from fixtures.readings import Script, readings
from monitor.backgammon import START, apply_play, from_seat, judge_seat, legal_plays
from monitor.config import MatchConfig
from monitor.events import Event, Player, other
from tests.monitor.tracking.sim import QUIET, Told, follow, one_off, truth
from tests.monitor.tracking.test_explain import EAST, rolls, showing
from tests.monitor.tracking.test_tall_columns import after_the_first_turn, counted, moved
from tests.monitor.tracking.test_unseen_on_bar import after_a_hit
from vision.reading import MAX_COUNT, MIXED, OUTCOMES, Reading, outcome

WITHOUT_BAR = MatchConfig(has_bar=False)
HARDLY = replace(QUIET, p=0.45, looks=False)


def known_after(event: Event) -> float:
    """How long after a turn had ended it was told (s)."""
    assert event.t_known is not None
    return event.t_known - event.t


def taken_off(seed: int, *, taken: bool) -> tuple[Script, Player, Told]:
    """4-3 played 24/20 13/10, which is hardly seen, and a man of the five on 6 taken off, or merely read so.

    The script, who played, and what is told.
    """
    script, mover = after_the_first_turn(seed)
    legal = moved(script.board, mover, (24, 20), (13, 10))
    script.play(mover, script.roll(mover, (4, 3)), one_off(legal, mover, 6) if taken else legal)
    since = script.t - 2.0
    script.show((), 2.0)
    script.play(other(mover), script.roll(other(mover)))
    source: Iterable[Reading] = readings(script, fps=8.0, noise=QUIET)
    read = {6: {4: 0.985, 5: 0.006}, 10: {1: 0.55, 0: 0.25}, 13: {4: 0.55, 5: 0.25}}
    for point, men in read.items():
        source = counted(source, script, mover, point, men, since)
    return script, mover, follow(source)


@pytest.mark.parametrize("seed", [1, 3, 8, 11])
def test_a_man_taken_off_is_missed_though_the_play_before_it_is_hardly_seen(seed: int) -> None:
    """With a man less the board is best read as one on which 13/10 was not played; that he is gone from the
    board as it was played is what happened."""
    script, mover, told = taken_off(seed, taken=True)
    assert told.raised == [("ILLEGAL_MOVE", mover)]
    assert told.findings[0].kind == "premature_bearoff"
    assert told.turns == truth(script)


@pytest.mark.parametrize("seed", [1, 3, 8, 11])
def test_a_man_merely_unseen_there_is_not(seed: int) -> None:
    script, _, told = taken_off(seed, taken=False)
    assert told.raised == []
    assert told.turns == truth(script)


def test_a_board_with_a_man_less_is_among_those_tried() -> None:
    """The same with 4-3 from the start, of which the reading alone offers other boards."""
    legal = apply_play(START, "24/20 13/10")
    short = one_off(legal, "A", 6)
    explainer = showing(short, sure=0.985)
    evidence = explainer.evidence
    for point, now, before in ((13, 4, 5), (10, 1, 0)):
        row = evidence._points[EAST.slots[point - 1]]
        row[before] = row[now] - 0.8 * evidence._weight[EAST.slots[point - 1]]
    evidence.handled[EAST.slots[5]] = True
    evidence._rows = None
    assert short not in [seen.board for seen in explainer.seen(START)]
    verdict = explainer.turn(START, "A", rolls(4, 3))
    assert (verdict.legal, verdict.after) == (False, short)


def with_a_blot(seed: int) -> tuple[Script, Player]:
    """A game of two turns, in the second of which 13/11 6/5 was played, and who is on turn."""
    script, mover = after_the_first_turn(seed)
    script.play(mover, script.roll(mover, (2, 1)), moved(script.board, mover, (13, 11), (6, 5)))
    return script, other(mover)


def one_more(
    script: Script,
    mover: Player,
    dice: tuple[int, int],
    point: int,
    *played: tuple[int, int],
    read_shared: float = 0.01,
) -> tuple[float, Told]:
    """The mover plays this; the men of the opponent's on one of the mover's points are then read as one more.
    Later the opponent throws. When the dice were lifted, and what is told.

    read_shared: probability with which the point is read as shared.
    """
    mine = from_seat(script.board, mover)
    script.play(mover, script.roll(mover, dice), moved(script.board, mover, *played))
    lifted = script.scenes[-2].t
    script.show((), 1.0)
    script.roll(other(mover))
    script.show(script._dice, 2.0)
    slots = script.seating.slots if mover == "A" else script.seating.slots[::-1]
    side = 1 if mover == script.seating.light else 0
    there = mine.opponent[24 - point]
    slot, read = int(slots[point - 1]), outcome(side, there + 1)

    def seen() -> Iterator[Reading]:
        for reading in readings(script, fps=10.0, noise=QUIET):
            points = reading.points.copy()
            if points[slot].argmax() == MIXED or reading.t > lifted - 1.0:
                points[slot] = 0.09 / (OUTCOMES - 2)
                points[slot, read], points[slot, MIXED] = 0.9, read_shared
            yield replace(reading, points=points)

    assert there, "no man of the opponent's stands there"
    return lifted, follow(seen())


def check_shared(lifted: float, told: Told, mover: Player) -> None:
    """The last turn was told to have left men of both sides on a point, once the dice were lifted."""
    turn = told.named("TurnPlayed")[-1]
    assert told.raised == [("ILLEGAL_MOVE", mover)]
    assert told.findings[0].kind == "co_occupied"
    assert turn.by == mover
    assert turn.t_known is not None
    assert -0.5 < turn.t_known - lifted < 1.0


@pytest.mark.parametrize("dice", [(5, 2), (5, 4)])
@pytest.mark.parametrize("seed", range(5))
def test_a_man_beside_many_of_the_opponents_is_told_once_the_dice_are_lifted(
    seed: int, dice: tuple[int, int]
) -> None:
    """Nothing else has changed, and the column is read as one of the opponent's with a man more."""
    script, mover = after_the_first_turn(seed)
    lifted, told = one_more(script, mover, dice, 19, (24, 19))
    check_shared(lifted, told, mover)


@pytest.mark.parametrize("dice", [(4, 3), (6, 4)])
@pytest.mark.parametrize("seed", range(4))
def test_so_is_one_beside_a_blot(seed: int, dice: tuple[int, int]) -> None:
    script, mover = with_a_blot(seed)
    lifted, told = one_more(script, mover, dice, 20, (24, 20))
    check_shared(lifted, told, mover)


@pytest.mark.parametrize("seed", range(4))
def test_so_is_one_beside_a_blot_that_is_hardly_read_as_shared(seed: int) -> None:
    script, mover = with_a_blot(seed)
    lifted, told = one_more(script, mover, (4, 3), 20, (24, 20), read_shared=0.001)
    check_shared(lifted, told, mover)


@pytest.mark.parametrize("seed", range(5))
def test_where_no_man_came_there_nobody_shares_a_point(seed: int) -> None:
    script, mover = after_the_first_turn(seed)
    _, told = one_more(script, mover, (5, 2), 19, (13, 8), (13, 11))
    assert told.raised == []
    assert told.turns == truth(script)


def die_left(seed: int, *, opponents: bool) -> tuple[Script, Player]:
    """4-3, of which one die is not played although it could be: by a player whose opponent waits on the bar,
    or by one who enters from there with it. The script, and who that is."""
    script, mover = after_a_hit(seed)
    if opponents:
        script.play(mover, script.roll(mover, (6, 6)))
        mover = other(mover)
    before, dice = script.board, script.roll(mover, (4, 3))
    mine = from_seat(before, mover)
    for play in legal_plays(mine, dice):
        half = from_seat(apply_play(mine, play.hops[:1]), mover)
        hit = from_seat(half, mover).opponent_bar != mine.opponent_bar
        if not hit and judge_seat(before, dice, half, mover).kinds == {"must_play_more"}:
            script.play(mover, dice, half)
            script.play(other(mover), script.roll(other(mover)))
            return script, mover
    raise AssertionError(f"no die can be left with seed {seed}")


@pytest.mark.parametrize("seed", range(1, 6))
def test_only_a_man_of_his_own_on_an_unseen_bar_leaves_doubt_about_a_play(seed: int) -> None:
    """The bar is not in the picture. Where it is the opponent's, what he had to play is known."""
    script, mover = die_left(seed, opponents=True)
    told = follow(readings(script, fps=8.0, noise=HARDLY), WITHOUT_BAR)
    assert told.raised == [("ILLEGAL_MOVE", mover)]
    assert told.findings[0].kind == "must_play_more"
    assert told.turns == truth(script)


@pytest.mark.parametrize("seed", range(1, 6))
def test_with_a_man_of_his_own_there_he_is_not_accused_where_the_board_is_hardly_seen(seed: int) -> None:
    script, _ = die_left(seed, opponents=False)
    told = follow(readings(script, fps=8.0, noise=HARDLY), WITHOUT_BAR)
    assert told.raised == []
    assert told.turns == truth(script)


def after_the_hit(seed: int, own: float, stranger: float) -> tuple[Script, Event, Told]:
    """A man was hit, who is read on the bar with these probabilities in his own colour and in the other. The
    script, the turn in which he was, and what is told."""
    script, _ = after_a_hit(seed)
    script.show((), 6.0)

    def seen() -> Iterator[Reading]:
        for reading in readings(script, fps=10.0, noise=QUIET):
            there = reading.bar[:, 1]
            if there.max() < 0.5:
                yield reading
                continue
            bar = np.full((2, MAX_COUNT + 1), 0.0005, np.float32)
            side = int(there.argmax())
            bar[[side, 1 - side], 1] = own, stranger
            bar[:, 0] = 0.99 - bar[:, 1]
            yield replace(reading, bar=bar)

    told = follow(seen())
    return script, told.named("TurnPlayed")[-1], told


@pytest.mark.parametrize(("own", "stranger"), [(0.05, 0.9), (0.1, 0.6), (0.9, 0.01)])
@pytest.mark.parametrize("seed", range(1, 5))
def test_a_man_hit_who_is_read_on_the_bar_in_whatever_colour_is_told_at_once(
    seed: int, own: float, stranger: float
) -> None:
    script, turn, told = after_the_hit(seed, own, stranger)
    assert told.raised == []
    assert told.turns == truth(script)
    assert known_after(turn) < 1.5


@pytest.mark.parametrize("seed", range(1, 5))
def test_one_who_is_hardly_read_there_at_all_is_waited_for(seed: int) -> None:
    script, turn, told = after_the_hit(seed, 0.15, 0.15)
    assert told.raised == []
    assert told.turns == truth(script)
    assert known_after(turn) >= 4.0
