"""64 simulated tables, a real mosquitto and the director's page: latency, cost, coming back from deaths.

``python -m tests.bench.tables_bench`` writes tables.json beside this file. Latency is from the call in the
station to the event at the page, over sockets of this machine; CPU is user + system time of the process.
"""

import json
import os
import platform
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from monitor.logs import configure
from monitor.tables.publisher import Publisher
from tests.monitor.tables.broker import Mosquitto, free_port
from tests.monitor.tables.stations import card, snapshot, spawn, station

TABLES = 64
SECONDS = 60.0
TURN_S = 1.0
FINDINGS = 200
OUT = Path(__file__).with_name("tables.json")


class Page:
    """A browser's part: follows the stream and knows when each finding came."""

    def __init__(self, port: int) -> None:
        self.rows: dict[str, dict[str, Any]] = {}
        self.came: dict[str, float] = {}
        self.events = self.size = 0
        self.broker = False
        self._port = port
        threading.Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        with urllib.request.urlopen(f"http://127.0.0.1:{self._port}/api/hall/stream") as stream:
            for line in stream:
                if line.startswith(b"data: "):
                    self._take(json.loads(line[6:]), len(line))

    def _take(self, message: dict[str, Any], size: int) -> None:
        now = time.perf_counter()
        self.events += 1
        self.size += size
        self.broker = message["broker"]["connected"]
        for row in message["rows"]:
            self.rows[row["key"]] = row
            for finding in row["findings"]:
                self.came.setdefault(finding["id"], now)


def cpu_s(pid: int) -> float:
    """User and system time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_mb(pid: int) -> float:
    """Resident memory of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 2**20, 1)


def until(holds: Callable[[], bool], seconds: float = 90.0) -> float:
    """Wait until it holds; how long it took (s)."""
    begun = time.perf_counter()
    while not holds():
        if time.perf_counter() - begun > seconds:
            raise TimeoutError("it did not come about in time")
        time.sleep(0.005)
    return time.perf_counter() - begun


def play(stations: list[Publisher], seconds: float, raised: dict[str, float]) -> None:
    """Every table plays a turn a second; findings are raised here and there, each once."""
    step, begun, turn = TURN_S / len(stations), time.perf_counter(), 0
    every = seconds / FINDINGS
    while (now := time.perf_counter() - begun) < seconds:
        turn += 1
        number = turn % len(stations)
        stations[number].state(snapshot(number + 1, 1 + turn // len(stations)))
        if len(raised) < FINDINGS and now >= every * len(raised):
            name = f"f{len(raised)}"
            raised[name] = time.perf_counter()
            stations[(7 * len(raised)) % len(stations)].findings([card(name)])
        time.sleep(max(0.0, begun + turn * step - time.perf_counter()))


def measure(folder: Path) -> dict[str, Any]:
    """The whole story once."""
    load = os.getloadavg()[0]
    broker, port = Mosquitto(folder), free_port()
    broker.start()
    stations = [station(broker.address, number, heartbeat_s=10.0) for number in range(1, TABLES + 1)]
    for number, one in enumerate(stations, 1):
        one.start()
        one.state(snapshot(number))
        one.findings([])
    until(lambda: all(one.connected for one in stations))
    command = [sys.executable, "-m", "monitor", "director", "--broker", broker.address, "--port", str(port)]
    begun = time.perf_counter()
    director = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        until(lambda: _answers(port))
        joined = Page(port)
        late = time.perf_counter() - begun, until(lambda: len(joined.rows) == TABLES)
        assert broker.process is not None
        processes = {"director": director.pid, "mosquitto": broker.process.pid, "stations": os.getpid()}
        before = {name: cpu_s(pid) for name, pid in processes.items()}
        events, size = joined.events, joined.size
        raised: dict[str, float] = {}
        play(stations, SECONDS, raised)
        until(lambda: set(raised) <= set(joined.came))
        spent = {name: cpu_s(pid) - before[name] for name, pid in processes.items()}
        memory = {name: memory_mb(pid) for name, pid in processes.items()}
        latencies = sorted(1000 * (joined.came[name] - at) for name, at in raised.items())
        events, size = joined.events - events, joined.size - size
        killed = _kill_a_table(broker, joined)
        back = _kill_the_broker(broker, stations, joined)
        late_join = _join_late(port)
    finally:
        for one in stations:
            one.close(0.2)
        director.terminate()
        director.wait(20)
        broker.kill()
    return {
        "what": "findings and states of simulated tables through mosquitto to one page of the director",
        "date": datetime.now(UTC).date().isoformat(),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "load_before": round(load, 1),
        "tables": TABLES,
        "seconds": SECONDS,
        "states_a_second": round(TABLES / TURN_S),
        "finding_to_page_ms": {
            "n": len(latencies),
            "p50": round(latencies[len(latencies) // 2], 1),
            "p95": round(latencies[int(len(latencies) * 0.95)], 1),
            "max": round(latencies[-1], 1),
        },
        "cpu_percent_of_a_core": {
            "director": round(100 * spent["director"] / SECONDS, 1),
            "mosquitto": round(100 * spent["mosquitto"] / SECONDS, 1),
            "one_station": round(100 * spent["stations"] / SECONDS / TABLES, 2),
        },
        "memory_mb": {"director": memory["director"], "mosquitto": memory["mosquitto"]},
        "page_events_a_second": round(events / SECONDS, 1),
        "page_kbit_a_second": round(size * 8 / 1000 / SECONDS),
        "director_start_s": round(late[0], 2),
        "all_tables_shown_after_s": round(late[1], 3),
        "late_page_all_tables_s": round(late_join, 3),
        "table_killed_shows_after_ms": round(1000 * killed),
        "broker_killed": {
            "page_says_so_after_ms": round(1000 * back[0]),
            "director_hears_again_after_s": round(back[1], 2),
            "all_tables_fresh_after_s": round(back[2], 2),
        },
    }


def _answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1):
            return True
    except OSError:
        return False


def _kill_a_table(broker: Mosquitto, page: Page) -> float:
    key = "club/t99"
    process = spawn(broker.address, 99)
    until(lambda: page.rows.get(key, {}).get("presence") == "online")
    process.kill()
    took = until(lambda: page.rows[key]["presence"] == "offline")
    process.wait()
    return took


def _kill_the_broker(broker: Mosquitto, stations: list[Publisher], page: Page) -> tuple[float, float, float]:
    """Down for five seconds: until the page says so; from the start until heard, until all are fresh."""
    broker.kill()
    said = until(lambda: not page.broker)
    time.sleep(5.0)
    for number, one in enumerate(stations, 1):
        one.state(snapshot(number, 4711))
    broker.start()
    begun = time.perf_counter()
    until(lambda: page.broker)
    heard = time.perf_counter() - begun
    until(lambda: sum((row["game"] or {}).get("turn") == 4711 for row in page.rows.values()) == TABLES)
    return said, heard, time.perf_counter() - begun


def _join_late(port: int) -> float:
    page = Page(port)
    return until(lambda: len(page.rows) >= TABLES)


if __name__ == "__main__":
    configure("error", "console")
    with tempfile.TemporaryDirectory() as name:
        found = measure(Path(name))
    OUT.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(found, indent=2))
