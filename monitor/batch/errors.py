"""Why work that was handed out did not come back.

BatchError
├── ClusterError      the cluster does not answer, or its software is missing
└── UnitFailedError   one piece of work failed again and again
"""

from monitor.errors import GammonitorError


class BatchError(GammonitorError):
    """Work could not be done in parallel."""


class ClusterError(BatchError):
    """The cluster cannot be used."""


class UnitFailedError(BatchError):
    """A piece of work failed on every attempt."""
