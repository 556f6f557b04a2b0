"""Recordings of matches to transcripts: two passes over the video, decisions that know the future too."""

from monitor.transcribe.derive import Following
from monitor.transcribe.errors import CorrectionError, TranscribeError
from monitor.transcribe.pipeline import (
    FORMATS,
    ReadingsFolder,
    Transcript,
    derive,
    follow_again,
    follow_units,
    load,
    read_each,
    rederive,
    settled,
    transcribe,
    write,
)
from monitor.transcribe.scan import Placing
from monitor.transcribe.store import UnitReadings
from monitor.transcribe.survey import Survey, survey
from monitor.transcribe.units import Unit, read_unit

__all__ = [
    "FORMATS",
    "CorrectionError",
    "Following",
    "Placing",
    "ReadingsFolder",
    "Survey",
    "TranscribeError",
    "Transcript",
    "Unit",
    "UnitReadings",
    "derive",
    "follow_again",
    "follow_units",
    "load",
    "read_each",
    "read_unit",
    "rederive",
    "settled",
    "survey",
    "transcribe",
    "write",
]
