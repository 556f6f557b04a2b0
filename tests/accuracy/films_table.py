"""How well whole films are watched: boards, cameras and people that training never saw, with irregularities.

    python tests/accuracy/films_table.py --work DIR          makes what is missing in DIR, rewrites films.csv
    python tests/accuracy/films_table.py --work DIR --only 3,7    just these films, changes nothing
    python tests/accuracy/films_table.py --work DIR --again       follows readings made before again

Each film is one short game at 1280x720 and 5 frames a second (fixtures/match, light renderer), watched by
``gammonitor watch`` with the true corners, and scored by fixtures/score.py. Films are kept in DIR, so that a
change of the product is measured again without making them anew. The first fourteen are full of slips; the
next eight are played without any, at tables with other manners, and presses of the clock and taps are entered
when they happen; those made later have both.
"""

import argparse
import csv
import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from fixtures.match.__main__ import main as make_film  # noqa: E402
from fixtures.score import Line, Score, read_lines, report, score  # noqa: E402
from fixtures.tally import added_up, in_words  # noqa: E402
from monitor.events import Event  # noqa: E402
from monitor.following import Following  # noqa: E402
from monitor.journal import JournalReader  # noqa: E402
from monitor.replay import Retold  # noqa: E402
from vision.reading import Reading  # noqa: E402

