"""What is remembered of a match: its events and findings, and the readings they rest on."""

from monitor.journal.lines import EventLog, JournalError
from monitor.journal.readings import ReadingLog, ReadingsError, StoredReadings, readings_path

__all__ = ["EventLog", "JournalError", "ReadingLog", "ReadingsError", "StoredReadings", "readings_path"]
