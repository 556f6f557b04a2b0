"""The two-sided test at the end of a turn."""

import numpy as np
import pytest

from monitor.backgammon import START, Position, apply_play, text_of
from monitor.tracking.dice import DiceTracker
from monitor.tracking.evidence import Evidence
from monitor.tracking.explain import Explainer, TurnVerdict, roll_scores
from monitor.tracking.seating import Seating, stack
from monitor.tracking.state import GameTrack
from monitor.tracking.steps import ROLLS, moved_men, on_the_way, onto_the_other_side
from monitor.tracking.view import GameView
from tests.support import make_die, make_reading
from vision.reading import MAX_COUNT, MIXED, outcome_parts

EAST = Seating("E", "A")


def slots_of(board: Position) -> dict[str, tuple[int, int]]:
    """Light and dark men by the names of the slots; the board is seen by A."""
    points = EAST.outcomes(stack([board.board]))[0][0]
    names = [f"{row}{column}" for row in "TB" for column in range(1, 13)]
    return {name: outcome_parts(int(o)) for name, o in zip(names, points, strict=True) if o}


def showing(board: Position, *, frames: int = 5, sure: float = 0.98, **fields: object) -> Explainer:
    """Evidence of some frames that show a board seen by A; fields: of each of their readings."""
    slots = slots_of(board)
    evidence = Evidence(has_bar=True)
    for number in range(frames):
        evidence.update(make_reading(slots, seq=number, t=number / 10, sure=sure, **fields))
    return Explainer(evidence, EAST, has_bar=True)


def rolls(one: int, two: int, frames: int = 5) -> dict[tuple[int, int], float]:
    tracker = DiceTracker(stills=False)
    dice = (make_die(one), make_die(two, uv=(0.9, 0.5)))
    for number in range(frames):
        tracker.update(make_reading(seq=number, t=number / 10, dice=dice))
    return roll_scores(tracker.tracks)


def test_a_legal_play_is_legal() -> None:
    after = apply_play(START, "8/5 6/5")
    verdict = showing(after).turn(START, "A", rolls(3, 1))
    assert (verdict.legal, verdict.after, verdict.dice) == (True, after, (3, 1))
    assert verdict.p_legal > 0.99


def test_a_sure_illegal_board_is_called_illegal() -> None:
    after = apply_play(START, "8/4 6/5")
    verdict = showing(after).turn(START, "A", rolls(3, 1))
    assert (verdict.legal, verdict.after) == (False, after)
    assert verdict.p_illegal > 0.95


def test_with_unsure_dice_the_same_board_is_not_called_illegal() -> None:
    after = apply_play(START, "8/4 6/5")
    verdict = showing(after).turn(START, "A", rolls(3, 1, frames=1))
    assert verdict.legal is not False


def test_with_no_dice_seen_a_board_that_some_roll_explains_is_legal() -> None:
    after = apply_play(START, "8/4 6/4")
    verdict = showing(after).turn(START, "A", roll_scores([]))
    assert (verdict.legal, verdict.after, verdict.dice) == (True, after, (4, 2))


@pytest.mark.parametrize("one", [1, 3, 6])
def test_a_board_of_which_nothing_is_seen_can_be_judged(one: int) -> None:
    """All ends of a roll are then as probable as each other."""
    verdict = showing(START, frames=0).turn(START, "A", rolls(one, 2))
    assert verdict.legal is True
    assert verdict.rivals


def test_one_misread_slot_never_makes_a_play_illegal() -> None:
    after = apply_play(START, "8/5 6/5")
    counts = list(after.mover)
    counts[12] -= 1
    seen = Position.of(counts, after.opponent)
    verdict = showing(seen).turn(START, "A", rolls(3, 1))
    assert verdict.legal is not False
    assert verdict.after == after


@pytest.mark.parametrize("place", [23, 12])
@pytest.mark.parametrize(("handled", "missed"), [(True, True), (False, False)])
def test_a_man_that_a_hand_took_from_elsewhere_is_missed(place: int, handled: bool, missed: bool) -> None:
    """In a column that took no part in the play a man less is a slip of the player where a hand was seen at
    it, else one of the eye."""
    after = apply_play(START, "8/5 6/5")
    counts = list(after.mover)
    counts[place] -= 1
    short = Position.of(counts, after.opponent)
    explainer = showing(short, sure=0.8)
    explainer.evidence.handled[EAST.slots[place]] = handled
    verdict = explainer.turn(START, "A", rolls(3, 1))
    assert (verdict.legal is False) is missed
    assert verdict.after == (short if missed else after)


def test_the_other_player_is_judged_from_his_side() -> None:
    after = apply_play(START, "8/5 6/5").swapped()
    verdict = showing(after).turn(START, "B", rolls(3, 1))
    assert (verdict.legal, verdict.after) == (True, after)


