"""ONNX Runtime reports to nobody, and has no thread of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

COUNT = """
import os
import vision.upright
from models import load_session
session = load_session("lean")
print(os.environ["ORT_DISABLE_TELEMETRY"], len(os.listdir("/proc/self/task")))
"""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads are listed there on Linux only")
def test_a_process_with_a_network_has_no_thread_but_its_own() -> None:
    quiet = {"CI", "ORT_DISABLE_TELEMETRY", "ORT_RUNNING_UNIT_TESTS"}
    alone = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    env = {name: value for name, value in os.environ.items() if name not in quiet} | alone
    done = subprocess.run(
        [sys.executable, "-c", COUNT], capture_output=True, text=True, check=True, env=env, timeout=60
    )
    assert done.stdout.split() == ["1", "1"]
