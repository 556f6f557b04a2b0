"""A shipped network's weights back in the network that is trained."""

from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

import numpy as np  # noqa: E402
import onnxruntime  # noqa: E402

from models import FOLDER  # noqa: E402
from models.training.dice_export import Judge, export_reader  # noqa: E402
from models.training.dice_net import FindNet, ReadNet  # noqa: E402
from models.training.onnx_weights import start_from  # noqa: E402
from models.training.slots import cells_of, go_on_from  # noqa: E402
from models.training.slots_data import SlotSet  # noqa: E402
from models.training.slots_net import SlotNet  # noqa: E402
from vision.dice_find import STEP, ZERO  # noqa: E402
from vision.views import SlotViews  # noqa: E402


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_reader_written_and_started_from_says_the_same(tmp_path: Path) -> None:
    torch.manual_seed(3)
    net = ReadNet()
    crops, views = torch.rand(16, 3, 48, 48), torch.randn(16, 3)
    for _ in range(3):
        net(crops, views)
    export_reader(Judge(net, 1.0, 1.0, 1.0), tmp_path / "read.onnx")
    again = ReadNet()
    start_from(again, tmp_path / "read.onnx", crops, views)
    with torch.no_grad():
        for told, wanted in zip(again.eval()(crops, views), net.eval()(crops, views), strict=True):
            torch.testing.assert_close(told, wanted, atol=1e-3, rtol=1e-3)


def test_the_shipped_finder_in_8_bits_comes_back_nearly_whole() -> None:
    cells = torch.rand(4, 24, 96, 128) * 4 - 2
    file = FOLDER / "dice_find.onnx"
    net = FindNet()
    start_from(net, file, cells)
    stored = (cells / STEP + ZERO).round().clamp(0, 255).to(torch.uint8).permute(0, 2, 3, 1).numpy()
    session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
    told = np.concatenate([session.run(None, {"cells": one[None]})[0] for one in stored])
    with torch.no_grad():
        mine = net.eval()(cells).numpy()
    assert np.corrcoef(told[:, :8].ravel(), mine[:, :8].ravel())[0, 1] > 0.98


def test_the_shipped_slot_network_comes_back_nearly_whole() -> None:
    rng = np.random.default_rng(2)
    coarse = rng.integers(0, 256, (12, 25, 20, 8, 3)).astype(np.uint8)
    strips = coarse.repeat(8, axis=2).repeat(4, axis=3)
    data = SlotSet(strips, *[np.zeros(0)] * 4, np.zeros(0, np.bool_))
    net = SlotNet()
    go_on_from(net, FOLDER / "slots.onnx", data)
    session = onnxruntime.InferenceSession(str(FOLDER / "slots.onnx"), providers=["CPUExecutionProvider"])
    told = [session.run(["hidden", "dark"], {"cells": SlotViews.of(one).cells()}) for one in strips]
    with torch.no_grad():
        _, side, hidden, _ = net.eval()(cells_of(torch.from_numpy(strips).float()))
    assert np.corrcoef(np.stack([one[0] for one in told]).ravel(), hidden.sigmoid().ravel())[0, 1] > 0.98
    assert np.corrcoef(np.stack([one[1] for one in told]).ravel(), side.sigmoid().ravel())[0, 1] > 0.98


def test_another_network_is_refused() -> None:
    with pytest.raises(ValueError, match=r"dice_find\.onnx: 7 convolutions, the network has 6"):
        start_from(ReadNet(), FOLDER / "dice_find.onnx", torch.rand(2, 3, 48, 48), torch.zeros(2, 3))
