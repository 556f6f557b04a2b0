"""What can be wrong with a journal."""

from monitor.errors import GammonitorError


class JournalError(GammonitorError):
    """A journal that cannot be opened, read or written."""


class JournalBusyError(JournalError):
    """Another process writes this journal."""


class JournalFormatError(JournalError):
    """A file that is no journal, or one that this version cannot read."""


class ReadingsError(JournalError):
    """Stored readings that are missing or cannot be read."""
