"""The director's page in a real browser over a real broker."""

import asyncio
import shutil
import threading
from collections.abc import Iterator

import pytest

from monitor.settings.model import MqttSettings
from monitor.tables.serve import serve
from monitor.web.access import Access
from monitor.web.server import listening
from tests.monitor.tables.broker import Mosquitto
from tests.monitor.tables.stations import card, snapshot, spawn, station

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]


@pytest.fixture
def url(broker: Mosquitto) -> Iterator[str]:
    """The page, served in a thread of its own."""
    loop = asyncio.new_event_loop()
    with listening("127.0.0.1", 0) as listener:
        settings = MqttSettings(broker=broker.address)
        task = loop.create_task(serve(settings, None, Access(), listener))

        def work() -> None:
            try:
                loop.run_until_complete(task)
            except asyncio.CancelledError:
                pass
            finally:
                loop.close()

        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
        loop.call_soon_threadsafe(task.cancel)
        thread.join(10)


@pytest.mark.slow
def test_what_the_director_sees(broker: Mosquitto, url: str) -> None:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium")
    stations = [station(broker.address, number) for number in (1, 2, 12)]
    for one, number in zip(stations, (1, 2, 12), strict=True):
        one.state(snapshot(number))
        one.start()
    doomed = spawn(broker.address, 30)
    try:
        with sync_api.sync_playwright() as play:
            browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            trouble: list[str] = []
            page.on("pageerror", lambda error: trouble.append(str(error)))
            page.on("console", lambda line: trouble.append(line.text) if line.type == "error" else None)
            page.goto(url)
            tiles = page.locator(".tile h3")
            sync_api.expect(tiles).to_have_text(["Table 30", "Table 1", "Table 2", "Table 12"])
            players = snapshot(1)["match"]["players"]
            sync_api.expect(page.locator("#part-calm .tile").first).to_contain_text(players[0])

            hostile = card("f5", title="<img src=x onerror=alert(1)> by Anna")
            stations[2].findings([hostile])
            first = page.locator("#part-finding .tile").first
            sync_api.expect(first).to_contain_text("Table 12")
            sync_api.expect(first).to_contain_text("<img src=x onerror=alert(1)> by Anna")
            sync_api.expect(first).to_contain_text("USBGF 4.2.3(a) · correctable until Boris has rolled")
            sync_api.expect(first.locator("h3 a")).to_have_attribute("href", "http://10.0.0.12:8642")
            sync_api.expect(page).to_have_title("(2) All tables · gammonitor")

            doomed.kill()
            gone = page.locator(".tile", has_text="Table 30")
            sync_api.expect(gone).to_contain_text("The station is gone", timeout=2000)
            sync_api.expect(gone).to_have_class("tile stale")
            stations[0].close()
            ended = page.locator(".tile", has_text="The watch has ended")
            sync_api.expect(ended).to_contain_text("Table 1")
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme=theme)
                found = axe.Axe().run(page)
                assert found.violations_count == 0, found.generate_report()

            broker.kill()
            sync_api.expect(page.locator("#banner")).to_contain_text("No connection to the broker")
            broker.start()
            sync_api.expect(page.locator("#banner")).to_be_hidden(timeout=10_000)
            assert trouble == []
            browser.close()
    finally:
        doomed.kill()
        doomed.wait()
        for one in stations[1:]:
            one.close()
