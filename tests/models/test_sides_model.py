"""The judge of sides: its file, and the parts of its training that can be checked in a moment."""

from pathlib import Path

import numpy as np
import pytest

from models import FOLDER, load_session, manifest
from vision.side_judge import FEATURES
from vision.views import BAR


def test_inputs_and_outputs() -> None:
    assert (FOLDER / manifest()["sides"].file).stat().st_size < 300_000
    odds, both = load_session("sides").run(None, {"columns": np.zeros((BAR, FEATURES), np.float32)})
    assert odds.shape == both.shape == (BAR,)


def test_where_sides_may_be_exchanged_the_better_names_count() -> None:
    torch = pytest.importorskip("torch")
    from models.training.sides import loss_of, measures

    dark = (torch.arange(24) % 3 == 0).float()[None]
    odds = 6.0 * (1 - 2 * dark)
    asked = torch.ones(1, 24)
    asked[0, :4] = 0
    held, free = (torch.tensor([may]) for may in (False, True))
    assert loss_of(odds, dark, asked, held) > 5.9
    assert loss_of(odds, dark, asked, free) < 0.01
    assert measures(odds, dark, asked, held) == {
        "columns": 20,
        "wrong": 20,
        "wrong and sure": 20,
        "split": 0,
        "boards": 1,
    }
    assert measures(odds, dark, asked, free)["wrong"] == 0


def test_men_of_both_sides_are_asked_for_where_men_are_seen() -> None:
    torch = pytest.importorskip("torch")
    from models.training.sides import both_loss, both_measures

    both = (torch.arange(24) % 4 == 0).float()[None]
    shown = (torch.arange(24) < 20).float()[None]
    odds = torch.where(both > 0, 2.0, -2.0)
    odds[0, 20] = -9.0
    assert both_loss(odds, both, shown) == pytest.approx(np.log1p(np.exp(-2.0)), abs=1e-5)
    odds[0, 0], odds[0, 1] = -2.0, 4.0
    assert both_measures(odds, both, shown) == {
        "columns": 20,
        "both": 5,
        "found": 4,
        "found and sure": 0,
        "false": 1,
        "false and sure": 1,
    }


def test_at_a_table_men_of_both_sides_are_rarer_than_among_the_pictures() -> None:
    pytest.importorskip("torch")
    from models.training.sides import SHARE_AT_A_TABLE, rarer
    from models.training.sides_data import SideSet

    none = np.zeros((50, BAR), bool)
    both = none.copy()
    both[:, :2] = True
    data = SideSet(np.zeros((50, BAR, 1), np.float32), none, none, none[:, 0], ~none, both)
    here = np.log(1 / 11) - rarer(data)
    assert 1 / (1 + np.exp(-here)) == pytest.approx(SHARE_AT_A_TABLE, rel=1e-3)


def test_left_out_columns_are_neither_shown_nor_asked_for() -> None:
    torch = pytest.importorskip("torch")
    from models.training.sides import LEFT_OUT, thinned

    columns = torch.ones(200, BAR, FEATURES)
    shown, left = thinned(columns, torch.Generator().manual_seed(1))
    assert (shown.mean(dim=2) == left).all()
    whole = (left.sum(dim=1) == BAR).float().mean()
    assert 0.4 < whole < 0.65
    assert left[left.sum(dim=1) < BAR].mean() > 1 - LEFT_OUT


def test_training_learns_the_sides_of_plain_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch")
    from models.training import sides
    from models.training.sides import (
        both_measures,
        both_tensors,
        measures,
        odds_of,
        temperature,
        tensors,
        train,
    )
    from models.training.sides_data import SideSet
    from models.training.sides_net import SideNet

    monkeypatch.setattr(sides, "KEPT", 0.95)
    torch.manual_seed(1)
    rng = np.random.default_rng(1)
    dark = rng.random((300, BAR)) < 0.5
    both = rng.random((300, BAR)) < 0.2
    columns = rng.normal(0, 1, (300, BAR, FEATURES)).astype(np.float32)
    columns[..., :3] += 3.0 * dark[..., None]
    columns[..., 3:6] += 3.0 * both[..., None]
    asked = (rng.random((300, BAR)) < 0.8) & ~both
    data = SideSet(columns, dark, asked, np.zeros(300, bool), np.ones((300, BAR), bool), both)
    net = SideNet()
    train(net, data, 150, 32, 2e-3)
    odds, both_odds = odds_of(net, data)
    found = measures(odds, *tensors(data)[1:])
    assert found["wrong"] < 0.03 * found["columns"]
    told = both_measures(both_odds, *both_tensors(data))
    assert told["found"] > 0.9 * told["both"]
    assert told["false"] < 0.03 * told["columns"]
    assert 0.4 < temperature(odds, data) < 3.1


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning", "ignore:Iterating")
def test_the_stored_file_says_what_the_network_says(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("onnx")
    onnxruntime = pytest.importorskip("onnxruntime")
    from models.training.sides import export
    from models.training.sides_net import Judging, SideNet

    torch.manual_seed(1)
    net = SideNet().eval()
    judging = Judging(net, 1.4, 0.8, 2.0)
    export(judging, tmp_path / "sides.onnx")
    columns = np.random.default_rng(2).normal(0, 1, (BAR, FEATURES)).astype(np.float32)
    said = onnxruntime.InferenceSession(str(tmp_path / "sides.onnx")).run(None, {"columns": columns})
    with torch.no_grad():
        wanted = judging(torch.from_numpy(columns))
    for one, other in zip(said, wanted, strict=True):
        assert np.abs(one - other.numpy()).max() < 0.02


def test_what_is_learnt_from_is_what_the_judge_is_told(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from fixtures.dataset import main
    from models.training.sides_data import gather

    main(
        [
            "--aim",
            "nearly_start",
            "--count",
            "3",
            "--first-seed",
            "8",
            "--size",
            "320x180",
            "--out",
            str(tmp_path),
        ]
    )
    data = gather([tmp_path], "train", 2)
    assert data.columns.shape[1:] == (BAR, FEATURES)
    assert len(data) == 6
    assert data.asked.sum() > 0.5 * 6 * 8
    assert not (data.dark & ~data.asked).all()
    assert (data.asked <= data.shown).all()
    assert not data.both.any()
    assert (gather([tmp_path], "train", 2).columns == data.columns).all()
    assert len(list(tmp_path.glob("sides_train_*.npz"))) == 2
