"""A station that listens beyond its machine: signing in, roles, several tables, coming back after a break."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.monitor.web.conftest import MakePage
from tests.monitor.web.e2e.conftest import Match, watching

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Iterator[Match]:
    """A station that asks for passwords, reached by its address on this machine."""
    for match in watching(tmp_path_factory.mktemp("guarded"), "--host", "0.0.0.0"):  # noqa: S104
        match.url = f"http://127.0.0.1:{urlsplit(match.url).port}/"
        match.until(9.0)
        yield match


def sign_in(page: Any, match: Match, role: str) -> None:
    """From the sign-in page to where one wanted to go."""
    page.get_by_label("Password").fill(match.passwords[role])
    page.get_by_role("button", name="Sign in").click()


def test_signing_in_leads_back(guarded: Match, make_page: MakePage, axe: Callable[[Any], list[str]]) -> None:
    page = make_page(800, 1280)
    page.goto(f"{guarded.url}?table=demo")
    page.wait_for_url("**/login?next=*")
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        assert axe(page) == [], theme
    page.get_by_label("Password").fill("wrong")
    page.keyboard.press("Enter")
    page.locator("#problem:not(:empty)").wait_for()
    sign_in(page, guarded, "monitor")
    page.wait_for_url("**/?table=demo")
    page.locator(".item", has_text="Wrong starting set-up").wait_for()


def test_nobody_is_led_away(guarded: Match, make_page: MakePage) -> None:
    page = make_page()
    page.goto(f"{guarded.url}login?next=//elsewhere.example/")
    sign_in(page, guarded, "director")
    page.locator("#desk").wait_for()
    assert page.url.startswith(guarded.url)


def test_a_viewer_sees_the_board_and_no_finding(guarded: Match, make_page: MakePage) -> None:
    page = make_page()
    page.goto(guarded.url)
    sign_in(page, guarded, "viewer")
    page.locator("#board .checker").first.wait_for()
    assert page.locator("#open-acts").is_hidden()
    assert page.locator("#open-correct").is_hidden()
    assert page.locator(".item").count() == 0
    assert page.locator("#pips").inner_text() == "–"


def test_the_overlay_needs_its_token(guarded: Match, make_page: MakePage) -> None:
    page = make_page(600, 760)
    page.goto(f"{guarded.url}overlay?table=demo&token={guarded.passwords['viewer']}")
    page.locator(".checker").first.wait_for()
    assert not re.search(r"\d pips", page.locator("body").inner_text())
    stranger = make_page(600, 760)
    stranger.goto(f"{guarded.url}overlay?table=demo&token=guessed")
    stranger.wait_for_timeout(500)
    assert stranger.locator(".checker").count() == 0


def test_a_break_is_said_and_bridged(guarded: Match, make_page: MakePage) -> None:
    page = make_page()
    page.goto(guarded.url)
    sign_in(page, guarded, "monitor")
    page.locator("#board .checker").first.wait_for()
    guarded.freeze()
    try:
        page.locator("#banner", has_text="station does not answer").wait_for()
        assert "Station not reached" in page.locator("#state-picture").inner_text()
        assert page.locator("#picture.old").count() == 1
    finally:
        guarded.thaw()
    guarded.until(13.5)
    page.locator(".group.done .item", has_text="Put right").wait_for(timeout=30_000)
    page.locator("#banner").wait_for(state="hidden")


def test_a_station_that_hangs_while_the_page_loads_is_noticed(guarded: Match, make_page: MakePage) -> None:
    page = make_page()
    page.goto(guarded.url)
    cards = "**/api/tables/demo/cards"
    unanswered: list[Any] = []
    hangs = True

    def asked(route: Any) -> None:
        if hangs:
            unanswered.append(route)
        else:
            route.continue_()

    page.route(cards, asked)
    sign_in(page, guarded, "monitor")
    page.locator("#board .checker").first.wait_for()
    guarded.freeze()
    try:
        page.locator("#banner", has_text="station does not answer").wait_for()
    finally:
        guarded.thaw()
        hangs = False
        for route in unanswered:
            route.continue_()
    page.locator("#banner", has_text="The picture is old").wait_for()
    page.unroute(cards)


def test_several_tables_are_listed_first(
    guarded: Match, make_page: MakePage, axe: Callable[[Any], list[str]]
) -> None:
    page = make_page()
    page.goto(guarded.url)
    sign_in(page, guarded, "monitor")
    page.locator("#desk").wait_for()
    state = page.request.get(f"{guarded.url}api/tables/demo").json()
    other = state | {"table": "two", "findings": {"open": 2, "unseen": 1}}
    tables = [
        {"id": "demo", "title": "Anna - Boris", "live": True},
        {"id": "two", "title": "Carla - Dan", "live": False},
    ]
    page.route("**/api/tables", lambda route: route.fulfill(json=tables))
    page.route(
        "**/api/tables/two",
        lambda route: route.fulfill(body=json.dumps(other), content_type="application/json"),
    )
    page.reload()
    page.get_by_role("link", name="Carla - Dan").wait_for()
    assert "2 open" in page.get_by_role("link", name="Carla - Dan").inner_text()
    assert axe(page) == []
    page.get_by_role("link", name="Anna - Boris").click()
    page.locator("#board .checker").first.wait_for()
