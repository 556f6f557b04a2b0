"""Events and findings as lines of the journal."""

import json

import pytest

from monitor.events import VOCABULARY, Event, EventError, other
from tests.support import make_finding


def test_an_event_survives_the_journal() -> None:
    event = Event("DiceAtRest", t=1.5, by="A", conf=0.9, frames=(3, 9), t_known=2.0, data={"dice": []}, seq=4)
    line = json.loads(json.dumps(event.to_json()))
    assert line["ev"] == "DiceAtRest"
    assert Event.from_json(line) == event


def test_time_known_defaults_to_the_time_it_happened() -> None:
    assert Event("TrackLost", t=3.0).to_json()["t_known"] == 3.0


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ({"seq": 1}, "name"),
        ({"ev": "DiceEaten"}, "DiceEaten"),
        ({"ev": "DiceThrown", "by": "C"}, "by"),
        ({"ev": "DiceThrown", "t": "soon"}, "t is"),
        ({"ev": "DiceThrown", "seq": 1.5}, "seq"),
        ({"ev": "DiceThrown", "frames": [1]}, "frames"),
    ],
)
def test_what_is_no_event_is_named(line: dict[str, object], word: str) -> None:
    with pytest.raises(EventError, match=word):
        Event.from_json(line)


def test_the_contract_lines_are_in_the_vocabulary() -> None:
    assert {"TurnPlayed", "TrackLost", "TrackRegained", "GameStarted"} <= VOCABULARY
    assert other("A") == "B"


def test_a_finding_carries_its_window_and_grounds() -> None:
    line = make_finding(closed_at=9).to_json()
    assert line["ev"] == "Finding"
    assert line["cite"] == ["USBGF 4.2.3(a)"]
    assert line["deadline"] == ["opp_valid_roll"]
    assert line["closed_at"] == 9
    assert "resolved_at" not in line
