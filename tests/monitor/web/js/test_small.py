"""Times, messages of the live stream, the field in the picture, groups of cards."""

import json
import struct
from typing import Any

import pytest

from calibration.geometry import BoardGeometry
from tests.monitor.web.js.conftest import Run


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00"), (59.99, "0:59"), (125, "2:05"), (3725, "1:02:05"), (-1, "0:00")]
)
def test_clock_times(js: Run, seconds: float, text: str) -> None:
    assert js("clock", "m.clockTime(x)", seconds) == text


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.08, "0.1 s"), (14.2, "14 s"), (300, "5 min"), (9000, "3 h")]
)
def test_ages(js: Run, seconds: float, text: str) -> None:
    assert js("clock", "m.age(x)", seconds) == text


def test_match_clock_runs_only_with_the_source(js: Run) -> None:
    run = """(async () => {
      const clock = new m.MatchClock();
      const none = clock.now();
      clock.set(10, x);
      await new Promise(done => setTimeout(done, 60));
      return [none, clock.now()];
    })()"""
    none, stopped = js("clock", run, False)
    assert (none, stopped) == (None, 10)
    assert js("clock", run, True)[1] >= 10.05


@pytest.mark.parametrize("jpeg", [b"", b"\xff\xd8picture"])
def test_messages_of_the_live_stream(js: Run, jpeg: bytes) -> None:
    header = {"t": 1.5, "age_s": 0.1, "state": "live", "marks": {"slots": [], "text": "ä"}}
    text = json.dumps(header, ensure_ascii=False).encode()
    message = list(struct.pack(">I", len(text)) + text + jpeg)
    unpack = """(async () => {
      const { header, jpeg } = m.unpack(new Uint8Array(x).buffer);
      return { header, jpeg: jpeg && [...new Uint8Array(await jpeg.arrayBuffer())], kind: jpeg && jpeg.type };
    })()"""
    got = js("net", unpack, message)
    assert got["header"] == header
    assert got["jpeg"] == (list(jpeg) if jpeg else None)
    assert got["kind"] == ("image/jpeg" if jpeg else None)


@pytest.mark.parametrize("layout", ["bar_vertical", "bar_horizontal", "no_bar"])
def test_lines_of_the_field_are_those_of_the_geometry(js: Run, layout: Any) -> None:
    corners = ((253.0, 76.0), (1018.0, 70.0), (1111.0, 643.0), (158.0, 648.0))
    bar = (0.5, 0.5) if layout == "no_bar" else (0.46, 0.54)
    board = BoardGeometry(corners, (1280, 720), layout, bar)
    lines = js("geometry", "m.pointLines(...x)", [corners, layout, bar])
    ends = board.picture_points([(bar[0] / 6, 0.0), (bar[0] / 6, 1.0), (bar[1], 0.0), (bar[1], 1.0)])
    assert lines[0] == [pytest.approx(list(end), abs=0.02) for end in ends[:2]]
    assert lines[-1] == [pytest.approx(list(end), abs=0.02) for end in ends[2:]]


def _card(**fields: Any) -> dict[str, Any]:
    card = {
        "status": "open", "severity": "must_correct",
        "window": {"state": "open", "words": "correctable until B rolls"},
        "handling": {"state": "new", "notes": []}, "speak": ["player", "td"], "silent": True, "conf": 0.97,
    }  # fmt: skip
    return card | fields


@pytest.mark.parametrize(
    ("fields", "group"),
    [
        ({}, "new"),
        ({"status": "closed", "window": {"state": "closed", "words": "stands"}}, "new"),
        ({"handling": {"state": "confirmed", "notes": []}}, "open"),
        ({"handling": {"state": "dismissed", "notes": []}}, "done"),
        (
            {
                "handling": {"state": "confirmed", "notes": []},
                "window": {"state": "closed", "words": "stands"},
            },
            "done",
        ),
        ({"status": "resolved"}, "done"),
        ({"status": "logged"}, "done"),
        ({"severity": "info"}, "done"),
        ({"withdrawn": True}, "done"),
    ],
)
def test_where_a_card_belongs(js: Run, fields: dict[str, Any], group: str) -> None:
    assert js("words", "m.groupOf(x)", _card(**fields)) == group


def test_words_of_a_card(js: Run) -> None:
    assert js("words", "m.standing(x)", _card()) == "Correctable until B rolls"
    assert js("words", "m.mayBePointedOut(x)", _card()) == "players and director; you stay silent"
    assert js("words", "m.confidence(x)", _card()) == "97 % sure"
    assert js("words", "m.confidence(x)", _card(conf=1.0)) == "over 99 % sure"


@pytest.mark.parametrize(
    ("state", "reason", "text"),
    [
        ("following", "only 2 pictures a second", "Only 2 pictures a second."),
        ("setup", "the picture is mirrored", "The picture is mirrored."),
        ("following", None, ""),
        ("lost", "the board was moved", ""),
    ],
)
def test_what_makes_following_hard_is_said_while_it_goes_on(
    js: Run, state: str, reason: str | None, text: str
) -> None:
    assert js("dashboard/glance", "m.hintOf(x)", {"state": state, "reason": reason}) == text
