"""What is remembered of a match: its events and findings, what they rest on, and what was said about them."""

from monitor.journal.continuing import Continuation
from monitor.journal.disk import Limits
from monitor.journal.errors import JournalBusyError, JournalError, JournalFormatError, ReadingsError
from monitor.journal.journal import Journal
from monitor.journal.opening import free_path
from monitor.journal.packer import Finished, Gap, Item
from monitor.journal.reader import JournalReader, Note, Proof, Session, can_resume
from monitor.journal.retelling import Difference, first_difference
from monitor.journal.schema import SUFFIX, is_journal
from monitor.journal.writer import Health

__all__ = [
    "SUFFIX",
    "Continuation",
    "Difference",
    "Finished",
    "Gap",
    "Health",
    "Item",
    "Journal",
    "JournalBusyError",
    "JournalError",
    "JournalFormatError",
    "JournalReader",
    "Limits",
    "Note",
    "Proof",
    "ReadingsError",
    "Session",
    "can_resume",
    "first_difference",
    "free_path",
    "is_journal",
]
