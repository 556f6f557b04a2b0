"""What the written files look like, and what they say they could not hold."""

from pathlib import Path

import pytest

from monitor.backgammon import Position, parse_play
from monitor.transcripts import (
    Game,
    Match,
    Move,
    Remark,
    Setup,
    TranscriptError,
    Written,
    parse_match,
    read_match,
    write_match,
)
from monitor.transcripts.mat_write import write_mat
from monitor.transcripts.xgid_list import write_xgid
from tests.monitor.transcripts.making import told

SAMPLES = Path(__file__).resolve().parents[2] / "data" / "transcripts"


def single(*entries: object, length: int = 3) -> Match:
    return Match(("Anna", "Boris"), length, (Game(1, (0, 0), tuple(entries)),))  # type: ignore[arg-type]


def move(seat: str, dice: tuple[int, int], play: str | None, **fields: object) -> Move:
    return Move(seat, dice, None if play is None else parse_play(play), **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("end", [".mat", ".sgf", ".txt", ".xgid", ".jsonl"])
def test_the_samples(end: str, tmp_path: Path) -> None:
    """The samples are the same match in every form; writing it again gives the same file."""
    sample = SAMPLES / f"anna_boris{end}"
    match = read_match(SAMPLES / "anna_boris.jsonl")
    written = tmp_path / sample.name
    write_match(match, written)
    assert written.read_text(encoding="utf-8") == sample.read_text(encoding="utf-8")
    if end != ".xgid":
        assert told(read_match(sample)) == told(match)


def test_an_illegal_play_is_marked_and_named_above_the_match() -> None:
    match = single(move("A", (3, 1), "8/5 6/4", stood=True), move("B", (5, 2), "24/22 13/8"))
    text = write_mat(match).text
    assert "; Game 1, move 1, Anna: 3-1 8/5 6/4, an illegal play that stood" in text
    assert "  1) 31: Illegal play (3;0;0;0;0;Right;Left;0;0;0;1;0;0;" in text
    again = write_mat(parse_match(text.encode())).text
    assert again == text


def test_a_gap_ends_the_text_of_a_game() -> None:
    later = Position.from_board26("-b----E-C---eE---c-e----B-")
    match = single(move("A", (3, 1), "8/5 6/5"), Setup(later, 2, "B"), move("B", (5, 2), "24/22 13/8"))
    lines = write_mat(match).text.splitlines()
    assert lines.count(" Game 1") == 2
    assert "; Set Pos=-b----E-C---eE---c-e----B-/1" in lines
    assert "  1)                             52: 24/22 13/8" in lines


def test_a_board_that_mat_cannot_hold_is_a_loss_and_the_rest_is_kept() -> None:
    shared = move("A", (5, 3), "24/19 8/5", stood=True)
    match = single(shared, move("B", (6, 1), "13/7 8/7"), move("A", (2, 1), "19/17 6/5"))
    written = write_mat(match)
    assert len(written.losses) == 1
    assert "cannot be written" in written.losses[0]
    back = parse_match(written.text.encode())
    assert not back.all_problems


def test_after_a_board_that_mat_cannot_hold_the_game_goes_on_when_it_can() -> None:
    full = Position.of([16, *[0] * 24], [1, *[0] * 24])
    match = single(
        move("A", (5, 3), "24/19 8/5", stood=True),
        Setup(full),
        move("A", (2, 1), "1/off(2)"),
        move("B", (6, 1), "1/off"),
    )
    written = write_mat(match)
    assert len(written.losses) == 2
    assert "too many checkers" in written.losses[1]
    assert written.text.count("Set Pos") == 1
    assert "1/off" in written.text.splitlines()[-2]


def test_a_marked_play_whose_board_alone_is_known() -> None:
    board = Position.from_board26("-AAABBB----------------b--")
    match = single(Move("A", (2, 5), None, True), Setup(board), move("B", (6, 6), ""))
    text = write_mat(match).text
    assert "25: Illegal play (" in text
    assert "Set Pos" not in text
    assert told(parse_match(text.encode())) == told(match)


@pytest.mark.parametrize("end", [".mat", ".sgf"])
def test_plays_that_cannot_be_made_are_told(end: str, tmp_path: Path) -> None:
    match = single(move("A", (3, 1), "8/5 6/5"), move("B", (3, 1), "9/5"), move("A", (3, 1), "8/5 6/5"))
    written = write_match(match, tmp_path / f"a{end}")
    assert "from entry 2 on the plays cannot be carried out" in written.losses[0]


def test_what_follows_an_unknown_play_is_left_out() -> None:
    match = single(move("A", (3, 1), None), move("B", (3, 1), "8/5 6/5"))
    assert "not known" in write_mat(match).losses[0]
    assert "move 1: the board is not known" in write_xgid(match).losses[0]


def test_a_roll_before_a_resignation() -> None:
    text = write_mat(single(move("A", (3, 1), "8/5 6/5"), move("B", (5, 2), None))).text
    assert text.rstrip().endswith("52: ????")


def test_long_matches_are_told() -> None:
    assert "at most 64" in write_mat(single(move("A", (3, 1), "8/5 6/5"), length=65)).losses[0]


def test_xgids() -> None:
    later = Position.from_board26("-b----E-C---eE---c-e----B-")
    match = single(
        move("A", (3, 1), "8/5 6/5", remark=Remark(time=61.5)),
        Setup(later),
        move("B", (5, 2), "13/8", stood=True),
    )
    assert write_xgid(match).text.splitlines() == [
        "# Anna (bottom) - Boris (top), 3 points",
        "",
        "# Game 1, 0-0",
        "# move 1, Anna: 31 8/5 6/5, video 0:01:01.500",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:3:10",
        "# gap: plays are missing",
        "# move 1, Boris: 52 13/8, an illegal play that stood",
        "XGID=-b----E-C---eE---c-e----B-:0:0:-1:52:0:0:0:3:10",
    ]


def test_unknown_ends_are_refused(tmp_path: Path) -> None:
    with pytest.raises(TranscriptError, match="no form is known"):
        write_match(single(), tmp_path / "match.pdf")


def test_written_says_what_it_lost() -> None:
    assert Written("text").losses == ()
