"""The slot network's input is the same in training and in the product; its file takes 8 bits."""

from pathlib import Path

import numpy as np
import pytest

from vision.views import SLOTS, STEP, STRIP_H, STRIP_W, ZERO, SlotViews


def smooth_strips() -> np.ndarray:
    """Strips of slowly changing colours, so that every cell has one chroma."""
    along, across = np.linspace(0, 1, STRIP_H)[:, None], np.linspace(0, 1, STRIP_W)[None, :]
    one = np.stack(
        [60 + 90 * along + 0 * across, 80 + 40 * across + 0 * along, 150 - 70 * along * across], -1
    )
    return np.repeat(one[None], SLOTS, axis=0).astype(np.uint8)


def test_training_and_product_make_the_same_cells() -> None:
    torch = pytest.importorskip("torch")
    from models.training.slots import cells_of

    strips = smooth_strips()
    product = (SlotViews.of(strips).cells().astype(np.float32) - ZERO) * np.float32(STEP)
    training = cells_of(torch.from_numpy(strips[None]).float()).permute(0, 2, 3, 1).numpy()
    assert training.shape == product.shape
    assert np.abs(training - product).max() < 3.5 * STEP
    assert np.abs(training - product).mean() < STEP


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning", "ignore:Iterating")
def test_the_8_bit_file_says_what_the_network_says(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("onnx")
    onnxruntime = pytest.importorskip("onnxruntime")
    from models.training.slots_export import export_float, export_int8
    from models.training.slots_net import SlotNet, SlotReaderNet

    torch.manual_seed(1)
    net, strips = SlotNet().eval(), smooth_strips()
    boards = [strips, 255 - strips, np.roll(strips, 40, axis=1)]
    export_float(net, [1.0, 1.0, 1.0], tmp_path / "float.onnx")
    export_int8(tmp_path / "float.onnx", boards, tmp_path / "slots.onnx")
    cells = SlotViews.of(strips).cells()
    session = onnxruntime.InferenceSession(str(tmp_path / "slots.onnx"))
    said = session.run(None, {"cells": cells})
    with torch.no_grad():
        wanted = SlotReaderNet(net)(torch.from_numpy((cells.astype(np.float32) - ZERO) * np.float32(STEP)))
    assert [output.shape for output in said] == [(24, 17), (24,), (SLOTS,), (2, 8)]
    for output, truth in zip(said, wanted, strict=True):
        assert np.abs(output - truth.numpy()).max() < 0.05
