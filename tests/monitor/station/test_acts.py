"""What an operator may enter: every act makes an event that the referee can read, under every rule set."""

from pathlib import Path
from typing import Any

import pytest

from monitor.config import MatchConfig
from monitor.events import VOCABULARY, Event, EventError
from monitor.rules import Referee, load_ruleset, ruleset_names
from monitor.station.act_forms import ActError, Field, Situation
from monitor.station.acts import ACTS, acts_now
from monitor.station.correcting import correction
from monitor.station.course import Course
from monitor.station.errors import NotHereError, TableError
from monitor.station.settings import SETTINGS, SettingError, changed, form
from tests.monitor.station.stand_in import CONFIG, START, told
from tests.support import make_finding

BY_ID = {act.id: act for act in ACTS}


def situation(ruleset: str = "usbgf-2016", phase: str = "moving", **config: Any) -> Situation:
    course = Course()
    course.take({"ev": "GameStarted", "seq": 1, "t": 0.0, "board": START, "game_no": 1})
    course.take(make_finding(seq=2).to_json())
    course.phase = phase
    course.offered = "A"
    return Situation(MatchConfig(ruleset=ruleset, **config), load_ruleset(ruleset), course)


def answer_for(field: Field, now: Situation) -> Any:
    if field.kind == "choice":
        return field.options(now)[0][0]
    return {"flag": True, "number": 3, "text": "as seen"}[field.kind]


@pytest.mark.parametrize("ruleset", ruleset_names())
@pytest.mark.parametrize("clock", [False, True])
def test_every_act_is_an_event_that_the_referee_takes(ruleset: str, clock: bool) -> None:
    now = situation(ruleset, clock=clock, dice="shared2" if clock else "own4")
    config = now.config
    for act in acts_now(now):
        if act.event is None:
            continue
        assert act.event in VOCABULARY
        answers = {field.name: answer_for(field, now) for field in act.fields}
        event = act.entered("A" if act.by else None, answers, now)
        referee = Referee(now.rules, config)
        referee.feed(Event("GameStarted", seq=1, data={"board": START, "game_no": 1}))
        referee.feed(Event.from_json({**event.to_json(), "seq": 2}))


def test_forms_are_plain_and_ids_are_their_own() -> None:
    assert len(BY_ID) == len(ACTS)
    now = situation(clock=True)
    for act in ACTS:
        shown = act.to_json(now)
        assert shown["by"] == (["A", "B"] if act.by else None)
        for field in shown["fields"]:
            assert (field["choices"] is not None) == (field["kind"] == "choice")


def test_which_acts_there_are_depends_on_mode_and_rule_set() -> None:
    def ids(**options: Any) -> set[str]:
        return {act.id for act in acts_now(situation(**options))}

    assert "press_clock" in ids(clock=True)
    assert "press_clock" not in ids()
    assert "tap" in ids(dice="shared2")
    assert "tap" not in ids(dice="shared2", clock=True)
    assert "grant_left" in ids(ruleset="wbgt-2010")
    assert "grant_left" not in ids(ruleset="usbgf-2016")
    assert "condone" in ids(ruleset="fcbg-2007")
    assert "condone" not in ids(ruleset="usbgf-2016")
    assert "stand" in ids(ruleset="usbgf-2016")
    assert "stand" not in ids(ruleset="ausbgf-2021")
    assert {"double", "pass_turn"}.isdisjoint(ids(phase="over"))
    assert {"game_over", "note", "ruling"} <= ids(phase="over")


@pytest.mark.parametrize(
    ("act", "by", "fields", "words"),
    [
        ("double", None, {}, "say which player"),
        ("td_here", "A", {}, "not the act of one player"),
        ("game_over", "A", {}, "how: say which"),
        ("game_over", "A", {"how": "magic"}, "choose one of bearoff"),
        ("game_over", "A", {"how": "pass", "recorded": 1.5}, "whole number"),
        ("game_over", "A", {"how": "pass", "recorded": -1}, "whole number"),
        ("game_over", "A", {"how": "pass", "score": 3}, "no field 'score'"),
        ("ruling", None, {"ruling": "x" * 5000}, "at most 2000 letters"),
        ("touch_cube", "A", {"lifted": 1}, "say yes or no"),
        ("put_right", "A", {"code": "CUBE_DEAD"}, "choose one of ILLEGAL_MOVE"),
    ],
)
def test_answers_that_do_not_fit(act: str, by: Any, fields: dict[str, Any], words: str) -> None:
    with pytest.raises(ActError, match=words):
        BY_ID[act].entered(by, fields, situation())


