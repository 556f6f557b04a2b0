"""What can keep a recording from being transcribed."""

from monitor.errors import GammonitorError


class TranscribeError(GammonitorError):
    """Nothing could be transcribed: says what was tried and what to do."""


class CorrectionError(TranscribeError):
    """A correction that cannot be applied; says which one and why."""
