"""The page's JSDoc types, checked where TypeScript is installed."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

MONITOR = Path(__file__).resolve().parents[3] / "monitor"


def test_types_hold(tmp_path: Path) -> None:
    tsc = shutil.which("tsc")
    if tsc is None:
        pytest.skip("TypeScript is not installed (npm install -g typescript)")
    options = {
        "allowJs": True, "checkJs": True, "noEmit": True, "strict": True,
        "target": "es2023", "module": "esnext", "moduleResolution": "bundler",
        "lib": ["es2023", "dom", "dom.iterable"], "types": [],
        "paths": {"/static/*": [f"{MONITOR}/web/static/*"]},
    }  # fmt: skip
    config = tmp_path / "tsconfig.json"
    include = [f"{MONITOR}/tables/static/*.js"]
    config.write_text(json.dumps({"compilerOptions": options, "include": include}), encoding="utf-8")
    checked = subprocess.run(
        [tsc, "-p", str(config)], capture_output=True, text=True, timeout=120, check=False
    )
    assert checked.returncode == 0, checked.stdout