TABLE = Path(__file__).with_name("films.csv")
RULESET = "usbgf-2016"
FILMS = (
    "",
    "wrong_pips=in_time",
    "cocked,must_play_more=never",
    "setup_moved=in_time,must_play_more=late",
    "wrong_side,own_checker_to_bar=in_time",
    "premature_roll,hit_checker_removed=in_time",
    "setup_missing=never,wrong_direction=never",
    "cube_wrong_level=in_time,off_board",
    "opponent_checker_moved=in_time,cocked_played",
    "setup_exchanged=in_time,cocked:0.15,on_bar",
    "bar_entry_ignored=late,shuffle",
    "cube_start_face,wrong_pips:0.15",
    "on_checker,checker_count=in_time,off_turn_moved",
    "setup_mirrored=in_time,premature_double",
)
"""What goes wrong in film number K, which is played on rig K of the test family; nothing in the first."""
MANNERS = {
    20: "--ends clock --mixed",
    21: "--ends tap --view end",
    22: "--no-bar --mixed",
    23: "--baffle --mixed --company 0.2",
    24: "--baffle --ends clock --view end --slide 0.2",
    25: "--view end --mixed",
    26: "--view low --shutter 0.016 --mixed",
    27: "--ends tap --baffle --mixed --company 0.2",
}
"""How people play in the films without slips, by number of film and rig."""
LATER = {
    40: "--irregular wrong_pips=never,cocked:0.1",
    41: "--irregular off_board,must_play_higher=in_time --slide 0.3",
    42: "--ends clock --mixed --irregular cocked,wrong_pips=in_time",
    43: "--baffle --mixed",
    44: "--view corner --irregular blocked_path=in_time,on_checker",
    45: "--ends tap --view low",
    46: "--no-bar --irregular hit_checker_removed=late,cocked",
    47: "--irregular premature_roll,premature_double,setup_exchanged=in_time",
    48: "--varied",
    49: "--ends clock --baffle --company 0.2",
    50: "--irregular checker_count=never,on_die,cube_after_roll",
    51: "--lean 0.2 --jolt 0.2 --irregular wrong_side,own_checker_to_bar=never",
    60: "--irregular wrong_pips:0.15,cocked:0.15",
    61: "--view corner --mixed --irregular on_checker,must_play_more=in_time",
    62: "--ends clock --irregular premature_double,wrong_direction=in_time",
    63: "--view low --irregular setup_moved=in_time,cocked_played",
    64: "--baffle --irregular checker_count=in_time",
    65: "--view seated --lean 0.2 --irregular off_turn_touched,shuffle,blocked_path=late",
    66: "--jolt 0.3 --slide 0.3 --mixed --company 0.2",
    67: "--irregular wrong_side,premature_roll,on_bar",
    68: "--view overhead --irregular co_occupied=in_time,off_board",
    69: "--no-bar --ends tap",
    70: "--irregular cube_no_access,setup_missing=in_time,wrong_pips=never",
    71: "--shutter 0.016 --irregular bar_entry_ignored=in_time,cocked:0.15",
    80: "--irregular wrong_pips=in_time,cocked:0.1",
    81: "--ends clock --irregular must_play_more=in_time,shuffle",
    82: "--view low --irregular hit_checker_removed=late",
    83: "--baffle --mixed",
    84: "--varied --irregular setup_missing=never,wrong_direction=in_time",
    85: "--view corner --irregular bar_entry_ignored=in_time,on_checker",
    86: "--ends tap --company 0.2",
    87: "--irregular cube_wrong_level=in_time,own_checker_to_bar=in_time",
    88: "--view end --mixed --irregular premature_roll",
    89: "--no-bar",
    90: "--lean 0.2 --jolt 0.2 --irregular checker_count=in_time,cocked:0.1",
    91: "--irregular setup_exchanged=in_time,blocked_path=never,premature_double",
    100: "",
    101: "--irregular cocked:0.1,wrong_pips=never",
    102: "--ends clock --irregular opponent_checker_moved=in_time,shuffle",
    103: "--view low --mixed --irregular must_play_more=never",
    104: "--varied --irregular setup_exchanged=never",
    105: "--view corner --irregular checker_count=late,on_checker",
    106: "--baffle --ends tap",
    107: "--irregular premature_roll,cube_start_face,own_checker_to_bar=late",
    108: "--view end --irregular setup_missing=in_time,cocked_played",
    109: "--no-bar --company 0.2",
    110: "--lean 0.2 --irregular wrong_side,blocked_path=in_time,off_board",
    111: "--slide 0.3 --jolt 0.2 --irregular premature_double,co_occupied=late",
    120: "",
    121: "--irregular wrong_pips=in_time,on_checker",
    122: "--ends clock --mixed --irregular premature_double,must_play_higher=late",
    123: "--view low --irregular setup_moved=never,cocked:0.15",
    124: "--varied",
    125: "--view corner --irregular own_checker_to_bar=in_time,off_board",
    126: "--baffle --company 0.2",
    127: "--irregular hit_checker_removed=in_time,premature_roll",
    128: "--view end --irregular setup_missing=never,wrong_direction=late",
    129: "--no-bar --mixed",
    130: "--lean 0.2 --slide 0.2 --irregular cube_wrong_level=in_time,blocked_path=in_time",
    131: "--ends tap --view seated --irregular bar_entry_ignored=late",
    140: "",
    141: "--irregular wrong_direction=in_time,cocked:0.1",
    142: "--ends clock --irregular hit_checker_removed=in_time,on_checker",
    143: "--view low --mixed",
    144: "--varied --irregular setup_moved=in_time,wrong_pips=never",
    145: "--view corner --irregular bar_entry_ignored=in_time,premature_roll",
    146: "--baffle --ends tap",
    147: "--irregular setup_missing=in_time,checker_count=never",
    148: "--view end --irregular must_play_more=late,off_board",
    149: "--no-bar --company 0.2",
    150: "--lean 0.2 --jolt 0.2 --irregular blocked_path=in_time,cube_wrong_level=in_time",
    151: "--view seated --irregular opponent_checker_moved=in_time,premature_double",
    160: "",
    161: "--irregular wrong_pips=in_time,cocked:0.1",
    162: "--ends clock --irregular blocked_path=late,on_checker",
    163: "--view low --irregular must_play_more=in_time",
    164: "--varied --irregular checker_count=in_time",
    165: "--view corner --irregular setup_exchanged=in_time,cube_wrong_level=in_time",
    166: "--baffle --ends tap --mixed",
    167: "--irregular setup_moved=never,premature_roll",
    168: "--view end --irregular wrong_direction=in_time,off_board",
    169: "--no-bar --irregular opponent_checker_moved=in_time",
    170: "--lean 0.2 --slide 0.2 --irregular own_checker_to_bar=in_time,premature_double",
    171: "--view seated --company 0.2 --irregular bar_entry_ignored=in_time,wrong_pips=never",
    180: "",
    181: "--irregular wrong_pips=never,cocked:0.1",
    182: "--ends clock --irregular must_play_more=in_time,shuffle",
    183: "--view low --irregular blocked_path=in_time",
    184: "--varied --irregular setup_missing=in_time",
    185: "--view corner --irregular wrong_direction=in_time,on_checker",
    186: "--baffle --ends tap --irregular own_checker_to_bar=in_time",
    187: "--irregular setup_moved=in_time,premature_roll",
    188: "--view end --irregular checker_count=in_time,off_board",
    189: "--no-bar --mixed --irregular wrong_pips=late",
    190: "--lean 0.2 --jolt 0.2 --irregular cube_wrong_level=in_time,bar_entry_ignored=never",
    191: "--view seated --company 0.2 --irregular opponent_checker_moved=late",
    192: "--mixed",
    193: "--irregular hit_checker_removed=in_time,cocked:0.1",
    194: "--ends clock --irregular premature_double,setup_exchanged=never",
    195: "--view low --shutter 0.016 --irregular must_play_higher=in_time",
    196: "--varied --irregular off_turn_moved,wrong_pips=in_time",
    197: "--view corner --mixed --irregular cube_no_access",
    198: "--baffle --company 0.2",
    199: "--irregular blocked_path=never,checker_count=late",
    200: "--view end --irregular wrong_side,cocked_played",
    201: "--no-bar --ends tap --irregular on_bar,must_play_more=never",
    202: "--slide 0.3 --irregular bar_entry_ignored=in_time,setup_missing=never",
    203: "--view overhead --irregular opponent_checker_moved=in_time,premature_roll",
    220: "",
    221: "--irregular wrong_pips=in_time,cocked:0.1",
    222: "--ends clock --irregular bar_entry_ignored=in_time,shuffle",
    223: "--view low --irregular setup_missing=in_time",
    224: "--varied --irregular must_play_more=in_time,on_checker",
    225: "--view corner --irregular setup_moved=never,premature_double",
    226: "--baffle --ends tap --irregular wrong_direction=in_time",
    227: "--mixed --irregular checker_count=in_time,cube_wrong_level=in_time",
    228: "--view end --irregular blocked_path=in_time,cocked_played",
    229: "--no-bar --irregular premature_roll,wrong_side",
    230: "--lean 0.2 --slide 0.2 --irregular must_play_higher=never,off_board",
    231: "--view seated --company 0.2 --irregular hit_checker_removed=in_time",
    232: "",
    233: "--irregular opponent_checker_moved=in_time,cocked:0.15",
    234: "--ends clock --mixed --irregular checker_count=late",
    235: "--view low --irregular wrong_pips=in_time,on_checker",
    236: "--varied --irregular setup_exchanged=in_time",
    237: "--view corner --irregular must_play_more=in_time,off_turn_touched",
    238: "--baffle --company 0.2 --irregular own_checker_to_bar=never",
    239: "--irregular wrong_direction=in_time,premature_roll",
    240: "--view end --irregular hit_checker_removed=never,off_board",
    241: "--no-bar --ends tap --irregular blocked_path=in_time",
    242: "--jolt 0.3 --mixed --irregular setup_moved=in_time,cube_wrong_level=in_time",
    243: "--view overhead --shutter 0.016 --irregular bar_entry_ignored=late,on_bar",
    260: "",
    261: "--varied --irregular hit_checker_removed=in_time,cocked:0.1",
    262: "--ends clock --mixed --irregular wrong_pips=in_time",
    263: "--view low --irregular checker_count=in_time,shuffle",
    264: "--irregular setup_exchanged=never,on_checker",
    265: "--view corner --irregular bar_entry_ignored=in_time",
    266: "--baffle --ends tap --irregular must_play_more=in_time,cube_wrong_level=in_time",
    267: "--mixed --irregular opponent_checker_moved=in_time,off_board",
    268: "--view end --irregular wrong_direction=in_time,cocked_played",
    269: "--no-bar --irregular hit_checker_removed=in_time,premature_roll",
    270: "--lean 0.2 --slide 0.2 --irregular setup_missing=in_time",
    271: "--view seated --company 0.2 --irregular blocked_path=in_time",
    272: "",
    273: "--irregular must_play_higher=in_time,cocked:0.15",
    274: "--ends clock --varied --irregular own_checker_to_bar=in_time",
    275: "--view low --irregular checker_count=late,wrong_side",
    276: "--mixed --irregular setup_moved=in_time",
    277: "--view corner --irregular wrong_pips=never,off_turn_touched",
    278: "--baffle --company 0.2 --irregular must_play_more=in_time",
    279: "--irregular bar_entry_ignored=in_time,premature_double",
    280: "--view end --irregular wrong_direction=late,off_board",
    281: "--no-bar --ends tap --irregular opponent_checker_moved=in_time",
    282: "--jolt 0.3 --irregular hit_checker_removed=late,cube_wrong_level=in_time",
    283: "--view overhead --shutter 0.016 --irregular setup_missing=never,on_bar",
    300: "",
    301: "--irregular cocked:0.2,wrong_pips=in_time",
    302: "--ends clock --mixed --irregular cocked_played,blocked_path=in_time",
    303: "--view low --irregular cocked:0.2",
    304: "--view end --irregular setup_moved=in_time,cocked_played",
    305: "--view corner --irregular cocked:0.2,must_play_more=in_time",
    306: "--baffle --irregular cocked:0.15,on_bar",
    307: "--no-bar --irregular wrong_direction=in_time,cocked_played",
    308: "--varied --irregular hit_checker_removed=in_time,cocked:0.2",
    309: "--view seated --company 0.2 --irregular cocked_played",
    310: "--irregular on_checker,bar_entry_ignored=in_time,cocked:0.2",
    311: "--view overhead --irregular cocked:0.2,premature_roll",
    320: "",
    321: "--irregular wrong_pips=in_time,cocked:0.15",
    322: "--mixed --irregular setup_moved=in_time,off_board",
    323: "--view low --irregular must_play_more=in_time",
    324: "--ends clock --varied --irregular opponent_checker_moved=in_time,premature_double",
    325: "--view corner --irregular blocked_path=late,wrong_side",
    326: "--baffle --irregular bar_entry_ignored=in_time",
    327: "--no-bar --irregular wrong_direction=in_time,cocked:0.15",
    328: "--view end --irregular hit_checker_removed=in_time",
    329: "--view seated --company 0.2 --irregular setup_missing=in_time,off_turn_moved",
    330: "--ends tap --irregular own_checker_to_bar=in_time,premature_roll",
    331: "--view overhead --shutter 0.016 --irregular premature_bearoff=in_time",
    340: "",
    341: "--irregular own_checker_to_bar=in_time,cocked:0.15",
    342: "--mixed --irregular wrong_pips=in_time,setup_missing=in_time",
    343: "--view low --irregular blocked_path=in_time",
    344: "--ends clock --varied --irregular must_play_more=in_time,premature_roll",
    345: "--view corner --irregular wrong_direction=in_time,cocked_played",
    346: "--baffle --irregular opponent_checker_moved=in_time",
    347: "--no-bar --irregular bar_entry_ignored=in_time,wrong_side",
    348: "--view end --irregular wrong_pips=late,off_board",
    349: "--view seated --company 0.2 --irregular hit_checker_removed=in_time",
    350: "--ends tap --irregular co_occupied=in_time,premature_double",
    351: "--view overhead --shutter 0.016 --irregular setup_moved=in_time,off_turn_moved",
    352: "",
    353: "--irregular premature_bearoff=in_time,on_checker",
    354: "--mixed --irregular own_checker_to_bar=late",
    355: "--view low --irregular cocked:0.2",
    356: "--ends clock --irregular wrong_pips=in_time,cube_wrong_level=in_time",
    357: "--view corner --irregular hit_checker_removed=late",
    358: "--baffle --irregular blocked_path=in_time,cocked:0.15",
    359: "--no-bar --irregular must_play_more=in_time",
    360: "--view end --irregular setup_moved=in_time,off_turn_touched",
    361: "--view seated --company 0.2 --irregular wrong_direction=in_time",
    362: "--ends tap --jolt 0.3 --irregular bar_entry_ignored=in_time",
    363: "--view overhead --irregular opponent_checker_moved=late,cocked_played",
    380: "",
    381: "--mixed --irregular cocked:0.15,must_play_higher=in_time",
    382: "--view low --irregular wrong_pips=in_time",
    383: "--ends clock --varied --irregular blocked_path=in_time,off_board",
    384: "--view corner --irregular off_turn_moved,opponent_checker_moved=in_time",
    385: "--baffle --irregular wrong_direction=late",
    386: "--no-bar --irregular setup_missing=in_time,cocked_played",
    387: "--view end --irregular hit_checker_removed=in_time",
    388: "--view seated --company 0.2 --irregular premature_bearoff=in_time,on_checker",
    389: "--ends tap --irregular own_checker_to_bar=in_time,premature_double",
    390: "--view overhead --irregular bar_entry_ignored=in_time,cube_wrong_level=in_time",
    391: "--jolt 0.3 --irregular co_occupied=in_time,wrong_side",
    392: "--varied --irregular wrong_pips=late,cocked:0.15",
    393: "--ends clock --irregular must_play_more=in_time,on_die",
    394: "--view corner --mixed --irregular setup_exchanged=in_time",
    395: "--view low --irregular premature_roll,own_checker_to_bar=late",
    396: "--no-bar --irregular wrong_direction=in_time,off_board",
    397: "--baffle --mixed --irregular blocked_path=late,cube_start_face",
    398: "--view end --irregular premature_bearoff=late,cocked_played",
    399: "--view seated --shutter 0.016 --irregular hit_checker_removed=in_time",
    400: "--ends tap --company 0.2 --irregular opponent_checker_moved=in_time",
    401: "--view overhead --irregular setup_missing=never,wrong_pips=in_time",
    402: "--slide 0.3 --lean 0.2 --irregular cube_no_access",
    403: "",
    420: "",
    421: "--irregular wrong_pips=in_time,cocked:0.15",
    422: "--view low --mixed --irregular hit_checker_removed=in_time",
    423: "--ends clock --irregular must_play_higher=never,off_board",
    424: "--view corner --irregular setup_moved=in_time,premature_roll",
    425: "--baffle --irregular bar_entry_ignored=in_time",
    426: "--no-bar --varied --irregular opponent_checker_moved=in_time,cocked:0.15",
    427: "--view end --irregular wrong_direction=never",
    428: "--view seated --company 0.2 --irregular must_play_more=in_time,on_bar",
    429: "--ends tap --irregular blocked_path=in_time,premature_double",
    430: "--view overhead --irregular checker_count=in_time,cube_wrong_level=in_time",
    431: "--jolt 0.3 --slide 0.2 --irregular own_checker_to_bar=in_time,wrong_side",
    432: "--mixed",
    433: "--ends clock --varied --irregular wrong_pips=in_time,on_die",
    434: "--view corner --irregular setup_missing=in_time,cocked_played",
    435: "--view low --irregular premature_bearoff=in_time",
    436: "--no-bar --irregular hit_checker_removed=late,on_checker",
    437: "--baffle --irregular wrong_direction=in_time,off_turn_moved",
    438: "--view end --irregular co_occupied=in_time,cocked:0.1",
    439: "--view seated --shutter 0.016 --irregular must_play_more=late",
    440: "--ends tap --irregular bar_entry_ignored=in_time,cube_no_access",
    441: "--view overhead --company 0.2 --irregular setup_exchanged=in_time",
    442: "--lean 0.2 --irregular opponent_checker_moved=in_time,premature_roll",
    443: "--irregular blocked_path=never,cocked_played",
}
"""Films made when the tracker had been led by those above: of each number's first watching the card tells
(monitor/tracking/README.md); since then they, too, have led it."""
LAST = {
    460: "",
    461: "--irregular cocked:0.2,wrong_pips=in_time",
    462: "--view low --irregular opponent_checker_moved=in_time",
    463: "--ends clock --mixed --irregular must_play_more=in_time,off_board",
    464: "--view corner --irregular hit_checker_removed=in_time,premature_roll",
    465: "--baffle --irregular own_checker_to_bar=in_time",
    466: "--no-bar --irregular setup_moved=in_time,cocked_played",
    467: "--view end --varied --irregular bar_entry_ignored=late",
    468: "--view seated --company 0.2 --irregular wrong_direction=in_time,on_checker",
    469: "--ends tap --irregular must_play_higher=in_time,premature_double",
    470: "--view overhead --irregular blocked_path=in_time,cube_wrong_level=in_time",
    471: "--jolt 0.3 --slide 0.2 --irregular checker_count=in_time,wrong_side",
    472: "--irregular cocked_played,wrong_pips=late",
    473: "--ends clock --varied --irregular co_occupied=in_time,on_die",
    474: "--view corner --mixed --irregular setup_exchanged=never",
    475: "--view low --irregular must_play_more=never,cocked:0.15",
    476: "--no-bar --irregular bar_entry_ignored=in_time,off_turn_moved",
    477: "--baffle --mixed --irregular hit_checker_removed=late",
    478: "--view end --irregular opponent_checker_moved=late,off_board",
    479: "--view seated --shutter 0.016 --irregular setup_missing=in_time",
    480: "--ends tap --irregular wrong_direction=in_time,cube_no_access",
    481: "--view overhead --company 0.2 --irregular own_checker_to_bar=late",
    482: "--lean 0.2 --irregular blocked_path=in_time,premature_roll",
    483: "",
}
"""Films watched once, blind: their rows are of that watching."""
SEEDS = {
    0: 100,
    20: 300,
    40: 9000,
    60: 9500,
    80: 9900,
    100: 12000,
    140: 15000,
    160: 18000,
    180: 21000,
    220: 24000,
    260: 27000,
    300: 30000,
    320: 33000,
    340: 36000,
    380: 39000,
    420: 42000,
    460: 45000,
}
"""What is added to the numbers of films from each on, as the seed."""


