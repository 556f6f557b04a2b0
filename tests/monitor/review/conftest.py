"""One transcript for all tests here; each works on a copy."""

import shutil
from pathlib import Path

import pytest

from tests.monitor.review.sample import transcribe_sample


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The transcript, not to be changed."""
    return transcribe_sample(tmp_path_factory.mktemp("review"))


@pytest.fixture
def transcript(made: Path, tmp_path: Path) -> Path:
    """A copy to correct."""
    return Path(shutil.copytree(made, tmp_path / "match"))
