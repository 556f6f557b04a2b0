"""A position as a small drawing of letters: X for player A (south), O for player B (north)."""

from collections.abc import Mapping
from typing import Final

from monitor.config import Half

DEPTH: Final = 5
"""Checkers drawn on a point before its count is written instead."""
MEN: Final[Mapping[str, str]] = {"A": "X", "B": "O"}


def count_at(board: str, place: int) -> int:
    """Checkers on a place of a 26-character board: positive for A, negative for B.

    Places as in XGID: 0 bar of B, 1..24 points counted from A's side, 25 bar of A.
    """
    letter = board[place]
    if letter == "-":
        return 0
    return ord(letter) - 64 if letter.isupper() else 96 - ord(letter)


def draw_board(board: str, home: Half | None = None) -> list[str]:
    """Lines that show a 26-character board as seen from A's seat; ``home`` is the half with both homes.

    Raises ValueError where ``board`` is no 26-character board.
    """
    if len(board) != 26 or any(letter != "-" and not ("A" <= letter.upper() <= "P") for letter in board):
        raise ValueError(f"{board!r} is not a board of 26 characters")
    top, bottom = list(range(13, 25)), list(range(12, 0, -1))
    if home == "W":
        top, bottom = top[::-1], bottom[::-1]
    north = [_row(board, top, depth) for depth in range(DEPTH)]
    south = [_row(board, bottom, depth) for depth in reversed(range(DEPTH))]
    edge = "+" + "-" * 20 + "+---+" + "-" * 20 + "+"
    lines = [_numbers(top), edge, *_with_bar(north, count_at(board, 0))]
    lines += ["|" + " " * 20 + "|   |" + " " * 20 + "|"]
    lines += [*reversed(_with_bar(south[::-1], count_at(board, 25))), edge, _numbers(bottom)]
    return [line.rstrip() for line in lines]


def _row(board: str, places: list[int], depth: int) -> tuple[str, str]:
    cells = [_cell(count_at(board, place), depth) for place in places]
    return f" {''.join(cells[:6])} ", f" {''.join(cells[6:])} "


def _cell(count: int, depth: int) -> str:
    if abs(count) <= depth:
        return "   "
    if depth == DEPTH - 1 and abs(count) > DEPTH:
        return f"{abs(count):>2} "
    return f" {MEN['A' if count > 0 else 'B']} "


def _with_bar(rows: list[tuple[str, str]], bar: int) -> list[str]:
    marks = [_cell(bar, depth) for depth in range(DEPTH)]
    return [f"|{left}|{mark}|{right}|" for (left, right), mark in zip(rows, marks, strict=True)]


def _numbers(places: list[int]) -> str:
    cells = [f"{place:>2} " for place in places]
    return f"  {''.join(cells[:6])}      {''.join(cells[6:])}"
