"""Nobody is accused of leaving a man on the bar who is not seen there, nor is a hit believed unseen."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from fixtures.readings import Script, readings
from fixtures.trial import NOISE, assess, make, transcripts
from monitor.backgammon import START, Position, apply_play, from_seat, legal_results
from monitor.config import MatchConfig
from monitor.events import Player, other
from monitor.tracking.evidence import Evidence
from monitor.tracking.explain import Explainer, TurnVerdict
from monitor.tracking.state import GameTrack
from monitor.tracking.view import GameView
from tests.monitor.tracking.sim import QUIET, follow, one_off, truth
from tests.monitor.tracking.test_explain import EAST, rolls, showing
from tests.support import make_reading
from vision.reading import MAX_COUNT, Reading


def hit() -> Position:
    """The start with one of A's men on the bar."""
    mine = list(START.mover)
    mine[23] -= 1
    mine[24] += 1
    return Position.of(mine, START.opponent)


def with_bar(seen_on_bar: int, board: Position, *, hidden: float = 0.0, has_bar: bool = True) -> GameView:
    """A game that stands so, with so many of A's men seen on the bar."""
    bar = np.full((2, MAX_COUNT + 1), 0.001, np.float32)
    bar[0, seen_on_bar] = bar[1, 0] = 0.98
    evidence = Evidence(has_bar)
    for number in range(5):
        evidence.update(make_reading(seq=number, t=number / 10, bar=bar, bar_hidden=hidden))
    return GameView(Explainer(evidence, EAST, has_bar=has_bar), GameTrack(EAST, START, board, board))


def waits_unseen(seen_on_bar: int, *, hidden: float = 0.0, said: Position | None = None) -> bool:
    """What is made of an illegal play that leaves A's man on the bar, with so many men seen there."""
    board = said or hit()
    verdict = TurnVerdict("A", (2, 1), board, board, False, 0.0, 1.0, 0.0, 0.0)
    return with_bar(seen_on_bar, board, hidden=hidden).waits_unseen(verdict)


def hit_unseen(seen_on_bar: int, *, before: Position = START, has_bar: bool = True) -> bool:
    """What is made of a play by B that puts A's man on the bar, with so many men seen there."""
    verdict = TurnVerdict("B", (2, 1), before, hit(), True, 1.0, 0.0, 0.0, 0.0)
    return with_bar(seen_on_bar, hit(), has_bar=has_bar).hit_unseen(verdict)


def test_a_man_who_waits_on_the_bar_is_seen_there() -> None:
    assert waits_unseen(0)
    assert not waits_unseen(1)


def test_too_many_read_on_the_bar_do_not_excuse_him() -> None:
    assert not waits_unseen(3)


def test_a_hidden_bar_contradicts_nobody() -> None:
    assert not waits_unseen(0, hidden=0.9)


def test_where_nobody_waits_the_bar_does_not_matter() -> None:
    assert not waits_unseen(1, said=START)


def test_a_man_hit_is_to_be_seen_on_the_bar() -> None:
    assert hit_unseen(0)
    assert not hit_unseen(1)
    assert not hit_unseen(0, before=hit()), "he lay there before"
    assert not hit_unseen(0, has_bar=False), "the bar is not in the picture"


@pytest.mark.parametrize(
    ("light", "dark", "accused"),
    [(0.001, 0.0005, True), (0.15, 0.0005, False), (0.001, 0.15, False), (0.02, 0.02, False)],
)
def test_a_hit_man_is_only_missed_where_the_bar_is_plainly_empty(
    light: float, dark: float, accused: bool
) -> None:
    """A black man on a black bar is hardly seen, and the network says so: then nobody is accused."""
    theirs = list(START.opponent)
    theirs[23], theirs[19] = 1, 1
    before = Position.of(START.mover, theirs)
    after = apply_play(before, "8/5* 6/5")
    gone = Position.of(after.mover, [*after.opponent[:24], 0])
    bar = np.full((2, MAX_COUNT + 1), 0.0005, np.float32)
    bar[:, 1] = light, dark
    bar[:, 0] = 0.99 - bar[:, 1]
    verdict = showing(gone, bar=bar).turn(before, "A", rolls(3, 1))
    assert (verdict.legal is False) is accused


