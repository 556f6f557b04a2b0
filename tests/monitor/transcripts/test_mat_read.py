"""The dialects of .mat, and what is wrong in one, told by line."""

import pytest

from monitor.backgammon import START, apply_play, from_seat
from monitor.transcripts import CubeTurn, Match, Move, Setup, TranscriptError, parse_match, steps

HEAD = "3 point match\n\n Game 1\n Anna : 0                       Boris : 0\n"


def read(rows: str, head: str = HEAD) -> Match:
    return parse_match((head + rows).encode())


def boards(match: Match) -> list[str]:
    """The board after each roll, from the mover's side."""
    rolls = [step for game in match.games for step in steps(game) if isinstance(step.entry, Move)]
    return [from_seat(roll.after, roll.entry.seat).id for roll in rolls if roll.after is not None]  # type: ignore[union-attr]


def after(*plays: str) -> list[str]:
    """The boards that the plays leave, the players taking turns from the start."""
    board, found = START, []
    for play in plays:
        board = apply_play(board, play)
        found.append(board.id)
        board = board.swapped()
    return found


FIRST = after("8/5 6/5", "24/22 13/8", "24/18 18/14")


@pytest.mark.parametrize(
    "rows",
    [
        "  1) 31: 8/5 6/5                 52: 24/22 13/8\n  2) 64: 24/18 18/14\n",
        "  1) 31: 8/5 6/5 52: 24/22 13/8\n  2) 64: 24/14\n",
        "1)\t31: 8/5 6/5\t\t52: 24/22, 13/8\n2)\t64: 24/18/14\n",
        "  1) 13: 6/5 8/5                        25: 13/8 24/22           \n  2) 46: 18/14 24/18     \n",
        "31: 8/5 6/5                 52: 24/22 13/8\n64: 24/14\n",
        "  1) 31: 8/5* 6/5*                 52: 24/22* 13/8\n; a remark\n\n  2) 64: 24/18* 18/14\n",
        "  1) 31: 8/5 6/5                 52: 24/22 13/8\r\n  2) 64: 24/14         Doubles => 2\r\n",
    ],
)
def test_ways_to_write_the_same_plays(rows: str) -> None:
    match = read(rows)
    assert match.all_problems == ()
    assert boards(match) == FIRST


@pytest.mark.parametrize(
    "head",
    [
        HEAD,
        "\ufeff" + HEAD,
        '; [Site "Club"]\n; [Player 1 "Boris"]\n; [Crawford "On"]\n\n' + HEAD,
        "# remark with Game 6 in it\n 3 Point Match\n\n\n Game 1\nAnna : 0  Boris : 0\n",
        "3 points match\nGame 1:\n Anna: 0" + " " * 70 + "Boris: 0\n",
    ],
)
def test_ways_to_begin(head: str) -> None:
    match = read("  1) 31: 8/5 6/5                 52: 24/22 13/8\n  2) 64: 24/14\n", head)
    assert match.all_problems == ()
    assert (match.players, match.length) == (("Anna", "Boris"), 3)
    assert boards(match) == FIRST


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_encodings(encoding: str) -> None:
    match = parse_match(HEAD.replace("Anna", "Kévin Müller").encode(encoding))
    assert match.players == ("Kévin Müller", "Boris")


@pytest.mark.parametrize("column", [17, 33, 39, 40, 100])
def test_an_opening_roll_of_the_right_player(column: int) -> None:
    match = read("  1)".ljust(column) + "52: 13/8 24/22\n")
    assert [entry.seat for entry in match.games[0].entries if isinstance(entry, Move)] == ["B"]
    early = read("  1)   52: 13/8 24/22\n")
    assert [entry.seat for entry in early.games[0].entries if isinstance(entry, Move)] == ["A"]


