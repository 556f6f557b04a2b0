"""A mirrored picture, or a table where everybody throws on his left: the halves name the wrong thrower."""

from collections.abc import Sequence

import pytest

from fixtures.readings import Script, ScriptDie, readings
from monitor.config import MatchConfig
from tests.monitor.tracking.sim import QUIET, Told, follow, legal_turns, truth
from vision.reading import Zone

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
