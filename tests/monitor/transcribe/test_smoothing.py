"""Decisions that know what came after: misread dice, illegal plays that stood, turns nobody told, doubts."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.readings import Script
from monitor.backgammon import Position, apply_play, from_seat, legal_plays
from monitor.tracking.evidence import Evidence
from monitor.tracking.explain import LOG_ILLEGAL
from monitor.tracking.seating import stack
from monitor.transcribe import TranscribeError
from monitor.transcribe.lattice import smooth
from monitor.transcribe.review import review
from monitor.transcribe.survey import Survey
from monitor.transcribe.turns import Turn
from monitor.transcribe.ways import ONE_OFF, Pin, Step
from monitor.transcribe.windows import TurnEvidence, gather
from monitor.transcripts import Move, Setup, verify
from tests.monitor.transcribe.table import CLEAN, derived, entries, seen
from vision.reading import MAX_COUNT, MIXED, Reading


def opened(seed: int = 3, turns: int = 6) -> Script:
    """A game that has begun: the opening and some turns, both players' dice clean."""
    script = Script(seed=seed)
    player, dice = script.opening()
    script.play(player, dice)
    for _ in range(turns):
        player = "B" if player == "A" else "A"
        script.play(player, script.roll(player))
    return script


def misread_die(readings: list[Reading], start: float, end: float, wrong: int, p: float) -> list[Reading]:
    """The first die of every picture in that time read as another number with that probability."""
    faces = tuple(p if face == wrong else (1 - p) / 5 for face in range(1, 7))
    return [
        replace(
            reading,
            dice=(replace(reading.dice[0], value=wrong, p=p, faces=faces), *reading.dice[1:]),
        )
        if reading.dice and start <= reading.t <= end
        else reading
        for reading in readings
    ]


def test_a_clean_game_has_no_doubts() -> None:
    script = opened()
    found = derived(seen(script))
    moves = [entry for entry in entries(found) if isinstance(entry, Move)]
    assert [(m.seat, sorted(m.dice)) for m in moves] == [(p, sorted(d)) for p, d, _ in script.turns]
    assert not any(move.remark.doubts for move in moves)
    assert all(move.remark.file == "film.mp4" for move in moves)
    assert not [fault for fault in verify(found.match) if not fault.notice]


def test_a_die_misread_all_the_time_is_put_right_by_the_play() -> None:
    script = Script(seed=5)
    player, dice = script.opening()
    script.play(player, dice)
    other = "B" if player == "A" else "A"
    start = script.t
    script.play(other, script.roll(other, (6, 1)))
    end = script.t
    script.play(player, script.roll(player))
    first = seen(script)
    wrong = misread_die(first, start, end, 2, 0.8)
    move = [entry for entry in entries(derived(wrong)) if isinstance(entry, Move)][1]
    assert sorted(move.dice) == [1, 6]
    assert not move.stood


@pytest.mark.parametrize("length", [0, 5])
def test_an_illegal_play_that_stood_is_kept_and_marked(length: int) -> None:
    script = opened(turns=2)
    player = "B" if script.turns[-1][0] == "A" else "A"
    script.roll(player, (6, 5))
    mine = from_seat(script.board, player)
    point = max(place for place in range(1, 25) if mine.at(place) > 0 and place > 8)
    wrong = (
        apply_play(mine, f"{point}/{point - 4}") if mine.facing(point - 4) < 2 else apply_play(mine, "8/5")
    )
    script.play(player, (6, 5), from_seat(wrong, player))
    for _ in range(3):
        player = "B" if player == "A" else "A"
        script.play(player, script.roll(player))
    found = derived(seen(script), length=length)
    moves = [entry for entry in entries(found) if isinstance(entry, Move)]
    assert len(moves) == len(script.turns)
    assert [move.stood for move in moves] == [False] * 3 + [True] + [False] * 3
    boards = [turn[2] for turn in script.turns]
    told = [one[1].best.after for one in found.turns.values()]
    assert told == boards


def test_a_turn_that_nobody_saw_is_a_gap_unless_all_fits() -> None:
    """Two turns go by while the camera is dark: nothing is made up, and the record goes on."""
    script = opened(turns=8)
    dark = script.turns[4:6]
    start = next(scene.t for scene in script.scenes if scene.board == script.turns[3][2]) + 0.3
    end = max(scene.t for scene in script.scenes if scene.board == dark[-1][2])
    readings = [reading for reading in seen(script) if not start < reading.t < end]
    found = derived(readings)
    told = [(m.seat, sorted(m.dice)) for m in entries(found) if isinstance(m, Move) and not m.remark.doubts]
    true = [(player, sorted(dice)) for player, dice, _ in script.turns]
    assert told[:3] == true[:3]
    assert told[-2:] == true[-2:]
    assert len(told) < len(true)
    assert any(isinstance(entry, Setup) for entry in entries(found))


