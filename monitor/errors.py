"""The root of the error tree of the monitor."""


class GammonitorError(Exception):
    """Base of the tree: every message says what happened, where, and what to do about it."""
