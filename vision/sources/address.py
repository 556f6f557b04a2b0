"""What people call a source: network addresses as they may be shown, and mirrored ones."""

from typing import Final
from urllib.parse import urlsplit

MIRROR: Final = "mirror:"
"""Before the name of a source whose pictures are mirrored, left and right exchanged."""


def beyond_mirror(name: str) -> tuple[str, bool]:
    """The name of a source without what says that its pictures are mirrored, and whether that was there."""
    return name.removeprefix(MIRROR), name.startswith(MIRROR)


def network_name(address: str) -> str:
    """An address without user, password, port and query."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.hostname or ''}{parts.path}"