def film(number: int, work: Path) -> Path:
    """The folder of a film, which is made if it is not there."""
    folder = work / f"film{number:02d}"
    if not (folder / "done").exists():
        seed = number + SEEDS[max(first for first in SEEDS if first <= number)]
        wish = ["--rig", str(number), "--seed", str(seed), "--games", "1", "--turns", "8", "--fps", "5"]
        wish += ["--length", "5", "--out", str(folder)]
        wish += ["--irregular", FILMS[number]] if number < len(FILMS) else named(number).split()
        if make_film(wish):
            raise SystemExit(f"film {number} cannot be made")
        (folder / "done").touch()
    return folder


def told_beforehand(folder: Path) -> list[str]:
    """What whoever sets up the camera says of the table: a clock, two dice for both, a baffle box."""
    match = next(line for line in read_lines(folder / "truth.jsonl") if line["ev"] == "MatchConfigured")
    options = ["--clock"] if match.get("clock") else []
    if match.get("dice") == "shared2" and not options:
        options = ["--dice", "shared2"]
    return [*options, *(["--baffle"] if match.get("baffle") else [])]


def watched(folder: Path) -> Path:
    """The journal of a watch of this film."""
    events = folder / "events.jsonl"
    command = [sys.executable, "-m", "monitor", "watch", str(folder / "match.mp4"), "--events", str(events)]
    command += ["--calibration", str(folder / "board.toml"), "--length", "5", "--ruleset", RULESET]
    command += [*told_beforehand(folder), "--no-serve"]
    for old in (events, *folder.glob("events*.journal")):
        old.unlink(missing_ok=True)
    with (folder / "watch.log").open("w") as log:
        ended = subprocess.run(
            command, cwd=ROOT, stdout=log, stderr=log, stdin=subprocess.DEVNULL, check=False
        )
    if ended.returncode:
        raise SystemExit(f"{folder}: the watch ended with {ended.returncode}; see watch.log")
    return events


