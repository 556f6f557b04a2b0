"""Network addresses as they may be shown."""

from urllib.parse import urlsplit


def network_name(address: str) -> str:
    """An address without user, password, port and query."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.hostname or ''}{parts.path}"