def test_bar_off_repeats_and_dances() -> None:
    rows = (
        "  1) 31: 8/5 6/5                 66: 24/18(2) 13/7(2)\n  2) 11: Cannot Move             64: 18/8\n"
    )
    match = read(rows)
    first = [entry for entry in match.games[0].entries if isinstance(entry, Move)]
    assert [len(move.hops or ()) for move in first] == [2, 4, 0, 1]
    for bar in ("bar", "Bar", "BAR", "b", "B", "25"):
        text = f"  1) 62: 24/18 13/11              61: 13/7* 8/7\n  2) 31: {bar}/22 6/5\n"
        assert not read(text).all_problems
    for off in ("off", "Off", "0"):
        text = f"; Set Pos=-BC--------------------cb-/0\n  1) 31: 2/{off} 1/{off}\n"
        match = read(text)
        assert not match.all_problems
        assert isinstance(match.games[0].entries[0], Setup)


def test_a_combined_move_hits_where_it_says() -> None:
    before = "  1) 32: 24/21 13/11               {}\n"
    named = boards(read(before.format("41: 8/4*/3")))[-1]
    assert named == after("24/21 13/11", "8/4*/3")[-1]
    star_at_the_end = boards(read(before.format("41: 8/3*")))[-1]
    assert star_at_the_end == named
    quiet = boards(read(before.format("41: 8/3")))[-1]
    assert quiet == after("24/21 13/11", "8/7 7/3")[-1]


def test_a_combined_move_that_cannot_but_hit() -> None:
    match = read("  1) 62: 24/18 13/11               61: 13/6\n")
    assert boards(match)[-1] == after("24/18 13/11", "13/7*/6")[-1]


def test_the_cube_and_the_winner() -> None:
    match = read(
        "  1) 31: 8/5 6/5                 52: 24/22 13/8\n"
        "  2)  Doubles => 2                takes\n"
        "  3) 64: 24/14                    DOUBLES => 4\n"
        "  4)  Drops                      Wins 2 points\n\n"
        " Game 2\n Anna : 0                       Boris : 2\n"
        "  1)                             61: 13/7 8/7\n"
        "  2) 64: ????\n"
        "                                        Wins 1 point and the match\n"
    )
    assert not match.all_problems
    one, two = match.games
    cube = [(e.seat, e.act, e.value) for e in one.entries if isinstance(e, CubeTurn)]
    assert cube == [("A", "double", 2), ("B", "take", None), ("B", "double", 4), ("A", "drop", None)]
    assert one.result is not None
    assert (one.result.winner, one.result.points, one.result.how) == ("B", 2, "dropped")
    assert two.result is not None
    assert (two.result.winner, two.result.points, two.result.how) == ("B", 1, "resigned")
    assert two.crawford
    assert not one.crawford
    last = two.entries[-1]
    assert isinstance(last, Move)
    assert last.hops is None


def test_two_cells_run_together_on_the_winner_line() -> None:
    match = read(
        "  1) 31: 8/5 6/5                 52: 24/22 13/8\n"
        "  2) 64: 24/14      2)  Losses 1 point                                  Wins 1 point and the match\n"
    )
    assert not match.all_problems
    assert match.games[0].result is not None
    assert match.games[0].result.winner == "B"


def test_a_forced_play_that_is_not_written() -> None:
    rows = "; Set Pos=-B---------------------b--/0\n  1) 31:                           66:\n"
    match = read(rows)
    assert not match.all_problems
    assert boards(match)[0] == boards(read(rows.replace("31: ", "31: 1/off(2)")))[0]


MARKER = (
    " 15 point match\n\n Game 12\n Left : 9                     Right : 9\n"
    "  1)                             31: 8/5 6/5\n"
    "  2) 11: Illegal play (15;0;1;0;0;Right;Left;0;9;9;1;0;0;-2;0;0;0;2;4;0;2;0;0;0;-5;5;0;0;0;-3;"
    "0;-4;-1;0;0;0;2;0;6;1;) 61: 13/7 8/7\n"
)


