"""Checking transcripts: what must be found, and that nothing else is."""

from dataclasses import replace

import pytest

from monitor.backgammon import Position
from monitor.transcripts import Doubt, Fault, Game, Match, parse_match, read_match, verify
from tests.monitor.transcripts.shared import MATCHES, manifest, needs_matches, transcripts

START_ROWS = "  1) 31: 8/5 6/5                 52: 24/22 13/8\n"


def check(rows: str, score: str = "0:0", length: int = 5, number: int = 1) -> list[Fault]:
    a, b = score.split(":")
    head = f"{length} point match\n\n Game {number}\n Anna : {a}                       Boris : {b}\n"
    return verify(parse_match((head + rows).encode()))


def codes(faults: list[Fault]) -> list[str]:
    return [("(" + fault.code + ")") if fault.notice else fault.code for fault in faults]


@pytest.mark.parametrize(
    ("rows", "kind"),
    [
        ("  1) 31: 8/5 6/4\n", "wrong_pips"),
        ("  1) 31: 8/5\n", "must_play_more"),
        ("  1) 53: 24/19 8/5\n", "blocked_path"),
        ("  1) 31: 8/5 6/7\n", "wrong_direction"),
        ("  1) 31: Cannot Move\n", "must_play_more"),
        (f"; Set Pos=-B-----A{'-' * 15}cb-/0\n  1) 31: 1/off 1/off\n", "premature_bearoff"),
        (f"; Set Pos=-----BE{'-' * 16}cbA/0\n  1) 31: 6/5 6/3\n", "bar_entry_ignored"),
    ],
)
def test_illegal_plays_by_kind(rows: str, kind: str) -> None:
    faults = [fault for fault in check(rows) if fault.code == "illegal_play"]
    assert len(faults) == 1
    assert kind in faults[0].kinds
    assert faults[0].game == 1
    assert faults[0].move == 1
    assert faults[0].seat == "A"
    assert faults[0].legal
    assert faults[0].of >= len(faults[0].legal)


@pytest.mark.parametrize(
    ("rows", "score", "expected"),
    [
        ("  2)  Doubles => 2                Takes\n  3) 64: 24/14\n", "0:0", []),
        ("  2)  Doubles => 4                Takes\n  3) 64: 24/14\n", "0:0", ["cube_value"]),
        ("  2)  Doubles => 2                Takes\n  3) 64: 24/14                 Doubles => 4\n", "0:0", []),
        (
            "  2)  Doubles => 2            Takes\n  3) 64: 24/14          63: 24/15\n  4)  Doubles => 4\n",
            "0:0",
            ["cube_owner"],
        ),
        ("  2)  Doubles => 2                Takes\n", "4:0", ["(cube_dead)"]),
        ("  2)  Takes\n", "0:0", ["cube_answer"]),
        ("  2)  Doubles => 2                Beavers => 4\n", "0:0", ["cube_answer"]),
        ("  2)  Doubles => 2             64: 24/14\n", "0:0", ["cube_answer"]),
        ("  2)                           64: 24/14\n", "0:0", ["turn_order"]),
        ("  2)  Doubles => 2                Drops\n  3) 64: 24/14\n", "0:0", ["game_over"]),
    ],
)
def test_turns_and_cube(rows: str, score: str, expected: list[str]) -> None:
    found = [code for code in codes(check(START_ROWS + rows, score, number=2)) if code != "(unfinished)"]
    assert found == expected


def test_the_cube_in_the_crawford_game() -> None:
    text = (
        "3 point match\n\n Game 1\n Anna : 0     Boris : 0\n"
        f"{START_ROWS}  2)  Doubles => 2      Drops\n      Wins 1 point\n\n"
        " Game 2\n Anna : 1     Boris : 0\n"
        f"{START_ROWS}  2)  Doubles => 2      Drops\n      Wins 1 point\n\n"
        " Game 3\n Anna : 2     Boris : 0\n"
        f"{START_ROWS}  2) 64: 24/14      Doubles => 2\n  3) Drops      Wins 1 point\n"
        " Game 4\n Anna : 2     Boris : 1\n"
        f"{START_ROWS}  2) 64: 24/14      Doubles => 2\n  3) Drops      Wins 1 point\n"
    )
    faults = verify(parse_match(text.encode()))
    assert [(fault.game, fault.code) for fault in faults] == [(3, "cube_crawford")]


