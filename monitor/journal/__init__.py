"""What is remembered of a match."""

from monitor.journal.lines import EventLog, JournalError

__all__ = ["EventLog", "JournalError"]
