"""The committed tables of the real pictures still hold, and the numbers they promise are reached."""

import csv
import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import dice_table
import slots_table
from realdata import FOLDER, Labelled, labelled

from monitor.cli import main
from vision.closer import read_closely
from vision.dice import DiceReader
from vision.slots import SlotReader
from vision.sources.frame import Frame

pytestmark = pytest.mark.skipif(
    not FOLDER.is_dir(), reason="the labelled real pictures (../shared/realdata) are not here"
)
TABLE = Path(__file__).with_name("slots_real.csv")


def test_slots_are_at_least_as_right_as_in_the_committed_table() -> None:
    lines = [line for line in TABLE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    committed = {row["picture"]: row for row in csv.DictReader(lines)}
    reader = SlotReader()
    rows = [slots_table.score(item, reader, []) for item in labelled()]
    worse = [
        f"{row['picture']}: {row['right']} right, {committed[str(row['picture'])]['right']} in the table"
        for row in rows
        if int(str(row["right"])) < int(committed[str(row["picture"])]["right"])
    ]
    assert len(worse) <= 1, worse
    close = [r for r in rows if r["kind"] == "stream_frame" or str(r["picture"]).startswith("deeper")]
    assert sum(int(str(r["right"])) for r in close) >= 0.95 * sum(int(str(r["slots"])) for r in close)
    complete = [int(str(row["board"])) for row in rows if row["board"] != ""]
    assert sum(complete) >= 0.5 * len(complete)
    assert sum(int(str(row["sure_wrong"])) for row in rows) <= 1


def test_dice_are_at_least_as_right_as_promised() -> None:
    reader = DiceReader()
    rows = [
        dice_table.score(item, *read_closely(Frame(0, 0.0, item.picture()), item.geometry, reader))
        for item in labelled()
    ]
    total = {key: sum(row.counts[key] for row in rows) for key in rows[0].counts}
    assert total["right"] >= 0.9 * total["certain"], dice_table.totals(rows)
    assert total["false_sure"] <= 1
    assert total["false_cube"] <= 1


@pytest.mark.slow
def test_the_real_game_is_followed_with_one_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    events = tmp_path / "game1.jsonl"
    pictures = FOLDER / "gallbotond" / "game1"
    corners = "326,115 1294,111 1261,754 357,754"
    line = ["gammonitor", "watch", str(pictures), "--corners", corners, "--layout", "no_bar"]
    monkeypatch.setattr(sys, "argv", [*line, "--events", str(events)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 0
    told = [json.loads(text) for text in events.read_text(encoding="utf-8").splitlines()]
    raised = {event["id"]: event["code"] for event in told if event["ev"] == "Finding"}
    assert list(raised.values()) == ["SETUP_ERROR"]
    right = 0
    for index, item in enumerate(one for one in labelled() if one.path.parent == pictures):
        boards = [event.get("board_after") or event.get("board") for event in told if event["t"] <= index]
        shown = [board for board in boards if board][-1]
        right += shown[1:25] == seen_from_south(item)
    assert right >= 18


def seen_from_south(item: Labelled) -> str:
    """Points 1..24 of the south player (light, home on the left) as letters of a 26-character board."""
    letters = ["-"] * 25
    for slot, (light, dark) in enumerate(item.counts):
        point = 24 - slot if slot < 12 else slot - 11
        letters[point] = chr(64 + light) if light else chr(96 + dark) if dark else "-"
    return "".join(letters[1:])
