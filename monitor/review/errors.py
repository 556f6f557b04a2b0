"""What can go wrong while a transcript is reviewed."""

from monitor.errors import GammonitorError


class ReviewError(GammonitorError):
    """The folder is no transcript, or a correction does not fit it; nothing was changed."""
