"""A network made wider says what it said."""

import pytest

torch = pytest.importorskip("torch")

from models.training import lean_net  # noqa: E402
from models.training.dice_net import ReadNet  # noqa: E402
from models.training.widen import widened  # noqa: E402


def test_a_wider_network_says_the_same_and_can_learn_more() -> None:
    torch.manual_seed(5)
    narrow = ReadNet((24, 32, 48, 48, 64, 64), 96)
    crops, views = torch.rand(12, 3, 48, 48), torch.randn(12, 3)
    for _ in range(3):
        narrow(crops, views)
    wide = widened(narrow, ReadNet())
    with torch.no_grad():
        for told, wanted in zip(wide.eval()(crops, views), narrow.eval()(crops, views), strict=True):
            torch.testing.assert_close(told, wanted, atol=1e-4, rtol=1e-4)
    wide.train()
    wide(crops, views)[0].square().sum().backward()
    listened = wide.mix[2].weight.grad
    assert listened is not None
    assert float(listened.view(128, 96, 36)[:96, 64:].abs().max()) > 0


def test_so_does_a_wider_network_of_leaning_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    torch.manual_seed(5)
    crops, slopes = 255 * torch.rand(12, 3, 64, 64), torch.rand(12, 1)
    wide = lean_net.LeanNet()
    monkeypatch.setattr(lean_net, "WIDTHS", (24, 32, 48, 64, 64, 64))
    narrow = lean_net.LeanNet()
    with torch.no_grad():
        wide = widened(narrow, wide).eval()
        for told, wanted in zip(wide(crops, slopes), narrow.eval()(crops, slopes), strict=True):
            torch.testing.assert_close(told, wanted, atol=1e-4, rtol=1e-4)
