"""Findings as cards: words, windows, boards, and what was done with them."""

import pytest

from monitor.rules.vocabulary import PREDICATES
from monitor.station.cards import card_of
from monitor.station.windows import window_of
from tests.support import make_finding

PLAYERS = ("Anna", "Boris")
BEFORE = "-b----E-C---eE---c-e----B-"


def line(**fields: object) -> dict[str, object]:
    return make_finding(**({"seq": 7, "t": 12.5, "t_known": 13.0} | fields)).to_json()


def test_a_card_says_what_happened_and_what_would_have_been_legal() -> None:
    card = card_of(line(), PLAYERS, turn=3)
    assert card["title"] == "Illegal move by Anna"
    assert card["clause"] == ["USBGF 4.2.3(a)"]
    assert card["what"] == "Moved a number of pips that was not rolled; the dice show 3-1"
    assert card["boards"]["before"] == BEFORE
    assert card["boards"]["dice"] == [3, 1]
    legal = {play["move"]: play["board"] for play in card["boards"]["legal"]}
    assert legal["8/5 6/5"] == "-b---BD-B---eE---c-e----B-"
    assert legal["24/23 13/10"] == "-b----E-C-A-eD---c-e---AA-"
    assert card["handling"] == {"state": "new", "notes": []}


def test_the_boards_of_the_north_player_are_seen_by_the_south_player() -> None:
    card = card_of(line(by="B"), PLAYERS)
    legal = {play["move"]: play["board"] for play in card["boards"]["legal"]}
    assert legal["8/5 6/5"] == "-b----E-C---eE---b-db---B-"
    assert card["title"] == "Illegal move by Boris"


def test_no_board_where_a_play_cannot_be_carried_out() -> None:
    evidence = {"before_board": BEFORE, "legal_moves": ["20/18", "bar/3"], "dice": [2, 1]}
    card = card_of(line(evidence=evidence), PLAYERS)
    assert [play["board"] for play in card["boards"]["legal"]] == [None, None]


def test_handling_and_rulings() -> None:
    note = {"at": "2026-11-20T10:00:00+00:00", "who": "monitor", "text": ""}
    confirmed = [{**note, "kind": "note"}, {**note, "kind": "confirm"}]
    assert card_of(line(), PLAYERS, notes=confirmed)["handling"]["state"] == "confirmed"
    assert (
        card_of(line(), PLAYERS, notes=[*confirmed, {**note, "kind": "dismiss"}])["handling"]["state"]
        == "dismissed"
    )
    assert card_of(line(ruling="replay"), PLAYERS, notes=confirmed)["handling"]["state"] == "ruled"


def test_alerts_are_silent_where_the_monitor_may_not_speak() -> None:
    assert card_of(line(speak=("player", "td")), PLAYERS, alerts="announce")["silent"]
    assert not card_of(line(speak=("player", "monitor")), PLAYERS, alerts="announce")["silent"]
    assert card_of(line(speak=("player", "monitor")), PLAYERS, alerts="silent")["silent"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"deadline": ("opp_valid_roll",)}, "correctable until Boris has made a valid roll"),
        ({"deadline": ("opp_throw", "game_end")}, "correctable until Boris throws or the game ends"),
        ({"deadline": ("turn_end:4",), "by": None}, "correctable until turn 4 of the game is over"),
        ({"deadline": ()}, "correctable at any time"),
        ({"deadline": (), "severity": "roll_void"}, "to be thrown again"),
        (
            {"deadline": ("own_checker_move",), "severity": "option"},
            "open to a choice until Anna begins to play the roll",
        ),
        ({"status": "closed", "ended_by": "opp_valid_roll"}, "stands: Boris has made a valid roll"),
        ({"status": "closed", "ended_by": "turn_end:4"}, "stands: turn 4 is over"),
        ({"status": "closed", "ended_by": "OptionExercised"}, "stands: it was let pass"),
        ({"status": "closed", "ended_by": None}, "stands: the time to correct it is over"),
        ({"status": "closed", "ended_by": "corrected"}, "withdrawn: the reading was corrected"),
        ({"status": "resolved", "ended_by": "MoveRetracted"}, "put right"),
        ({"status": "resolved", "ruling": "play on"}, "ruled: play on"),
        ({"status": "logged"}, "noted"),
    ],
)
def test_windows_in_words(fields: dict[str, object], words: str) -> None:
    assert window_of(line(**fields), PLAYERS, 2)["words"] == words


def test_every_predicate_has_words() -> None:
    for predicate in PREDICATES:
        name = predicate.replace(":N", ":4")
        for status in ("open", "closed"):
            window = window_of(line(deadline=(name,), status=status, ended_by=name), PLAYERS, 2)
            assert "{" not in window["words"]
            assert window["state"] == status


def test_turns_left_count_down() -> None:
    found = line(deadline=("turn_end:4", "game_end"))
    assert [window_of(found, PLAYERS, turn)["turns_left"] for turn in (1, 3, 4, 6)] == [3, 1, 0, 0]
    assert window_of(line(), PLAYERS, 1)["turns_left"] is None