def test_who_plays_past_his_man_on_a_bar_that_is_not_seen_has_taken_none_off() -> None:
    """With 5 for 4 it would be a legal play but for a man gone from 24, which a hand has touched."""
    mine = list(START.mover)
    mine[12] -= 1
    after = apply_play(Position.of(mine, START.opponent), "24/20 8/2")
    mine[24] += 1
    before, ended = Position.of(mine, START.opponent), Position.of([*after.mover[:24], 1], after.opponent)
    explainer = showing(ended, bar_hidden=0.7)
    explainer.evidence.handled[:] = True
    verdict = explainer.turn(before, "A", rolls(6, 4))
    assert (verdict.legal, verdict.after) == (False, ended)


def test_a_man_read_on_the_bar_as_one_of_the_other_side_has_not_been_taken_off() -> None:
    """A puts one of his own men on the bar, where in its shadow it looks like one of B's."""
    after = apply_play(START, "8/5 6/5")
    mine = list(after.mover)
    mine[23], mine[24] = 1, 1
    ended = Position.of(mine, after.opponent)
    bar = np.full((2, MAX_COUNT + 1), 0.001, np.float32)
    bar[:, :2] = (0.85, 0.13), (0.3, 0.6)
    explainer = showing(ended, bar=bar)
    explainer.evidence.handled[:] = True
    assert explainer.turn(START, "A", rolls(3, 1)).after == ended


def test_a_man_taken_from_a_column_is_not_looked_for_on_a_bar_where_none_lay() -> None:
    after = one_off(apply_play(START, "24/20 13/10"), "A", 8)
    explainer = showing(after, bar_hidden=0.7)
    explainer.evidence.handled[:] = True
    verdict = explainer.turn(START, "A", rolls(4, 3))
    assert (verdict.legal, verdict.after) == (False, after)


@pytest.mark.skipif(not transcripts(), reason="no shared matches here")
def test_a_man_taken_off_the_board_unnoticed_starts_no_chain_of_findings() -> None:
    game = make(80075, transcripts(), wrong=True, most_turns=24)
    assert "hit_checker_removed" in [true.kind for true in game.irregular]
    outcome = assess(game, readings(game, fps=8.0, noise=NOISE, seed=80075))
    assert outcome.false == []


def after_a_hit(seed: int) -> tuple[Script, Player]:
    """A game in which a man has been hit, and whose he is."""
    script = Script(seed=seed)
    player, dice = script.opening()
    script.play(player, dice)
    while not (script.board.mover_bar or script.board.opponent_bar):
        player = other(player)
        dice = script.roll(player)
        start = from_seat(script.board, player)
        ends = [from_seat(Position.from_key(key), player) for key in sorted(legal_results(start, dice))]
        hits = [end for end in ends if end.mover_bar or end.opponent_bar]
        script.play(player, dice, hits[0] if hits else None)
    return script, other(player)


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_man_left_on_a_bar_out_of_the_picture_is_told_where_the_board_is_plain(
    seed: int, plain: bool
) -> None:
    """The men that are missing tell that he waits there; not where a column may have been misread."""
    script, player = after_a_hit(seed)
    start = from_seat(script.board, player)
    ignored = Position.of([*start.mover[:24], 0], start.opponent)
    dice = script.roll(player, (2, 1))
    key = min(legal_results(ignored, dice))
    ended = Position.from_key(key)
    left = Position.of([*ended.mover[:24], start.mover_bar], ended.opponent)
    script.play(player, dice, from_seat(left, player))
    script.play(other(player), script.roll(other(player)))
    noise = QUIET if plain else replace(QUIET, p=0.7)
    told = follow(readings(script, fps=8.0, noise=noise), MatchConfig(has_bar=False))
    assert told.raised == ([("ILLEGAL_MOVE", player)] if plain else [])
    if plain:
        assert told.findings[0].kind == "bar_entry_ignored"
        assert told.turns == truth(script)


@pytest.mark.parametrize("seed", [27, 83])
def test_a_hand_over_the_bar_does_not_make_a_hit_man_lie_there(seed: int) -> None:
    """The hand that lifts the dice passes over the bar, which then says little: the turn waits for it to go.

    Believed at once, the hit was told as legal (both seeds) and its man missed on the bar a turn later (27).
    """
    game = make(seed, [], wrong=True, most_turns=16)
    gone = next(true for true in game.irregular if true.kind == "hit_checker_removed")

    def under_a_hand() -> Iterator[Reading]:
        for reading in readings(game, fps=8.0, noise=NOISE, seed=seed):
            if abs(reading.t - gone.t) < 0.5:
                bar = np.full((2, MAX_COUNT + 1), 0.01, np.float32)
                bar[:, :2] = (0.6, 0.2)
                yield replace(reading, bar=bar, bar_hidden=0.45)
            else:
                yield reading

    outcome = assess(game, under_a_hand())
    assert outcome.false == []
    assert gone not in outcome.missed