def test_a_man_on_the_bar_taken_for_one_of_the_other_side_is_one_error() -> None:
    """One man of each side on the bar, read as two of one: no dearer than one man too many on the bar."""
    turn = next(iter(derived(seen(opened(turns=1))).turns.values()))[0]
    each = Position.from_board26("aC-aa-DaB---aB--Ba-cbAbb-A")
    south, north = list(each.board[:25]), list(each.board[25:])
    one_of_a = Position.of(south, [*north[:24], 0])
    slots, _ = turn.seating.outcomes(stack([each.board]))
    points = np.full((24, 31 + 1), 1e-3, np.float32)
    points[np.arange(24), slots[0]] = 0.97
    bar = np.full((2, 16), 1e-3, np.float32)
    light = turn.seating.light == "A"
    bar[0 if light else 1, 2] = bar[1 if light else 0, 0] = 0.985
    evidence = Evidence(has_bar=True)
    evidence.update(Reading(0, 0.0, points, np.zeros(24, np.float32), bar, 0.0))
    step = Step(turn, TurnEvidence(evidence, (), 1), None, has_bar=True, seen_before=None)
    _, missed = step.misses([each.board, one_of_a.board])
    assert missed[0].sum() == pytest.approx(missed[1].sum(), abs=0.01)
    assert missed[0].sum() < -2.0


def plain(outcomes: NDArray[np.int64]) -> NDArray[np.float32]:
    """(24, 32) probabilities of points that plainly hold these."""
    points = np.full((24, 32), 1e-4, np.float32)
    points[np.arange(24), outcomes] = 0.997
    return points


def looked_at(points: NDArray[np.float32], bars: NDArray[np.int64]) -> Evidence:
    """What twenty pictures say that show these probabilities of the points, and so many men on the bar."""
    bar = np.full((2, 16), 1e-4, np.float32)
    bar[(0, 1), bars] = 0.9985
    evidence = Evidence(has_bar=True)
    for number in range(20):
        evidence.update(Reading(number, 0.0, points, np.zeros(24, np.float32), bar, 0.0))
    return evidence


def evidence_of(turn: Turn, points: NDArray[np.float32], bars: NDArray[np.int64]) -> TurnEvidence:
    """What twenty such pictures of the board after a turn say of it, its dice as they were told."""
    dice = gather([turn], [], has_bar=True)[0].dice
    return TurnEvidence(looked_at(points, bars), dice, 20)


def test_a_tall_column_read_one_man_off_costs_less_than_men_that_vanish() -> None:
    turn, _ = list(derived(seen(opened(turns=1))).turns.values())[-1]
    tall = next(place for place in range(25) if turn.after.board[place] == 5)
    counts = list(turn.after.board)
    counts[tall] = 4
    short = Position(bytes(counts))
    slots, bars = turn.seating.outcomes(stack([short.board]))
    evidence = looked_at(plain(slots[0]), bars[0])
    step = Step(turn, TurnEvidence(evidence, (), 1), None, has_bar=True, seen_before=None)
    _, missed = step.misses([turn.after.board])
    assert missed.sum() == pytest.approx(ONE_OFF)
    assert missed.sum() > LOG_ILLEGAL


def test_a_column_that_goes_on_being_read_one_man_short_has_lost_no_man() -> None:
    """Its first man is hidden by the rim: it is read one short again and again while men come and go, and
    rightly now and then. Together that costs less than a man who vanished."""
    turns = [turn for turn, _ in derived(seen(opened(seed=31, turns=9))).turns.values()]
    boards = [turn.after for turn in turns]
    slots, bars = turns[0].seating.outcomes(stack([board.board for board in boards]))
    men = np.where(slots > MAX_COUNT, slots - MAX_COUNT, slots)
    (slot,) = np.flatnonzero((men.min(axis=0) >= 4) & (np.abs(np.diff(men, axis=0)).sum(axis=0) >= 2))
    found = []
    for number, outcomes in enumerate(slots):
        shown = outcomes.copy()
        shown[slot] -= number != 4
        found.append(evidence_of(turns[number], plain(shown), bars[number]))
    smoothed = smooth(turns, found, {}, has_bar=True)
    assert [one.best.after for one in smoothed] == boards
    assert all(one.best.legal for one in smoothed)