def with_presses(folder: Path, events: Path, *, again: bool = False) -> list[Line]:
    """The journal of a film had presses and taps been entered: its readings followed again with them.

    again: also where there are none.
    """
    ends = [
        line for line in read_lines(folder / "truth.jsonl") if line["ev"] in ("ClockPressed", "BarTapped")
    ]
    if not ends and not again:
        return read_lines(events)
    lines: list[str] = []
    waiting = [Event(line["ev"], t=line["t"], by=line["by"], src="clock") for line in ends]
    with JournalReader(events.with_suffix(".journal")) as stored:
        following = Following(stored.config, Retold(lines))
        following.begin()
        for number, item in stored.readings():
            while isinstance(item, Reading) and waiting and waiting[0].t <= item.t:
                following.take(number, waiting.pop(0))
            following.take(number, item)
    return [json.loads(line) for line in lines]


def rows_of(scores: dict[int, Score]) -> list[dict[str, object]]:
    """One row a film and measure, then the films with slips and those without, each together with bootstrap
    intervals over the films."""
    rows: list[dict[str, object]] = []
    for number, result in scores.items():
        shares = {
            "turns exactly right": result.turns,
            "rolls right": result.dice,
            "cube acts right": result.cube,
            "games ended right": result.games,
            "findings raised": result.findings,
            "raised in time": result.in_time,
        }
        base = {"rig": number, "irregular": named(number)}
        for name, share in shares.items():
            numbers = {"number": share.right, "of": share.total, "low": share.low, "high": share.high}
            rows.append({**base, "what": name, **numbers})
        rows.append({**base, "what": "false findings", "number": len(result.false)})
        rows.append({**base, "what": "seconds", "number": round(result.seconds, 1)})
    together: dict[str, Sequence[int]] = {
        "all": range(len(FILMS)),
        "manners": list(MANNERS),
        "later": list(LATER),
        "last": list(LAST),
    }
    for name, films in together.items():
        for m in added_up([scores[number] for number in films if number in scores]):
            row: dict[str, object] = {"rig": name, "what": m.name, "number": round(m.value, 4)}
            if m.share is not None:
                row |= {
                    "number": m.share.right,
                    "of": m.share.total,
                    "low": m.share.low,
                    "high": m.share.high,
                }
            rows.append({**row, "boot_low": round(m.low, 4), "boot_high": round(m.high, 4)})
    return rows


