"""Columns in place of others, and columns longer and wider than they are."""

import pytest

torch = pytest.importorskip("torch", reason="torch is for training only")

from models.training import slots_mingled, slots_stretched  # noqa: E402
from models.training.slots_mingled import mingled  # noqa: E402
from models.training.slots_stretched import RIM, stretched  # noqa: E402
from tests.models.test_slots_larger import generator  # noqa: E402
from vision.views import BAR, OUTSIDE, REACH, SLOTS, STRIP_H, STRIP_W  # noqa: E402

BOARDS = 40
RIM_ROW = STRIP_H * OUTSIDE / (OUTSIDE + REACH)


def batch() -> dict[str, "torch.Tensor"]:
    """Boards whose strips show the number of their slot, which is also their count and what is hidden."""
    number = torch.arange(SLOTS).expand(BOARDS, SLOTS)
    even = number[:, :BAR] % 2 == 0
    return {
        "strips": number[..., None, None, None].expand(BOARDS, SLOTS, 4, 2, 3).to(torch.uint8),
        "light": number[:, :BAR] * even,
        "dark": number[:, :BAR] * ~even,
        "bar": torch.tensor([[1, 2]]).expand(BOARDS, 2),
        "hidden": number / 100,
        "ambiguous": torch.zeros(BOARDS, dtype=torch.bool),
    }


def test_a_column_takes_its_labels_along_and_the_bar_stays() -> None:
    out = mingled(batch(), generator())
    shown = out["strips"][:, :, 0, 0, 0].long()
    assert torch.equal(shown[:, :BAR], out["light"] + out["dark"])
    assert torch.equal(out["light"] > 0, (shown[:, :BAR] % 2 == 0) & (shown[:, :BAR] > 0))
    assert torch.allclose(out["hidden"], shown / 100)
    assert (shown[:, BAR] == BAR).all()
    assert torch.equal(out["bar"], batch()["bar"])
    moved = (shown != torch.arange(SLOTS)).sum(dim=1)
    assert 0.2 * BOARDS < int((moved == 0).sum()) < 0.7 * BOARDS
    assert int(moved.max()) > 5


def test_where_one_side_is_left_it_may_be_called_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slots_mingled, "MINGLED", 0.0)
    some = batch()
    some["dark"] = some["dark"] * (torch.arange(BOARDS) > 0)[:, None]
    assert mingled(some, generator())["ambiguous"].tolist() == [True] + (BOARDS - 1) * [False]


def marked(rows: int) -> "torch.Tensor":
    """Boards with a bright column of so many rows from the rim on, eight pixels wide; the bar likewise."""
    strips = torch.zeros(BOARDS, SLOTS, STRIP_H, STRIP_W, 3)
    rim, middle = round(RIM_ROW), STRIP_W // 2
    strips[:, :, rim : rim + rows, middle - 4 : middle + 4] = 200
    return strips


def test_columns_of_a_board_become_longer_from_the_rim_on_and_wider_about_their_middle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(slots_stretched, "STRETCHED", 1.0)
    strips = marked(60)
    men = torch.full((BOARDS, BAR), 4)
    men[:, -1] = 8
    out = stretched(strips, men, generator())
    assert torch.equal(out[:, BAR], strips[:, BAR])
    assert (out[:, : BAR - 1] == out[:, :1]).all()
    assert ((out[:, BAR - 1, :, STRIP_W // 2, 0] > 100).sum(dim=1) == 60).all()
    long = (out[:, 0, :, STRIP_W // 2, 0] > 100).sum(dim=1) / 60
    wide = (out[:, 0, round(RIM_ROW) + 20, :, 0] > 100).sum(dim=1) / 8
    first = (out[:, 0, :, STRIP_W // 2, 0] > 100).float().argmax(dim=1)
    assert (first - RIM_ROW).abs().max() < 1.5
    assert long.min() < 0.95
    assert 1.35 < long.max() <= 6.2 / 4 + 0.03
    assert wide.min() < 1 < wide.max()


def test_large_columns_are_neither_longer_nor_shorter_and_some_boards_stay_as_they_are() -> None:
    strips = marked(100)
    out = stretched(strips, torch.full((BOARDS, BAR), 8), generator())
    tall = (out[:, 0, :, STRIP_W // 2, 0] > 100).sum(dim=1)
    assert (tall == 100).all()
    same = sum(torch.equal(one, other) for one, other in zip(out, strips, strict=True))
    assert 0.25 * BOARDS < same < 0.75 * BOARDS
    assert -1 < RIM < -0.7
