"""A whole watch, from its settings to the director's ear."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.monitor.tables.broker import Mosquitto
from tests.monitor.tables.test_live import listening, until
from tests.support import run_command

SETTINGS = """
[table]
id = "t7"
title = "Table 7"
[source]
corners = [[10, 10], [150, 10], [150, 86], [10, 86]]
[match]
players = ["Anna", "Boris"]
length = 7
[mqtt]
broker = "{broker}"
"""


def test_a_watch_publishes_where_its_settings_name_a_broker(
    broker: Mosquitto,
    make_video: Callable[..., Path],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "station.toml"
    file.write_text(SETTINGS.replace("{broker}", broker.address), encoding="utf-8")
    events = tmp_path / "e.jsonl"
    code, _, err = run_command(
        capsys, "watch", str(make_video()), "--config", str(file), "--events", str(events)
    )
    assert code == 0, err
    with listening(broker.address) as ear:
        until(lambda: ear.row(7).get("presence") == "stopped")
        until(lambda: ear.row(7)["match"]["length"] == 7)
        row = ear.row(7)
        assert (row["title"], row["attention"]) == ("Table 7", "stopped")
        assert row["match"]["players"] == ("Anna", "Boris")
        assert row["troubles"] == []
        assert row["health"]["journal_ok"] is True
