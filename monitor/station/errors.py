"""What can go wrong at a table of a station."""

from monitor.errors import GammonitorError


class TableError(GammonitorError):
    """Something that cannot be done at this table as it is: what, and what to do instead."""


class NotHereError(TableError):
    """There is no such table, finding, act, or picture."""
