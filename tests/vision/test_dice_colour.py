"""Dice whose pips are as light as their faces are read by colour alone; what is plain by lightness stays."""

from itertools import product

import numpy as np
import pytest

from calibration.cv import cv2
from vision.dice import DiceReader
from vision.dice_colour import LIGHTNESS, by_colour, surer
from vision.dice_spec import VIEW, VIEW_EDGE

PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
}
GROUND, BODY = np.array([60, 90, 50.0]), np.array([230, 120, 220.0])


def as_light(colour: tuple[float, float, float], like: np.ndarray) -> np.ndarray:
    """A colour, blue green red, made as light as another."""
    given = np.array(colour)
    return given + float((like - given) @ LIGHTNESS)


def crop(value: int, pips: np.ndarray, turn_deg: float = 20.0) -> np.ndarray:
    """A flat die from above, drawn large and shrunk as a camera would."""
    fine, edge = 8, VIEW_EDGE * 8
    picture = np.tile(GROUND, (VIEW * fine, VIEW * fine, 1))
    middle, half = VIEW * fine / 2, edge / 2
    turn = cv2.getRotationMatrix2D((0, 0), turn_deg, 1.0)[:, :2]
    corners = np.array([(-half, -half), (half, -half), (half, half), (-half, half)]) @ turn.T + middle
    cv2.fillPoly(picture, [np.round(corners).astype(np.int32)], BODY.tolist())
    for place in PIPS[value]:
        x, y = np.array(place) * 0.27 * edge @ turn.T + middle
        cv2.circle(picture, (round(x), round(y)), round(0.105 * edge), pips.tolist(), -1)
    small = cv2.resize(picture, (VIEW, VIEW), interpolation=cv2.INTER_AREA)
    return np.clip(cv2.GaussianBlur(small, (3, 3), 0.6), 0, 255).astype(np.uint8)


def faces(**values: float) -> np.ndarray:
    """(13,) probabilities: v3=0.5 and so on, the rest nothing."""
    row = np.zeros(13, np.float32)
    for name, p in values.items():
        row[int(name[1:])] = p
    row[0] = 1 - row.sum()
    return row


def test_pips_as_light_as_the_die_are_read_by_their_colour() -> None:
    """All of them are read right; most of those that the picture as it is leaves in doubt more surely."""
    reader, views = DiceReader(), np.array([[0.0, 0.0, 1.0]] * 2, np.float32)
    pips = as_light((90, 200, 200), BODY)
    doubted = []
    for value, turn_deg in product(PIPS, range(0, 90, 15)):
        picture = crop(value, pips, turn_deg)
        plain = reader.judge(picture[None], views[:1])[0][0]
        shown = by_colour(picture)
        assert shown is not None
        told = reader.judge(shown, views)[0][:, 1:7]
        best = told[told.max(axis=1).argmax()]
        assert best.argmax() + 1 == value
        if plain[1:7].max() < 0.9:
            doubted.append((plain[value], best.max()))
    assert len(doubted) >= 10
    surer_by_colour = [colour > plain for plain, colour in doubted]
    assert np.mean(surer_by_colour) > 0.6
    assert np.mean([colour - plain for plain, colour in doubted]) > 0.04


def test_without_colour_there_is_nothing_to_look_at() -> None:
    grey = np.repeat(crop(5, as_light((90, 200, 200), BODY)).mean(axis=2).astype(np.uint8)[..., None], 3, 2)
    assert by_colour(grey) is None


def test_the_negative_shows_the_same() -> None:
    shown = by_colour(crop(3, as_light((90, 200, 200), BODY)))
    assert shown is not None
    assert shown.shape == (2, VIEW, VIEW, 3)
    assert np.abs(shown[0].astype(int) + shown[1] - 255).max() <= 1


@pytest.mark.parametrize(
    ("first", "again", "counts"),
    [
        (faces(v3=0.6, v2=0.3), faces(v5=0.97), True),
        (faces(v3=0.1, v2=0.1), faces(v5=0.97), True),
        (faces(v3=0.1, v2=0.1), faces(v3=0.9), False),
        (faces(v3=0.6, v2=0.35), faces(v3=0.8), True),
        (faces(v3=0.6, v2=0.35), faces(v2=0.8), False),
        (faces(v3=0.4, v2=0.3, v1=0.25), faces(v2=0.8), True),
        (faces(v3=0.4, v2=0.3, v1=0.25), faces(v2=0.6), False),
        (faces(v3=0.8, v2=0.15), faces(v3=0.7), False),
    ],
)
def test_what_colour_says_counts_where_it_is_surer(
    first: np.ndarray, again: np.ndarray, counts: bool
) -> None:
    assert surer(first, again) == counts
