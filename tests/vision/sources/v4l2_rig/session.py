"""Runs in the virtual machine: the product's USB source on Video4Linux, one line of JSON a check."""

import json
import sys
import time
from itertools import islice, pairwise
from pathlib import Path

import numpy as np

from vision.errors import SourceUnavailableError
from vision.sources.camera import Wish
from vision.sources.live import LiveSource
from vision.sources.stream import UsbPort

DRIVER = Path("/sys/bus/platform/drivers/vivid")
DEVICE = "vivid.0"


def tell(**said: object) -> None:
    """One line for the reader outside."""
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()


def first_camera() -> int:
    """Number of the first device that gives pictures."""
    names = sorted(Path("/sys/class/video4linux").glob("video*"))
    return next(int(p.name[5:]) for p in names if "vid-cap" in (p / "name").read_text())


def main() -> None:
    number = first_camera()
    port = UsbPort(number, Wish(size=(640, 360), fps=15))
    source = LiveSource(port.name, port.open)
    states: list[tuple[str, str | None]] = []
    source.listen(lambda health: states.append((health.state, health.reason)))
    source.wait_ready(60)
    frames = list(islice(source, 30))
    steps = [after.t - before.t for before, after in pairwise(frames)]
    health = source.health
    tell(
        check="pictures",
        size=list(source.size),
        step_ms=round(1000 * float(np.median(steps)), 1),
        rises=min(steps) > 0,
        moves=bool(np.ptp([float(frame.y.mean()) for frame in frames]) > 0.01),
        drops=health.drops,
        skipped=health.skipped,
    )
    pulled = time.monotonic()
    (DRIVER / "unbind").write_text(DEVICE)
    while source.health.state not in ("lost", "frozen"):
        source.next_frame(0.05)
    shown = time.monotonic() - pulled
    while source.health.attempts < 2:
        source.next_frame(0.05)
    reason = source.health.reason
    (DRIVER / "bind").write_text(DEVICE)
    plugged = time.monotonic()
    while source.health.state != "live" and time.monotonic() < plugged + 30:
        source.next_frame(0.05)
    back = time.monotonic() - plugged
    after = source.next_frame(5)
    tell(
        check="unplugged",
        shown=round(shown, 2),
        reason=reason,
        back=round(back, 2),
        state=source.health.state,
        reconnects=source.health.reconnects,
        rises=bool(after and after.t > frames[-1].t),
        states=states,
    )
    try:
        UsbPort(number).open().close()
        tell(check="second", said=None)
    except SourceUnavailableError as error:
        tell(check="second", said=str(error))
    source.close()


if __name__ == "__main__":
    main()
