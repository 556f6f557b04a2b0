"""The first minute of the sample match, and its transcript, made once."""

from pathlib import Path

import pytest

from monitor.config import MatchConfig
from monitor.transcribe import Transcript, transcribe
from tests.monitor.transcribe.films import PLACED, piece


@pytest.fixture(scope="session")
def minute(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A film of one minute: six turns."""
    return piece(tmp_path_factory.mktemp("films") / "minute.mp4", 0.0, 60.0)


@pytest.fixture(scope="session")
def made(minute: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Transcript]:
    """The folder of its transcript, and the transcript. Not to be written to."""
    folder = tmp_path_factory.mktemp("transcripts") / "minute"
    config = MatchConfig(players=("Anna", "Boris"), length=1)
    return folder, transcribe([minute], config, folder, placing=PLACED)
