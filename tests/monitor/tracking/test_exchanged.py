"""A mirrored picture, or a table where everybody throws on his left: the halves name the wrong thrower."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from fixtures.readings import Script, ScriptDie, readings
from monitor.config import MatchConfig
from monitor.tracking import MatchTracker
from monitor.tracking.exchanged import MIRRORED, NOT_MIRRORED, PERHAPS, UNSETTLED
from tests.monitor.tracking.sim import QUIET, Told, follow, legal_turns, truth
from vision.reading import CubeReading, Reading, Zone

SWAPPED: dict[Zone, Zone] = {"E": "W", "W": "E"}


class LeftScript(Script):
    """Dice come to lie on the thrower's left."""

    def throw(self, values: Sequence[int], zone: Zone, *, leaning: bool = False) -> tuple[ScriptDie, ...]:
        return super().throw(values, SWAPPED.get(zone, zone), leaning=leaning)


def game(seed: int, turns: int = 8) -> Script:
    return legal_turns(seed, turns, make=LeftScript)


def watched(script: Script, config: MatchConfig | None = None) -> Told:
    return follow(readings(script, fps=8.0, noise=QUIET), config)


@pytest.mark.parametrize("seed", range(3, 11))
def test_the_game_is_followed_once_two_turns_were_played_with_the_others_dice(seed: int) -> None:
    script = game(seed)
    told = watched(script)
    (found,) = (event for event in told.named("TrackRegained") if event.get("sides") == "either")
    assert "mirrored" in found.get("reason")
    assert (told.turns & truth(script)).total() >= len(script.turns) - 4
    thrown = [event.by for event in told.named("DiceThrown") if event.t > found.t]
    assert len(thrown) >= 3
    assert thrown == [by for by, _, _ in script.turns][-len(thrown) :]


@pytest.mark.parametrize("seed", range(3, 11))
def test_at_most_who_began_is_told_as_wrong_and_withdrawn(seed: int) -> None:
    told = watched(game(seed))
    assert [code for code, _ in told.raised] in ([], ["OPENING_WRONG_STARTER"], ["CHECKER_OFF_TURN"])
    assert all(finding.status in ("resolved", "logged") for finding in told.findings[-1:])


def test_one_turn_played_with_the_others_dice_changes_nothing() -> None:
    for seed in range(3, 11):
        told = watched(game(seed, turns=1))
        assert not any(event.get("sides") for event in told.named("TrackRegained"))


def test_who_throws_on_his_right_is_never_taken_for_the_other() -> None:
    for seed in range(3, 9):
        script = legal_turns(seed, 8)
        told = watched(script)
        assert told.turns == truth(script)
        assert not told.named("TrackLost")


def test_stills_are_never_taken_for_mirrored() -> None:
    told = watched(game(5), MatchConfig(stills=True))
    assert not any(event.get("sides") for event in told.named("TrackRegained"))


def with_cube(script: Script, *nats: float) -> list[Reading]:
    """Readings of a cube that was looked at in a mirror from the beginning, as often as numbers
    are given: by so much its number shows plainer there."""
    found, looks, due = [], list(nats), 0.0
    for reading in readings(script, fps=8.0, noise=QUIET):
        if not looks or reading.t < due:
            found.append(reading)
            continue
        cube = CubeReading(64, 0.9, (0.0, 0.0), (-0.1, 0.5), in_mirror=looks.pop(0))
        found.append(replace(reading, cube=cube))
        due = reading.t + 0.4
    return found


def said(told: Told) -> list[tuple[str, str]]:
    """What was said of mirrored pictures: the sides, and the reason."""
    conflicts = [event for event in told.named("EvidenceConflict") if event.get("what") == "mirrored"]
    return [(event.get("sides"), event.get("reason")) for event in conflicts]


PLAIN_IN_MIRROR = 2.0, 1.4, 2.5, 1.0, 3.0


@pytest.mark.parametrize("seed", range(3, 11))
def test_the_cube_says_it_first_and_a_turn_confirms_it(seed: int) -> None:
    script = game(seed)
    told = follow(with_cube(script, *PLAIN_IN_MIRROR))
    assert said(told) == [("either", PERHAPS), ("either", MIRRORED)]
    assert told.turns == truth(script)
    assert told.raised == []
    assert not told.named("TrackLost")


def test_it_is_said_on_the_screen_for_as_long_as_it_lasts() -> None:
    tracker = MatchTracker()
    reasons = []
    for reading in with_cube(game(4), *PLAIN_IN_MIRROR):
        tracker.update(reading)
        reasons.append(tracker.state.reason)
    assert reasons[0] is None
    assert reasons[-1] == MIRRORED


@pytest.mark.parametrize("seed", range(3, 9))
def test_a_logo_that_means_nothing_is_found_out_by_the_first_turns(seed: int) -> None:
    script = legal_turns(seed, 8)
    told = follow(with_cube(script, *PLAIN_IN_MIRROR))
    assert said(told) == [("either", PERHAPS), ("right", NOT_MIRRORED)]
    assert told.turns == truth(script)
    assert told.raised == []


@pytest.mark.parametrize(
    "nats",
    [PLAIN_IN_MIRROR[:4], (1.0, 1.1, 1.2, 1.3, 1.4, 1.5), (2.0,) * 12, (-3.0, 2.0, -3.1, 2.1, -3.2, 2.2)],
)
def test_a_few_looks_or_faint_ones_or_the_same_again_say_nothing(nats: Sequence[float]) -> None:
    told = follow(with_cube(legal_turns(4, 4), *nats))
    assert said(told) == []


def test_where_halves_say_nothing_anyway_nothing_but_the_cube_is_doubted() -> None:
    script = legal_turns(4, 4)
    told = follow(with_cube(script, *PLAIN_IN_MIRROR), MatchConfig(baffle=True))
    assert said(told) == [("either", UNSETTLED)]
    assert told.turns == truth(script)
