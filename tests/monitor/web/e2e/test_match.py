"""The sample match in a real browser against the real station: a finding is seen, ruled on, and kept."""

import re
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from tests.monitor.web.conftest import MakePage, until
from tests.monitor.web.e2e.conftest import UP_TO, Match, serving

pytestmark = pytest.mark.slow
Api = Callable[[Any, str], Any]
Axe = Callable[[Any], list[str]]
LOOK_AHEAD_S = 1.5
"""The newest picture is behind the clock by less than this."""


def reach(match: Match, api: Api, page: Any, t: float, wait_s: float = 150.0) -> None:
    """Run up to a time of the recording."""
    match.until(t)
    until = monotonic() + wait_s
    while api(page, "/tables/demo")["source"]["t"] < t - LOOK_AHEAD_S:
        assert monotonic() < until, f"the match does not go on: {match.said[-2000:]}"
        sleep(0.3)


def events(api: Api, page: Any) -> list[dict[str, Any]]:
    """Lines of the journal so far."""
    lines: list[dict[str, Any]] = api(page, "/tables/demo/lines?after=0&limit=2000")
    return lines


def test_a_match_from_its_set_up_to_a_ruling(match: Match, api: Api, make_page: MakePage, axe: Axe) -> None:
    page = make_page()
    page.goto(match.url)
    page.locator("#desk").wait_for()
    assert axe(page) == []

    # The wrong set-up is there while it can be corrected, and goes when the player puts it right.
    reach(match, api, page, 9.5)
    setup = page.locator(".group.new .item", has_text="Wrong starting set-up")
    setup.wait_for()
    assert "until turn 4" in setup.inner_text()
    assert page.locator("#finding .column > figure:first-child figcaption").all_inner_texts()[:2] == [
        "As it stood",
        "As it should stand",
    ]
    assert page.locator("#finding .changed").count() == 2
    reach(match, api, page, UP_TO)
    page.locator(".group.done .item", has_text="Put right").wait_for()
    page.keyboard.press("Escape")
    page.locator("#board .checker").first.wait_for()
    assert page.locator("#board .checker.A").count() == 15
    assert "6-1" in page.locator("#last").inner_text()

    # The illegal move comes as one card, before the opponent throws.
    match.play()
    page.locator(".group.new .item", has_text="Illegal move by Anna").wait_for(timeout=60_000)
    lines = events(api, page)
    raised = max(n for n, line in enumerate(lines) if line["ev"] == "Finding" and line["id"] == "F2")
    assert not [line for line in lines[raised:] if line["ev"] == "DiceThrown"]
    match.until(88.5)
    panel = page.locator("#finding")
    assert "Correctable until Boris has made a valid roll" in panel.inner_text()
    assert re.search(r"open for 0:0\d", panel.inner_text())
    for text in (
        "10 pips were moved where the roll gives 11",
        "USBGF 4.2.3(a)",
        "you stay silent",
        "Played 13/9 13/7",
    ):
        assert text in panel.inner_text()
    assert page.locator("#announce").inner_text().startswith("Illegal move by Anna")
    page.get_by_role("button", name="next legal play").click()
    assert "2 of 7" in panel.inner_text()
    panel.locator("img").first.wait_for()
    until(
        page, "[...document.querySelectorAll('#finding img')].every(i => i.complete && i.naturalWidth > 300)"
    )
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        assert axe(page) == [], theme

    # Confirmed by a touch, ruled by keyboard.
    page.get_by_role("button", name="Confirm", exact=True).click()
    page.locator(".group.open .item", has_text="Illegal move").wait_for()
    page.keyboard.press("n")
    page.keyboard.type("Boris was pointing at the 9 point")
    page.keyboard.press("Control+Enter")
    page.locator("#finding .notes", has_text="pointing at the 9 point").wait_for()
    page.locator("#dialog").wait_for(state="hidden")  # the note may be on the page before its answer is
    page.keyboard.press("r")
    page.get_by_label("Decision").select_option("Taken back and played again")
    page.get_by_label("Reasons").fill("Both players agree that a six and a five were rolled.")
    page.get_by_label("Who ruled").fill("C. Director")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    match.until(89.0)
    page.locator(".group.done .item", has_text="Ruled").wait_for()

    # All still there after a reload, and in another browser.
    page.reload()
    page.locator("#finding .notes", has_text="C. Director").wait_for()
    assert "Taken back and played again" in panel.inner_text()
    other = make_page(800, 1280)
    other.goto(match.url)
    other.locator(".group.done .item", has_text="Ruled").click()
    other.locator("#finding .notes", has_text="pointing at the 9 point").wait_for()
    assert axe(other) == []


def test_the_keyboard_is_enough(match: Match, api: Api, make_page: MakePage, axe: Axe) -> None:
    page = make_page()
    page.goto(match.url)
    page.locator("#desk").wait_for()
    page.locator(".item").first.wait_for()
    page.keyboard.press("?")
    assert page.locator("#dialog h2").inner_text() == "Keys"
    assert axe(page) == []
    page.keyboard.press("Escape")
    assert page.locator("#dialog").is_hidden()
    page.keyboard.press("j")
    assert page.locator("#finding").is_visible()
    page.keyboard.press("Escape")
    assert page.locator("#finding").is_hidden()
    page.keyboard.press("t")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.keyboard.press("m")
    assert page.locator("#marks").get_attribute("aria-pressed") == "false"
    for key, title in (
        ("a", "What happened at the table?"),
        ("s", "The match"),
        ("e", "What is really on the board?"),
    ):
        page.keyboard.press(key)
        page.locator("#dialog h2", has_text=title).wait_for()
        assert axe(page) == [], title
        page.keyboard.press("Escape")
    before = len(events(api, page))
    page.keyboard.press("a")
    page.get_by_label("Find an act").fill("i will double")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator("#toast.shown", has_text="Anna").wait_for()
    match.until(89.5)
    until = monotonic() + 20
    while not any(line["ev"] == "Announced" for line in events(api, page)[before:]):
        assert monotonic() < until, "what was entered did not reach the journal"
        sleep(0.2)


