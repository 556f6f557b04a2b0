"""The page and the example say what the model says."""

import json
import tomllib
from pathlib import Path

import pytest

from monitor.settings import StationSettings, load
from monitor.settings.document import PAGE, example, example_of, page
from monitor.settings.model import SECTIONS


def test_the_page_is_the_model() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "write it again: python -m monitor.settings.document"


def test_every_setting_is_explained() -> None:
    for section, model in SECTIONS.items():
        assert model.__doc__
        for name, field in model.model_fields.items():
            assert field.description, f"{section}.{name}"
            assert field.default is not None or field.examples, f"{section}.{name} needs an example"


def test_the_example_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "station.toml"
    file.write_text(example(), encoding="utf-8")
    assert load(file, environment={}) == StationSettings()


def test_every_line_of_the_example_may_be_made_live() -> None:
    lines = [
        line[1:] if line.startswith("#") and not line.startswith("# ") else line
        for line in example().split("\n")
    ]
    data = tomllib.loads("\n".join(lines))
    assert {name: list(section) for name, section in data.items()} == {
        name: list(model.model_fields) for name, model in SECTIONS.items()
    }


@pytest.mark.parametrize("section", SECTIONS)
def test_every_example_is_of_the_right_kind(section: str) -> None:
    model = SECTIONS[section]
    for name, field in model.model_fields.items():
        model.model_validate_json(json.dumps({name: example_of(field)}, default=str))


def test_sections_are_those_of_the_station() -> None:
    assert list(StationSettings.model_fields) == list(SECTIONS)
