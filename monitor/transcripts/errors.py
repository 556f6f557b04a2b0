"""What can be wrong with a transcript as a whole. What is wrong inside a game is a `Problem` of that game."""

from monitor.errors import GammonitorError


class TranscriptError(GammonitorError):
    """A file that is no transcript, or a form that cannot be written."""
