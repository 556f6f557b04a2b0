"""A position drawn with letters."""

import pytest

from monitor.screen.board_text import count_at, draw_board

START = "-b----E-C---eE---c-e----B-"


def test_the_start_as_drawn_in_every_book() -> None:
    assert draw_board(START) == [
        "  13 14 15 16 17 18       19 20 21 22 23 24",
        "+--------------------+---+--------------------+",
        "|  X           O     |   |  O              X  |",
        "|  X           O     |   |  O              X  |",
        "|  X           O     |   |  O                 |",
        "|  X                 |   |  O                 |",
        "|  X                 |   |  O                 |",
        "|                    |   |                    |",
        "|  O                 |   |  X                 |",
        "|  O                 |   |  X                 |",
        "|  O           X     |   |  X                 |",
        "|  O           X     |   |  X              O  |",
        "|  O           X     |   |  X              O  |",
        "+--------------------+---+--------------------+",
        "  12 11 10  9  8  7        6  5  4  3  2  1",
    ]


def test_home_on_the_left_is_the_mirror_image() -> None:
    east, west = draw_board(START), draw_board(START, "W")
    for line, mirrored in zip(east[1:-1], west[1:-1], strict=True):
        assert mirrored == line[::-1]
    assert west[0].split() == east[0].split()[::-1]


def test_bar_and_tall_points() -> None:
    lines = draw_board("a-----H-C---eE---c-e----AA")
    assert lines[2][21:26] == "| O |"
    assert lines[12][21:26] == "| X |"
    assert "  8 " in lines[8]
    assert count_at("a-----H-C---eE---c-e----AA", 6) == 8
    assert count_at("a-----H-C---eE---c-e----AA", 0) == -1


@pytest.mark.parametrize("board", ["", START[:-1], START[:-1] + "?", "-" * 27, "-" * 25 + "Q"])
def test_no_board(board: str) -> None:
    with pytest.raises(ValueError, match="26 characters"):
        draw_board(board)
