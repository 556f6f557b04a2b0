"""Keys of the operator: what they say, and that they arrive."""

import io
import os
import pty
import time

import pytest

from monitor.cli.keys import OperatorKeys, event_of
from monitor.config import MatchConfig
from monitor.events import Event


@pytest.mark.parametrize(
    ("config", "name"),
    [
        (MatchConfig(clock=True, dice="shared2"), "ClockPressed"),
        (MatchConfig(dice="shared2"), "BarTapped"),
        (MatchConfig(), "TurnPassed"),
    ],
)
def test_the_end_of_a_turn_is_what_ends_it_in_this_mode(config: MatchConfig, name: str) -> None:
    south, north = event_of("e", config), event_of("E", config)
    assert south is not None
    assert north is not None
    assert [(event.ev, event.by, event.src) for event in (south, north)] == [
        (name, "A", "operator"),
        (name, "B", "operator"),
    ]


def test_cube_words_and_results() -> None:
    said = [event_of(key, MatchConfig()) for key in "dTpRW"]
    assert [(event.ev, event.by) for event in said if event] == [
        ("CubeOffered", "A"),
        ("CubeTaken", "B"),
        ("CubePassed", "A"),
        ("CubeReturned", "B"),
        ("GameEnded", None),
    ]
    assert said[-1] is not None
    assert said[-1].get("winner") == "B"
    assert event_of("q", MatchConfig()) is None


def test_keys_of_a_terminal_arrive_and_the_terminal_is_left_as_it_was() -> None:
    import termios

    try:
        master, slave = pty.openpty()
    except OSError as error:
        pytest.skip(f"this machine has no terminals to give: {error}")
    before = termios.tcgetattr(slave)
    arrived: list[Event] = []
    with os.fdopen(slave, "r") as stream, OperatorKeys(arrived.append, MatchConfig(), stream):
        os.write(master, b"d?T")
        until = time.monotonic() + 10
        while len(arrived) < 2 and time.monotonic() < until:
            time.sleep(0.01)
        assert termios.tcgetattr(slave)[3] != before[3]
    assert [(event.ev, event.by) for event in arrived] == [("CubeOffered", "A"), ("CubeTaken", "B")]
    os.close(master)


def test_without_a_terminal_nothing_is_listened_to() -> None:
    with OperatorKeys(lambda _: None, MatchConfig(), io.StringIO("d")) as keys:
        assert not keys.listening