def test_settings_are_kept(match: Match, make_page: MakePage) -> None:
    page = make_page()
    page.goto(match.url)
    page.locator("#open-settings").click()
    page.get_by_label("south player", exact=True).fill("Anna-Lena")
    page.get_by_role("button", name="Save").click()
    match.until(90.0)
    page.locator("#name-A", has_text="Anna-Lena").wait_for()
    page.locator("#open-settings").click()
    page.get_by_label("south player", exact=True).fill("Anna")
    page.get_by_role("button", name="Save").click()
    match.until(90.5)
    page.locator("#name-A", has_text=re.compile("^Anna$")).wait_for()


def test_a_late_answer_closes_nothing_that_was_opened_since(match: Match, make_page: MakePage) -> None:
    page = make_page()
    page.goto(match.url)
    held: list[Any] = []
    page.route(
        "**/tables/*/settings*",
        lambda route: held.append(route) if route.request.method == "PATCH" else route.continue_(),
    )
    fault = {"error": {"what": "The length of the match is no number"}}
    for status, body, said in ((200, {}, "Saved"), (400, fault, "The length of the match is no number")):
        page.locator("#open-settings").click()
        page.get_by_label("south player", exact=True).fill("Anna-Lena")
        with page.expect_request("**/tables/*/settings*"):
            page.get_by_role("button", name="Save").click()
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        held.pop().fulfill(status=status, json=body)
        page.locator("#toast.shown", has_text=said).wait_for()
        assert page.locator("#dialog h2").inner_text() == "Keys"
        page.keyboard.press("Escape")


def test_an_old_picture_is_not_shown_as_live(match: Match, make_page: MakePage) -> None:
    page = make_page()
    page.goto(match.url)
    page.locator("#picture-age.old", has_text=re.compile(r"^Not live: picture \d")).wait_for()
    assert page.locator("#picture.old").count() == 1
    page.locator("#banner").wait_for()


def test_the_overlay_shows_the_game_and_no_finding(match: Match, make_page: MakePage, axe: Axe) -> None:
    page = make_page(600, 760)
    page.goto(f"{match.url}overlay?theme=wood")
    page.locator(".checker.A").first.wait_for()
    assert page.locator(".checker").count() == 30
    assert page.locator(".score .name").all_inner_texts() == ["Anna", "Boris"]
    assert not re.search(r"illegal|finding|cocked|\d pips", page.locator("body").inner_text(), re.IGNORECASE)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert axe(page) == []
    page.goto(f"{match.url}overlay?theme=light&show=score")
    page.locator(".score b").first.wait_for()
    assert page.locator(".board").count() == 0


def test_a_report_says_what_the_rules_ask_for(match: Match, make_page: MakePage, axe: Axe) -> None:
    page = make_page(1000, 1300)
    page.goto(f"{match.url}report/demo/F2")
    report = page.locator("#report")
    report.locator("h2", has_text="Course of events").wait_for()
    text = report.inner_text()
    for part in (
        "Anna (south), Boris (north)", "to 7 points", "United States Backgammon Federation", "USBGF 4.2.3(a)",
        "13/8 13/7", "XGID -b-C--DBB---cB---bBca--d--", "Statements", "Witnesses", "Appeal and its result",
        "Sanctions, corrections of time", "Result of the match", "C. Director",
    ):  # fmt: skip
        assert part in text, part
    assert page.get_by_label("Decision").input_value() == "Taken back and played again"
    dice, move = report.locator("tr.this td").all_inner_texts()[3:5]
    assert (sorted(dice.split("-")), move) == (["5", "6"], "13/9 13/7")
    until(page, "[...document.images].every(i => i.complete && i.naturalWidth > 300)")
    assert axe(page) == []
    assert page.pdf().startswith(b"%PDF")
    page.goto(f"{match.url}report/demo")
    report.locator("h3", has_text="F1").wait_for()
    assert report.locator("article").count() >= 2


def test_calibration_by_keyboard(match: Match, make_page: MakePage, axe: Axe) -> None:
    page = make_page()
    page.goto(f"{match.url}calibrate?table=demo")
    corner = page.get_by_role("slider", name="top left corner")
    corner.wait_for()
    until(page, "document.querySelector('#picture').naturalWidth > 300")
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        assert axe(page) == [], theme
    start = int(corner.get_attribute("aria-valuenow"))
    corner.focus()
    assert page.locator("#lens").is_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    assert int(corner.get_attribute("aria-valuenow")) == start + 11
    for _ in range(90):
        page.keyboard.press("Shift+ArrowRight")
    page.locator("#verdict.refused").wait_for()
    assert page.locator("#keep").is_disabled()
    page.get_by_role("button", name="Find again").click()
    page.locator("#keep:enabled").wait_for()


def test_journals_are_served_too(match: Match, make_page: MakePage, tmp_path: Path) -> None:
    for station in serving(tmp_path, match.folder / "demo.journal"):
        page = make_page()
        page.goto(station.url)
        page.locator(".item", has_text="Illegal move by Anna").click()
        page.locator("#finding .notes", has_text="C. Director").wait_for()
        assert page.locator("#live").is_hidden()
        page.keyboard.press("Escape")
        assert page.locator("#board .checker.A").count() == 15
