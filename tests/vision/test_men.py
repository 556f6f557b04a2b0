"""What the network that counts men is told of a strip, and how it is asked."""

from typing import Any

import numpy as np
import pytest

from models import shared_session
from vision.men import UNLIKE, MenCounter, asked, unlike, video
from vision.slots import SlotReader
from vision.views import (
    BAR,
    CELL_COLUMNS,
    CELL_ROWS,
    CHANNELS,
    SLOTS,
    STEP,
    STRIP_H,
    STRIP_W,
    ZERO,
    SlotViews,
)

GREEN, WHITE, RED = (40, 120, 60), (240, 240, 235), (200, 40, 30)
SCALE = (120.0, np.float32(0.5))


def plain(*colours: tuple[int, int, int]) -> tuple[np.ndarray, np.ndarray]:
    """A strip of one colour for each of these, as cells."""
    tones = [video(colour) for colour in colours]
    light = np.array([np.full((4, 2, 4), y) for y, _, _ in tones], np.uint8)
    chroma = np.array([np.full((4, 2, 2), (u, v)) for _, u, v in tones], np.uint8)
    return light, chroma


def test_colours_are_told_in_video_range() -> None:
    assert video((255, 255, 255)) == (235, 128, 128)
    assert video((0, 0, 0)) == (16, 128, 128)


def test_each_side_is_asked_for_with_its_own_looks_first() -> None:
    cells = asked(*plain(WHITE, RED), SCALE, (WHITE, RED)).astype(int) - ZERO
    assert cells.shape == (2, 2, 4, 2, CHANNELS)
    assert (cells[:, 0, ..., :6] == cells[:, 1, ..., :6]).all()
    own, other = cells[..., 6], cells[..., 7]
    assert (own[:, 0] == other[:, 1]).all()
    assert (own[:, 1] == other[:, 0]).all()
    assert (own[0, 0] == 0).all()
    assert (own[1, 1] == 0).all()
    assert (own[0, 1] > 20).all()


def test_how_unlike_a_place_is_has_an_end_and_needs_a_colour() -> None:
    middle = np.zeros((3, 3), np.float32)
    assert unlike(middle, None, *SCALE) == pytest.approx(UNLIKE / STEP)
    assert unlike(middle, (255, 0, 0), 0.0, np.float32(50.0)) == pytest.approx(UNLIKE / STEP)


class Session:
    """Answers every question with the number of the question."""

    def run(self, _: None, given: dict[str, Any]) -> list[np.ndarray]:
        number = len(given["cells"])
        return [np.eye(8, dtype=np.float32)[:number], np.linspace(0, 1, number, dtype=np.float32)]


def test_answers_are_by_strip_and_side() -> None:
    count, hidden = MenCounter(Session()).count(*plain(WHITE, RED), SCALE, (WHITE, RED))  # type: ignore[arg-type]
    assert count.argmax(axis=2).tolist() == [[0, 1], [2, 3]]
    assert hidden == pytest.approx([1 / 6, 5 / 6])


class Slots:
    """A slot network that sees 2 light men on T1, perhaps dark ones on B1, and on the bar 1 light, 3 dark."""

    def __init__(self, dark_men: int) -> None:
        self.dark_men = dark_men

    def run(self, _: None, given: dict[str, Any]) -> list[np.ndarray]:
        count = np.zeros((24, 17), np.float32)
        count[:, 0] = 1
        count[0] = np.eye(17, dtype=np.float32)[2]
        count[12] = np.eye(17, dtype=np.float32)[self.dark_men]
        dark = np.zeros(24, np.float32)
        dark[12] = 1
        bar = np.stack([np.eye(8, dtype=np.float32)[1], np.eye(8, dtype=np.float32)[3]])
        return [count, dark, np.zeros(25, np.float32), bar]


@pytest.mark.parametrize("dark_men", [0, 2])
def test_the_bar_is_asked_about_sides_whose_looks_are_known(dark_men: int) -> None:
    strips = np.full((SLOTS, STRIP_H, STRIP_W, 3), GREEN[::-1], np.uint8)
    strips[0, 20:80] = WHITE[::-1]
    strips[12, 20:80] = RED[::-1]
    reading = SlotReader(Slots(dark_men)).read(SlotViews.of(strips))  # type: ignore[arg-type]
    assert reading.colours[0] is not None
    assert (reading.colours[1] is not None) == bool(dark_men)
    assert int(reading.bar[0].argmax()) == 0
    assert int(reading.bar[1].argmax()) == (0 if dark_men else 3)


def test_the_packaged_network_takes_any_number_of_questions() -> None:
    session = shared_session("bar")
    cells = np.full((6, CELL_ROWS, CELL_COLUMNS, CHANNELS), ZERO, np.uint8)
    count, hidden = session.run(None, {"cells": cells})
    assert count.shape == (6, 8)
    assert hidden.shape == (6,)
    assert np.allclose(count[0], count[5])
    assert BAR == 24
