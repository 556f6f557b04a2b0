"""The road runs one way: which package may import which, read from the source of every module."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MAY_IMPORT = {
    "calibration": set[str](),
    "models": {"calibration", "vision"},
    "vision": {"calibration", "models"},
    "monitor": {"calibration", "models", "vision"},
    "fixtures": {"calibration", "models", "monitor", "vision"},
}
TRAINING = ROOT / "models" / "training"
"""Learns from fixtures, needs a checkout, and is not part of the wheel."""
PURE = ROOT / "monitor" / "backgammon"
CLUSTER = ROOT / "monitor" / "batch" / "cluster.py"
"""Only there may Ray be asked for, which is an extra."""
ONLY_PLACE_OF_CV2 = ROOT / "calibration" / "cv.py"
ONLY_PLACE_OF_ONNXRUNTIME = ROOT / "models" / "runtime.py"
PRODUCT = ("calibration", "models", "monitor", "vision")


def imported(path: Path) -> Iterator[tuple[str, int]]:
    """(dotted module, line) of everything a module imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: write imports from the top level"
            yield node.module or "", node.lineno


@pytest.mark.parametrize("package", sorted(MAY_IMPORT))
def test_the_road_runs_one_way(package: str) -> None:
    modules = sorted((ROOT / package).rglob("*.py"))
    assert modules
    foreign = set(MAY_IMPORT) | {"tests"}
    for path in modules:
        may = MAY_IMPORT[package] | ({"fixtures"} if TRAINING in path.parents else set())
        for name, line in imported(path):
            top = name.partition(".")[0]
            allowed = top not in foreign or top == package or top in may
            assert allowed, f"{path.relative_to(ROOT)}:{line} imports {name}"


def test_running_networks_needs_no_vision_code() -> None:
    """Only models/training may look at vision, because it trains on its views."""
    for path in (ROOT / "models").glob("*.py"):
        assert not [name for name, _ in imported(path) if name.partition(".")[0] in ("vision", "calibration")]


def test_the_engine_is_the_ground_floor() -> None:
    outside = {"numpy", "cv2", "vision", "calibration", "models", "onnxruntime", "av"}
    for path in sorted(PURE.rglob("*.py")):
        for name, line in imported(path):
            inside = name.startswith("monitor.backgammon") or name == "monitor.errors"
            assert name.partition(".")[0] not in outside, f"{path.relative_to(ROOT)}:{line} imports {name}"
            assert inside or not name.startswith("monitor"), f"{path.relative_to(ROOT)}:{line} imports {name}"


def test_opencv_is_imported_in_one_place() -> None:
    for package in PRODUCT:
        for path in sorted((ROOT / package).rglob("*.py")):
            names = {name.partition(".")[0] for name, _ in imported(path)}
            assert "cv2" not in names or path == ONLY_PLACE_OF_CV2, (
                f"{path.relative_to(ROOT)} imports cv2 itself"
            )


def test_onnxruntime_is_imported_where_it_is_told_to_keep_to_itself() -> None:
    for package in PRODUCT:
        for path in sorted((ROOT / package).rglob("*.py")):
            names = {name for name, _ in imported(path)}
            assert "onnxruntime" not in names or path == ONLY_PLACE_OF_ONNXRUNTIME, (
                f"{path.relative_to(ROOT)} imports onnxruntime itself"
            )


def test_training_programs_are_not_needed_to_run() -> None:
    heavy = {"torch", "onnx", "onnxscript", "mitsuba", "mujoco", "pyoidn", "ray", "scipy"}
    for package in PRODUCT:
        for path in sorted((ROOT / package).rglob("*.py")):
            if TRAINING not in path.parents:
                here = {name.partition(".")[0] for name, _ in imported(path)} & heavy
                assert not here - ({"ray"} if path == CLUSTER else set()), path


def test_modules_stay_small() -> None:
    for package in MAY_IMPORT:
        for path in (ROOT / package).rglob("*.py"):
            assert len(path.read_text(encoding="utf-8").splitlines()) <= 500, f"{path} has over 500 lines"
