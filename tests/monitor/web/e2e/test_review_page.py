"""Going over a transcript by the keyboard alone, in a real browser."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from monitor.review import ReviewFolder
from monitor.review.app import review_app
from tests.monitor.review.sample import transcribe_sample
from tests.monitor.web.conftest import served

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Path:
    """The transcript; made only where there is a browser."""
    return transcribe_sample(tmp_path_factory.mktemp("review"))


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    """Where the page is served."""
    with served(review_app(ReviewFolder(folder))) as address:
        yield address


def open_first_move(page: Any, address: str) -> None:
    """Load the page, which begins at the first doubtful entry, and go to the first move."""
    page.goto(address)
    page.wait_for_selector("#moves button[aria-current=true]")
    page.click("#moves button >> nth=0")
    page.wait_for_selector("#choices .plays button")


def test_an_unfinished_game_is_doubtful_and_its_result_can_be_entered(address: str, make_page: Any) -> None:
    page = make_page(1440, 900)
    page.goto(address)
    page.wait_for_selector("#what:has-text('no result')")
    page.click("text=Boris wins 2")
    page.wait_for_selector("#what:has-text('Boris wins 2')")
    page.keyboard.press("u")
    page.wait_for_selector("#what:has-text('no result')")


def test_moves_are_walked_accepted_changed_and_undone_by_keys(
    address: str, folder: Path, make_page: Any
) -> None:
    page = make_page(1440, 900)
    open_first_move(page, address)
    first = page.inner_text("#what")
    page.keyboard.press("j")
    page.locator("#what").filter(has_not_text=first).wait_for()
    page.wait_for_selector("#still:not([hidden])")
    assert page.evaluate("document.getElementById('still').naturalWidth") > 300
    chosen = page.get_attribute("#moves button[aria-current=true]", "data-id")
    page.wait_for_selector("#choices .plays button")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"#moves button[data-id={chosen}] .mark:has-text('✓')")
    kept = json.loads((folder / "corrections.json").read_text())["corrections"]
    assert kept[-1]["id"] == chosen
    page.keyboard.press("u")
    page.wait_for_selector(f"#moves button[data-id={chosen}] .mark", state="detached")
    assert json.loads((folder / "corrections.json").read_text())["corrections"] == []


def test_typed_dice_and_play_reach_the_files_and_survive_a_reload(
    address: str, folder: Path, make_page: Any
) -> None:
    page = make_page(1440, 900)
    open_first_move(page, address)
    other = page.locator("#choices .plays button[aria-pressed=false]").first
    wanted = other.locator("span").inner_text()
    page.keyboard.press(other.locator("kbd").inner_text())
    page.locator("#what").filter(has_text=wanted).wait_for()
    page.reload()
    page.wait_for_selector("#moves button[aria-current=true]")
    assert wanted in page.inner_text("#moves")
    page.keyboard.press("u")
    page.wait_for_selector("#undo[disabled]")


def test_the_page_is_accessible_in_both_themes(address: str, make_page: Any) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
    for theme in ("light", "dark"):
        page = make_page(1280, 800, color_scheme=theme, bypass_csp=True)
        open_first_move(page, address)
        found = axe.Axe().run(page).response["violations"]
        assert not found, [(one["id"], one["nodes"][0]["html"]) for one in found]