def test_the_marker_of_an_illegal_play() -> None:
    match = read("", MARKER)
    assert not match.all_problems
    marked = match.games[0].entries[1]
    assert isinstance(marked, Move)
    assert marked.stood
    assert marked.seat == "A"
    board = list(steps(match.games[0]))[1].after
    assert board is not None
    assert board.mover[4:6] == (1, 4)
    assert board.opponent[4] == 2


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ("15;0;1;0;0;A;B;0;0;0;1;0;", "12 fields where 40 are needed"),
        (";".join(["0"] * 12 + ["x"] * 26 + ["1", "1"]), "whole numbers"),
        (";".join(["0"] * 12 + ["99"] * 26 + ["1", "1"]), "more than 15"),
        (";".join(["0"] * 12 + ["1"] * 26 + ["1", "1"]), "other player's bar"),
    ],
)
def test_a_marker_that_is_none(fields: str, words: str) -> None:
    match = read(f"  1) 31: Illegal play ({fields})   52: 24/22 13/8\n")
    (problem,) = match.all_problems
    assert words in problem.text
    assert problem.line == 5


BAD = """\
3 point match

 Game 1
 Anna : 0                       Boris : 0
  1) 31: 8/5 6/5                 52: 24/22 13/8
  2) 64: 9/3 8/4                 11: 8/7 8/7 6/5 6/5
  3) 21: 6/4 24/23
      Wins 1 point

 Game 2
 Anna : 1                       Boris : 0
  1) 31: 8/5 6/5                 52: twenty-four
  hello world

 Game 3
 Anna : 1                       Boris : 0
  1) 31: 8/5 6/5                 52: 24/22 13/8
"""


def test_errors_are_collected_by_game_and_line() -> None:
    match = parse_match(BAD.encode())
    told = [(problem.game, problem.line) for problem in match.all_problems]
    assert told == [(1, 6), (2, 13), (2, 12)]
    first, second, third = (problem.text for problem in match.all_problems)
    assert "no checker on point 9" in first
    assert "2 rolls after it are left out" in first
    assert "hello world" in second
    assert "'twenty-four' is no move" in third or "is no move" in third
    assert [len(game.entries) for game in match.games] == [2, 1, 2]
    assert match.games[0].result is not None


@pytest.mark.parametrize(
    ("rows", "line", "words"),
    [
        ("  1) 31: ????                    52: 24/22 13/8\n", 5, "not written"),
        ("  1) 07: 8/5                    52: 24/22 13/8\n", 5, "two numbers"),
        ("  1) 31: 8-5 6-5\n", 5, "is no move"),
        ("  1) 31: 8/5(\n", 5, "is no move"),
        ("; Set Pos=-BC/0\n", 5, "26 are needed"),
        ("  1) 31: 8/5 6/5\n; Set Pos=-BC--------------------cb-/0\n", 6, "before the first roll"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(rows: str, line: int, words: str) -> None:
    (problem,) = read(rows).all_problems
    assert problem.line == line
    assert words in problem.text


def test_missing_lines_are_problems_not_refusals() -> None:
    no_score = parse_match(b"3 point match\n Game 1\n  1) 31: 8/5 6/5\n")
    assert "players and the score" in no_score.all_problems[0].text
    no_length = parse_match(b" Game 1\n Anna : 0   Boris : 0\n  1) 31: 8/5 6/5\n")
    assert "N point match" in no_length.all_problems[0].text
    assert len(no_length.games[0].entries) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [("dear diary", "neither a line 'N point match'"), ("5 point match\n", "no game"), ("  \n", "empty")],
)
def test_what_is_no_match(text: str, words: str) -> None:
    with pytest.raises(TranscriptError, match=words):
        parse_match(text.encode())


def test_an_excerpt_goes_on_with_its_game() -> None:
    match = read(
        "  1) 31: 8/5 6/5                 52: 24/22 13/8\n\n"
        " Game 1\n Anna : 0                       Boris : 0\n"
        "; Set Pos=-BC--------------------cb-/-1\n"
        "  1) 31: 2/off 1/off\n      Wins 2 points\n"
    )
    (game,) = match.games
    setup = game.entries[2]
    assert isinstance(setup, Setup)
    assert (setup.cube, setup.owner) == (2, "A")
    assert game.result is not None
