"""A watch that is killed loses nothing it has told, and goes on; the whole proof is in kill_proof.py."""

import json
import os
import subprocess
import sys

import pytest


@pytest.mark.slow
def test_ten_kills() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.monitor.journal.kill_proof", "--matches", "1", "--kills", "10"],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
    )
    assert run.returncode == 0, run.stderr
    row = json.loads(run.stdout)
    assert (row["kills"], row["lost"], row["faults"], row["unlike"]) == (10, 0, 0, 0)
    assert row["equal"]
    assert row["acknowledged"] > 0
