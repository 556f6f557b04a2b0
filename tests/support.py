"""Small material that several tests share."""

from typing import Any

import numpy as np
import pytest

from monitor.cli import main
from monitor.findings import Finding
from vision.reading import MAX_COUNT, MIXED, OUTCOMES, DieReading, Reading, outcome

START_SLOTS = {"T1": (5, 0), "T5": (0, 3), "T7": (0, 5), "T12": (2, 0)} | {
    "B1": (0, 5), "B5": (3, 0), "B7": (5, 0), "B12": (0, 2)
}  # fmt: skip
"""The starting position by slot, (light, dark): light sits south, home boards on the right."""


def slot_index(name: str) -> int:
    """0..23 for T1..T12, B1..B12."""
    return int(name[1:]) - 1 + (12 if name[0] == "B" else 0)


def make_reading(
    slots: dict[str, tuple[int, int]] | None = None,
    seq: int = 0,
    t: float = 0.0,
    sure: float = 0.99,
    **fields: Any,
) -> Reading:
    """A reading that sees the given (light, dark) counts with probability ``sure``, the start by default."""
    points = np.full((24, OUTCOMES), (1 - sure) / (OUTCOMES - 1), dtype=np.float32)
    best = np.zeros(24, dtype=int)
    for name, (light, dark) in (START_SLOTS if slots is None else slots).items():
        alone = outcome(0, light) if light else outcome(1, dark)
        best[slot_index(name)] = MIXED if light and dark else alone
    points[np.arange(24), best] = sure
    bar = np.zeros((2, MAX_COUNT + 1), dtype=np.float32)
    bar[:, 0] = 1
    values: dict[str, Any] = {"hidden": np.zeros(24, dtype=np.float32), "bar": bar, "bar_hidden": 0.0}
    return Reading(seq, t, points, **(values | fields))


def make_die(value: int = 3, xy: tuple[float, float] = (60.0, 50.0), **fields: Any) -> DieReading:
    """A die that lies flat on the surface of the right half."""
    faces = tuple(0.95 if face == value else 0.01 for face in range(1, 7))
    values: dict[str, Any] = {
        "uv": (0.7, 0.5), "zone": "E", "support": "surface", "support_p": 0.9, "tilt": "flat", "tilt_p": 0.9,
        "size_px": 12.0,
    }  # fmt: skip
    return DieReading(value, 0.95, faces, xy, **(values | fields))


def make_finding(**fields: Any) -> Finding:
    """An illegal move by A."""
    values: dict[str, Any] = {
        "id": "F1", "code": "ILLEGAL_MOVE", "kind": "wrong_pips", "by": "A", "raised_at": 1, "status": "open",
        "severity": "must_correct", "obligation": "must_correct", "decide": "players_agree",
        "remedy": "replay",
        "text": "The play must be corrected.", "cite": ("USBGF 4.2.3(a)",), "opens": "turn_end",
        "deadline": ("opp_valid_roll",), "until": "until the opponent's next valid roll",
        "evidence": {"dice": [3, 1], "move": "8/4", "legal_moves": ["8/5 6/5", "24/23 13/10"],
                     "before_board": "-b----E-C---eE---c-e----B-"},
    }  # fmt: skip
    return Finding(**(values | fields))


def run_command(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """(exit code, stdout, stderr) of ``gammonitor`` with these arguments, in this process."""
    capsys.readouterr()
    with pytest.raises(SystemExit) as left:
        main(list(arguments))
    said = capsys.readouterr()
    return int(left.value.code or 0), said.out, said.err
