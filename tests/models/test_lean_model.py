"""The networks of upright crops: their files, and what of their training can be checked in a moment."""

from pathlib import Path

import numpy as np
import pytest

from models import FOLDER, load_session, manifest
from vision.upright import EDGE, SIDE


@pytest.mark.parametrize("name", ["lean", "faces"])
def test_inputs_and_outputs(name: str) -> None:
    assert (FOLDER / manifest()[name].file).stat().st_size < 1_300_000
    feed = {"crops": np.zeros((3, SIDE, SIDE, 3), np.uint8), "slopes": np.zeros((3, 1), np.float32)}
    odds, values, die, place, on_die = load_session(name).run(None, feed)
    assert odds.shape == die.shape == on_die.shape == (3, 1)
    assert place.shape == (3, 3)
    assert np.exp(values).sum(axis=1) == pytest.approx(np.ones(3), abs=1e-3)


def test_augmented_crops_tell_where_the_die_lies_and_keep_up_above() -> None:
    torch = pytest.importorskip("torch")
    from models.training.lean import MOST_BESIDE, augment
    from models.training.lean_data import CROP

    stored = torch.zeros(80, CROP, CROP, 3, dtype=torch.uint8)
    middle = CROP // 2
    stored[:, middle - 14 : middle - 8, middle - 3 : middle + 3] = 255
    labels = torch.zeros(80, 7)
    labels[:, 0] = 0.7
    crops, slopes, place = augment(stored, labels, torch.Generator().manual_seed(3))
    assert crops.shape == (80, 3, SIDE, SIDE)
    assert slopes.mean() == pytest.approx(0.7, abs=0.05)
    assert place[:, :2].abs().max() <= MOST_BESIDE + 1e-6
    for crop, (right, down, larger) in zip(crops.mean(1).numpy(), place.numpy(), strict=True):
        rows, cols = np.nonzero(crop > 0.6 * crop.max())
        marked = cols.mean() + 0.5 - SIDE / 2, rows.mean() + 0.5 - SIDE / 2
        above = marked[0] - EDGE * right, marked[1] - EDGE * down
        assert above == pytest.approx((0, -11 * np.exp(larger)), abs=3.5)


def test_a_die_cut_out_beside_its_middle_is_told_where_it_is() -> None:
    torch = pytest.importorskip("torch")
    from models.training.lean import augment
    from models.training.lean_data import CROP

    stored = torch.zeros(60, CROP, CROP, 3, dtype=torch.uint8)
    right, down = 0.5, -0.3
    x, y = round(CROP / 2 + EDGE * right), round(CROP / 2 + EDGE * down)
    stored[:, y - 3 : y + 3, x - 3 : x + 3] = 255
    labels = torch.tensor([[0.7, 0.0, 1.0, 0.0, right, down, 0.4]]).repeat(60, 1)
    crops, _, place = augment(stored, labels, torch.Generator().manual_seed(5))
    assert place[:, 2].mean() == pytest.approx(0.4, abs=0.05)
    for crop, told in zip(crops.mean(1).numpy(), place.numpy(), strict=True):
        rows, cols = np.nonzero(crop > 0.6 * crop.max())
        shown = (cols.mean() + 0.5 - SIDE / 2) / EDGE, (rows.mean() + 0.5 - SIDE / 2) / EDGE
        assert shown == pytest.approx(tuple(told[:2]), abs=0.08)


