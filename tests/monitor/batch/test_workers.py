"""Work over processes: in order, bounded, and done again when a process dies."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from monitor.batch import UnitFailedError, Workers, one_by_one
from tests.monitor.batch.chores import die, die_once, refuse, square


def test_results_come_in_order_as_from_map() -> None:
    with Workers(2) as workers:
        assert list(workers(square, range(25))) == list(one_by_one(square, range(25)))


def test_no_more_pieces_are_taken_than_can_be_under_way() -> None:
    taken: list[int] = []

    def pieces() -> Iterator[int]:
        for number in range(40):
            taken.append(number)
            yield number

    with Workers(2) as workers:
        results = workers(square, pieces())
        assert next(results) == 0
        assert len(taken) <= 5
        assert list(results)[-1] == 39 * 39


def test_a_process_that_dies_is_replaced_and_nothing_is_lost(tmp_path: Path) -> None:
    with Workers(2) as workers:
        tasks = [(str(tmp_path), number) for number in range(9)]
        assert list(workers(die_once, tasks)) == [number * number for number in range(9)]
    assert (tmp_path / "died").exists()


def test_a_piece_that_kills_everybody_is_given_up_by_name() -> None:
    with Workers(1) as workers, pytest.raises(UnitFailedError, match="begun 4 times"):
        list(workers(die, [7]))


def test_an_error_of_the_work_itself_is_raised_as_it_is() -> None:
    with Workers(1) as workers, pytest.raises(ValueError, match="no 1"):
        list(workers(refuse, [1]))
