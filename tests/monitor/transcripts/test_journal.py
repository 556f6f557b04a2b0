"""From events to a record: turns, cube, results, doubts, corrections and gaps."""

import json
from pathlib import Path
from typing import Any

import pytest

from monitor.backgammon import START, Position, apply_play, from_seat, game_result
from monitor.events import Event
from monitor.transcripts import (
    CubeTurn,
    Doubt,
    Match,
    Move,
    Setup,
    TranscriptError,
    match_of,
    parse_match,
    read_match,
    steps,
    verify,
)
from tests.monitor.transcripts.making import MatchMaker, told


class Table:
    """Makes events as the tracker tells them."""

    def __init__(self, length: int = 5) -> None:
        players = ["Anna", "Boris"]
        self.events = [Event("MatchConfigured", data={"players": players, "length": length})]
        self.events.append(Event("GameStarted", data={"board": START.board26(), "game_no": 1}))
        self.board = START
        self.t = 10.0

    def tell(self, ev: str, by: Any = None, conf: float = 1.0, **data: Any) -> None:
        self.t += 10
        self.events.append(Event(ev, self.t, by, conf, data=data))

    def turn(self, by: Any, dice: Any, play: str | None, conf: float = 1.0, **data: Any) -> None:
        before = self.board
        after = before if play is None else from_seat(apply_play(from_seat(before, by), play), by)
        self.board = after
        values = {"dice": dice, "move": play, "board_before": text(before), "board_after": text(after)}
        self.tell("TurnPlayed", by, conf, **(values | {"legal": True} | data))

    def match(self) -> Match:
        return match_of(self.events)


def text(board: Position) -> str:
    return board.id if board.shared_points else board.board26()


def opened() -> Table:
    table = Table()
    table.turn("A", [3, 1], "8/5 6/5")
    table.turn("B", [5, 2], "24/22 13/8")
    return table


def test_turns_with_their_times() -> None:
    match = opened().match()
    assert (match.players, match.length) == (("Anna", "Boris"), 5)
    (game,) = match.games
    assert [(e.seat, e.dice, e.remark.time) for e in game.entries if isinstance(e, Move)] == [
        ("A", (3, 1), 20.0),
        ("B", (5, 2), 30.0),
    ]
    assert not any(entry.remark.doubts for entry in game.entries)


def test_the_cube_and_the_result() -> None:
    table = opened()
    table.tell("CubeOffered", "A", value=2)
    table.tell("CubeTaken", "B")
    table.turn("A", [6, 4], "24/14")
    table.tell("CubeOffered", "B", value=4)
    table.tell("CubePassed", "A")
    table.tell("GameEnded", winner="B", how="pass", level=None)
    table.tell("GameStarted", board=START.board26(), game_no=2)
    table.board = START
    table.turn("B", [6, 1], "13/7 8/7")
    match = table.match()
    one, two = match.games
    assert [(e.act, e.value) for e in one.entries if isinstance(e, CubeTurn)] == [
        ("double", 2), ("take", None), ("double", 4), ("drop", None)
    ]  # fmt: skip
    assert one.result is not None
    assert (one.result.winner, one.result.points, one.result.how) == ("B", 2, "dropped")
    assert two.score == (0, 2)
    assert [fault for fault in verify(match) if not fault.notice] == []


def test_an_illegal_play_that_stands_is_kept_and_marked() -> None:
    table = opened()
    table.turn("A", [6, 4], "24/15", legal=False, kinds=["wrong_pips"])
    table.turn("B", [3, 1], "8/5 6/5")
    match = table.match()
    stood = match.games[0].entries[2]
    assert isinstance(stood, Move)
    assert stood.stood
    assert stood.remark.comment == "wrong_pips"
    (fault,) = [fault for fault in verify(match) if not fault.notice]
    assert (fault.kinds, fault.time) == (("wrong_pips",), 40.0)