def test_an_opening_roll_of_doubles() -> None:
    assert codes(check("  1) 66: 24/18(2) 13/7(2)\n"))[0] == "opening_roll"


def test_a_double_before_the_opening_roll() -> None:
    assert "cube_time" in codes(check("  1)  Doubles => 2      Takes\n  2) 31: 8/5 6/5\n"))


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        ("      Wins 1 point\n", []),
        ("      Wins 3 points\n", []),
        ("      Wins 4 points\n", ["points"]),
        ("      Wins 0 points\n", ["points"]),
        ("", ["(unfinished)"]),
        ("  2)  Doubles => 2      Drops\n      Wins 1 point\n", []),
        ("  2)  Doubles => 2      Drops\n      Wins 2 points\n", ["points"]),
        ("  2)  Doubles => 2      Drops\n                                  Wins 1 point\n", ["result"]),
        ("  2)  Doubles => 2      Takes\n      Wins 4 points\n", []),
        ("  2)  Doubles => 2      Takes\n      Wins 3 points\n", ["points"]),
    ],
)
def test_results(end: str, expected: list[str]) -> None:
    assert codes(check(START_ROWS + end)) == expected


BORNE_OFF = "; Set Pos=-B---------------------b--/0\n  1) 31: 1/off 1/off\n"


@pytest.mark.parametrize(
    ("end", "expected"),
    [("      Wins 1 point\n", []), ("      Wins 2 points\n", ["points"]), ("", ["(unfinished)"])],
)
def test_a_game_that_is_played_out(end: str, expected: list[str]) -> None:
    found = [code for code in codes(check(BORNE_OFF + end)) if code != "(gap)"]
    assert found == expected


def test_points_beyond_the_match_do_not_matter() -> None:
    rows = f"{START_ROWS}  2)  Doubles => 2      Takes\n      Wins 1 point and the match\n"
    assert codes(check(rows, "4:0")) == ["(cube_dead)"]
    odd = rows.replace("Wins 1", "Wins 4016")
    assert codes(check(odd, "4:0")) == ["(cube_dead)", "(points)"]


@pytest.mark.parametrize(
    ("score", "expected"),
    [("1 : 0", []), ("0 : 1", ["score"]), ("3 : 0", ["score"]), ("5 : 0", ["score", "match_over"])],
)
def test_scores_from_game_to_game(score: str, expected: list[str]) -> None:
    a, b = score.split(" : ")
    rows = (
        f"{START_ROWS}  2)  Doubles => 2      Drops\n      Wins 1 point\n\n"
        f" Game 2\n Anna : {a}     Boris : {b}\n{START_ROWS}"
    )
    assert [code for code in codes(check(rows)) if code != "(unfinished)"] == expected


def test_what_could_not_be_read_is_a_fault() -> None:
    faults = check("  1) 31: 9/3\n")
    assert [(fault.code, fault.line, fault.game) for fault in faults if not fault.notice] == [
        ("unreadable", 5, 1)
    ]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (" : 0     Boris : 0", "breaks down"),
        (" A:a : 0     Boris : 0", "breaks down"),
        (" A : 0    : 0", "misreads"),
    ],
)
def test_names_that_hinder_an_import_are_noticed(line: str, words: str) -> None:
    faults = verify(parse_match(f"65 point match\n\n Game 1\n{line}\n{START_ROWS}".encode()))
    assert codes(faults) == ["(import)", "(import)", "(unfinished)"]
    assert words in faults[0].text
    assert "at most 64" in faults[1].text


def test_a_play_that_is_not_recorded() -> None:
    match = parse_match(b"(;GM[6]MI[length:3];W[31hefe];PL[B]DI[52];PL[W]DI[11])")
    assert "play_missing" in codes(verify(match))


@pytest.mark.parametrize(
    ("second", "expected"),
    [("1 : 0", "(result)"), ("0 : 3", "(result)"), ("1 : 1", "result"), ("4 : 0", "result")],
)
def test_a_missing_winner_line_is_checked_by_the_next_score(second: str, expected: str) -> None:
    a, b = second.split(" : ")
    rows = f"{START_ROWS}\n Game 2\n Anna : {a}     Boris : {b}\n{START_ROWS}"
    assert codes(check(rows)) == [expected, "(unfinished)"]


