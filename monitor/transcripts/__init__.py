"""Recorded matches: one model, and the forms in which it is read, written and checked."""

from monitor.transcripts.errors import TranscriptError
from monitor.transcripts.faults import Fault
from monitor.transcripts.formats import WRITERS, parse_match, read_match, write_match
from monitor.transcripts.journal import match_of
from monitor.transcripts.model import (
    CubeTurn,
    Doubt,
    Entry,
    Game,
    Match,
    Move,
    Problem,
    Remark,
    Result,
    Setup,
)
from monitor.transcripts.table import Step, Table, steps
from monitor.transcripts.verify import verify
from monitor.transcripts.written import Written

__all__ = [
    "WRITERS",
    "CubeTurn",
    "Doubt",
    "Entry",
    "Fault",
    "Game",
    "Match",
    "Move",
    "Problem",
    "Remark",
    "Result",
    "Setup",
    "Step",
    "Table",
    "TranscriptError",
    "Written",
    "match_of",
    "parse_match",
    "read_match",
    "steps",
    "verify",
    "write_match",
]
