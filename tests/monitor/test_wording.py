"""Findings in plain words."""

import pytest

from monitor.config import MatchConfig
from monitor.wording import clock_time, describe, details
from tests.support import make_finding

CONFIG = MatchConfig(players=("Anna", "Boris"))


@pytest.mark.parametrize(
    ("t", "words"),
    [(0.0, "0:00.0"), (59.96, "1:00.0"), (61.25, "1:01.2"), (3599.99, "1:00:00.0"), (7261.5, "2:01:01.5")],
)
def test_clock_time(t: float, words: str) -> None:
    assert clock_time(t) == words


def test_who_did_what() -> None:
    assert describe(make_finding(by="B", kind="blocked_path"), CONFIG).startswith(
        "Boris: illegal move (passed"
    )
    assert describe(make_finding(code="SETUP_ERROR", kind=None, by=None), CONFIG) == "wrong starting set-up"
    assert describe(make_finding(code="NEW_CODE", kind="new_kind"), CONFIG) == "Anna: new code (new kind)"


def test_evidence_in_words() -> None:
    evidence = {"dice": [6, 1], "move": "13/7", "legal_moves": [f"24/{n}" for n in range(9)]}
    found = dict(details(make_finding(evidence=evidence)))
    assert found["played"] == "6-1: 13/7"
    assert found["legal"] == "24/0, 24/1, 24/2, 24/3, 24/4 and 4 more"
    assert (
        dict(details(make_finding(evidence={"legal_moves": []})))["legal"]
        == "no play: the turn had to be passed"
    )
    dice = [{"face": 4, "tilt": "leaning"}, {"face": None}]
    assert details(make_finding(evidence={"dice": dice})) == [("roll", "4-?")]
    setup = {"differences": ["A's 6 point: 4 instead of 5", "A's 5 point: 1 instead of 0"]}
    assert details(make_finding(evidence=setup)) == [
        ("wrong", "A's 6 point: 4 instead of 5; A's 5 point: 1 instead of 0")
    ]