@pytest.mark.parametrize("way", ["Corrected", "replayed", "retracted", "amended"])
def test_an_illegal_play_that_was_put_right_is_not(way: str) -> None:
    table = opened()
    before = table.board
    table.turn("A", [6, 4], "24/15", legal=False)
    right = apply_play(before, "24/14")
    if way == "Corrected":
        table.tell("Corrected", "A", code="ILLEGAL_MOVE", board=text(right))
    elif way == "amended":
        table.tell("EvidenceConflict", "A", what="turn_amended", board_after=text(right))
    else:
        if way == "retracted":
            table.tell("MoveRetracted", "A", board_after=text(before))
        table.board = before
        table.turn("A", [6, 4], "24/14")
    table.board = right
    table.turn("B", [3, 1], "8/5 6/5")
    match = table.match()
    assert [fault for fault in verify(match) if not fault.notice] == []
    moves = match.games[0].entries
    assert len(moves) == 4
    assert ("corrected" in moves[2].remark.comment) == (way == "Corrected")


def test_a_better_reading_may_change_the_roll() -> None:
    table = opened()
    table.turn("A", [6, 5], "24/14", explained_by=[6, 4], legal=None)
    table.tell("EvidenceConflict", "A", what="dice_and_play", dice=[6, 5], explained_by=[6, 4])
    right = apply_play(from_seat(START, "A"), "8/5 6/5").swapped()
    right = apply_play(apply_play(right, "24/22 13/8").swapped(), "24/13")
    table.tell("EvidenceConflict", "A", what="turn_amended", board_after=text(right))
    last = table.match().games[0].entries[-1]
    assert isinstance(last, Move)
    assert last.dice == (6, 5)


def test_dice_worked_out_from_the_play_are_marked() -> None:
    table = opened()
    table.turn("A", [6, 3], "24/14", conf=0.9, explained_by=[6, 4], legal=None)
    table.turn("B", None, "8/5 6/5", explained_by=[3, 1])
    table.turn("A", [6, 4], "14/4", conf=0.8)
    moves = table.match().games[0].entries[2:]
    assert [move.dice for move in moves if isinstance(move, Move)] == [(6, 4), (3, 1), (6, 4)]
    assert moves[0].remark.doubts == (Doubt("dice", ("63 as they were read",), 0.9), Doubt("play", (), 0.9))
    assert moves[1].remark.doubts == (Doubt("dice", (), 1.0),)
    assert moves[2].remark.doubts == (Doubt("turn", (), 0.8),)


def test_a_roll_that_nobody_saw_is_a_gap_not_an_invention() -> None:
    table = opened()
    table.turn("A", None, "24/14", legal=None)
    table.turn("B", [3, 1], "8/5 6/5")
    match = table.match()
    gap = match.games[0].entries[2]
    assert isinstance(gap, Setup)
    assert "the roll of Anna was not seen" in gap.remark.comment
    assert [fault.code for fault in verify(match)] == ["gap", "unfinished"]


def test_a_lost_thread_is_a_gap_with_its_reason() -> None:
    table = opened()
    table.tell("TrackLost", reason="camera covered")
    table.board = from_seat(apply_play(from_seat(table.board, "A"), "24/18 13/10"), "A")
    table.tell("TrackRegained", board_after=text(table.board))
    table.turn("B", [3, 1], "8/5 6/5")
    gap = table.match().games[0].entries[2]
    assert isinstance(gap, Setup)
    assert "camera covered" in gap.remark.comment


def test_a_missing_turn_on_the_same_board_is_a_gap() -> None:
    table = opened()
    table.turn("B", [6, 5], "24/13")
    entries = table.match().games[0].entries
    assert isinstance(entries[2], Setup)
    assert "a turn of Anna was not seen" in entries[2].remark.comment


