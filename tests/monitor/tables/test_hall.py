"""The hall: what needs a person first, silence, and what is refused."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.tables import messages
from monitor.tables.hall import MOST_TABLES, Hall
from monitor.tables.topics import PARTS, Part, TableKey
from tests.monitor.tables.stations import card, snapshot

WALL = 1_800_000_000.0


class Director:
    """A hall with a clock of its own; ``now`` and the stations' wall clocks run together."""

    def __init__(self) -> None:
        self.hall = Hall()
        self.now = 1000.0

    def hear(self, table: str, part: Part, payload: bytes, *, retained: bool = False) -> TableKey | None:
        topic = TableKey("club", table).topic(part)
        return self.hall.take(topic, payload, retained=retained, now=self.now, wall=self.wall)

    @property
    def wall(self) -> float:
        return WALL + self.now

    def station(self, table: str, *cards: dict[str, Any], **changes: Any) -> None:
        self.hear(
            table, "status", messages.status("online", self.wall, title=f"Table {table}", heartbeat_s=10.0)
        )
        self.hear(table, "state", messages.state({**snapshot(int(table[1:])), **changes}, self.wall))
        self.hear(table, "findings", messages.findings(cards, self.wall))

    def row(self, table: str) -> dict[str, Any]:
        return self.hall.row(TableKey("club", table), self.now)

    def order(self) -> list[str]:
        return [row["table"] for row in self.hall.rows(self.now)]


@pytest.fixture
def director() -> Director:
    return Director()


def test_what_needs_a_person_stands_first(director: Director) -> None:
    director.station("t12")
    director.station("t2")
    director.station("t3", track={"state": "lost", "reason": "board moved", "todo": "x"})
    director.station("t4", card("f1"))
    director.station("t5", card("f2", status="closed", window={"state": "closed", "words": "stands"}))
    director.hear("t6", "status", messages.status("stopped", director.wall))
    director.station("t7")
    director.hear("t7", "status", messages.status("offline", 0.0))
    director.now += 1
    director.station("t8", card("f9"))
    assert director.order() == ["t8", "t4", "t3", "t7", "t5", "t2", "t12", "t6"]
    attention = {row["table"]: row["attention"] for row in director.hall.rows(director.now)}
    assert attention["t4"] == "finding"
    assert attention["t5"] == "unseen"
    assert director.row("t3")["troubles"] == ["Track lost: board moved"]
    assert director.row("t7")["troubles"] == ["The station is gone"]
    assert director.row("t6")["troubles"] == []


def test_a_finding_at_a_table_that_is_gone_comes_after_those_that_can_be_helped(director: Director) -> None:
    director.station("t1", card("f1"))
    director.hear("t1", "status", messages.status("offline", 0.0))
    director.station("t2", card("f2"))
    assert director.order() == ["t2", "t1"]


@pytest.mark.parametrize(
    ("part", "message", "trouble"),
    [
        (
            "state",
            {"source": {"state": "frozen", "reason": "no new picture"}},
            "Camera frozen: no new picture",
        ),
        ("state", {"source": {"state": "lost"}}, "Camera lost"),
        ("health", {"journal_ok": False, "journal_reason": "disk full"}, "Journal not written: disk full"),
    ],
)
def test_troubles_in_words(director: Director, part: Part, message: dict[str, Any], trouble: str) -> None:
    director.station("t1")
    director.hear("t1", part, messages.encode(message))
    assert director.row("t1")["troubles"] == [trouble]


def test_silence_shows_without_any_message(director: Director) -> None:
    director.station("t1")
    director.now += 29.0
    assert director.row("t1")["presence"] == "online"
    director.now += 2.0
    assert director.row("t1")["presence"] == "silent"
    assert director.row("t1")["attention"] == "trouble"
    assert director.row("t1")["age_s"] == 31.0


def test_nobody_is_silent_while_the_broker_is_away(director: Director) -> None:
    director.station("t1")
    director.now += 5.0
    director.hall.deafened(director.now)
    director.now += 300.0
    assert director.row("t1")["presence"] == "online"
    assert director.row("t1")["age_s"] == 305.0
    director.hall.hears(director.now)
    director.now += 20.0
    assert director.row("t1")["presence"] == "online"
    director.now += 15.0
    assert director.row("t1")["presence"] == "silent"


