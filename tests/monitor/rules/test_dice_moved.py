"""Dice moved by hand, as a camera sees it: whether the player said so first it does not hear."""

import pytest

from monitor.config import MatchConfig
from monitor.events import Event, Player
from monitor.rules import Referee, load_ruleset
from tests.monitor.rules.table import Table

ROLL = [
    {"face": 3, "zone": "E", "support": "surface", "tilt": "flat"},
    {"face": 1, "zone": "E", "support": "surface", "tilt": "flat"},
]


def codes(ruleset: str, **touch: object) -> list[str]:
    """What is found where A, on turn, moves the dice that he has thrown."""
    config = MatchConfig(ruleset=ruleset)
    referee = Referee(load_ruleset(ruleset), config)
    board = "-b----E-C---eE---c-e----B-"
    opening = [{**ROLL[0], "face": face, "zone": zone} for face, zone in ((6, "E"), (2, "W"))]
    events = [
        Event("GameStarted", t=0.0, data={"board": board, "game_no": 1, "cube": {"present": True}}),
        Event("DiceThrown", t=1.0, by="A", data={"n": 1}),
        Event("DiceAtRest", t=2.0, by="A", data={"dice": opening[:1]}),
        Event("DiceThrown", t=3.0, by="B", data={"n": 1}),
        Event("DiceAtRest", t=4.0, by="B", data={"dice": opening[1:]}),
        Event("DiceTouched", t=6.0, by="A", data=touch),
    ]
    for number, event in enumerate(events, 1):
        referee.feed(Event(event.ev, t=event.t, by=event.by, data=event.data, seq=number))
    return [finding.code for finding in referee.findings if finding.severity != "info"]


@pytest.mark.parametrize("ruleset", ["usbgf-2016", "wbgt-2010", "biba-2014", "fcbg-2007"])
@pytest.mark.parametrize("how", ["slide", "lift"])
def test_nobody_is_accused_of_not_having_said_what_was_not_heard(ruleset: str, how: str) -> None:
    assert codes(ruleset, how=how, faces=[6, 2], notice="unheard") == []
    assert codes(ruleset, how=how, faces=[6, 2]) == ["DICE_TOUCHED"]


def test_where_only_sliding_is_allowed_lifting_is_found() -> None:
    assert codes("ausbgf-2021", how="slide", faces=[6, 2], notice="unheard") == []
    assert codes("ausbgf-2021", how="lift", faces=[6, 2], notice="unheard") == ["DICE_TOUCHED"]


def test_other_numbers_are_found_whatever_was_said() -> None:
    assert "DICE_FACE_CHANGED" in codes("usbgf-2016", how="slide", faces=[6, 3], notice="unheard")


def test_a_tie_of_which_one_die_was_not_read_begins_the_opening_anew() -> None:
    """Both are taken up, and each throws again."""
    config = MatchConfig()
    referee = Referee(load_ruleset(config.ruleset), config)
    board = "-b----E-C---eE---c-e----B-"
    events = [Event("GameStarted", t=0.0, data={"board": board, "game_no": 1, "cube": {"present": True}})]
    thrown: tuple[tuple[float, Player, int], ...] = ((1.0, "A", 1), (10.0, "B", 6), (12.0, "A", 4))
    for t, by, face in thrown:
        zone = "E" if by == "A" else "W"
        die = {**ROLL[0], "face": face, "zone": zone}
        events.append(Event("DiceThrown", t=t, by=by, data={"n": 1}))
        events.append(Event("DiceAtRest", t=t + 1.0, by=by, data={"dice": [die]}))
        if t == 1.0:
            events.append(Event("DicePickedUp", t=5.0, data={"n": 2, "meaning": "reroll"}))
    for number, event in enumerate(events, 1):
        referee.feed(Event(event.ev, t=event.t, by=event.by, data=event.data, seq=number))
    assert [finding.code for finding in referee.findings if finding.severity != "info"] == []


@pytest.mark.parametrize(("by", "found"), [("A", ["ROLL_RETHROWN"]), (None, [])])
def test_a_throw_that_may_be_the_opponents_is_not_held_against_who_is_to_play(
    by: Player | None, found: list[str]
) -> None:
    table = Table()
    table.roll("A", 3, 1)
    assert [finding.code for finding in table("DiceThrown", by, n=2)] == found