def test_a_game_from_another_start() -> None:
    wrong = Position.from_board26("-b----D-D---eE---c-e----B-")
    table = Table()
    table.events[1] = Event("GameStarted", data={"board": text(wrong), "game_no": 1})
    table.board = wrong
    table.turn("A", [3, 1], "8/5 6/5")
    entries = table.match().games[0].entries
    assert isinstance(entries[0], Setup)
    assert "another board" in entries[0].remark.comment
    table.events[2:2] = [Event("SetupCorrected", 12.0, data={"board": START.board26()})]
    table.events[-1] = Event(
        "TurnPlayed", 20.0, "A",
        data={"dice": [3, 1], "board_before": START.board26(), "legal": True,
              "board_after": apply_play(START, "8/5 6/5").board26()},
    )  # fmt: skip
    assert [type(entry) for entry in table.match().games[0].entries] == [Move]


def test_a_board_of_both_colours_on_one_point() -> None:
    table = opened()
    shared = apply_play(table.board, "24/19 8/5")
    assert shared.shared_points
    table.turn("A", [5, 3], "24/19 8/5", legal=False, kinds=["co_occupied"])
    table.turn("B", [3, 1], "8/5 6/5", legal=None)
    match = table.match()
    assert list(steps(match.games[0]))[2].after == shared


def test_the_truth_of_the_sample_match() -> None:
    """The bundled match, told as events: thirty rolls, the illegal one put right, won by a backgammon."""
    events = Path(__file__).resolve().parents[3] / "fixtures" / "demo" / "truth.jsonl"
    match = read_match(events)
    (game,) = match.games
    assert len(game.entries) == 30
    assert verify(match) == []
    assert game.result is not None
    assert (game.result.winner, game.result.points, game.result.how) == ("A", 3, "played")
    assert [e.remark.comment for e in game.entries if e.remark.comment] == [
        "an illegal play before this one was corrected"
    ]


def test_how_a_game_was_worth_is_not_guessed() -> None:
    table = opened()
    table.tell("GameEnded", winner="A", how="concede", level=None)
    match = table.match()
    assert match.games[0].result is None
    assert match.games[0].entries[-1].remark.doubts == (Doubt("result"),)
    table.tell("GameStarted", board=START.board26(), game_no=2, score=None)
    table.board = START
    table.turn("B", [6, 1], "13/7 8/7")
    assert table.match().games[1].entries[0].remark.doubts == (Doubt("score"),)


def test_score_points_and_crawford_are_taken_from_the_events() -> None:
    table = opened()
    table.tell("GameEnded", winner="A", how="concede", level="gammon", points=4, score={"A": 4, "B": 0})
    table.events[-1] = Event("GameEnded", 50.0, None, 0.85, data=table.events[-1].data)
    score = {"A": 4, "B": 0}
    table.tell("GameStarted", board=START.board26(), game_no=2, score=score, crawford=True)
    table.board = START
    table.turn("B", [6, 1], "13/7 8/7")
    match = table.match()
    assert match.games[0].result is not None
    assert match.games[0].result.points == 4
    assert match.games[0].entries[-1].remark.doubts == (Doubt("result", (), 0.85),)
    assert (match.games[1].score, match.games[1].crawford) == ((4, 0), True)


def test_a_result_entered_at_the_table_counts() -> None:
    table = opened()
    table.tell("GameEnded", winner="A", how="concede", level="single")
    said = {"winner": "B", "how": "concede", "level": "gammon"}
    table.events.append(Event("GameEnded", 60.0, src="operator", data=said))
    result = table.match().games[0].result
    assert result is not None
    assert (result.winner, result.points) == ("B", 2)


def test_a_double_that_was_withdrawn_is_none() -> None:
    table = opened()
    table.tell("CubeOffered", "A", value=2)
    table.tell("CubeReturned", "A", value=2)
    table.turn("A", [6, 4], "24/14")
    table.tell("CubeOffered", "B", 0.7, value=2)
    table.tell("CubeOffered", "B", value=2)
    cube = [entry for entry in table.match().games[0].entries if isinstance(entry, CubeTurn)]
    assert [(turn.seat, turn.act, turn.remark.doubts) for turn in cube] == [
        ("B", "double", (Doubt("double", (), 0.7),))
    ]


