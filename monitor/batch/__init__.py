"""Much work at once: many processes of one machine, many machines, many matches."""

from collections.abc import Iterator
from contextlib import contextmanager

from monitor.batch.errors import BatchError, ClusterError, UnitFailedError
from monitor.batch.runner import Runner, one_by_one
from monitor.batch.workers import Workers

__all__ = ["BatchError", "ClusterError", "Runner", "UnitFailedError", "Workers", "chosen", "one_by_one"]


@contextmanager
def chosen(jobs: int = 1, cluster: str | None = None) -> Iterator[Runner]:
    """Who does the work: a cluster where one is named, else that many processes, else this one alone."""
    if cluster is not None:
        from monitor.batch.cluster import Cluster

        with Cluster(cluster) as nodes:
            yield nodes
    elif jobs > 1:
        with Workers(jobs) as workers:
            yield workers
    else:
        yield one_by_one
