"""The guides beside the code: they name every module, their links lead somewhere, their examples run."""

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
WHERE = ("README.md", "CHANGELOG.md", "*/**/*.md")
GUIDES = [
    path
    for pattern in WHERE
    for path in sorted(ROOT.glob(pattern))
    if not any(part.startswith(".") or part == "shared" for part in path.relative_to(ROOT).parts)
]
PACKAGES = (
    "calibration",
    "models",
    "vision",
    "vision/sources",
    "monitor",
    *sorted(f"monitor/{guide.parent.name}" for guide in ROOT.glob("monitor/*/README.md")),
)
"""Those whose guide says which module does what."""
SAID = {
    "calibration": "",
    "models": "",
    "vision": "T1 5 0; T5 0 3; T7 0 5; T12 2 0; B1 0 5; B5 4 0; B7 4 0; B12 0 2;",
    "monitor": "19.5 DicePickedUp B",
}
"""What the example of a guide says."""


@pytest.mark.parametrize("package", PACKAGES)
def test_a_guide_names_every_module(package: str) -> None:
    folder = ROOT / package
    guide = (folder / "README.md").read_text(encoding="utf-8")
    modules = sorted(path.stem for path in folder.glob("*.py") if path.stem != "__init__")
    assert modules
    assert [name for name in modules if not re.search(rf"\b{name}\b", guide)] == []


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(guide: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", guide.read_text(encoding="utf-8"))
    own = [link for link in links if "://" not in link and not link.startswith("mailto:")]
    assert [link for link in own if not (guide.parent / link).exists()] == []


@pytest.mark.parametrize("package", SAID)
def test_examples_run_and_say_what_they_are_said_to(
    package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    guide = (ROOT / package / "README.md").read_text(encoding="utf-8")
    example = re.search(r"```python\n(.*?)```", guide, re.DOTALL)
    assert example is not None
    assert SAID[package] in example[1]
    program = tmp_path / "example.py"
    program.write_text(example[1], encoding="utf-8")
    monkeypatch.chdir(ROOT)
    runpy.run_path(str(program))
    said = capsys.readouterr().out
    assert SAID[package] in said
    assert bool(said) == bool(SAID[package])
