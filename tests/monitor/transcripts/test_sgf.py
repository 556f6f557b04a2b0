"""SGF as GNU Backgammon writes it, by hand or damaged."""

import pytest

from monitor.backgammon import START, Position, apply_play
from monitor.transcripts import CubeTurn, Match, Move, Remark, Setup, TranscriptError, parse_match, steps
from monitor.transcripts.model import Doubt, Game
from monitor.transcripts.plays import with_hits
from monitor.transcripts.sgf_tree import parse_sgf
from monitor.transcripts.sgf_write import write_sgf

HEAD = "(;FF[4]GM[6]CA[UTF-8]MI[length:3][game:0][ws:0][bs:1]PW[Anna]PB[Boris]RU[Crawford]"


def read(nodes: str, result: str = "") -> Match:
    return parse_match((HEAD + result + nodes + ")").encode())


def test_plays_cube_and_result() -> None:
    match = read(
        ";W[31hefe]C[0:12 reserve \\] 11:40];B[52aclq];W[double];B[take];W[64xrrn];B[66]", "RE[B+2R]"
    )
    (game,) = match.games
    assert not match.all_problems
    assert (match.players, match.length, game.number, game.score) == (("Anna", "Boris"), 3, 1, (0, 1))
    first, second, cube, _, third, dance = game.entries
    assert isinstance(first, Move)
    assert apply_play(START, first.hops or ()) == apply_play(START, "8/5 6/5")
    assert first.remark.comment == "0:12 reserve ] 11:40"
    assert isinstance(second, Move)
    assert (second.seat, second.dice) == ("B", (5, 2))
    assert isinstance(cube, CubeTurn)
    assert isinstance(third, Move)
    assert isinstance(dance, Move)
    assert dance.hops == ()
    assert game.result is not None
    assert (game.result.winner, game.result.points, game.result.how) == ("B", 2, "resigned")


def test_hits_are_worked_out() -> None:
    match = read(";W[62xrmk];B[61lrqr]")
    after = list(steps(match.games[0]))[-1].after
    assert after is not None
    assert after.mover_bar == 1


def test_a_board_set_by_hand_after_a_roll_is_an_illegal_play() -> None:
    white = "AW[f][f][f][f][e][h][h][h][m][m][m][m][m][x][x]"
    board = f"AE[a:y]{white}AB[a][a][l][l][l][l][l][q][q][q][s][s][s][s][s]"
    match = read(f";PL[W]DI[31]C[video 0:00:07.500; why];PL[W]{board};B[52aclq]")
    marked = match.games[0].entries[0]
    assert isinstance(marked, Move)
    assert marked.stood
    assert marked.remark == Remark("why", 7.5, line=1)
    assert next(steps(match.games[0])).after == apply_play(START, "6/5")


def test_a_gap_with_its_cube() -> None:
    board = "AE[a:y]AW[a][b]AB[x][w]"
    for nodes in (f";CV[2];CP[b];PL[W]{board}C[gone]", f";PL[W]{board}C[gone];CV[2];CP[b]"):
        match = read(f";W[31hefe]{nodes};B[21xzwz]")
        setup = match.games[0].entries[1]
        assert isinstance(setup, Setup)
        assert (setup.cube, setup.owner, setup.remark.comment) == (2, "B", "gone")
        assert sum(setup.board.mover) == sum(setup.board.opponent) == 2


def test_a_roll_without_a_play_ends_the_game() -> None:
    match = read(";W[31hefe];PL[B]DI[52]", "RE[W+1R]")
    last = match.games[0].entries[-1]
    assert isinstance(last, Move)
    assert (last.seat, last.dice, last.hops) == ("B", (5, 2), None)


def test_variations_and_unknown_properties_are_passed_over() -> None:
    match = read(";W[31hefe]XX[1][2]LU[+];B[52aclq](;W[64xrrn];B[11ab])(;W[64xrrl])")
    moves = match.games[0].entries
    assert [move.dice for move in moves if isinstance(move, Move)] == [(3, 1), (5, 2), (6, 4), (1, 1)]


