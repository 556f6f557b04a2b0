"""What can go wrong while pictures are labelled."""

from monitor.errors import GammonitorError


class LabelError(GammonitorError):
    """The folder holds no labels, or labels that cannot be; nothing was changed."""