def test_a_man_read_as_two_or_as_men_of_both_sides_is_one_misread() -> None:
    """A lone man stands there for turns: now two men are read, now one of either side, by a hair."""
    turns = [turn for turn, _ in derived(seen(opened(seed=11, turns=12))).turns.values()]
    boards = [turn.after for turn in turns]
    slots, bars = turns[0].seating.outcomes(stack([board.board for board in boards]))
    lone = np.isin(slots, (1, MAX_COUNT + 1))
    stands = [(lone[k : k + 6, slot].all(), k, slot) for slot in range(24) for k in range(len(boards) - 5)]
    _, since, slot = next(one for one in stands if one[0])
    found = []
    for number, outcomes in enumerate(slots):
        points = plain(outcomes)
        if since <= number < since + 6:
            points[slot] = 1e-4
            two, both = outcomes[slot] + 1, MIXED
            points[slot, [two, both]] = (0.52, 0.45) if number % 2 else (0.45, 0.52)
            points[slot, outcomes[slot]] = 0.005
        found.append(evidence_of(turns[number], points, bars[number]))
    smoothed = smooth(turns, found, {}, has_bar=True)
    assert [one.best.after for one in smoothed] == boards
    assert all(one.best.legal for one in smoothed)


def test_a_board_cleared_as_the_film_ends_has_been_cleared() -> None:
    script = opened(turns=6)
    script.put(Position(bytes(50)))
    readings = seen(script)
    cut = [reading for reading in readings if reading.t <= script.t - 0.5]
    found = derived(cut)
    ends = [event for event in found.events if event.ev == "GameEnded"]
    assert [event.get("how") for event in ends] == ["pass"]
    looked_at = review(found, Survey(()))
    (moment,) = [moment for moment in looked_at["moments"] if moment["what"] == "result"]
    assert moment["alternatives"] == ends[0].get("alternatives") != []
    assert sum(one["p"] for one in moment["alternatives"]) <= 1.0


def test_an_ambiguous_play_carries_its_alternatives() -> None:
    """Of the last turn the dice are seen and not the men: every play of that roll is named, none is sure."""
    script = opened(seed=4, turns=4)
    readings = seen(script)
    turns = [turn for turn, _ in derived(readings).turns.values()]
    blurred = [
        replace(reading, points=np.full_like(reading.points, 1 / reading.points.shape[1]))
        if reading.t >= turns[-1].settled - 1.0
        else reading
        for reading in readings
    ]
    last = smooth(turns, gather(turns, blurred, has_bar=True), {}, has_bar=True)[-1]
    start = from_seat(last.before, turns[-1].by)
    plays = {from_seat(play.result, turns[-1].by).board for play in legal_plays(start, last.best.dice)}
    assert len(plays) > 3
    named = [last.best, *last.others]
    assert all(one.legal and one.after.board in plays for one in named)
    assert len(named) > 2
    assert all(one.p <= 0.5 for one in named)
    assert list(last.others) == sorted(last.others, key=lambda one: -one.p)
    sure = smooth(
        turns, gather(turns, blurred, has_bar=True), {len(turns) - 1: Pin(after=script.board)}, has_bar=True
    )[-1]
    assert (sure.best.after.board, sure.best.p) == (script.board.board, pytest.approx(1.0))


def test_corrections_pin_a_turn_and_the_future_follows() -> None:
    script = opened()
    readings = seen(script)
    found = derived(readings)
    names = list(found.turns)
    turn, smoothed = found.turns[names[2]]
    start = from_seat(smoothed.before, turn.by)
    plays = legal_plays(start, smoothed.best.dice)
    other = next(play for play in plays if from_seat(play.result, turn.by) != smoothed.best.after)
    again = derived(readings, [{"id": names[2], "dice": list(smoothed.best.dice), "move": other.notation}])
    pinned = again.turns[names[2]][1]
    assert pinned.best.after.board == Position(from_seat(other.result, turn.by).board).board
    assert again.turns[names[-1]][1].best.after == found.turns[names[-1]][1].best.after


def test_nothing_but_an_empty_table() -> None:
    script = Script(seed=1)
    script.show((), 20.0)
    with pytest.raises(TranscribeError, match="no turn was seen"):
        derived(seen(script, noise=CLEAN))
