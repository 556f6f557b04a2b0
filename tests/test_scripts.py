"""What a fresh machine needs: scripts that parse, requirement files that are exact and free of addresses."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = [ROOT / "scripts" / name for name in ("setup", "demo", "test", "lock")] + [ROOT / ".ci" / "run"]
REQUIREMENTS = sorted((ROOT / "requirements").glob("*.txt"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_are_executable_strict_bash(script: Path) -> None:
    assert script.stat().st_mode & 0o111
    text = script.read_text(encoding="utf-8")
    assert text.startswith("#!/usr/bin/env bash\n")
    assert "set -euo pipefail" in text
    subprocess.run([shutil.which("bash") or "bash", "-n", str(script)], check=True)


@pytest.mark.parametrize("path", REQUIREMENTS, ids=lambda path: path.name)
def test_requirements_are_exact_hashed_and_without_addresses(path: Path) -> None:
    text = path.read_text(encoding="utf-8").replace("\\\n", " ")
    assert "://" not in text
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert lines
    for line in lines:
        assert re.match(r"[a-z0-9-]+(\[[a-z]+\])?==\S+ ", line), line
        assert "--hash=sha256:" in line, line


def test_requirements_hold_what_the_project_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for file, wanted in (
        ("run.txt", project["dependencies"]),
        ("dev.txt", project["dependencies"] + project["optional-dependencies"]["dev"]),
    ):
        text = (ROOT / "requirements" / file).read_text(encoding="utf-8")
        locked = {match[1] for match in re.finditer(r"^([a-z0-9-]+)==", text, re.MULTILINE)}
        assert {re.split(r"[><=]", name)[0] for name in wanted} <= locked
        assert not locked & {"torch", "mitsuba", "mujoco", "ray"}
