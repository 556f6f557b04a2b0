"""What is shipped works by itself: the built wheel, in a fresh environment, away from the source tree."""

import os
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = {"calibration", "models", "monitor", "vision"}


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "COV_", "GAMMONITOR"))}
    return subprocess.run(
        [str(part) for part in command],
        check=False,
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy so that the tree stays clean, with the build tools that are installed."""
    out = tmp_path_factory.mktemp("wheel")
    source = out / "source"
    source.mkdir()
    for name in (*sorted(PACKAGES), "pyproject.toml", "README.md", "LICENSE", "MANIFEST.in"):
        (source / name).symlink_to(ROOT / name)
    done = run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, source, cwd=out)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(out.glob("gammonitor-*.whl"))


@pytest.fixture(scope="module")
def fresh(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with nothing but the wheel; third-party packages come from the running one."""
    home = tmp_path_factory.mktemp("fresh")
    venv.create(home, with_pip=False, symlinks=True)
    site = home / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
    pip = (sys.executable, "-m", "pip", "--python", home / "bin" / "python")
    done = run(*pip, "install", "--quiet", "--no-index", "--no-deps", wheel, cwd=home)
    assert done.returncode == 0, done.stderr
    import numpy

    (site / "borrowed.pth").write_text(str(Path(numpy.__file__).parents[1]) + "\n")
    return home


def test_the_wheel_holds_the_four_packages_and_their_data(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.partition("/")[0] for name in names if ".dist-info" not in name}
    assert tops == PACKAGES
    assert not [name for name in names if name.startswith("models/training/")]
    for data in [*(ROOT / "models").glob("*.onnx"), *(ROOT / "models").glob("*.toml")]:
        assert f"models/{data.name}" in names
    for data in (ROOT / "monitor" / "rules").rglob("*.toml"):
        assert data.relative_to(ROOT).as_posix() in names
    for package in PACKAGES:
        assert f"{package}/py.typed" in names


def test_the_command_runs(fresh: Path, tmp_path: Path) -> None:
    command = fresh / "bin" / "gammonitor"
    shown = run(command, "--help", cwd=tmp_path)
    assert shown.returncode == 0, shown.stderr
    for word in ("watch", "read", "calibrate", "rules", "doctor", "models"):
        assert word in shown.stdout
    version = run(command, "--version", cwd=tmp_path)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert version.stdout == f"gammonitor {project['version']}\n"
    listed = run(command, "rules", "list", cwd=tmp_path)
    assert "usbgf-2016" in listed.stdout, listed.stderr
    missing = run(command, "watch", "demo", cwd=tmp_path)
    assert missing.returncode == 2
    assert "GAMMONITOR_DEMO" in missing.stderr
    assert "Traceback" not in missing.stderr


def test_every_module_can_be_imported(fresh: Path, tmp_path: Path) -> None:
    code = (
        "import importlib, pkgutil, sys\n"
        f"for package in {sorted(PACKAGES)!r}:\n"
        "    found = importlib.import_module(package)\n"
        "    assert 'fresh' in found.__file__, found.__file__\n"
        "    for module in pkgutil.walk_packages(found.__path__, package + '.'):\n"
        "        if not module.name.endswith('__main__'):\n"
        "            importlib.import_module(module.name)\n"
        "print(len([name for name in sys.modules if name.partition('.')[0] in ('vision', 'monitor')]))\n"
    )
    done = run(fresh / "bin" / "python", "-c", code, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 20
