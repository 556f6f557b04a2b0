"""Speed of the referee: events a second through `Referee.feed`, on one core, for every rule set.

``python tests/bench/rules_bench.py`` writes rules.json beside this file. The journals are whole matches
played at random without a fault, and the same with a slip now and then that is put right at once (half a
play, a cocked die, an early roll). Reading the lines is measured apart. CPU time, median of the rounds.
The engine's own speed in the same run (sets of legal results a second, as in engine.json) tells how much of
a core was to be had.
"""

import argparse
import gc
import json
import os
import platform
import random
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from monitor.backgammon import legal_results  # noqa: E402
from monitor.config import MatchConfig  # noqa: E402
from monitor.events import Event  # noqa: E402
from monitor.rules import Referee, load_ruleset, ruleset_names  # noqa: E402
from tests.bench.engine_bench import own_games  # noqa: E402
from tests.monitor.rules.random_match import Line, RandomMatch  # noqa: E402

SEED = 7
SLIPS = 0.02
"""How often a roll, a move or the waiting goes wrong: about one turn in twenty."""
MODES: dict[str, dict[str, Any]] = {
    "four dice": {},
    "clock": {"clock": True, "dice": "shared2"},
}
Journal = list[tuple[MatchConfig, list[Event]]]


def matches(mode: str, length: int, count: int, slips: float) -> list[list[Line]]:
    """Lines of whole matches."""
    config = MatchConfig(length=length, home="E", **MODES[mode])
    return [
        RandomMatch(config, random.Random(SEED + number), doubles=0.02, slips=slips).lines()
        for number in range(count)
    ]


def seconds(rules: Any, journal: Journal) -> tuple[float, int]:
    """CPU time for all matches of a journal, and the findings raised."""
    found = 0
    begun = time.process_time()
    for config, events in journal:
        feed = Referee(rules, config, live=True).feed
        for event in events:
            found += len(feed(event))
    return time.process_time() - begun, found


def processor() -> str:
    """The name of the processor as the system gives it."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text("utf-8").splitlines():
            if line.lower().startswith(("model name", "hardware")):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=12)
    parser.add_argument("--length", type=int, default=11)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("rules.json"))
    options = parser.parse_args()
    journals: dict[str, list[list[Line]]] = {}
    for mode in MODES:
        journals[f"{mode}, faultless"] = matches(mode, options.length, options.matches, 0.0)
        journals[f"{mode}, with slips"] = matches(mode, options.length, options.matches, SLIPS)
    rules = {name: load_ruleset(name) for name in ruleset_names()}
    rates: dict[tuple[str, str], list[float]] = {}
    found: dict[tuple[str, str], int] = {}
    reading: list[float] = []
    engine: list[float] = []
    cases = own_games(2000)
    load = os.getloadavg()[0]
    order = list(rules)
    for _ in range(options.rounds):
        order.append(order.pop(0))
        begun = time.process_time()
        for case in cases:
            legal_results(case.position, case.dice)
        engine.append(len(cases) / (time.process_time() - begun))
        for title, lines in journals.items():
            mode = title.partition(",")[0]
            count = sum(map(len, lines))
            gc.collect()
            gc.disable()
            begun = time.process_time()
            events = [[Event.from_json(line) for line in match] for match in lines]
            reading.append(count / (time.process_time() - begun))
            gc.collect()
            for name in order:
                config = MatchConfig(ruleset=name, length=options.length, home="E", **MODES[mode])
                took, found[title, name] = seconds(rules[name], [(config, match) for match in events])
                rates.setdefault((title, name), []).append(count / took)
            gc.enable()
    result = {
        "what": "events a second through Referee.feed, one core, CPU time, median of the rounds",
        "date": datetime.now(UTC).date().isoformat(),
        "processor": processor(),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "load_before": round(load, 1),
        "seed": SEED,
        "rounds": options.rounds,
        "matches": options.matches,
        "points": options.length,
        "slips": SLIPS,
        "events": {title: sum(map(len, lines)) for title, lines in journals.items()},
        "events_per_second": {
            title: {name: round(median(rates[title, name])) for name in rules} for title in journals
        },
        "findings": {title: {name: found[title, name] for name in rules} for title in journals},
        "slowest": round(min(median(values) for values in rates.values())),
        "events_read_per_second": round(median(reading)),
        "engine_sets_per_second": round(median(engine)),
    }
    options.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
