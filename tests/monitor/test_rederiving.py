"""States to go back to, and the names of findings of a referee who has begun again."""

from monitor.events import Event
from monitor.rederiving import KEPT, Checkpoint, Checkpoints, Counting, Names
from tests.support import make_finding


def mark(position: int) -> Checkpoint:
    return Checkpoint(position, position / 10, position, frozenset(), (None, None, Names()))


def test_the_newest_state_before_a_time() -> None:
    marks = Checkpoints()
    assert marks.before(5.0) is None
    for position in range(0, 100, 10):
        marks.add(mark(position))
    found = marks.before(3.5)
    assert found is not None
    assert found.position == 30
    marks.forget_from(3.0)
    found = marks.before(100.0)
    assert found is not None
    assert found.position == 20


def test_old_states_are_thinned_but_never_the_first_nor_those_of_corrections() -> None:
    marks = Checkpoints()
    for position in range(20 * KEPT):
        marks.add(mark(position), keep=position == 17)
    assert len(marks._marks) <= KEPT + 1
    assert [one.position for one in marks._marks][:2] == [0, 17]
    newest = marks.before(1e9)
    assert newest is not None
    assert newest.position == 20 * KEPT - 1


def test_findings_keep_their_ids() -> None:
    known = {"F1": make_finding(id="F1", t=5.0), "F2": make_finding(id="F2", t=9.0, code="ROLL_INVALID")}
    names = Names()
    names.reusable = {"F1", "F2"}
    again = names.outward(make_finding(id="F1", t=9.5, code="ROLL_INVALID"), known)
    assert again.id == "F2"
    fresh = names.outward(make_finding(id="F2", t=50.0), known | {"F2": again})
    assert fresh.id == "F3"
    late = names.outward(make_finding(id="F4", code="LATE_CORRECTION", evidence={"corrects": "F1"}), known)
    assert late.evidence["corrects"] == "F2"
    assert names.inward(Event("TDRuling", data={"finding": "F2", "ruling": "x"})).get("finding") == "F1"
    assert names.inward(Event("TDRuling", data={"finding": "F9", "ruling": "x"})).get("finding") == "F9"


def test_counting_goes_on_without_writing() -> None:
    counting = Counting(7)
    assert counting.event(Event("TDArrived")).seq == 8
    assert counting.finding(make_finding()).seq == 9
