"""Match after match in one session: memory stays as it is, and a frame costs what it cost at first."""

import pickle
from dataclasses import replace
from time import process_time

from fixtures.readings import Noise, readings
from fixtures.transcripts import Act, GameRecord
from fixtures.whole_match import MatchScript
from monitor.config import MatchConfig
from monitor.rules import Referee, load_ruleset
from monitor.tracking import MatchTracker
from tests.monitor.tracking.sim import QUIET

SESSIONS = 6


def roll(by: str, dice: tuple[int, int], chains: tuple[tuple[int, ...], ...]) -> Act:
    return Act("roll", "A" if by == "A" else "B", dice, chains)


GAMES = (
    GameRecord(
        (
            roll("A", (3, 1), ((8, 5), (6, 5))),
            roll("B", (6, 5), ((24, 18, 13),)),
            roll("A", (4, 2), ((8, 4), (6, 4))),
            Act("double", "B", value=2),
            Act("drop", "A"),
        ),
        "B",
        1,
    ),
)


def test_memory_and_time_stay_as_they_are() -> None:
    config = MatchConfig(length=1)
    tracker, referee = MatchTracker(config), Referee(load_ruleset(config.ruleset), config, live=True)
    noise: Noise = QUIET
    start, seq, number = 0.0, 0, 0
    sizes, costs, begun = [], [], 0
    for match in range(SESSIONS):
        script = MatchScript(seed=match, length=1)
        script.play_match(GAMES)
        spent = frames = 0.0
        for reading in readings(script, fps=5.0, noise=noise, seed=match):
            before = process_time()
            for event in tracker.update(replace(reading, seq=number, t=start + reading.t)):
                seq += 1
                begun += event.ev == "GameStarted"
                referee.feed(replace(event, seq=seq))
            spent += process_time() - before
            number, frames = number + 1, frames + 1.0
        start += script.t + 3.0
        sizes.append(len(pickle.dumps(tracker)))
        costs.append(1000.0 * spent / frames)
    assert begun == SESSIONS
    assert max(sizes[2:]) <= 1.3 * max(sizes[:2])
    assert min(costs[-2:]) < 2.0 * min(costs[:2]) + 0.5, costs
