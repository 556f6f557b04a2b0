"""The modules' JSDoc types, checked where TypeScript is installed."""

import json
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest


def test_types_hold(tmp_path: Path) -> None:
    tsc = shutil.which("tsc")
    if tsc is None:
        pytest.skip("TypeScript is not installed (npm install -g typescript)")
    options = {
        "allowJs": True, "checkJs": True, "noEmit": True, "strict": True, "target": "es2023",
        "module": "esnext",
        "moduleResolution": "bundler", "lib": ["es2023", "dom", "dom.iterable"], "types": [],
    }  # fmt: skip
    modules = files("monitor.web").joinpath("static/js")
    config = tmp_path / "tsconfig.json"
    config.write_text(json.dumps({"compilerOptions": options, "include": [f"{modules}/**/*.js"]}))
    checked = subprocess.run(
        [tsc, "-p", str(config)], capture_output=True, text=True, timeout=120, check=False
    )
    assert checked.returncode == 0, checked.stdout
