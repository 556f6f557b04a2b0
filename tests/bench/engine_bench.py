"""Speed of the game engine: whole sets of legal results a second, on one core, beside other engines.

``python tests/bench/engine_bench.py`` writes engine.json beside this file. Positions come from seeded games
of random plays. Where they are installed, OpenSpiel (`pip install open_spiel`) and gammonview (`pip install
gammonview`, pure Python) are measured in the same run on the same positions, in interleaved rounds, and every
set is compared with ours. CPU time; the median of the rounds. Without them our engine is measured alone.
"""

import argparse
import gc
import importlib.metadata
import json
import os
import platform
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from monitor.backgammon import (  # noqa: E402
    START,
    Position,
    explain_rolls,
    explain_two_turns,
    judge_transition,
    legal_plays,
    legal_results,
)

SEED = 7
Dice = tuple[int, int]


@dataclass
class Case:
    """A position and a roll, with OpenSpiel's state of it where there is one."""

    position: Position
    dice: Dice
    state: Any = None


@dataclass
class Contender:
    """Something to be timed: `run` goes through one round of cases."""

    name: str
    run: Callable[[list[Case]], None]
    rates: list[float] = field(default_factory=list)


def own_games(count: int) -> list[Case]:
    """Cases of games of random legal plays."""
    rng = random.Random(SEED)
    cases: list[Case] = []
    position = START
    while len(cases) < count:
        dice = (rng.randint(1, 6), rng.randint(1, 6))
        cases.append(Case(position, dice))
        results = sorted(legal_results(position, dice))
        if results:
            position = Position.from_key(rng.choice(results))
        position = position.swapped() if any(position.mover) else START
    return cases


def openspiel_games(pyspiel: Any, count: int) -> list[Case]:
    """Cases of games that OpenSpiel played at random, each with its state."""
    rng = random.Random(SEED)
    game = pyspiel.load_game("backgammon")
    cases: list[Case] = []
    while len(cases) < count:
        state = game.new_initial_state()
        fresh = True
        while not state.is_terminal() and len(cases) < count:
            if state.is_chance_node():
                state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
                fresh = True
                continue
            if fresh:
                player = state.current_player()
                cases.append(Case(seen_by(state, player), dice_of(state), state.clone()))
            fresh = False
            state.apply_action(rng.choice(state.legal_actions()))
    return cases


def seen_by(state: Any, player: int) -> Position:
    """OpenSpiel's board from the side of a player (0 moves up the numbers, 1 down; 100 is the bar)."""
    sides = []
    for side in (player, 1 - player):
        counts = [state.board(side, 23 - i if side == 0 else i) for i in range(24)]
        sides.append([*counts, state.board(side, 100)])
    return Position.of(sides[0], sides[1])


def dice_of(state: Any) -> Dice:
    """The roll to be played."""
    line = next(line for line in str(state).splitlines() if line.startswith("Dice:"))
    digits = line.split()[1]
    return int(digits[0]), int(digits[1])


def openspiel_results(case: Case) -> set[bytes]:
    """Boards after the whole roll by OpenSpiel's states; a double is two actions there."""
    player = case.state.current_player()
    level = [case.state.child(action) for action in case.state.legal_actions()]
    if case.dice[0] == case.dice[1]:
        level = [
            later
            for state in level
            for later in (
                [state.child(action) for action in state.legal_actions()]
                if state.current_player() == player
                else [state]
            )
        ]
    return {seen_by(state, player).board for state in level}


def gammonview_results(case: Case, legality: Any) -> tuple[set[Any], int]:
    """gammonview's set of legal plays (a play is the sorted moves, so one result may appear twice)."""
    mine = [0, *case.position.board[:25]]
    theirs = [0, *(case.position.facing(point) for point in range(1, 25)), case.position.opponent_bar]
    plays, most = legality.legal_plays(mine, theirs, *case.dice)
    return plays, most


def rate(work: Callable[[Case], object]) -> Callable[[list[Case]], None]:
    """A round that does one thing for every case."""

    def run(chosen: list[Case]) -> None:
        for case in chosen:
            work(case)

    return run


def measure(contenders: list[tuple[Contender, int]], cases: list[Case], rounds: int) -> None:
    """Interleaved rounds; each contender does its share of the cases and gets a rate in sets a second."""
    gc.collect()
    gc.disable()
    for number in range(rounds):
        for contender, share in contenders:
            start = number * share % len(cases)
            chosen = (cases + cases)[start : start + share]
            begun = time.process_time()
            contender.run(chosen)
            contender.rates.append(share / (time.process_time() - begun))
    gc.enable()


