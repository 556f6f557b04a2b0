"""What the network that counts men is given is the same in training and product; its file says the same."""

from pathlib import Path

import numpy as np
import pytest

from vision.men import asked, video
from vision.views import CELL_COLUMNS, CELL_ROWS, CHANNELS, STEP, ZERO

COLOURS = ((230, 220, 200), (30, 60, 140))
SCALE = (117.5, np.float32(0.7))


def strips() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(4)
    light = rng.integers(16, 235, (3, CELL_ROWS, CELL_COLUMNS, 4), dtype=np.uint8)
    return light, rng.integers(60, 200, (3, CELL_ROWS, CELL_COLUMNS, 2), dtype=np.uint8)


def men_set(colours: tuple[tuple[int, int, int] | None, ...], men: list[list[int]]):  # type: ignore[no-untyped-def]
    from models.training.men_data import NO_COLOUR, MenSet

    light, chroma = strips()
    known = [(NO_COLOUR,) * 3 if colour is None else video(colour) for colour in colours]
    scale, hidden = np.array([SCALE] * 3, np.float32), np.array([0.0, 0.0, 0.9], np.float32)
    return MenSet(light, chroma, scale, np.array([known] * 3, np.float32), np.array(men, np.uint8), hidden)


@pytest.mark.parametrize("colours", [COLOURS, (None, COLOURS[1])])
def test_training_and_product_ask_the_same(colours: tuple[tuple[int, int, int] | None, ...]) -> None:
    pytest.importorskip("torch")
    from models.training.men import batch_of

    cells, men, hidden = batch_of(men_set(colours, [[0, 1], [2, 3], [4, 5]]), np.arange(6), None)
    training = cells.numpy().transpose(0, 2, 3, 1) / STEP + ZERO
    product = asked(*strips(), SCALE, (colours[0], colours[1])).reshape(6, CELL_ROWS, CELL_COLUMNS, CHANNELS)
    assert np.abs(training - product).max() <= 1.01
    assert (np.abs(training - product) > 0.5).mean() < 0.01
    assert men.tolist() == list(range(6))
    assert hidden.tolist() == pytest.approx([0, 0, 0, 0, 0.9, 0.9])


def test_what_is_learnt_is_mostly_seen_and_half_of_it_is_there() -> None:
    pytest.importorskip("torch")
    from models.training.men import thinned

    data = men_set(COLOURS, [[1, 0], [0, 0], [3, 3]])
    rng = np.random.default_rng(0)
    rounds = [thinned(data, rng).tolist() for _ in range(200)]
    assert all(0 in questions for questions in rounds)
    assert all(sum(q in (1, 2, 3) for q in questions) in (1, 3) for questions in rounds)
    assert 5 < sum(4 in questions for questions in rounds) < 40


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning", "ignore:Iterating")
def test_the_8_bit_file_says_what_the_network_says(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("onnx")
    onnxruntime = pytest.importorskip("onnxruntime")
    from models.training.men import SHAPES, export
    from models.training.men_net import MenCounterNet, MenNet

    torch.manual_seed(1)
    net = MenNet(*SHAPES["bar"]).eval()
    data = men_set(COLOURS, [[0, 1], [2, 3], [4, 5]])
    export(net, 1.5, data, tmp_path / "bar.onnx")
    cells = asked(*strips(), SCALE, COLOURS).reshape(6, CELL_ROWS, CELL_COLUMNS, CHANNELS)
    said = onnxruntime.InferenceSession(str(tmp_path / "bar.onnx")).run(None, {"cells": cells})
    with torch.no_grad():
        wanted = MenCounterNet(net, 1.5)((torch.from_numpy(cells).float() - ZERO) * STEP)
    assert [output.shape for output in said] == [(6, 8), (6,)]
    for output, truth in zip(said, wanted, strict=True):
        assert np.abs(output - truth.numpy()).max() < 0.05