def test_what_the_broker_kept_is_as_old_as_it_says(director: Director) -> None:
    old = director.wall - 100.0
    director.hear("t1", "status", messages.status("online", old, heartbeat_s=10.0), retained=True)
    director.hear("t1", "state", messages.state(snapshot(1), old + 40.0), retained=True)
    assert director.row("t1")["age_s"] == 60.0
    assert director.row("t1")["presence"] == "silent"
    director.hear("t1", "health", messages.health({}, director.wall - 4.0), retained=True)
    assert director.row("t1")["age_s"] == 4.0
    assert director.row("t1")["presence"] == "online"


def test_a_clock_that_is_wrong_does_not_make_fresh_messages_old(director: Director) -> None:
    director.hear("t1", "state", messages.state(snapshot(1), director.wall - 9999.0))
    assert director.row("t1")["age_s"] == 0.0
    director.hear("t1", "state", messages.state(snapshot(1), director.wall + 9999.0), retained=True)
    assert director.row("t1")["age_s"] == 0.0


def test_the_last_will_is_no_sign_of_life(director: Director) -> None:
    director.station("t1")
    director.now += 7.0
    director.hear("t1", "status", messages.status("offline", 0.0))
    assert director.row("t1")["presence"] == "offline"
    assert director.row("t1")["age_s"] == 7.0


def test_taking_back_what_was_kept(director: Director) -> None:
    director.station("t1", card())
    director.hear("t1", "findings", b"")
    assert director.row("t1")["findings"] == []
    director.hear("t1", "status", b"")
    assert director.hall.tables == {}
    assert director.hear("t1", "state", b"") is None


@pytest.mark.parametrize(
    ("part", "payload"),
    [
        ("state", b"no json"),
        ("state", b"\xff\xfe"),
        ("state", b"[" * 60_000),
        ("state", b"x" * 70_000),
        ("state", json.dumps({"match": {"players": ["a"]}}).encode()),
        ("state", json.dumps({"match": {"score": [1e99, 0]}}).encode()),
        ("state", json.dumps({"game": {"board": "<script>"}}).encode()),
        ("status", json.dumps({"status": "online", "url": "javascript:alert(1)"}).encode()),
        ("status", json.dumps({"status": "dancing"}).encode()),
        ("findings", json.dumps({"findings": [{"id": "f"}]}).encode()),
        ("findings", json.dumps({"findings": [{}] * 60}).encode()),
        ("health", json.dumps({"load": "high"}).encode()),
    ],
)
def test_what_cannot_be_read_changes_nothing_but_is_shown(
    director: Director, part: Part, payload: bytes
) -> None:
    director.station("t1", card())
    before = director.row("t1")
    director.hear("t1", part, payload)
    after = director.row("t1")
    assert after.pop("troubles")[0].startswith(f"A message could not be read: {part}")
    assert before.pop("troubles") == []
    assert after == before
    director.station("t1", card())
    assert director.row("t1")["troubles"] == []


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
known_keys = st.dictionaries(
    st.sampled_from(["at", "status", "title", "url", "match", "game", "source", "track", "findings", "load"]),
    json_values,
)


@given(
    st.sampled_from(PARTS), st.binary(max_size=60) | known_keys.map(lambda data: json.dumps(data).encode())
)
def test_no_message_breaks_the_hall(part: Part, payload: bytes) -> None:
    director = Director()
    director.station("t1", card())
    director.hear("t1", part, payload)
    director.now += 40.0
    for row in director.hall.rows(director.now):
        json.dumps(row, allow_nan=False)


def test_a_flood_of_tables_is_refused(director: Director) -> None:
    for number in range(MOST_TABLES + 5):
        director.hear(f"t{number}", "state", messages.state(snapshot(1), director.wall))
    assert len(director.hall.tables) == MOST_TABLES
    assert director.hall.refused == 5
    director.hall.take("other/topic", b"x", retained=False, now=0.0, wall=0.0)
    assert director.hall.refused == 6
