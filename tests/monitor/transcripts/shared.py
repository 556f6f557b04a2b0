"""The real matches beside the project; tests skip where they are not there."""

import json
from pathlib import Path
from typing import Any

import pytest

MATCHES = Path(__file__).resolve().parents[4] / "shared" / "matches"
needs_matches = pytest.mark.skipif(not MATCHES.is_dir(), reason="../shared/matches is not there")


def transcripts() -> list[Path]:
    """All files of matches, text and .xg."""
    return [MATCHES / row["file"] for row in manifest()]


def manifest() -> list[dict[str, Any]]:
    """What is known about each file."""
    if not MATCHES.is_dir():
        return []
    return [json.loads(line) for line in (MATCHES / "manifest.jsonl").read_text().splitlines()]
