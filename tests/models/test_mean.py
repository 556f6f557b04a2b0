"""The mean of several networks' weights."""

import pytest

torch = pytest.importorskip("torch", reason="training needs the train extra")

from models.training.mean import mean_into  # noqa: E402


def network(weight: float, seen: int) -> "torch.nn.Module":
    """A layer and a batch norm, all of whose numbers are one, and who has seen so many batches."""
    net = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.BatchNorm1d(2))
    state = {
        name: torch.full_like(part, weight if part.dtype.is_floating_point else seen)
        for name, part in net.state_dict().items()
    }
    net.load_state_dict(state)
    return net


def test_every_network_counts_alike_and_the_others_stay() -> None:
    net, others = network(1.0, 5), [network(2.0, 7), network(6.0, 9)]
    mean_into(net, others)
    for name, part in net.state_dict().items():
        assert (part == (3.0 if part.dtype.is_floating_point else 5)).all(), name
    assert (others[0][0].weight == 2.0).all()


def test_a_network_may_count_more_than_the_others() -> None:
    net = network(1.0, 5)
    mean_into(net, [network(2.0, 7), network(6.0, 9)], share=0.75)
    for name, part in net.state_dict().items():
        wanted = torch.full_like(part, 1.75 if part.dtype.is_floating_point else 5)
        assert torch.allclose(part, wanted), name


def test_the_mean_with_nobody_changes_nothing() -> None:
    net = network(1.5, 3)
    mean_into(net, [])
    assert (net[0].weight == 1.5).all()
