"""A real Ray cluster of two nodes on this machine, one of which is killed while it works."""

import importlib.util
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from monitor.batch import ClusterError
from monitor.batch.cluster import Cluster
from tests.monitor.batch.chores import refuse, slow, square

needs_ray = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None, reason="Ray is not installed (the extra cluster)"
)
pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # Ray's own
    pytest.mark.slow,
]
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def two_nodes(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A cluster with a head that does no work itself and two nodes of one processor each."""
    from ray.cluster_utils import Cluster as LocalCluster

    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(ROOT), os.environ.get("PYTHONPATH", ""))))
    nodes = LocalCluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    nodes.workers = [nodes.add_node(num_cpus=1), nodes.add_node(num_cpus=1)]
    nodes.wait_for_nodes()
    yield nodes
    nodes.shutdown()


@needs_ray
def test_a_node_killed_in_the_middle_costs_nothing_but_time(two_nodes: Any, tmp_path: Path) -> None:
    tasks = [(str(tmp_path), number) for number in range(16)]
    with Cluster(two_nodes.address) as cluster:
        assert cluster.processors == 2
        done = []
        for result in cluster(slow, tasks):
            done.append(result)
            if len(done) == 4:
                two_nodes.remove_node(two_nodes.workers[1], allow_graceful=False)
        assert done == [(number, number * number) for number in range(16)]
        with pytest.raises(ValueError, match="no 5"):
            list(cluster(refuse, [5]))
    begun = Counter({path.stem: len(path.read_text().split()) for path in tmp_path.glob("*.begun")})
    assert len(begun) == 16
    assert max(begun.values()) <= 3


@needs_ray
def test_no_cluster_there_is_said_so() -> None:
    with pytest.raises(ClusterError, match=r"127\.0\.0\.1:9"), Cluster("127.0.0.1:9"):
        pass


@pytest.mark.skipif(importlib.util.find_spec("ray") is not None, reason="Ray is installed")
def test_without_ray_it_says_what_to_install() -> None:
    with pytest.raises(ClusterError, match="pip install"), Cluster("auto") as cluster:
        list(cluster(square, [1]))
