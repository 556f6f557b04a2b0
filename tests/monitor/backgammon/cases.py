"""Where the engine's cases are, and how the kinds of illegal move relate to the way a board was built."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from monitor.backgammon import Position

ROOT = Path(__file__).resolve().parents[3]
SMALL = ROOT / "tests" / "data" / "movegen"
SHARED = ROOT.parent / "shared"

EXPECTED_KINDS: dict[str, frozenset[str]] = {
    "passed_but_could_play": frozenset({"must_play_more"}),
    "too_few_dice": frozenset({"must_play_more"}),
    "doubles_played_as_two": frozenset({"must_play_more"}),
    "smaller_die_instead_of_larger": frozenset({"must_play_higher"}),
    "wrong_number_moved": frozenset({"wrong_pips"}),
    "too_many_dice": frozenset({"wrong_pips"}),
    "one_checker_one_pip_off": frozenset({"wrong_pips"}),
    "bore_off_wrong_checker_gap": frozenset({"wrong_pips"}),
    "moved_with_checker_on_bar": frozenset({"bar_entry_ignored"}),
    "bore_off_before_all_home": frozenset({"premature_bearoff"}),
    "moved_backwards": frozenset({"wrong_direction"}),
    "landed_on_blocked_point": frozenset({"blocked_path", "co_occupied"}),
    "hit_checker_left_on_point": frozenset({"co_occupied"}),
    "passing_hit_not_taken": frozenset({"blocked_path"}),
    "hit_checker_removed_from_play": frozenset({"hit_checker_removed"}),
    "opponent_checker_displaced": frozenset({"opponent_checker_moved"}),
    "opponent_blot_put_on_bar_without_hit": frozenset({"opponent_checker_moved"}),
    "own_checker_put_on_bar": frozenset({"own_checker_to_bar"}),
    "own_checker_vanished": frozenset({"checker_count"}),
    "opponent_checker_vanished": frozenset({"checker_count"}),
}
"""The kinds that name the way a board was built; another explanation may fit the same board as well."""

LEAST_SHARE = {
    "moved_backwards": 0.65,
    "own_checker_vanished": 0.85,
    "one_checker_one_pip_off": 0.9,
    "wrong_number_moved": 0.95,
    "own_checker_put_on_bar": 0.95,
}
"""Ways whose boards often have a simpler explanation; the others must all be named."""


def shared(*parts: str) -> Path:
    """A file of the full sets; skips the test where they are not at hand."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"the full set {'/'.join(parts)} is not beside the project")
    return path


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a packed .jsonl file."""
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        for line in stream:
            yield json.loads(line)


def illegal_rows(path: Path) -> Iterator[dict[str, Any]]:
    """One object a board, from the packed form of the full set too."""
    for row in rows(path):
        if "bad" not in row:
            yield row
        else:
            for after, reason in row["bad"]:
                yield {"pos": row["pos"], "dice": row["dice"], "after": after, "reason": reason}


def played(path: Path) -> Iterator[tuple[Position, tuple[int, int], Position]]:
    """Plays of real matches: before, dice, after."""
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        for line in stream:
            if not line.startswith("#"):
                before, dice, after = line.split()
                yield Position.from_id(before), (int(dice[0]), int(dice[1])), Position.from_id(after)


def _counts(places: list[int]) -> list[int]:
    counts = [0] * 26
    for place in places:
        counts[place] += 1
    return counts[1:]


@st.composite
def sound_positions(draw: st.DrawFn) -> Position:
    """Boards with at most fifteen men a side, none of them sharing a point, at least one man each."""
    south = _counts(draw(st.lists(st.integers(0, 25), min_size=15, max_size=15)))
    north = _counts(draw(st.lists(st.integers(0, 25), min_size=15, max_size=15)))
    for own in range(24):
        if north[own] and south[23 - own]:
            north[24] += north[own]
            north[own] = 0
    if not any(south):
        south[5] = 1
        north[18] = 0
    if not any(north):
        north[24] = 1
    return Position.of(south, north)


@st.composite
def any_boards(draw: st.DrawFn) -> Position:
    """Any counts of at most thirty men in all, possible or not."""
    men = draw(st.lists(st.integers(0, 49), max_size=30))
    board = [0] * 50
    for place in men:
        board[place] += 1
    return Position(bytes(board))


rolls = st.tuples(st.integers(1, 6), st.integers(1, 6))
