"""Simulated stations: whole tables that play, publish and can be killed, without a camera."""

import random
import subprocess
import sys
import time
from typing import Any

from monitor.settings.model import MqttSettings, TableSettings
from monitor.tables.publisher import Publisher

START = "-b----E-C---eE---c-e----B-"
NAMES = ("Anna", "Boris", "Clara", "David", "Elif", "Farid", "Greta", "Hugo")


def snapshot(number: int, turn: int = 1) -> dict[str, Any]:
    """A viewer's snapshot of table ``number``, with things in it that must not be published."""
    rng = random.Random(number)
    players = rng.sample(NAMES, 2)
    return {
        "table": f"t{number}",
        "title": " - ".join(players),
        "live": True,
        "version": turn,
        "source": {"state": "live", "reason": None, "t": 9.5 * turn, "age_s": 0.1, "fps": 30.0, "dropped": 0},
        "match": {
            "ruleset": "usbgf-2016",
            "ruleset_title": "USBGF 2016",
            "length": 7,
            "players": players,
            "score": [rng.randrange(6), rng.randrange(6)],
            "crawford": False,
        },
        "game": {
            "no": rng.randrange(1, 6),
            "turn": turn,
            "phase": "moving",
            "to_act": "AB"[turn % 2],
            "board": START,
            "dice": [{"value": 3, "half": "E", "cocked": None, "p": 0.99}],
            "roll": [rng.randrange(1, 7), rng.randrange(1, 7)],
            "cube": {"value": 2, "owner": "B", "offered": None},
            "pips": [167, 167],
            "off": [0, 0],
        },
        "track": {"state": "following", "reason": None, "todo": None, "since": 0.0},
        "findings": {"open": 3, "unseen": 3},
    }


def card(finding: str = "f1", **changes: Any) -> dict[str, Any]:
    """A finding's card as a station has it."""
    return {
        "id": finding,
        "seq": 40,
        "code": "ILLEGAL_MOVE",
        "kind": "blocked_path",
        "by": "A",
        "status": "open",
        "severity": "must_correct",
        "title": "Illegal move by Anna",
        "what": "13/7 with 4-2: the 11 point is held",
        "clause": ["USBGF 4.2.3(a)"],
        "remedy": "put back and play a legal move",
        "t": 151.2,
        "conf": 0.98,
        "window": {"state": "open", "words": "correctable until Boris has rolled"},
        "boards": {"before": START, "after": START},
        "handling": {"state": "new", "notes": [{"who": "monitor", "text": "private"}]},
        **changes,
    }


def station(broker: str, number: int, site: str = "club", **settings: Any) -> Publisher:
    """The publisher of table ``number``, not started yet."""
    mqtt = MqttSettings(broker=broker, heartbeat_s=settings.pop("heartbeat_s", 2.0), **settings)
    table = TableSettings(id=f"t{number}", site=site, title=f"Table {number}")
    return Publisher(
        mqtt,
        table,
        url=f"http://10.0.0.{number}:8642",
        health=lambda: {"journal_ok": True, "journal_reason": None, "fps": 30.0, "dropped": 0},
    )


def spawn(broker: str, number: int) -> subprocess.Popen[bytes]:
    """A station in a process of its own, to be killed."""
    return subprocess.Popen([sys.executable, "-m", "tests.monitor.tables.stations", broker, str(number)])


def main(broker: str, number: int) -> None:
    """One table with an open finding that plays a turn every half second, until it is killed."""
    publisher = station(broker, number)
    publisher.start()
    publisher.findings([card()])
    turn = 0
    while True:
        turn += 1
        publisher.state(snapshot(number, turn))
        time.sleep(0.5)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
