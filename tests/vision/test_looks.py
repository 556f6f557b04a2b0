"""A column that has changed looks otherwise, and nothing else does."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.geometry import BoardGeometry
from tests.vision.known_boards import FIRST_ROW, MAN
from vision.looks import EVERY_S, MANY, OPPOSITE, SlotLooks
from vision.reading import NO_LOOK, DieReading, Looks
from vision.views import BAR, SLOTS, STRIP_H, STRIP_W, SlotViews

GEOMETRY = BoardGeometry(((210.0, 70.0), (1030.0, 60.0), (1130.0, 650.0), (130.0, 660.0)), (1280, 720))
LIGHT, DARK, FIELD = (200, 220, 235), (40, 30, 160), (90, 110, 70)
START = np.array([5, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, 2, 5, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, 2])
STEP = EVERY_S + 0.02
AT = 16
"""The slot in which something happens; three men stand there, none on the point opposite with four beside."""


class Board:
    """Pictures of a board, five a second, and what the slots look like in each."""

    def __init__(self, seed: int = 1) -> None:
        self._rng = np.random.default_rng(seed)
        self.looks = SlotLooks()
        self.t = 0.0
        self.men = START.copy()
        self.hidden = np.zeros(BAR, np.float32)
        self.motion = np.zeros(BAR, np.float32)
        self.dice: tuple[DieReading, ...] = ()
        self.light = np.ones((STRIP_H, STRIP_W, 1))
        self.beside: tuple[int, ...] = ()

    def picture(self) -> SlotViews:
        """The strips now, under a camera's noise."""
        strips = np.empty((SLOTS, STRIP_H, STRIP_W, 3))
        strips[:] = FIELD
        for slot, men in enumerate(self.men):
            for man in range(men):
                rows = slice(FIRST_ROW + man * MAN, FIRST_ROW + (man + 1) * MAN - 2)
                strips[slot, rows, 5:27] = LIGHT if slot % 2 else DARK
            if slot in self.beside:
                strips[slot, FIRST_ROW : FIRST_ROW + MAN, 28:] = LIGHT
        if self.dice:
            strips[AT, 90:106, 10:22] = 250
        strips = strips * self.light + self._rng.normal(0.0, 3.0, strips.shape)
        return SlotViews.of(strips.clip(0, 255).astype(np.uint8))

    def see(self, times: int = 3) -> Looks:
        """The looks in the last of so many pictures."""
        for _ in range(times):
            self.t += STEP
            seen = self.looks.see(
                self.t, self.picture(), self.hidden, self.motion, self.men, self.dice, GEOMETRY
            )
        return seen


def changed(one: Looks, other: Looks) -> list[int]:
    """The slots that look otherwise."""
    assert one.era == other.era
    pairs = zip(one.numbers, other.numbers, strict=True)
    return [slot for slot, (a, b) in enumerate(pairs) if a != b and NO_LOOK not in (a, b)]


def test_a_board_that_rests_looks_the_same() -> None:
    board = Board()
    first = board.see()
    assert NO_LOOK not in first.numbers
    assert all(board.see(1) == first for _ in range(20))


@pytest.mark.parametrize("change", [1, -1])
@pytest.mark.parametrize("seed", range(3))
def test_a_man_more_or_less_looks_otherwise_and_as_before_once_he_is_back(change: int, seed: int) -> None:
    board = Board(seed)
    first = board.see()
    board.men[AT] += change
    moved = board.see()
    assert changed(first, moved) == [AT]
    board.men[AT] -= change
    assert board.see() == first


def test_a_new_look_needs_a_second_picture() -> None:
    board = Board()
    board.see()
    board.men[AT] += 1
    assert board.see(1).numbers[AT] == NO_LOOK
    assert board.see(1).numbers[AT] != NO_LOOK


def test_pictures_between_two_comparisons_look_as_the_last_one() -> None:
    board = Board()
    first = board.see()
    board.men[AT] += 1
    board.motion[3] = 0.2
    between = board.looks.see(
        board.t + 0.05, board.picture(), board.hidden, board.motion, board.men, (), GEOMETRY
    )
    assert between.numbers[3] == NO_LOOK
    assert replace(between, numbers=(*between.numbers[:3], first.numbers[3], *between.numbers[4:])) == first


def test_light_that_fades_or_falls_from_one_side_changes_nothing() -> None:
    board = Board()
    first = board.see()
    board.light = np.full((STRIP_H, STRIP_W, 1), 0.8)
    assert changed(first, board.see()) == []
    board.light = np.linspace(0.75, 0.95, STRIP_H)[:, None, None]
    assert changed(first, board.see()) == []


def test_a_die_on_the_column_a_man_beside_it_and_one_opposite_change_nothing() -> None:
    board = Board()
    first = board.see()
    left, right = GEOMETRY.column(AT % 12)
    uv = ((left + right) / 2, 1.0 - (98 / STRIP_H * 0.64 - 0.07))
    face = tuple(0.95 if value == 3 else 0.01 for value in range(1, 7))
    board.dice = (DieReading(3, 0.95, face, (0.0, 0.0), uv, "W", "surface", 1.0, "flat", 1.0, 20.0),)
    assert changed(first, board.see()) == []
    board.dice = ()
    board.beside = (AT,)
    assert changed(first, board.see()) == []
    assert board.men[(AT + 12) % 24] < OPPOSITE


def test_what_is_covered_or_moves_has_no_look() -> None:
    board = Board()
    first = board.see()
    board.hidden[3], board.motion[4] = 0.9, 0.3
    seen = board.see()
    assert seen.numbers[3:5] == (NO_LOOK, NO_LOOK)
    assert seen.numbers[5:] == first.numbers[5:]
    board.hidden[3] = board.motion[4] = 0.0
    assert board.see() == first


def test_many_new_looks_at_once_begin_an_era_and_so_does_a_board_that_lies_elsewhere() -> None:
    board = Board()
    first = board.see()
    board.men[:MANY] = (board.men[:MANY] + 2) % 5
    second = board.see()
    assert second.era != first.era
    assert NO_LOOK not in second.numbers
    board.looks.forget()
    assert board.see().era not in (first.era, second.era)


def test_a_watch_that_is_gone_on_with_begins_an_era() -> None:
    board = Board()
    first = board.see()
    board.looks = SlotLooks()
    assert board.see().era != first.era


def test_of_a_column_never_seen_before_the_first_look_is_its_own() -> None:
    board = Board()
    board.hidden[7] = 0.9
    first = board.see()
    board.hidden[7] = 0.0
    later = board.see()
    assert first.numbers[7] == NO_LOOK
    assert later.numbers[7] not in first.numbers
    assert changed(first, later) == []