def test_half_a_play_is_told_in_the_middle_of_a_turn() -> None:
    half = apply_play(START, "8/5")
    change = showing(half).change(START, START, ("A",), ((3, 1),), "A")
    assert (change.board, change.mover) == (half, "A")
    assert change.margin > 1.0


def test_a_misread_slot_is_no_change() -> None:
    counts = list(START.mover)
    counts[7] -= 1
    change = showing(Position.of(counts, START.opponent)).change(START, START, ("A", "B"), ROLLS, None)
    assert change.board == START


def test_boards_on_the_way_hold_halves_and_wholes() -> None:
    way = on_the_way(START.board, ((3, 1),))
    assert apply_play(START, "8/5").board in way
    assert apply_play(START, "8/5 6/5").board in way
    assert START.board not in way
    doubles = on_the_way(START.board, ((2, 2),))
    assert apply_play(START, "13/11(2) 6/4(2)").board in doubles


def test_men_that_moved_are_counted() -> None:
    after = apply_play(START, "8/5 6/5")
    assert moved_men(START.board[:25], after.board[:25]) == 2
    assert moved_men(START.board[25:], after.board[25:]) == 0


@pytest.mark.parametrize(
    ("before", "after", "silent"),
    [
        ("-b----E-D---dD---c-eb---A-", "-b----EaD---dD---c-eb---A-", True),
        ("-b----E-D---dD---c-eb---A-", "-b----E-D---dD---c-ea---A-", True),
        ("-b----E-D---dD---c-eb---A-", "-b----E-D---cD---d-eb---A-", False),
        ("-b----E-C---eE---c-e----B-", "-b----E-C---dE---c-e----B-", False),
    ],
)
def test_men_counted_wrong_before_were_not_put_there_by_anybody(
    before: str, after: str, silent: bool
) -> None:
    """Sixteen men of a side, as a board was read on which the thread was taken up: nobody is accused of one
    more or less. From a right number a missing man counts."""
    boards = Position.from_board26(before), Position.from_board26(after)
    verdict = TurnVerdict("B", (6, 1), *boards, False, 0.0, 1.0, 0.0, 0.0)
    game = GameTrack(EAST, boards[0], boards[0], boards[0], in_opening=False, since=0.0)
    explainer = Explainer(Evidence(has_bar=True), game.seating, has_bar=True)
    assert GameView(explainer, game).miscounted(verdict) is silent


def test_four_men_moved_by_a_double_are_no_slip_of_a_pip() -> None:
    """2-1 read, 1-1 played in full: the die was misread."""
    after = apply_play(START, "8/7(2) 6/5(2)")
    verdict = showing(after).turn(START, "A", rolls(2, 1))
    assert (verdict.legal, verdict.dice) == (True, (1, 1))


def test_two_men_moved_as_a_double_would_are_a_wrong_play() -> None:
    """4-2 read, each man moved four pips, as two 2s of 2-2 would have moved him."""
    after = apply_play(START, "24/20 13/9")
    verdict = showing(after).turn(START, "A", rolls(4, 2))
    assert (verdict.legal, verdict.after) == (False, after)


def test_a_play_of_which_a_point_is_hidden_is_wrong_where_no_roll_read_explains_the_rest() -> None:
    """6-3 read, 24/20 13/7 played, and the bar point is under a hand: only 6-4 would explain it."""
    after, hidden = apply_play(START, "24/20 13/7"), np.zeros(24, dtype=np.float32)
    hidden[EAST.slots[6]] = 1.0
    verdict = showing(after, hidden=hidden).turn(START, "A", rolls(6, 3))
    assert (verdict.legal, verdict.after) == (False, after)


def test_a_number_played_in_the_wrong_direction_is_no_die_misread() -> None:
    """5-2 read, and one man moved three pips: five on and two back."""
    after = apply_play(START, "13/10")
    verdict = showing(after).turn(START, "A", rolls(5, 2))
    assert (verdict.legal, verdict.after) == (False, after)


def test_men_of_both_sides_on_a_point_are_those_that_stood_there_and_one_more() -> None:
    """A's 24/22 with two of B's men on his ace point: nobody has lost a man."""
    shared = Position.of([n + (k == 0) - (k == 23) for k, n in enumerate(START.mover)], START.opponent)
    (seen, *_) = showing(shared).seen(START)
    assert seen.board == shared
    assert seen.board.shared_points
    verdict = showing(shared).turn(START, "A", rolls(2, 1))
    assert (verdict.legal, verdict.after) == (False, shared)


