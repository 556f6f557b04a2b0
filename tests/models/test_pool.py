"""Rows to learn from that grow in number."""

import pytest

torch = pytest.importorskip("torch", reason="training needs the train extra")

from models.training.pool import Pool  # noqa: E402


def test_kinds_count_by_their_shares_once_there_is_enough_of_them() -> None:
    pool, shares = Pool("cpu", enough=10), {"one": 0.5, "two": 0.25, "three": 0.25}
    pool.add("one", torch.full((20,), 1.0), torch.arange(20))
    pool.add("three", torch.full((9,), 3.0), torch.arange(9))
    assert not pool.ready()
    assert pool.settle() == {"one": 20, "three": 9}
    assert not pool.ready()
    pool.add("two", torch.full((10,), 2.0), torch.arange(10))
    pool.settle()
    assert pool.ready()
    (values, numbers), kinds = pool.batch(shares, 90)
    assert (values == 1).sum() == 60
    assert (values == 2).sum() == 30
    assert (kinds[values == 1] == 0).all()
    assert (kinds[values == 2] == 1).all()
    assert int(numbers[values == 2].max()) < 10
    pool.add("three", torch.full((1,), 3.0), torch.arange(1))
    pool.settle()
    assert 3.0 in pool.batch(shares, 90)[0][0]
