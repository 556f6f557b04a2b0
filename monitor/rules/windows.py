"""The windows that a rule set sums up among its values, and the clauses they belong to."""

from collections.abc import Callable, Collection
from typing import Any, Final

HANDLING: Final = frozenset(
    "opponent_checker_moved hit_checker_removed own_checker_to_bar premature_bearoff checker_count".split()
)
"""Illegal moves that have nothing to do with the count of the dice."""
IMPOSSIBLE: Final = frozenset(("co_occupied", "deadlock"))
"""Illegal moves after which the game cannot go on."""

WINDOW_PATHS: Final = (
    "illegal.window",
    "illegal.window_no_clock_extra",
    "illegal.window_game_end",
    "illegal.window_unrelated_to_dice",
    "illegal.window_impossible",
    "setup.window",
)
"""Values that sum up windows."""


def summed_up(
    code: str, kinds: Collection[str], mode: Collection[str], value: Callable[[str], Any]
) -> tuple[str, ...] | None:
    """The closing predicates that the values give to a clause; None where they say nothing about it.

    value: what is in force at a path, None where the set does not have it.
    """
    paths = _paths(code, set(kinds), mode, value)
    if not paths or value(paths[0]) is None:
        return None
    return tuple(predicate for path in paths for predicate in value(path) or ())


def _paths(code: str, kinds: set[str], mode: Collection[str], value: Callable[[str], Any]) -> tuple[str, ...]:
    if code == "SETUP_ERROR":
        return ("setup.window",)
    if code != "ILLEGAL_MOVE":
        return ()
    for path, special in (
        ("illegal.window_impossible", IMPOSSIBLE),
        ("illegal.window_unrelated_to_dice", HANDLING),
    ):
        if kinds <= special and value(path) is not None:
            return (path,)
    extra = ("illegal.window_no_clock_extra",) if "no_clock" in mode else ()
    return ("illegal.window", *extra, "illegal.window_game_end")
