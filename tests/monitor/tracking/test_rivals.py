"""Slots under suspicion, and boards that may be the true one after all."""

import numpy as np
import pytest

from monitor.backgammon import START, Position, apply_play
from monitor.events import Player
from monitor.tracking.evidence import Evidence
from monitor.tracking.explain import Explainer, TurnVerdict
from monitor.tracking.rivals import FARTHEST, MOST_GAIN, Rival, rivals_after
from monitor.tracking.seating import Seating, stack
from tests.support import START_SLOTS, make_reading, slot_index
from vision.reading import Looks, outcome

EAST = Seating("E", "A")
ONE_FEWER = START_SLOTS | {"B7": (4, 0)}
SIX = slot_index("B7")


def evidence_of(*slots: dict[str, tuple[int, int]], hand_at: int | None = None) -> Evidence:
    """Ten readings a second; at one of them a hand covers B7."""
    evidence = Evidence(has_bar=True)
    for number, seen in enumerate(slots):
        hidden = np.zeros(24, dtype=np.float32)
        hidden[SIX] = 0.9 if number == hand_at else 0.0
        evidence.update(make_reading(seen, seq=number, t=number / 10, hidden=hidden))
    return evidence


def fit_of_start(evidence: Evidence) -> float:
    return float(Explainer(evidence, EAST, has_bar=True).fit([START.board])[0])


def test_a_change_without_a_hand_counts_for_little() -> None:
    spontaneous = evidence_of(*[START_SLOTS] * 20, *[ONE_FEWER] * 20)
    by_hand = evidence_of(*[START_SLOTS] * 20, *[ONE_FEWER] * 20, hand_at=19)
    assert fit_of_start(spontaneous) > -2.5
    assert fit_of_start(by_hand) < -10.0
    assert by_hand.handled[SIX]
    assert not spontaneous.handled[SIX]


def test_suspicion_fades_with_turns_that_agree() -> None:
    evidence = evidence_of(*[START_SLOTS] * 20, *[ONE_FEWER] * 20)
    seen = Position.of([n - (place == 5) for place, n in enumerate(START.mover)], START.opponent)
    explainer = Explainer(evidence, EAST, has_bar=True)
    before = fit_of_start(evidence)
    for _ in range(3):
        explainer.confirm(seen)
    assert fit_of_start(evidence) < before - 8.0


def test_a_slot_that_contradicted_the_last_turn_is_suspected() -> None:
    evidence = evidence_of(*[START_SLOTS] * 20, *[ONE_FEWER] * 20, hand_at=19)
    Explainer(evidence, EAST, has_bar=True).confirm(START)
    assert fit_of_start(evidence) > -2.5


@pytest.mark.parametrize(("men", "look", "counts"), [(0, 1, True), (0, 0, False), (2, 1, False)])
def test_what_was_misread_is_believed_where_it_looks_otherwise_and_is_empty(
    men: int, look: int, counts: bool
) -> None:
    """A dark man was read as a light one when the turn ended; none are read then, or two."""
    slot, dark = slot_index("B12"), outcome(1, 1)
    points, bars = EAST.outcomes(stack([START.board]))
    points[0, slot] = dark
    evidence = Evidence(has_bar=True)
    for number in range(40):
        later = number >= 20
        seen = START_SLOTS | {"B12": (men if later else 1, 0)}
        looks = [*range(24)]
        looks[slot] += 100 * look * later
        evidence.update(make_reading(seen, seq=number, t=number / 10, looks=Looks(1, tuple(looks))))
        if number == 19:
            evidence.confirm(points[0], bars[0])
    by_slot, _ = evidence.weighted()
    assert bool(by_slot[slot, dark] < -10.0) is counts


def test_many_changes_at_once_are_a_gap_and_no_misreads() -> None:
    moved = START_SLOTS | {"B7": (3, 0), "B5": (2, 0), "T1": (6, 0)}
    evidence = evidence_of(*[START_SLOTS] * 20, *[moved] * 20)
    assert 2.0 <= evidence.jumped <= 3.0
    assert fit_of_start(evidence) < -30.0


def verdict(
    before: Position, after: Position, player: Player, *others: tuple[Position, float]
) -> TurnVerdict:
    return TurnVerdict(player, None, before, after, False, 0.01, 0.99, 0.0, 0.0, rivals=others)


def test_a_rival_is_carried_along_while_its_men_stand() -> None:
    explainer = Explainer(evidence_of(*[START_SLOTS] * 5), EAST, has_bar=True)
    told, true = apply_play(START, "8/4 6/5"), apply_play(START, "8/5 6/5")
    (rival,) = rivals_after(explainer, verdict(START, told, "A", (true, -5.0)), 1.0, START, ())
    assert (rival.board, rival.odds, rival.clears, rival.since) == (true, -5.0, "A", 1.0)
    after = apply_play(told.swapped(), "24/23 13/11").swapped()
    (carried,) = rivals_after(explainer, verdict(told, after, "B"), 2.0, told, (rival,))
    assert carried.board == apply_play(true.swapped(), "24/23 13/11").swapped()
    assert carried.clears == "A"
    assert abs(carried.odds - rival.odds) <= MOST_GAIN
    gone = apply_play(after, "4/3")
    assert rivals_after(explainer, verdict(after, gone, "A"), 3.0, after, (carried,)) != (carried,)


def test_hopeless_rivals_are_forgotten() -> None:
    explainer = Explainer(evidence_of(*[START_SLOTS] * 5), EAST, has_bar=True)
    told, true = apply_play(START, "8/4 6/5"), apply_play(START, "8/5 6/5")
    former = (Rival(true, FARTHEST, np.zeros(25, dtype=bool)),)
    assert rivals_after(explainer, verdict(START, told, "A", (true, FARTHEST - 1.0)), 1.0, told, former) == ()


def test_a_rival_that_cannot_be_written_down_is_forgotten() -> None:
    """The other board holds 31 men by a column misread, and men of both sides on one point."""
    explainer = Explainer(evidence_of(*[START_SLOTS] * 5), EAST, has_bar=True)
    told = apply_play(START, "8/4 6/5")
    mover, opponent = list(told.mover), list(told.opponent)
    mover[5] += 1
    former = (Rival(Position.of(mover, opponent), -5.0, np.zeros(25, dtype=bool)),)
    assert rivals_after(explainer, verdict(told, apply_play(told, "5/4"), "A"), 1.0, told, former) == ()
