"""What the tests of many tables share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.monitor.tables.broker import Mosquitto


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    """A running broker without passwords."""
    made = Mosquitto(tmp_path)
    made.start()
    yield made
    made.kill()