def test_photographed_dice_are_turned_all_ways() -> None:
    torch = pytest.importorskip("torch")
    from models.training.lean import augment
    from models.training.lean_data import CROP, UNKNOWN

    stored = torch.zeros(80, CROP, CROP, 3, dtype=torch.uint8)
    stored[:, CROP // 2 - 14 : CROP // 2 - 8, CROP // 2 - 3 : CROP // 2 + 3] = 255
    labels = torch.tensor([[0.1, 0.0, 4.0, UNKNOWN, 0.0, 0.0, 0.0]]).repeat(80, 1)
    crops, _, place = augment(stored, labels, torch.Generator().manual_seed(7))
    ways = []
    for crop, (right, down, _) in zip(crops.mean(1).numpy(), place.numpy(), strict=True):
        rows, cols = np.nonzero(crop > 0.6 * crop.max())
        ways.append((cols.mean() + 0.5 - SIDE / 2 - EDGE * right, rows.mean() + 0.5 - SIDE / 2 - EDGE * down))
    quarters = {(x > 0, y > 0) for x, y in ways}
    assert len(quarters) == 4
    assert np.abs(np.mean(ways, axis=0)).max() < 3


def test_of_photographed_dice_only_the_value_counts() -> None:
    torch = pytest.importorskip("torch")
    from models.training.lean import loss_of
    from models.training.lean_data import UNKNOWN
    from models.training.lean_net import Told

    gen = torch.Generator().manual_seed(2)
    told = Told(*(torch.randn(9, wide, generator=gen) for wide in (1, 1, 6, 6, 1, 3)))
    labels = torch.zeros(9, 7)
    labels[:6, 2] = torch.arange(1.0, 7.0)
    labels[:3, 3], labels[3, 1] = UNKNOWN, 20.0
    place = torch.zeros(9, 3)
    photo = torch.zeros(9, 1)
    photo[:3] = 1.0
    before = loss_of(told, labels, place)
    for part in ("lean", "tilt", "support", "place"):
        other = told._replace(**{part: getattr(told, part) + 2.0 * photo})
        assert loss_of(other, labels, place) == pytest.approx(float(before)), part
    shown = torch.zeros(9, 6)
    shown[:3, :3] = 4.0 * torch.eye(3)
    assert loss_of(told._replace(value=told.value + shown), labels, place) < before


def test_the_shares_of_a_batch_make_it_whole() -> None:
    pytest.importorskip("torch")
    from models.training.lean import PHOTO_SHARES, SHARES, shares_of
    from models.training.lean_data import CROP, LeanSet

    nothing = LeanSet(np.zeros((0, CROP, CROP, 3), np.uint8), np.zeros((0, 7), np.float32))
    renders = dict.fromkeys(SHARES, nothing)
    assert shares_of(renders) == pytest.approx(SHARES)
    every = shares_of({**renders, **dict.fromkeys(PHOTO_SHARES, nothing)})
    assert sum(every.values()) == pytest.approx(1.0)
    assert {name: every[name] for name in PHOTO_SHARES} == PHOTO_SHARES


def test_photographed_dice_come_with_their_values_and_places_without_one() -> None:
    pytest.importorskip("torch")
    from models.training.lean_data import CROP, UNKNOWN, of_photos

    folder = Path(__file__).resolve().parents[2].parent / "shared" / "realdata" / "dice"
    if not folder.exists():
        pytest.skip("the sets of dice photographs are not here (../shared/realdata/dice)")
    dice, grounds = of_photos(folder, validation=True)
    assert len(dice) > 300
    assert dice.pictures.shape[1:] == (CROP, CROP, 3)
    assert set(dice.labels[:, 2]) == {1, 2, 3, 4, 5, 6}
    assert (dice.labels[:, 3] == UNKNOWN).all()
    assert len(grounds) > 100
    assert not grounds.labels[:, 1:3].any()


def test_a_threshold_calls_so_many_flat_dice_leaning() -> None:
    torch = pytest.importorskip("torch")
    from models.training.lean import FALSE_SHARE, measures, shift_of

    gen = torch.Generator().manual_seed(1)
    tilt = torch.cat([torch.zeros(4000), torch.full((1000,), 30.0)])
    odds = torch.randn(5000, generator=gen) + torch.where(tilt > 0, 3.0, 0.0)
    said = measures(odds + shift_of(odds, tilt), tilt)
    called = int(said["0 to 5"].split(" of ")[0])
    assert called == pytest.approx(4000 * FALSE_SHARE, abs=2)
    assert int(said["25 to 35"].split(" of ")[0]) > 700


def test_close_ups_stand_upright_and_half_of_them_lean(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("torch")
    from models.training import lean_data

    monkeypatch.setattr(lean_data, "CHUNK", 40)
    pictures, labels = lean_data.some_close_ups(3)
    assert pictures.shape == (40, lean_data.CROP, lean_data.CROP, 3)
    assert pictures.std(axis=(1, 2, 3)).min() > 2
    assert 6 < (labels[:, 1] > 5).sum() < 30
    assert labels[:, 0].min() >= 0
    assert set(labels[:, 2]) == {0, 1, 2, 3, 4, 5, 6}
    assert not labels[labels[:, 2] == 0, 1].any()


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning", "ignore:Iterating")
def test_the_8_bit_file_says_what_the_network_says(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("onnx")
    onnxruntime = pytest.importorskip("onnxruntime")
    from models.training.lean import export
    from models.training.lean_data import CROP, LeanSet
    from models.training.lean_net import Leaning, LeanNet

    torch.manual_seed(1)
    net, rng = LeanNet().eval(), np.random.default_rng(5)
    pictures = rng.integers(0, 255, (12, CROP, CROP, 3), dtype=np.uint8)
    data = LeanSet(pictures, np.full((12, 7), 0.5, np.float32))
    export(net, (1.5, 1.2, 1.1, 1.3), -1.0, data, tmp_path / "lean.onnx")
    low = (CROP - SIDE) // 2
    crops = np.ascontiguousarray(pictures[:, low : low + SIDE, low : low + SIDE])
    feed = {"crops": crops, "slopes": data.labels[:, :1]}
    said = onnxruntime.InferenceSession(str(tmp_path / "lean.onnx")).run(None, feed)
    with torch.no_grad():
        whole = Leaning(net, (1.5, 1.2, 1.1, 1.3), -1.0)
        wanted = whole(torch.from_numpy(crops), torch.from_numpy(data.labels[:, :1]))
    assert [one.shape for one in said] == [(12, 1), (12, 6), (12, 1), (12, 3), (12, 1)]
    assert max(np.abs(one - want.numpy()).max() for one, want in zip(said, wanted, strict=True)) < 0.1