def test_a_gap_on_an_impossible_board() -> None:
    assert codes(check(f"; Set Pos=-P----A{'-' * 17}aa/0\n")) == ["unreadable"]
    faults = check(f"; Set Pos=-P----A{'-' * 17}a-/0\n")
    assert codes(faults)[:2] == ["(gap)", "setup"]
    assert "2 too many" in faults[1].text


def test_a_legal_play_that_is_called_illegal() -> None:
    text = "(;GM[6]PW[A]PB[B]MI[length:3];W[31hefe]C[illegal play that stood: 31: 8/5 6/5\nso they said])"
    faults = verify(parse_match(text.encode()))
    assert codes(faults)[0] == "(illegal_play)"
    assert "but it is a legal play" in faults[0].text


def test_a_doubtful_play_accuses_nobody() -> None:
    text = "(;GM[6]MI[length:3];W[31hefd]C[no legal play as recorded: 31: 8/5 6/4\nplay in doubt])"
    move = parse_match(text.encode()).games[0].entries[0]
    doubted = replace(move, remark=replace(move.remark, doubts=(Doubt("play"),)))
    faults = verify(Match(("Anna", "Boris"), 3, (Game(1, (0, 0), (doubted,)),)))
    assert codes(faults)[0] == "(illegal_play)"


def test_json_leaves_out_what_does_not_apply() -> None:
    fault = check("  1) 31: 8/5 6/4\n")[0].to_json(("Anna", "Boris"))
    assert fault["player"] == "Anna"
    assert fault["dice"] == [3, 1]
    assert fault["kinds"][0] == "wrong_pips"
    assert "time" not in fault
    assert Position.from_xgid(fault["xgid"]).id == "4HPwATDgc/ABMA"


@needs_matches
@pytest.mark.parametrize(
    "share", [pytest.param(6, id="some"), pytest.param(1, id="all", marks=pytest.mark.full)]
)
@pytest.mark.slow
def test_no_false_alarm_on_real_matches(share: int) -> None:
    """Nothing found but the one known illegal play; as many plays and games as are known."""
    rows = {row["file"]: row for row in manifest()}
    found = {}
    played = 0
    files = transcripts()
    for path in sorted({*files[::share], *(path for path in files if path.suffix == ".xg")}):
        match = read_match(path)
        row = rows[path.name]
        if row.get("moves"):
            known = sum(
                getattr(entry, "hops", None) is not None for game in match.games for entry in game.entries
            )
            assert (known, len(match.games)) == (row["moves"], row["games"]), path.name
            played += known
        wrong = [fault for fault in verify(match) if not fault.notice]
        if wrong:
            found[path.name] = [(fault.code, fault.game, fault.kinds) for fault in wrong]
    assert found == {"gbf-x04.xg": [("illegal_play", 7, ("wrong_pips",))]}
    assert played == 33_214 or share > 1


@needs_matches
def test_the_known_illegal_plays_are_found() -> None:
    folder = MATCHES / "illegal"
    expected = {
        "squire_harmand_illegal_g7.xg": (7, "B", (4, 3), 32),
        "lockwood_11_short_doubles.txt": (6, "B", (1, 1), 14),
        "tanguay_morley_11_illegal_marker.txt": (12, "A", (1, 1), 80),
        "dixon_zanders_illegal_marker.txt": (13, "A", (2, 5), 0),
    }
    for name, (game, seat, dice, legal) in expected.items():
        faults = [fault for fault in verify(read_match(folder / name)) if not fault.notice]
        assert [(f.code, f.game, f.seat, f.dice, f.of) for f in faults] == [
            ("illegal_play", game, seat, dice, legal)
        ], name


@needs_matches
@pytest.mark.parametrize(
    ("text", "binary"), [("gbf-1902.mat", "gbf-x11.xg"), ("lazybg-1893.mat", "gbf-x06.xg")]
)
def test_two_forms_of_one_match_agree(text: str, binary: str) -> None:
    from tests.monitor.transcripts.making import told

    one, two = read_match(MATCHES / text), read_match(MATCHES / binary)
    assert told(one) == told(two)
    assert (one.players, one.length, one.date, one.event) == (two.players, two.length, two.date, two.event)