def test_a_shared_point_less_probable_than_another_content_is_considered() -> None:
    shared = Position.of([n + (k == 0) - (k == 23) for k, n in enumerate(START.mover)], START.opponent)
    explainer = showing(shared, sure=0.9)
    slot = EAST.slots[0]
    points = EAST.outcomes(stack([START.board]))[0][0]
    odds = explainer.evidence._points
    odds[slot] = odds.min()
    odds[slot, points[slot]], odds[slot, MIXED] = 0.0, -1.5
    explainer.evidence._rows = None
    assert explainer.seen(START)[0].board == shared


def test_more_men_than_a_text_holds_share_no_point() -> None:
    """Thirty-one men are seen, and a point that both sides share: it stays as it was."""
    men = [n + (k == 0) for k, n in enumerate(START.mover)]
    told = [text_of(board.board) for board in showing(Position.of(men, START.opponent)).seen(START)]
    assert told[0] == START.board26()


@pytest.mark.parametrize(("colour", "gone"), [(None, True), (1, False)])
def test_a_man_on_the_bar_read_of_the_wrong_colour_is_the_man_hit(colour: int | None, gone: bool) -> None:
    """A hits the blot; on the bar lies nobody, or a man said to be A's."""
    blot = Position.of(START.mover, [n - (k == 5) + (k == 19) for k, n in enumerate(START.opponent)])
    after = apply_play(blot, "8/5* 6/5")
    assert after.opponent_bar == 1
    bar = np.full((2, MAX_COUNT + 1), 0.001, np.float32)
    bar[:, 0] = 0.98
    if colour is not None:
        bar[1 - colour, :2] = 0.1, 0.88
    explainer = showing(after, bar=bar)
    verdict = explainer.turn(blot, "A", rolls(3, 1))
    assert (verdict.legal is False) is gone


def test_a_man_put_beside_two_of_the_opponents_is_told_though_the_column_is_read_as_three() -> None:
    """B's 24/22 onto A's two men: the reading says three of A's, and hardly that both sides stand there."""
    mine = list(START.mover)
    mine[12], mine[2] = mine[12] - 2, 2
    before = Position.of(mine, START.opponent)
    theirs = list(START.opponent)
    theirs[23], theirs[21] = 1, 1
    shared = Position.of(mine, theirs)
    explainer = showing(shared, sure=0.97)
    slot = EAST.slots[2]
    rows = explainer.evidence._points
    rows[slot] = rows.min()
    rows[slot, 1 + 2], rows[slot, 2], rows[slot, MIXED] = 0.0, -1.0, -2.5 * explainer.evidence._weight[slot]
    explainer.evidence._rows = None
    verdict = explainer.turn(before, "B", rolls(2, 4))
    assert (verdict.legal, verdict.after) == (False, shared)


def test_boards_on_which_a_man_is_put_beside_the_opponents() -> None:
    found = {Position(board) for board in onto_the_other_side(START.board, (5, 3))}
    assert all(len(board.shared_points) == 1 for board in found)
    assert {sum(board.mover) for board in found} == {15}
    assert {board.opponent for board in found} == {START.opponent}
    mine = list(START.mover)
    mine[5], mine[0] = mine[5] - 1, 1
    assert Position.of(mine, START.opponent) in found, "6/1 onto the two that stand there"
    held = Position.of([*[0] * 23, 1, 1], START.opponent)
    entered = {Position(board) for board in onto_the_other_side(held.board, (6, 6))}
    assert {board.mover_bar for board in entered} == {0}, "nobody moves another before he has entered"


@pytest.mark.parametrize(
    ("legal", "p", "waits"), [(True, 0.98, False), (True, 0.9, True), (None, 0.5, True), (False, 0.01, False)]
)
def test_a_play_that_is_legal_by_little_is_waited_for(legal: bool | None, p: float, waits: bool) -> None:
    verdict = TurnVerdict("B", (6, 1), START, START, legal, p, 1.0 - p, 0.0, 0.0)
    assert (verdict.patience > 0.0) is waits


def test_an_illegal_play_is_tried_with_the_opponents_men_as_they_stood() -> None:
    """Two of his columns are read a man off. A man more on the mover's own bar is overlooked elsewhere."""
    before = Position.from_board26("-b-B--D-B---cE---c-g----B-")
    half = Position.from_board26("-b-B--D-BA--cD---c-g----B-")
    read = Position.from_board26("-b-B--D-BA--bD---c-h----B-")
    assert half.board in {seen.board.board for seen in showing(read)._alone(before, "A")}
    overlooked = Position.from_board26("-b-B--D-B---bD---c-h----BA")
    assert all(seen.board.mover_bar == 0 for seen in showing(overlooked)._alone(before, "A"))
    assert before.board not in {seen.board.board for seen in showing(before)._alone(before, "A")}