@pytest.mark.parametrize(
    ("nodes", "words"),
    [
        (";W[31bafe];B[52aclq]", "no checker on point 2"),
        (";W[31h];B[52aclq]", "is no play"),
        (";W[97hefe]", "is no play"),
        (";PL[W]DI[71]", "is no roll"),
        (";DI[31]", "PL does not say whose"),
        (";CV[3]", "no value of a cube"),
        (";PL[W]AE[a:y]AW[aa]", "no place of the board"),
        (";W[31hefe];PL[B]DI[52];W[64xrrn]", "not recorded"),
        (";W[31hefe];B", "no value in brackets"),
        (";W[31hefe] hello", "has no value"),
        (";W[31hefe] ?", "where a node or a bracket"),
    ],
)
def test_what_is_wrong_is_told_and_the_next_game_is_read(nodes: str, words: str) -> None:
    match = parse_match(f"{HEAD}\n{nodes})\n{HEAD}\n;W[31hefe])\n".encode())
    assert any(words in problem.text for problem in match.all_problems), match.all_problems
    assert all(problem.line == 2 for problem in match.all_problems)
    assert len(match.games[-1].entries) == 1


def test_a_file_that_is_cut_off() -> None:
    for end, words in (("]", "ends before the game is closed"), ("", "not closed"), ("\\", "not closed")):
        match = parse_match((HEAD + ";W[31hefe];B[52aclq" + end).encode())
        assert len(match.games[0].entries) == (2 if end == "]" else 1)
        assert words in match.all_problems[0].text


@pytest.mark.parametrize("text", ["(;GM[1];B[dd])", "(", "(;)", "()"])
def test_what_is_no_backgammon(text: str) -> None:
    with pytest.raises(TranscriptError, match="no game of backgammon"):
        parse_match(text.encode())


def test_crawford_is_written_and_read() -> None:
    text = write_sgf(Match(("A1", "B1"), 3, (Game(1, (2, 0), crawford=True), Game(2, (2, 1))))).text
    assert [game.crawford for game in parse_match(text.encode()).games] == [True, False]


def test_an_illegal_play_is_written_as_hops_only_where_they_can_be_made() -> None:
    short = with_hits(START, apply_hops("8/5"))
    blocked = with_hits(START, apply_hops("24/19 24/19 13/8 13/8"))
    for hops, plain in ((short, True), (blocked, False)):
        game = Game(1, (0, 0), (Move("A", (5, 5), hops, True, Remark("seen twice")),))
        text = write_sgf(Match(("A1", "B1"), 3, (game,))).text
        assert (";W[55" in text) == plain
        assert (";PL[W]DI[55]" in text) != plain
        assert "illegal play that stood: 55:" in text
        back = parse_match(text.encode()).games[0].entries[0]
        assert isinstance(back, Move)
        assert (back.stood, back.remark.comment) == (True, "seen twice")


def apply_hops(text: str) -> tuple:  # type: ignore[type-arg]
    from monitor.backgammon import parse_play

    return parse_play(text)


def test_doubts_and_times_go_into_comments() -> None:
    doubts = (Doubt("dice", ("63",), 0.8),)
    move = Move("A", (3, 1), apply_hops("8/5 6/5"), remark=Remark("late", 3725.25, doubts))
    text = write_sgf(Match(("A1", "B1"), 3, (Game(1, (0, 0), (move,)),))).text
    assert "C[video 1:02:05.250; dice in doubt (80% sure); may be 63\nlate]" in text


def test_a_doubtful_illegal_play_accuses_nobody() -> None:
    move = Move("A", (3, 1), apply_hops("8/3"), remark=Remark(doubts=(Doubt("play"),)))
    text = write_sgf(Match(("A1", "B1"), 3, (Game(1, (0, 0), (move,)),))).text
    assert "no legal play as recorded" in text
    assert "stood" not in text
    back = parse_match(text.encode()).games[0].entries[0]
    assert isinstance(back, Move)
    assert not back.stood


def test_trees_have_lines() -> None:
    one, two = parse_sgf("x(;A[1]\n;B[\n2])\n(;C[3])")
    assert [node.line for node in (*one.nodes, *two.nodes)] == [1, 2, 4]


def test_a_board_of_both_colours_on_one_point_is_kept() -> None:
    board = Position.of([1, *[0] * 24], [*[0] * 23, 1, 0])
    text = write_sgf(Match(("A1", "B1"), 3, (Game(1, (0, 0), (Setup(board),)),))).text
    setup = parse_match(text.encode()).games[0].entries[0]
    assert isinstance(setup, Setup)
    assert setup.board == board