def test_shapes_of_some_events() -> None:
    now = situation("wbgt-2010")

    def made(act: str, by: Any = None, **fields: Any) -> Event:
        return BY_ID[act].entered(by, fields, now)

    assert made("game_over", "B", how="concede").data == {"how": "concede", "winner": "B"}
    assert made("game_over", "B", how="concede").by is None
    assert made("grant_left", "A").data == {"kind": "left_of_bar", "to": "B"}
    assert made("will_drop", "B").data == {"what": "will_drop"}
    assert made("objects", board_width_cm=44.5, board_height_cm=55).data == {"board_cm": [44.5, 55]}
    assert made("floor", "A").get("dice")[0]["zone"] == "floor"
    assert made("ruling", ruling="replay", finding="F1").src == "td"


def test_a_note_is_kept_without_an_event(tmp_path: Path) -> None:
    with told(tmp_path) as hall:
        hall.begin()
        assert hall.table.act("note", None, {"text": "phone rang"}, "monitor")
        assert hall.desk.entered == []
        assert hall.journal.flush()
        reader = hall.table._stored.reader
        assert reader is not None
        assert [(note.what, note.text, note.by) for note in reader.notes()] == [
            ("note", "phone rang", "monitor")
        ]


def test_acts_reach_the_desk_and_come_back(tmp_path: Path) -> None:
    with told(tmp_path) as hall:
        hall.begin()
        hall.finding()
        hall.table.act("double", "A", {}, "monitor")
        assert hall.table.snapshot()["game"]["cube"]["offered"] == "A"
        card = hall.table.rule("F1", "play on", "both agreed", "Dora")
        assert card["handling"]["notes"][0]["decision"] == "play on"
        assert card["handling"]["notes"][0] == {
            "at": card["handling"]["notes"][0]["at"], "who": "Dora", "kind": "ruling", "decision": "play on",
            "text": "both agreed",
        }  # fmt: skip
        with pytest.raises(NotHereError, match="cannot be entered now"):
            hall.table.act("press_clock", "A", {}, "monitor")
        hall.desk.slow = True
        assert not hall.table.act("take", "B", {}, "monitor")
        hall.desk.trouble = "the journal is busy"
        with pytest.raises(TableError, match="the journal is busy"):
            hall.table.act("take", "B", {}, "monitor")


def test_corrections() -> None:
    event = correction({"board": START, "score": [1, 2], "cube": 4, "owner": "A", "t": 3.0}, 9.0, 2)
    assert (event.ev, event.t, event.get("code")) == ("Corrected", 3.0, "READING")
    assert (event.get("cube"), event.get("score")) == ({"value": 4, "owner": "A"}, {"A": 1, "B": 2})
    assert correction({"owner": None}, 9.0, 2).get("cube") == {"value": 2, "owner": None}
    assert correction({"cube": {"value": 8, "owner": "B"}}, 9.0, 2).get("cube") == {"value": 8, "owner": "B"}
    assert correction({"dice": []}, 9.0, 2).get("dice") == []
    for given in ({}, {"dice": [7]}, {"board": "-"}):
        with pytest.raises(EventError):
            correction(given, 9.0, 2)
    with pytest.raises(TableError, match="has not come yet"):
        correction({"dice": [], "t": 9.5}, 9.0, 2)


def test_settings_and_what_may_be_changed_when() -> None:
    shown = {field["name"]: field for field in form(CONFIG, begun=False, live=True)}
    assert len(shown) == len(SETTINGS)
    assert all(field["editable"] for field in shown.values())
    assert [choice["value"] for choice in shown["ruleset"]["choices"]] == list(ruleset_names())
    late = {field["name"] for field in form(CONFIG, begun=True, live=True) if field["editable"]}
    assert late == {"player_a", "player_b", "alerts"}
    assert all(field["why"] for field in form(CONFIG, begun=True, live=False))
    event = changed(CONFIG, {"player_a": "Ann", "length": None, "clock": True, "score_a": 0}, begun=False)
    assert event is not None
    assert event.get("players") == ["Ann", "Boris"]
    assert (event.get("length"), event.get("mode")["clock"]) == (None, True)
    assert event.get("changed") == ["clock", "length", "player_a"]
    assert changed(CONFIG, {"player_a": "Anna"}, begun=True) is None


@pytest.mark.parametrize(
    ("given", "begun", "words"),
    [
        ({"wine": 1}, False, "no setting 'wine'"),
        ({"length": 9}, True, "cannot be changed now"),
        ({"length": 0}, False, "from 1 to 99"),
        ({"length": "7"}, False, "whole number"),
        ({"clock": 1}, False, "yes or no"),
        ({"ruleset": "monopoly"}, False, "one of ausbgf-2021"),
        ({"player_a": " "}, False, "a name"),
        ({"player_a": "Boris"}, False, "two different names"),
        ({"score_a": 7}, False, "would end a match"),
        ({"score_a": 2, "length": None}, False, "needs a match length"),
    ],
)
def test_settings_that_cannot_be(given: dict[str, Any], begun: bool, words: str) -> None:
    with pytest.raises(SettingError, match=words):
        changed(CONFIG, given, begun=begun)
