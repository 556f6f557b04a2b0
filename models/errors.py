"""What can go wrong with network files."""


class ModelError(Exception):
    """A network file is missing, altered or unusable; the message says which and what to do."""
