"""What leaves a station, and what of it the director can read."""

import json
from typing import Any

import pytest

from monitor.tables import messages
from monitor.tables.messages import MOST_FINDINGS, FindingsMessage, StateMessage
from monitor.tables.topics import PARTS, TableKey, parse_topic, subscription
from tests.monitor.tables.stations import card, snapshot


def test_topics_there_and_back() -> None:
    for part in PARTS:
        assert parse_topic(TableKey("club", "t12").topic(part)) == (TableKey("club", "t12"), part)
    assert subscription("club") == "gammonitor/v1/club/+/+"
    assert subscription(None) == "gammonitor/v1/+/+/+"


@pytest.mark.parametrize(
    "topic",
    [
        "gammonitor/v1/club/t1",
        "gammonitor/v1/club/t1/state/x",
        "gammonitor/v1/club/t1/set",
        "gammonitor/v2/club/t1/state",
        "gammonitor/v1/Club/t1/state",
        "gammonitor/v1/club//state",
        "gammonitor/v1/club/" + "t" * 41 + "/state",
        "x/gammonitor/v1/club/t1/state",
    ],
)
def test_what_is_no_topic_of_ours(topic: str) -> None:
    assert parse_topic(topic) is None


def test_the_state_holds_nothing_that_players_must_not_see() -> None:
    text = messages.state(snapshot(1), 5.0).decode()
    for word in ("pips", "finding", "167", "cocked", "unseen", "home"):
        assert word not in text
    read = StateMessage.model_validate_json(text)
    assert read.at == 5.0
    assert read.match.players == tuple(snapshot(1)["match"]["players"])
    assert read.game is not None
    assert read.game.board == snapshot(1)["game"]["board"]
    assert read.track.state == "following"


def test_a_state_before_the_first_game() -> None:
    read = StateMessage.model_validate_json(messages.state({**snapshot(1), "game": None}, 1.0))
    assert read.game is None
    assert StateMessage.model_validate_json(messages.state({}, 1.0)).match.players == ("A", "B")


def test_what_a_station_does_not_know_yet_can_be_read() -> None:
    unknown = snapshot(1)
    unknown["match"] |= {"score": None, "crawford": None, "length": None, "ruleset_title": None}
    unknown["game"] |= {
        "board": None,
        "to_act": None,
        "roll": None,
        "cube": dict.fromkeys(unknown["game"]["cube"]),
    }
    unknown["source"]["reason"] = unknown["track"]["reason"] = None
    read = StateMessage.model_validate_json(messages.state(unknown, 1.0))
    assert read.match.score is None
    assert read.game is not None
    assert read.game.board is None


def kept(*cards: dict[str, Any]) -> list[str]:
    return [one.id for one in FindingsMessage.model_validate_json(messages.findings(cards, 1.0)).findings]


def handled(word: str) -> dict[str, Any]:
    return {"state": word, "notes": []}


def test_what_waits_for_a_person() -> None:
    shut = {"state": "closed", "words": "stands"}
    assert kept(
        card("open"),
        card("confirmed-open", handling=handled("confirmed")),
        card("confirmed-shut", handling=handled("confirmed"), status="closed", window=shut),
        card("dismissed", handling=handled("dismissed")),
        card("ruled", handling=handled("ruled")),
        card("shut", status="closed", window=shut, t=1.0),
        card("resolved", status="resolved"),
        card("logged", status="logged"),
        card("notice", status="closed", severity="notice"),
        card("withdrawn", withdrawn=True),
    ) == ["open", "confirmed-open", "shut"]


def test_findings_carry_the_clause_and_nothing_private() -> None:
    text = messages.findings([card()], 1.0).decode()
    one = json.loads(text)["findings"][0]
    assert one["clause"] == ["USBGF 4.2.3(a)"]
    assert one["window"] == "correctable until Boris has rolled"
    assert one["remedy"] == "put back and play a legal move"
    assert "private" not in text
    assert "boards" not in one


def test_a_flood_of_findings_is_cut_but_counted() -> None:
    flood = [card(f"f{number}", status="closed", t=float(number)) for number in range(80)]
    read = FindingsMessage.model_validate_json(messages.findings([*flood, card("open", t=0.0)], 1.0))
    assert len(read.findings) == MOST_FINDINGS
    assert read.left_out == 31
    assert [one.id for one in read.findings[:2]] == ["open", "f79"]


def test_long_texts_still_go_through() -> None:
    long = card(title="x" * 1000, what="ä" * 1000, window={"state": "open", "words": "y" * 900})
    assert len(FindingsMessage.model_validate_json(messages.findings([long], 1.0)).findings[0].what) == 400
