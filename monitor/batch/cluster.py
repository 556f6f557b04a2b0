"""Machines of a Ray cluster (the extra ``cluster``), each with gammonitor installed and the recordings at the
same path. A node that is lost loses only what it was doing; that is done again elsewhere.
"""

import logging
import os
import socket
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import Any, Final, Self

from monitor.batch.errors import ClusterError
from monitor.batch.runner import ATTEMPTS, Piece, Result, given_up, windowed

ANSWER_S: Final = 10.0
AHEAD: Final = 3
"""Pieces under way for each processor of the cluster."""


class Cluster:
    """A runner over a Ray cluster. address: host:port of its head, ``auto``, or ``local`` for one made here.

    Use it as a context manager. Raises ClusterError where Ray is not installed or does not answer.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self._ray: Any = None
        self._mine = False

    def __enter__(self) -> Self:
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        try:
            import ray
        except ImportError as error:
            raise ClusterError(
                "the cluster needs Ray, which is not installed: pip install 'gammonitor[cluster]'"
            ) from error
        self._ray = ray
        self._knock()
        self._mine = not ray.is_initialized()
        if self._mine:
            try:
                ray.init(self.address, log_to_driver=False, logging_level=logging.ERROR)
            except (ConnectionError, ValueError, RuntimeError, OSError) as error:
                raise ClusterError(f"no Ray cluster answers at {self.address}: {error}") from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._mine:
            self._ray.shutdown()

    def _knock(self) -> None:
        """Ray itself waits for minutes at an address where nobody is."""
        host, colon, port = self.address.rpartition(":")
        if not colon or "://" in host or not port.isdecimal():
            return
        try:
            socket.create_connection((host.strip("[]"), int(port)), timeout=ANSWER_S).close()
        except OSError as error:
            raise ClusterError(
                f"no Ray cluster answers at {self.address}: {error.strerror or error}"
            ) from error

    @property
    def processors(self) -> int:
        """Of all nodes together."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def __call__(self, work: Callable[[Piece], Result], pieces: Iterable[Piece], /) -> Iterator[Result]:
        """See Runner. Raises UnitFailedError for a piece that was lost with every node it was given to."""
        ray = self._ray
        remote = ray.remote(num_cpus=1, max_retries=ATTEMPTS - 1, retry_exceptions=False)(work)

        def result(piece: Piece, reference: object) -> Result:
            try:
                done: Result = ray.get(reference)
            except ray.exceptions.RayTaskError as error:
                raise error.cause from None
            except ray.exceptions.RayError as error:
                raise given_up(piece, ATTEMPTS, error) from error
            return done

        return windowed(remote.remote, result, pieces, AHEAD * self.processors)
