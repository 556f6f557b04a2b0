"""What can go wrong between a station and the broker."""

from monitor.errors import GammonitorError


class BrokerError(GammonitorError):
    """The settings of the broker cannot be used: a password or a certificate cannot be read."""
