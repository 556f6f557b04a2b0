"""The station beside the sample match, and what its pages are asked."""

import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final, TypeVar

import pytest

S = TypeVar("S", bound="Station")
ROOT: Final = Path(__file__).parents[4]
SAID: Final = "said.txt"
BEGUN: Final = re.compile(r"^(watching |Ctrl-C ends it)", re.MULTILINE)
PATIENCE_S: Final = 150.0
UP_TO: Final = 84.5
"""Just before the illegal move of the sample match, which is known at 86.4 s."""


class Station:
    """A station in a process of its own."""

    def __init__(self, process: "subprocess.Popen[str]", folder: Path) -> None:
        self._process = process
        self.folder = folder
        text = self._first_words()
        address = re.search(r"station: (http\S+)", text)
        assert address is not None, text
        self.url = address[1]
        self.passwords = dict(re.findall(r"password of the (\w+): (\S+)", text))

    @property
    def said(self) -> str:
        """What it has printed."""
        return (self.folder / SAID).read_text()

    def freeze(self) -> None:
        """Stop the process where it is, as a machine that hangs would."""
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        self._process.send_signal(signal.SIGCONT)

    def _first_words(self) -> str:
        self._wait_for(BEGUN)
        return self.said

    def _wait_for(self, words: re.Pattern[str]) -> None:
        """Until it has said so, has ended, or a minute is over."""
        until = monotonic() + PATIENCE_S
        while monotonic() < until and self._process.poll() is None and not words.search(self.said):
            sleep(0.1)


class Match(Station):
    """A watch of the sample match whose clock the test holds."""

    def until(self, t: float) -> None:
        """Run as fast as possible up to this time of the recording, and come back when it is there."""
        self._say(f"until {t}")
        self._wait_for(re.compile(rf"^held at {t}$", re.MULTILINE))
        assert f"held at {t}\n" in self.said, self.said

    def play(self) -> None:
        """Go on in real time."""
        self._say("play")

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()


def watching(folder: Path, *options: str) -> Iterator[Match]:
    """The sample match, waiting at its beginning."""
    match = f"demo --players Anna,Boris --length 7 --events {folder / 'demo.jsonl'}".split()
    command = [
        "tests.monitor.web.e2e.driver",
        "watch",
        *match,
        "--serve",
        "--realtime",
        "--port",
        "0",
        *options,
    ]
    yield from _running(Match, folder, command)


def serving(folder: Path, *journals: Path) -> Iterator[Station]:
    """A station over journals."""
    yield from _running(Station, folder, ["monitor", "serve", *map(str, journals), "--port", "0"])


def _running(kind: type[S], folder: Path, command: list[str]) -> Iterator[S]:
    with (folder / SAID).open("w") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", *command],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=said,
            stderr=said,
            text=True,
        )
    try:
        yield kind(process, folder)
    finally:
        process.terminate()
        process.communicate(timeout=20)


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Iterator[Match]:
    """The sample match, waiting at its beginning."""
    yield from watching(tmp_path_factory.mktemp("match"))


@pytest.fixture
def api(match: Match) -> Callable[[Any, str], Any]:
    """``api(page, "/tables")``: what a route answers to the page's browser."""

    def ask(page: Any, path: str) -> Any:
        return page.request.get(f"{match.url}api{path}").json()

    return ask


@pytest.fixture(scope="session")
def axe() -> Callable[[Any], list[str]]:
    """Faults of accessibility that axe-core finds on a page, one line each."""
    package = pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed")
    script = next(Path(package.__path__[0]).glob("axe.min.js")).read_text(encoding="utf-8")

    def check(page: Any) -> list[str]:
        page.evaluate(script)
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{fault['id']}: {fault['help']}: {[node['target'] for node in fault['nodes'][:4]]}"
            for fault in found["violations"]
        ]

    return check
