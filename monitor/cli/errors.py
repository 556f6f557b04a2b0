"""Bad usage that typer itself cannot see."""

from monitor.errors import GammonitorError


class UsageError(GammonitorError):
    """Options that do not fit together, or have no sense."""
