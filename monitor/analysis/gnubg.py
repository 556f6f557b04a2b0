"""GNU Backgammon as a program of its own: a match goes in as SGF, its analysis comes out as JSON.

It is neither linked nor copied (GPL-3). It runs in a scratch folder with a time limit; the Python inside it
writes its record of the match, with the board before every action, into a file. In a match its record holds
cube equities as chances to win the match; they are turned into equities there, where its tables are.
"""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Final

from monitor.analysis.errors import GnubgFailedError, GnubgMissingError
from monitor.analysis.judged import Analysis, judged
from monitor.transcripts import Match, write_match

PLACES: Final = ("/usr/games", "/usr/local/games", "/usr/local/bin")
"""Where it may lie although the PATH does not say so; Debian puts it into the first."""
TIMEOUT_S: Final = 1800.0

_SCRIPT = """
import gnubg, json, os
for line in ("set display off", "set confirm save off", "set confirm new off", "set automatic game off",
             "set automatic roll off", "set automatic move off", "set automatic bearoff off",
             "set player 0 human", "set player 1 human"):
    gnubg.command(line)
ask = os.environ
gnubg.command("set threads " + ask["GM_THREADS"])
for what in ("chequerplay", "cubedecision"):
    gnubg.command("set analysis %s evaluation plies %s" % (what, ask["GM_PLIES"]))
gnubg.command('load match "match.sgf"')
gnubg.command("analyse match")
record = gnubg.match(1, 1, 1, 0)
length = record["match-info"]["match-length"]
for game in record["games"]:
    cube, owner = 1, -1
    score = (game["info"]["score-X"], game["info"]["score-O"])
    for action in game["game"]:
        player = "XO".find(action.get("player", "-"))
        judged = action.get("analysis") or {}
        if length and "nd-cubeful-eq" in judged:
            here = gnubg.cubeinfo(cube, owner, player, length, score, 0)
            for name in ("nd-cubeful-eq", "dt-cubeful-eq"):
                judged[name] = gnubg.mwc2eq(judged[name], here)
        if action["action"] == "take":
            cube, owner = 2 * cube, player
with open("analysis.json", "w") as answer:
    json.dump(record, answer)
"""


def find_gnubg() -> Path:
    """The program. Raises GnubgMissingError with what to do."""
    found = shutil.which("gnubg", path=os.pathsep.join((os.environ.get("PATH", ""), *PLACES)))
    if found is None:
        raise GnubgMissingError("GNU Backgammon (gnubg) is not installed; on Debian: apt-get install gnubg")
    return Path(found)


def analyse(match: Match, *, plies: int = 2, threads: int = 1, timeout: float = TIMEOUT_S) -> Analysis:
    """The analysis of a whole match at this depth of search. Raises an AnalysisError."""
    with tempfile.TemporaryDirectory(prefix="gammonitor-") as name:
        record = _run(find_gnubg(), match, Path(name), plies, threads, timeout)
    return judged(record, match, plies)


def _run(
    program: Path, match: Match, folder: Path, plies: int, threads: int, timeout: float
) -> dict[str, Any]:
    write_match(match, folder / "match.sgf")
    (folder / "ask.py").write_text(_SCRIPT, encoding="utf-8")
    settings = {"HOME": str(folder), "LANG": "C.UTF-8", "GM_PLIES": str(plies), "GM_THREADS": str(threads)}
    try:
        done = subprocess.run(
            [program, "-t", "-q", "-r", "-p", "ask.py"],
            cwd=folder,
            env=os.environ | settings,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise GnubgFailedError(
            f"GNU Backgammon needed more than {timeout:.0f} s at {plies} plies; ask for fewer with --plies"
        ) from None
    except OSError as error:
        raise GnubgFailedError(f"{program} cannot be run: {error.strerror}") from error
    answer = folder / "analysis.json"
    try:
        record = json.loads(answer.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        said = (done.stdout + done.stderr).decode("utf-8", "replace").strip()[-300:]
        raise GnubgFailedError(
            f"GNU Backgammon gave no analysis (exit code {done.returncode}); it said: {said or 'nothing'}"
        ) from None
    if not isinstance(record, dict) or not isinstance(record.get("games"), list):
        raise GnubgFailedError("GNU Backgammon gave an analysis of another form than version 1.07 does")
    return record
