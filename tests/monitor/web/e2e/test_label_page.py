"""Labels are corrected by clicking, in a real browser."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from calibration.cv import cv2
from monitor.demo import VIDEO, demo_folder
from monitor.labels import LabelFolder
from monitor.labels.app import label_app
from tests.monitor.web.conftest import served
from vision.sources import open_source

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(tmp_path: Path, browser: Any) -> Path:
    """Labels of the sample match's first picture; made only where there is a browser."""
    source = open_source(str(demo_folder() / VIDEO))
    cv2.imwrite(str(tmp_path / "club night.png"), next(iter(source)).bgr)
    source.close()
    LabelFolder(tmp_path / "labels").add([tmp_path / "club night.png"])
    return tmp_path / "labels"


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    """Where the page is served."""
    with served(label_app(LabelFolder(folder))) as address:
        yield address


def test_corner_die_and_checkers_are_corrected_and_saved(
    address: str, folder: Path, make_page: Any, axe: Callable[[Any], list[str]]
) -> None:
    before = LabelFolder(folder).items[0]["labels"]
    page = make_page(1440, 900)
    page.goto(address)
    page.wait_for_selector("#board [data-place='6']")
    assert axe(page) == []
    corner = page.locator("[data-corner='0']").bounding_box()
    x, y = corner["x"] + corner["width"] / 2, corner["y"] + corner["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 12, y - 8, steps=3)
    page.mouse.up()
    picture = page.locator("#picture").bounding_box()
    page.mouse.click(picture["x"] + picture["width"] / 2, picture["y"] + picture["height"] / 2)
    page.locator("#things .row", has_text="Die").last.get_by_label("value").select_option("6")
    page.locator("#board [data-place='6']").focus()
    page.keyboard.press("ArrowDown")
    page.click("#save")
    page.wait_for_selector("#progress:has-text('1 checked')")
    after = LabelFolder(folder).items[0]["labels"]
    assert after["checked"]
    assert after["corners"][0][0] < before["corners"][0][0]
    assert after["corners"][1:] == before["corners"][1:]
    assert after["dice"][-1]["value"] == 6
    men = [sum(labels["points"].get("B7", {}).values()) for labels in (before, after)]
    assert men[1] == men[0] - 1