def test_a_match_joined_under_way() -> None:
    table = Table()
    table.events.pop()
    table.events[0] = Event("MatchConfigured", data={"length": 5, "score": [3, 2]})
    table.tell("TrackLost", reason="the game was under way when it came into view")
    table.board = from_seat(apply_play(START, "24/18 13/10"), "A")
    cube = {"value": 2, "owner": "B"}
    table.tell("TrackRegained", joined=True, board_after=table.board.board26(), cube=cube)
    table.turn("B", [3, 1], "8/5 6/5")
    (game,) = table.match().games
    assert isinstance(game.entries[0], Setup)
    assert (game.entries[0].cube, game.entries[0].owner) == (2, "B")
    assert "under way" in game.entries[0].remark.comment
    assert game.score == (3, 2)


@pytest.mark.parametrize("begins", ["GameStarted", "TrackRegained"])
def test_what_was_joined_before_the_game_of_the_same_number_was_none(begins: str) -> None:
    table = Table()
    table.events.pop()
    table.tell("TrackRegained", joined=True, board_after=table.board.board26(), game_no=1)
    table.turn("B", [3, 1], "8/5 6/5")
    table.board = START
    table.tell(begins, joined=begins != "GameStarted", game_no=1, score={"A": 0, "B": 0})
    table.turn("A", [4, 2], "8/4 6/4")
    (game,) = table.match().games
    (move,) = (entry for entry in game.entries if isinstance(entry, Move))
    assert (move.seat, move.dice) == ("A", (4, 2))


def test_findings_and_broken_lines_do_no_harm() -> None:
    lines = [json.dumps(event.to_json()) for event in opened().events]
    lines[2:2] = ['{"ev": "Finding", "seq": 1}', "{broken", '{"ev": "Nonsense"}', "[]"]
    match = parse_match("\n".join(lines).encode())
    assert len(match.games[0].entries) == 2
    assert [problem.line for problem in match.all_problems] == [4, 6, 5]


def test_a_journal_without_turns_is_refused() -> None:
    with pytest.raises(TranscriptError, match="no turn"):
        match_of(Table().events)


def test_only_the_first_of_several_matches_is_read() -> None:
    for ends in (("NextMatchStarted",), ("MatchEnded", "GameStarted")):
        table = opened()
        for name in ends:
            table.tell(name)
        table.turn("A", [6, 4], "24/14")
        match = table.match()
        assert len(match.games[0].entries) == 2
        assert "further match" in match.problems[0].text


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_come_through(seed: int) -> None:
    """A made-up game told as events is recorded as it was."""
    match = MatchMaker(seed, odd=0.0, remarks=False).match(length=9)
    table = Table(length=9)
    table.events.pop()
    for game in match.games:
        table.tell("GameStarted", board=START.board26(), game_no=game.number)
        for step in steps(game):
            entry = step.entry
            if isinstance(entry, CubeTurn):
                name = {"double": "CubeOffered", "take": "CubeTaken", "drop": "CubePassed"}[entry.act]
                table.tell(name, entry.seat, value=entry.value)
            elif isinstance(entry, Move) and step.before is not None and step.after is not None:
                boards = {"board_before": text(step.before), "board_after": text(step.after)}
                table.tell("TurnPlayed", entry.seat, dice=list(entry.dice), legal=True, **boards)
                end = game_result(from_seat(step.after, entry.seat))
                if end is not None:
                    level = ("single", "gammon", "backgammon")[end.multiple - 1]
                    table.tell("GameEnded", winner=entry.seat, how="bearoff", level=level)
        if game.result is not None and game.result.how == "dropped":
            table.tell("GameEnded", winner=game.result.winner, how="pass")
        elif game.result is not None and game.result.how == "resigned":
            table.tell("GameEnded", winner=game.result.winner, how="concede", level="single")
    back = match_of(table.events)
    assert not back.problems
    for one, two in zip(told(match), told(back), strict=True):
        played = [line for line in one[4:] if line[-1] is not None]  # type: ignore[index]
        assert two[4:] == played
