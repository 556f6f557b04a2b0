"""What stood on the board before the match, and was taken for a game, is not in the transcript."""

from dataclasses import replace

from monitor.backgammon import START, apply_play, text_of
from monitor.events import Event
from monitor.transcribe.turns import fold

PLAYED = Event(
    "TurnPlayed",
    t=20.0,
    by="A",
    data={
        "dice": [3, 1],
        "board_before": text_of(START),
        "board_after": text_of(apply_play(START, "8/5 6/5")),
        "legal": True,
    },
)
JOINED = Event("TrackRegained", t=10.0, data={"joined": True, "game_no": 1})
BEGUN = Event("GameStarted", t=60.0, data={"game_no": 1, "home": "E", "light": "A"})


def told(*events: Event) -> list[tuple[float, Event]]:
    return [(event.t, event) for event in events]


def test_turns_told_of_a_game_that_was_none_are_left_out() -> None:
    again = replace(PLAYED, t=80.0)
    found = fold(told(JOINED, PLAYED, BEGUN, again), [], 100.0)
    assert [turn.t for turn in found.turns] == [80.0]
    assert found.acts[0] == BEGUN


def test_those_of_one_that_was_broken_off_stay() -> None:
    ended = Event("GameEnded", t=50.0, data={"winner": None, "how": "concede"})
    second = replace(BEGUN, data=BEGUN.data | {"game_no": 2})
    found = fold(told(JOINED, PLAYED, ended, second, replace(PLAYED, t=80.0)), [], 100.0)
    assert [turn.t for turn in found.turns] == [20.0, 80.0]
