"""The real GNU Backgammon as a judge of what we write: imports files and tells what it understood.

Run as a program of its own, never linked; tests skip where it is not installed.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

_FOUND = shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games")
needs_gnubg = pytest.mark.skipif(
    _FOUND is None, reason="GNU Backgammon is not installed (Debian: apt-get install gnubg)"
)
HARMLESS = (
    "The cube has been",
    "now owns the cube",
    "GNU Backgammon  Position ID",
    "Match ID   :",
    "No game in progress.",  # also for its own file of a game resigned after the first roll
)

_SCRIPT = """
import gnubg, json, os
for line in ("set display off", "set confirm save off", "set confirm new off", "set automatic game off",
             "set automatic roll off", "set automatic move off", "set automatic bearoff off",
             "set player 0 human", "set player 1 human"):
    gnubg.command(line)
found = []
for path in os.environ["TRANSCRIPTS"].split("\\n"):
    print("@@@ " + path)
    gnubg.command(('load match "%s"' if path.endswith(".sgf") else 'import mat "%s"') % path)
    print("@@@")
    try:
        found.append(gnubg.match(0, 1, 0, 0))
    except Exception as error:
        found.append({"error": str(error)})
    gnubg.command('save match "%s.saved.sgf"' % path)
with open(os.environ["ANSWER"], "w") as answer:
    json.dump(found, answer)
"""


def ask_gnubg(folder: Path, *paths: Path) -> list[tuple[dict[str, Any], list[str]]]:
    """For each file its record as GNU Backgammon understood it, and every line of complaint."""
    script, answer = folder / "ask.py", folder / "answer.json"
    script.write_text(_SCRIPT)
    names = "\n".join(map(str, paths))
    environment = {"TRANSCRIPTS": names, "ANSWER": str(answer), "HOME": str(folder), "LANG": "C.UTF-8"}
    assert _FOUND is not None
    done = subprocess.run(
        [_FOUND, "-t", "-q", "-r", "-p", str(script)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=300,
        env=os.environ | environment,
        check=False,
    )
    said = done.stdout.decode("utf-8", "replace")
    assert answer.exists(), f"GNU Backgammon broke down: {said[-500:]} {done.stderr[-500:]!r}"
    complaints: list[list[str]] = []
    listening = False
    for line in said.splitlines():
        if line.startswith("@@@"):
            listening = line != "@@@"
            if listening:
                complaints.append([])
        elif listening and _is_complaint(line):
            complaints[-1].append(line)
    return list(zip(json.loads(answer.read_text()), complaints, strict=True))


def _is_complaint(line: str) -> bool:
    board = line[:1] in " v^+" or not line.strip()
    return not board and not any(words in line for words in HARMLESS)


def positions_seen(record: dict[str, Any]) -> list[list[tuple[str, str]]]:
    """For each game the Position ID and player before each roll that was played. X is the left player."""
    games = []
    for game in record["games"]:
        moves = [a for a in game["game"] if a["action"] == "move"]
        games.append([(a["board"], "A" if a["player"] == "X" else "B") for a in moves])
    return games