def version(package: str) -> str | None:
    """The installed version, None where the package is missing."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def processor() -> str:
    """The name of the processor as the system gives it."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text("utf-8").splitlines():
            if line.lower().startswith(("model name", "hardware")):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def microseconds(cases: list[Case]) -> dict[str, float]:
    """What single questions cost, in microseconds of CPU time."""
    rng = random.Random(SEED)
    turns = []
    for case in cases:
        results = sorted(legal_results(case.position, case.dice))
        after = Position.from_key(rng.choice(results)) if results else case.position
        turns.append((case.position, case.dice, after))
    two = [(before, after) for before, _, after in turns[:300] if any(after.mover)]
    replies = []
    for before, middle in two:
        results = sorted(legal_results(middle.swapped(), (6, 3)))
        replies.append((before, (Position.from_key(results[0]) if results else middle.swapped()).swapped()))

    def cost(work: Callable[[], object], count: int) -> float:
        begun = time.process_time()
        work()
        return round((time.process_time() - begun) / count * 1e6, 2)

    return {
        "judge_transition of a legal turn": cost(
            lambda: [judge_transition(*turn) for turn in turns], len(turns)
        ),
        "explain_rolls, all 21": cost(
            lambda: [explain_rolls(before, after) for before, _, after in turns], len(turns)
        ),
        "explain_two_turns": cost(lambda: [explain_two_turns(*pair) for pair in replies], len(replies)),
        "Position.from_id": cost(lambda: [Position.from_id(x) for x in [t[0].id for t in turns]], len(turns)),
    }


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument(
        "--out", type=Path, default=Path(__file__).with_suffix(".json").with_name("engine.json")
    )
    options = parser.parse_args()
    missing: list[str] = []
    try:
        import pyspiel
    except ImportError:
        pyspiel = None
        missing.append("open_spiel is not installed: measured without it")
    try:
        from gvformat import legality
    except ImportError:
        legality = None
        missing.append("gammonview is not installed: measured without it")
    cases = openspiel_games(pyspiel, options.cases) if pyspiel else own_games(options.cases)
    contenders = [
        (Contender("ours: legal_results (set of boards as integers)",
                   rate(lambda c: legal_results(c.position, c.dice))), len(cases)),
        (Contender("ours: result boards as bytes of 50 counts",
                   rate(lambda c: {key.to_bytes(50, "little") for key in
                                   legal_results(c.position, c.dice)})), len(cases)),
        (Contender("ours: legal_plays (with a way to play each)",
                   rate(lambda c: legal_plays(c.position, c.dice))), len(cases) // 10),
    ]  # fmt: skip
    if pyspiel:
        for case in cases[:: max(1, len(cases) // 500)]:
            wanted = {key.to_bytes(50, "little") for key in legal_results(case.position, case.dice)}
            assert openspiel_results(case) == (wanted or {case.position.board}), case
        contenders += [
            (Contender("OpenSpiel wheel: legal_actions() (doubles: first half only)",
                       rate(lambda c: c.state.clone().legal_actions())), len(cases)),
            (Contender("OpenSpiel wheel: result boards of the whole roll, read through Python",
                       rate(openspiel_results)), len(cases) // 50),
        ]  # fmt: skip
    if legality:
        for case in cases[:: max(1, len(cases) // 300)]:
            plays, most = gammonview_results(case, legality)
            assert bool(plays) == bool(legal_results(case.position, case.dice)), case
            assert most == max((len(p.hops) for p in legal_plays(case.position, case.dice)), default=0), case
        contenders.append(
            (Contender("gammonview (pure Python): legal_plays",
                       rate(lambda c: gammonview_results(c, legality))), len(cases) // 10),
        )  # fmt: skip
    measure(contenders, cases, options.rounds)
    rates = {c.name: round(median(c.rates)) for c, _ in contenders}
    ours = rates[contenders[0][0].name]
    report = {
        "what": "sets of legal results a second, one core, CPU time, median of interleaved rounds",
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "processor": processor(),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "load_before": round(os.getloadavg()[0], 1),
        "versions": {name: version(name) for name in ("open_spiel", "gammonview", "numpy")},
        "positions": f"{len(cases)} of random games played by {'OpenSpiel' if pyspiel else 'this engine'}",
        "seed": SEED,
        "rounds": options.rounds,
        "results_a_set": round(sum(len(legal_results(c.position, c.dice)) for c in cases) / len(cases), 2),
        "sets_per_second": rates,
        "spread": {c.name: [round(min(c.rates)), round(max(c.rates))] for c, _ in contenders},
        "ours_is_faster_by": {name: round(ours / value, 2) for name, value in rates.items()},
        "microseconds": microseconds(cases),
        "notes": missing,
    }
    options.out.write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
