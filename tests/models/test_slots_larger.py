"""The slot network's larger run: boards made while it learns, seen in other light, with covers over them."""

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from vision.views import SLOTS, STRIP_H, STRIP_W

torch = pytest.importorskip("torch")

from models.training import slots_covers, slots_larger, slots_recolour, slots_shards  # noqa: E402
from models.training.slots_data import SlotSet, load, save  # noqa: E402
from models.training.slots_net import SlotNet  # noqa: E402


def boards(number: int, shade: int = 120) -> SlotSet:
    """So many boards of one shade with a light checker's worth of difference in each strip."""
    strips = np.full((number, SLOTS, STRIP_H, STRIP_W, 3), shade, np.uint8)
    strips[:, :, 20:60] = 220
    counts = np.zeros((number, 24), np.uint8)
    return SlotSet(
        strips,
        counts + 1,
        counts,
        np.zeros((number, 2), np.uint8),
        np.zeros((number, SLOTS), np.float32),
        np.zeros(number, np.bool_),
    )


def generator() -> "torch.Generator":
    return torch.Generator("cpu").manual_seed(5)


def test_a_shard_has_boards_of_the_training_family_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slots_shards, "SCENES", 2)
    monkeypatch.setattr(slots_shards, "AIMS", {"nearly_start": 1.0})
    made = slots_shards.made(tmp_path, worker=990, number=1)
    assert len(made) == 2
    assert (made.light.sum(axis=1) >= 10).all()
    assert made.strips.std() > 10


def test_shards_are_taken_once_and_removed(tmp_path: Path) -> None:
    save(boards(2), tmp_path / "0_0")
    (some,) = slots_shards.taken(tmp_path)
    assert len(some) == 2
    assert list(tmp_path.iterdir()) == []
    assert list(slots_shards.taken(tmp_path)) == []


def test_changed_boards_keep_their_shape_and_range_and_come_out_the_same_again() -> None:
    strips = torch.from_numpy(boards(12).strips)
    shown, mixed = slots_recolour.recoloured(strips, generator())
    again, _ = slots_recolour.recoloured(strips, generator())
    assert shown.shape == strips.shape
    assert 0 <= float(shown.min()) < float(shown.max()) <= 255
    assert torch.equal(shown, again)
    assert mixed.shape == (12,)
    assert not torch.allclose(shown[0], shown[1])


def test_compression_keeps_what_is_even_and_softening_what_is_large() -> None:
    strips = torch.from_numpy(boards(2).strips).float().movedim(-1, 2)
    for change in (slots_recolour._compressed, slots_recolour._softened):
        shown = change(strips.clone(), generator())
        assert shown.shape == strips.shape
        assert (shown[..., 90:140, :].mean() - 120).abs() < 12
        assert shown[..., 35:45, :].mean() > 190


def test_the_cosine_transform_keeps_lengths() -> None:
    rows = slots_recolour._cosines(torch.device("cpu"))
    assert torch.allclose(rows @ rows.T, torch.eye(8), atol=1e-5)


def test_what_lies_under_a_cover_is_hidden_and_the_rest_is_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slots_covers, "COVERED", 1.0)
    some = boards(8)
    before, none = torch.from_numpy(some.strips).float(), torch.from_numpy(some.hidden)
    shown, hidden = slots_covers.covered(before.clone(), none, generator())
    changed = ((shown - before).abs().amax(-1) > 3).float().mean(dim=(2, 3))
    assert ((hidden >= 0) & (hidden <= 1)).all()
    assert float(hidden.max()) > 0.9
    assert (changed[hidden > 0.9] > 0.5).all()
    assert (hidden[changed == 0] < 0.01).all()
    assert float(none.max()) == 0


def test_no_cover_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slots_covers, "COVERED", 0.0)
    some = boards(2)
    shown, hidden = slots_covers.covered(
        torch.from_numpy(some.strips).float(), torch.from_numpy(some.hidden), generator()
    )
    assert torch.equal(shown, torch.from_numpy(some.strips).float())
    assert float(hidden.max()) == 0


def test_boards_beyond_the_room_are_left_out_and_those_from_beforehand_keep_their_share() -> None:
    store = slots_larger.Boards(30, "cpu")
    store.add(boards(10, shade=50))
    store.begin()
    store.add(boards(40, shade=90))
    assert store.size == 30
    shades = store.batch(400, generator())["strips"][:, 0, 100, 0, 0]
    assert set(shades.tolist()) == {50, 90}
    assert int((shades == 50).sum()) == round(400 * slots_larger.BESIDES)


def test_networks_learn_from_boards_that_come_and_are_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slots_larger, "ENOUGH", 2)
    save(boards(4), tmp_path / "0_0")
    net, saved = SlotNet(), []
    before = net.embed.weight.detach().clone()
    store = slots_larger.Boards(4, "cpu")
    slots_larger.learn(net, store, tmp_path, seconds=1, rate=1e-2, size=2, save=lambda: saved.append(1))
    assert saved
    assert not torch.equal(net.embed.weight, before)


def test_a_stored_set_comes_back_whole(tmp_path: Path) -> None:
    some = boards(3)
    save(some, tmp_path / "set")
    back = load([tmp_path / "set"])
    for field in fields(SlotSet):
        assert np.array_equal(getattr(back, field.name), getattr(some, field.name))
