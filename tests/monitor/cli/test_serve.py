"""``gammonitor serve`` and ``watch --serve`` as processes: address, pages, taken ports, clean ends."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx2 as httpx
import numpy as np
import pytest

from calibration.cv import cv2
from monitor.config import MatchConfig
from monitor.events import Event
from monitor.journal import Journal
from monitor.match_settings import configured
from monitor.web.server import listening

ROOT = Path(__file__).resolve().parents[3]
EVERYWHERE = "0.0.0.0"  # noqa: S104
CORNERS = "20,15 300,15 300,165 20,165"


@contextmanager
def running(*arguments: str, cwd: Path) -> Iterator[tuple[subprocess.Popen[str], str, list[str]]]:
    """(process, address, lines said so far) of a command that serves."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "monitor", *arguments],
        cwd=cwd, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    said: list[str] = []
    assert process.stdout is not None
    try:
        for line in process.stdout:
            said.append(line.rstrip())
            if line.startswith("station: "):
                break
        yield process, said[-1].partition(" ")[2], said
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def read_until(process: subprocess.Popen[str], said: list[str], words: str) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        said.append(line.rstrip())
        if words in line:
            return
    raise AssertionError(f"never said {words!r}: {said}")


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "final.journal"
    config = MatchConfig(players=("Anna", "Boris"))
    with Journal.create(path, config) as made:
        made.event(configured(config))
        made.event(Event("GameStarted", t=1.0, data={"game_no": 1, "board": "-b----E-C---eE---c-e----B-"}))
    return path


def test_serve_journals_and_end_on_sigterm(journal: Path) -> None:
    with running("serve", journal.name, "--port", "0", cwd=journal.parent) as (process, address, said):
        read_until(process, said, "Ctrl-C ends it")
        assert httpx.get(f"{address}api/tables").json() == [
            {"id": "final", "title": "Anna - Boris", "live": False}
        ]
        assert httpx.get(address).status_code == 200
        assert httpx.get(f"{address}api/session").json()["role"] == "director"
        assert any("final.journal" in line for line in said)
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0


def test_beyond_this_machine_passwords_are_made_and_printed(journal: Path) -> None:
    with running("serve", journal.name, "--port", "0", "--host", EVERYWHERE, cwd=journal.parent) as (
        process, address, said,
    ):  # fmt: skip
        read_until(process, said, "Ctrl-C ends it")
        port = address.rstrip("/").rpartition(":")[2]
        here = f"http://127.0.0.1:{port}/"
        passwords = {
            line.split()[3].rstrip(":"): line.split()[4]
            for line in said
            if line.startswith("  password of the ")
        }
        assert set(passwords) == {"viewer", "monitor", "director"}
        assert httpx.get(f"{here}api/tables").status_code == 401
        assert httpx.get(f"{here}api/tables", params={"token": passwords["viewer"]}).status_code == 200
        answer = httpx.post(f"{here}api/login", json={"password": passwords["director"]})
        assert answer.json()["role"] == "director"


def test_a_taken_port_is_one_clear_message(journal: Path) -> None:
    taken = listening("127.0.0.1", 0)
    with closing(taken):
        port = str(taken.getsockname()[1])
        ended = subprocess.run(
            [sys.executable, "-m", "monitor", "serve", journal.name, "--port", port],
            cwd=journal.parent, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"gammonitor: port {port} on 127.0.0.1: Address already in use")
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.slow
def test_a_watch_stays_up_at_the_end_and_takes_rulings(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number in range(3):
        picture = np.full((180, 320, 3), 60 + 30 * number, dtype=np.uint8)
        assert cv2.imwrite(str(folder / f"{number}.png"), picture)
    arguments = ("watch", "pictures", "--corners", CORNERS, "--serve", "--port", "0", "--events", "m.jsonl")
    with running(*arguments, cwd=tmp_path) as (process, address, said):
        read_until(process, said, "the station stays up")
        state = httpx.get(f"{address}api/tables/table").json()
        assert (state["live"], state["source"]["state"]) == (False, "ended")
        done = httpx.post(f"{address}api/tables/table/acts/call_td", json={"fields": {}})
        assert done.json() == {"ok": True, "pending": False}
        for _ in range(3):
            process.send_signal(signal.SIGTERM)
        read_until(process, said, "journal: ")
        assert process.wait(20) == 0
    assert "DisputeCalled" in (tmp_path / "m.jsonl").read_text()


def test_watching_without_a_station_loads_no_web_framework() -> None:
    program = (
        "import sys; import monitor.cli.watch, monitor.cli.app; "
        "print(sorted({'fastapi', 'uvicorn', 'starlette', 'simplejpeg'} & sys.modules.keys()))"
    )
    said = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert said.stdout.strip() == "[]"
