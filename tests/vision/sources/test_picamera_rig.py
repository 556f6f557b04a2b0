"""The Raspberry Pi camera on the real picamera2 and libcamera, where picamera_rig has been set up."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

RIG = Path(os.environ.get("GAMMONITOR_PICAMERA_RIG", "/nowhere"))
SESSION = Path(__file__).parent / "picamera_rig" / "session.py"
ROOT = Path(__file__).parents[3]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (RIG / "opt/rig/dmaheap.so").exists() or os.geteuid() != 0,
        reason="the rig is not set up, or this is not root (see picamera_rig/README.md)",
    ),
]


@pytest.fixture(scope="module")
def session() -> dict[str, dict[str, Any]]:
    """What the session in the rig said, by check."""
    inside = RIG / "opt/rig"
    shutil.copy(SESSION, inside)
    for package in ("vision", "calibration"):
        shutil.rmtree(inside / package, ignore_errors=True)
        shutil.copytree(ROOT / package, inside / package)
    variables = ["LD_PRELOAD=/opt/rig/dmaheap.so", "PYTHONPATH=/opt/rig", "LIBCAMERA_LOG_LEVELS=*:FATAL"]
    command = ["chroot", str(RIG), "env", *variables, "/opt/venv/bin/python", "/opt/rig/session.py"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    checks = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return {check["check"]: check for check in checks}


def test_pictures_and_times(session: dict[str, dict[str, Any]]) -> None:
    said = session["pictures"]
    assert said["shapes"] == [[480, 640], [240, 320], [240, 320]]
    assert said["numbers"] == list(range(8))
    assert said["red"]
    assert said["times_rise"]
    assert said["age_ms"] < 100


def test_a_camera_that_stops_is_opened_again(session: dict[str, dict[str, Any]]) -> None:
    said = session["hang"]
    assert said["states"][-3:] == ["lost", "live", "ended"]
    assert said["reconnects"] == 1
    assert said["rises"]
    assert said["back"] < 10


def test_refusals(session: dict[str, dict[str, Any]]) -> None:
    busy, missing = session["refusals"]["said"]
    assert "Does another program use it?" in busy
    assert "this machine has 1 cameras" in missing
