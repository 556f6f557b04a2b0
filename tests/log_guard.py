"""Errors that are logged fail the test, unless it asks for the fixture ``expected_errors``.

A fault that is caught, logged and got over is invisible to a test that looks at results alone.
"""

import logging
from collections.abc import Iterator

import pytest


class Kept(logging.Handler):
    """Keeps what is logged from the level of errors up, from any thread."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        if not _of_the_driver(record):
            self.records.append(record)

    @property
    def text(self) -> str:
        return "\n".join(f"{record.name}: {record.msg} {record.args or ''}" for record in self.records)


def _of_the_driver(record: logging.LogRecord) -> bool:
    """Whether it is about what the browser's driver left unfinished when a page was closed: whenever that is
    cleared away, be it in another test."""
    said = record.getMessage()
    return record.name == "asyncio" and said.startswith("Task was destroyed") and "playwright" in said


@pytest.fixture
def expected_errors() -> Iterator[Kept]:
    """What the test makes the program log as errors."""
    kept = Kept()
    logging.getLogger().addHandler(kept)
    yield kept
    logging.getLogger().removeHandler(kept)


@pytest.fixture(autouse=True)
def no_errors_logged(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fails the test at its end for errors that nobody expected."""
    kept = Kept()
    logging.getLogger().addHandler(kept)
    yield
    logging.getLogger().removeHandler(kept)
    if kept.records and "expected_errors" not in request.fixturenames:
        pytest.fail(f"errors were logged:\n{kept.text}")
