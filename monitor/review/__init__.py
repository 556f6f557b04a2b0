"""Going over a transcript in the browser: the video at every move, the doubtful ones first."""

from monitor.review.errors import ReviewError
from monitor.review.folder import ReviewFolder

__all__ = ["ReviewError", "ReviewFolder"]
