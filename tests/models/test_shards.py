"""Training pictures made piece by piece, and how they are kept."""

from functools import partial
from pathlib import Path

import numpy as np
import pytest

from models import FOLDER
from models.training.dice_data import BoardSet
from models.training.piecewise import put
from models.training.shards import KEPT, Shard, Shards, close, rendered, save, some

FINDER = FOLDER / "dice_find.onnx"


def test_a_shard_of_renders_has_boards_with_their_dice_and_crops_of_the_training_family(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("models.training.shards.AIMS", {"strewn": 1.0})
    monkeypatch.setattr("models.training.shards.SCENES", 2)
    shard = rendered(tmp_path, worker=990, number=4, finder=FINDER)
    assert shard.boards is not None
    assert shard.lean is not None
    assert shard.crops is not None
    assert 0 < len(shard.boards.pictures) <= KEPT
    assert set(shard.boards.marks[:, 0].astype(int)) <= set(range(len(shard.boards.pictures)))
    assert len(shard.lean.pictures) == len(shard.lean.labels) > 5
    assert len(shard.crops.pictures) == len(shard.crops.labels) > 5


def test_a_shard_of_close_ups_has_as_many_of_each_as_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("models.training.shards.UPRIGHT", 3)
    monkeypatch.setattr("models.training.shards.CROPS", 4)
    monkeypatch.setattr("models.training.shards.CUBES", 2)
    monkeypatch.setattr("models.training.shards.BOARDS", 1)
    shard = close(991, 0)
    assert shard.lean is not None
    assert shard.crops is not None
    assert shard.boards is not None
    assert (len(shard.lean), len(shard.crops.pictures), len(shard.boards.pictures)) == (3, 6, 1)
    assert (shard.crops.labels[4:, 0] == 2).all()


def test_what_is_kept_of_boards_keeps_their_marks() -> None:
    pictures = np.arange(5, dtype=np.uint8)[:, None, None, None] * np.ones((1, 2, 2, 3), np.uint8)
    marks = np.array([[k, 1, 10 * k, 0, 12, 1] for k in (0, 1, 1, 3, 4)], np.float32)
    kept = some(BoardSet(pictures, marks), 3, np.random.default_rng(0))
    assert len(kept.pictures) == 3
    for index, _, x, *_ in kept.marks:
        assert x == 10 * kept.pictures[int(index), 0, 0, 0]
    want = sum(int((marks[:, 0] == kept.pictures[k, 0, 0, 0]).sum()) for k in range(3))
    assert len(kept.marks) == want


def test_shards_are_read_once_each_as_they_come(tmp_path: Path) -> None:
    out = tmp_path / "made"
    out.mkdir()
    boards = BoardSet(np.full((1, 2, 2, 3), 7, np.uint8), np.zeros((1, 6), np.float32))
    shards = Shards(out, "board", "marks")
    put(out, "pairs_0_0", partial(save, Shard("pairs", None, None, boards)))
    ((kind, pictures, marks),) = shards.new()
    assert (kind, int(pictures[0, 0, 0, 0]), marks.shape) == ("pairs", 7, (1, 6))
    assert list(shards.new()) == []
    put(out, "strewn_0_1", partial(save, Shard("strewn", None, None, boards)))
    assert [kind for kind, _, _ in shards.new()] == ["strewn"]


def test_one_looks_for_shards_now_and_then_and_soon_where_there_is_too_little(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("models.training.shards.WAIT_S", 0.0)
    shards = Shards(tmp_path, "lean")
    assert shards.due()
    assert list(shards.new()) == []
    assert not shards.due()
    shards.wait()
    assert shards.due()
