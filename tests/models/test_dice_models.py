"""The dice networks' files, and the parts of their training that can be checked in a moment."""

from pathlib import Path

import numpy as np
import pytest

from models import FOLDER, load_session, manifest
from vision.dice_find import CHANNELS
from vision.dice_spec import BOARD_SIZE, CUBE_VALUES, STRIDE, VIEW


def test_files_are_small_and_named_in_the_manifest() -> None:
    entries = manifest()
    sizes = [(FOLDER / entries[name].file).stat().st_size for name in ("dice_find", "dice_read")]
    assert sum(sizes) < 1_500_000


def test_inputs_and_outputs() -> None:
    finder, reader = load_session("dice_find"), load_session("dice_read")
    width, height = BOARD_SIZE
    cells = np.zeros((1, height // STRIDE, width // STRIDE, CHANNELS), np.uint8)
    assert finder.run(None, {"cells": cells})[0].shape == (1, 20, height // 8, width // 8)
    crops, views = np.zeros((3, 3, VIEW, VIEW), np.float32), np.zeros((3, 3), np.float32)
    faces, leaning, support, place = reader.run(None, {"crops": crops, "views": views})
    assert faces.shape == (3, 7 + len(CUBE_VALUES))
    assert leaning.shape == (3, 1)
    assert support.shape == (3, 6)
    assert place.shape == (3, 3)


def test_photo_split_never_divides_a_photo() -> None:
    photos = pytest.importorskip("models.training.dice_photos")
    names = [f"train__IMG_20191208_{n:06d}.jpg" for n in range(111300, 111400)]
    held = [photos.held_out(name) for name in names]
    assert held == [
        photos.held_out(name.replace("train__", "test__").replace(".jpg", "_jpg.jpg")) for name in names
    ]
    assert 3 < sum(held) < 40


def test_photo_crops_match_their_labels() -> None:
    pytest.importorskip("torch")
    from models.training.dice_photos import photo_crops

    folder = Path(__file__).resolve().parents[2].parent / "shared" / "realdata" / "dice"
    if not folder.exists():
        pytest.skip("the sets of dice photographs are not here (../shared/realdata/dice)")
    held = photo_crops(folder, validation=True)
    assert len(held.pictures) > 300
    assert set(np.unique(held.labels[:, 1])) == {1, 2, 3, 4, 5, 6}
    assert (held.labels[:, 3] == -1).all()


def test_places_on_photos_without_a_die_are_nothing() -> None:
    photos = pytest.importorskip("models.training.dice_photos")
    folder = Path(__file__).resolve().parents[2].parent / "shared" / "realdata" / "dice"
    if not folder.exists():
        pytest.skip("the sets of dice photographs are not here (../shared/realdata/dice)")
    held = photos.photo_grounds(folder, validation=True)
    assert len(held.pictures) > 100
    assert (held.labels[:, 0] == 0).all()
    bare = held.pictures.reshape(len(held.pictures), -1).std(axis=1)
    dice = photos.photo_crops(folder, validation=True).pictures
    assert np.median(bare) < 0.5 * np.median(dice.reshape(len(dice), -1).std(axis=1))


def test_heat_targets_put_one_peak_on_each_die() -> None:
    pytest.importorskip("torch")
    from models.training.dice_find import augment, heat_targets

    marks = np.array([[1, 100, 60, 12, 1], [2, 300, 200, 30, 1], [1, 400, 300, 12, 0.1]], np.float32)
    heat, weight, place = heat_targets(marks)
    assert (heat[0] == 1).sum() == 1
    assert (heat[1] == 1).sum() == 1
    row, col = np.argwhere(heat[1] == 1)[0]
    assert (abs(row * 4 + 2 - 200) <= 2, abs(col * 4 + 2 - 300) <= 2) == (True, True)
    assert place[1, row, col] == pytest.approx(np.log(30 / 12))
    assert weight[0, 75, 100] == 0
    picture = np.zeros((384, 512, 3), np.uint8)
    picture[195:206, 295:306] = 255
    moved, new = augment(np.random.default_rng(4), picture, marks[1:2])
    rows, cols = np.nonzero(moved.max(axis=2) > 120)
    assert np.hypot(cols.mean() - new[0, 1], rows.mean() - new[0, 2]) < 3
    off, middle = [], np.array([[1, 300.5, 200.5, 30, 1]], np.float32)
    for seed in range(40):
        moved, new = augment(np.random.default_rng(seed), picture, middle)
        rows, cols = np.nonzero(moved.max(axis=2) > 0.6 * moved.max())
        off.append((cols.mean() + 0.5 - new[0, 1], rows.mean() + 0.5 - new[0, 2]))
    assert np.abs(np.mean(off, axis=0)).max() < 0.2


def test_augmented_crops_say_where_the_die_lies() -> None:
    torch = pytest.importorskip("torch")
    from models.training.dice_read import augment

    stored = torch.zeros(60, 64, 64, 3, dtype=torch.uint8)
    stored[:, 29:35, 29:35] = 255
    gen = torch.Generator().manual_seed(3)
    crops, _, place = augment(stored, torch.zeros(60, 3), torch.ones(60), gen, astray=0.5)
    for crop, (right, down, _size) in zip(crops.mean(1).numpy(), place.numpy(), strict=True):
        rows, cols = np.nonzero(crop > 0.6 * crop.max())
        assert cols.mean() + 0.5 == pytest.approx(24 + 18 * right, abs=1.5)
        assert rows.mean() + 0.5 == pytest.approx(24 + 18 * down, abs=1.5)
    assert place[:, :2].abs().max() > 0.3


def test_temperature_recovers_overconfidence() -> None:
    torch = pytest.importorskip("torch")
    from models.training.dice_read import temperature

    torch.manual_seed(0)
    logits = torch.randn(4000, 6) * 2
    want = torch.distributions.Categorical(logits=logits).sample()
    assert temperature(logits * 3, want) == pytest.approx(3, rel=0.12)


def test_the_place_is_added_to_a_reading_network_that_stays_as_it_is(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    ort = pytest.importorskip("onnxruntime")
    from models.training.dice_net import PlaceNet
    from models.training.dice_place import add_place

    file = tmp_path / "dice_read.onnx"
    file.write_bytes((FOLDER / manifest()["dice_read"].file).read_bytes())
    rng = np.random.default_rng(1)
    feed = {"crops": rng.random((3, 3, VIEW, VIEW), np.float32), "views": np.zeros((3, 3), np.float32)}
    before = ort.InferenceSession(str(file)).run(None, feed)
    torch.manual_seed(1)
    for _ in range(2):
        add_place(PlaceNet(), file)
    after = ort.InferenceSession(str(file)).run(None, feed)
    assert len(before) == len(after) == 4
    assert all(np.array_equal(one, other) for one, other in zip(before[:3], after[:3], strict=True))
    assert not np.array_equal(before[3], after[3])