def named(number: int) -> str:
    """What there is about a film."""
    return FILMS[number] if number < len(FILMS) else (MANNERS | LATER | LAST)[number]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--work", type=Path, required=True, help="folder for the films; they are reused")
    parser.add_argument("--only", default="", help="numbers of films, separated by commas")
    parser.add_argument("--films", action="store_true", help="make the films and stop")
    parser.add_argument("--scored", action="store_true", help="score what was watched before")
    parser.add_argument("--again", action="store_true", help="follow what was read before again")
    args = parser.parse_args(argv)
    every = [*range(len(FILMS)), *MANNERS, *LATER, *LAST]
    numbers = [int(n) for n in args.only.split(",")] if args.only else every
    scores = {}
    for number in numbers:
        if (args.scored or args.again) and not (args.work / f"film{number:02d}" / "score.json").exists():
            continue
        folder = film(number, args.work)
        if args.films:
            continue
        old = args.scored or args.again
        events = folder / "events.jsonl" if old else watched(folder)
        told = with_presses(folder, events, again=args.again)
        scores[number] = score(read_lines(folder / "truth.jsonl"), told, RULESET)
        print(f"film {number}: {named(number)}\n{report(scores[number])}\n", flush=True)  # noqa: T201
        (folder / "score.json").write_text(json.dumps(asdict(scores[number]), indent=1))
    if scores:
        print(in_words(added_up(list(scores.values()))))  # noqa: T201
    if not args.only and not args.films:
        with TABLE.open("w", newline="", encoding="utf-8") as out:
            names = ("rig", "irregular", "what", "number", "of", "low", "high", "boot_low", "boot_high")
            writer = csv.DictWriter(out, names)
            writer.writeheader()
            writer.writerows(rows_of(scores))
    return 0


if __name__ == "__main__":
    sys.exit(main())
