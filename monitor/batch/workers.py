"""Several processes of this machine. One that dies is replaced, and what it had begun is begun again."""

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from types import TracebackType
from typing import Any, Self

from monitor.batch.runner import ATTEMPTS, Piece, Result, given_up, windowed


class Workers:
    """A runner over ``jobs`` processes. Use it as a context manager."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=kind is None, cancel_futures=True)
            self._pool = None

    def __call__(self, work: Callable[[Piece], Result], pieces: Iterable[Piece], /) -> Iterator[Result]:
        """See Runner. Raises UnitFailedError for a piece under which every process died."""

        def result(piece: Piece, future: object) -> Result:
            for attempt in range(1, ATTEMPTS + 1):
                try:
                    done: Result = future.result()  # type: ignore[attr-defined]
                except BrokenProcessPool as error:
                    if attempt == ATTEMPTS:
                        raise given_up(piece, ATTEMPTS, error) from error
                    future = self._submit(work, piece)
                else:
                    return done
            raise AssertionError

        return windowed(lambda piece: self._submit(work, piece), result, pieces, 2 * self.jobs)

    def _submit(self, work: Callable[[Any], Any], piece: object) -> "Future[Any]":
        """Hand a piece to the pool, to a new one where a process of the old one has died."""
        if self._pool is None:
            self._pool = self._fresh()
        try:
            return self._pool.submit(work, piece)
        except BrokenProcessPool:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = self._fresh()
            return self._pool.submit(work, piece)

    def _fresh(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.jobs, mp_context=context, initializer=_single_threaded)


def _single_threaded() -> None:
    """One thread a process: the processes are the parallel part."""
    os.environ["OMP_NUM_THREADS"] = "1"
    from calibration.cv import cv2

    cv2.setNumThreads(1)
