"""A reading corrected afterwards: what follows it is derived again, and the journal only grows."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from fixtures.faults import SlotWrong, readings_with
from fixtures.readings import readings
from fixtures.staged import StagedGame, stage
from monitor.config import MatchConfig
from monitor.events import Event
from monitor.findings import Finding
from monitor.following import Following
from monitor.journal import Item
from monitor.station.standing import standing_lines
from tests.monitor.tracking.sim import QUIET
from vision.reading import Reading

CONFIG = MatchConfig(players=("Anna", "Boris"))


class Kept:
    """A journal in memory: lines and items."""

    def __init__(self) -> None:
        self.lines: list[dict[str, Any]] = []
        self.items: list[tuple[int, Item]] = []

    def event(self, event: Event) -> Event:
        numbered = replace(event, seq=len(self.lines) + 1)
        self.lines.append(json.loads(json.dumps(numbered.to_json())))
        return numbered

    def finding(self, finding: Finding) -> Finding:
        numbered = replace(finding, seq=len(self.lines) + 1)
        self.lines.append(json.loads(json.dumps(numbered.to_json())))
        return numbered

    def keep(self, item: Item) -> int:
        self.items.append((len(self.items) + 1, item))
        return len(self.items)

    def history(self, after: int, upto: int) -> Iterator[tuple[int, Item]]:
        return islice(iter(list(self.items)), after, upto)


def watched(items: list[Item], budget: float | None = None) -> tuple[Kept, Following]:
    kept = Kept()
    following = Following(CONFIG, kept, history=kept.history)
    following.begin()
    for item in items:
        following.take(kept.keep(item), item, budget)
    following.work()
    return kept, following


def plain(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Standing lines without numbers and without what only says that they were derived again."""
    numbers = {"seq", "raised_at", "closed_at", "resolved_at", "supersedes"}
    standing = [line for line in standing_lines(lines) if line.get("ended_by") != "corrected"]
    return [{name: value for name, value in line.items() if name not in numbers} for line in standing]


def correction(t: float, **data: object) -> Event:
    return Event("Corrected", t=t, src="operator", data={"code": "READING", **data})


@pytest.fixture(scope="module")
def misread() -> tuple[StagedGame, list[Reading], Event]:
    """A game in which a slot is misread for good from the fourth turn on, and what an operator says to it."""
    game = stage(2, most_turns=9)
    ended = game.played[3].ended
    wrong = SlotWrong(ended - 3.0, 1e9, 0.99, game.rng, until_changed=False)
    source = list(readings_with(game, readings(game, fps=8.0, noise=QUIET, seed=2), wrong))
    board = [scene for scene in game.scenes if scene.t <= ended + 0.6][-1].board
    return game, source, correction(ended + 0.6, board=board.board26())


def inserted(source: list[Reading], *events: Event) -> list[Item]:
    """The items as if every event had been entered at its time."""
    items: list[Item] = []
    waiting = sorted(events, key=lambda event: event.t)
    for reading in source:
        while waiting and waiting[0].t <= reading.t:
            items.append(waiting.pop(0))
        items.append(reading)
    return items + list(waiting)


def without_history(items: list[Item]) -> Kept:
    kept = Kept()
    following = Following(CONFIG, kept)
    following.begin()
    for item in items:
        following.take(kept.keep(item), item)
    return kept


@pytest.mark.parametrize("later", [1, 40, 10_000])
def test_a_late_correction_gives_what_a_timely_one_would_have_given(
    misread: tuple[StagedGame, list[Reading], Event], later: int
) -> None:
    _, source, said = misread
    at = next(index for index, reading in enumerate(source) if reading.t > said.t) + later
    kept, _ = watched([*source[:at], said, *source[at:]])
    timely = without_history(inserted(source, said))
    assert plain(kept.lines) == plain(timely.lines)
    assert [line["seq"] for line in kept.lines] == list(range(1, len(kept.lines) + 1))
    told = [line for line in kept.lines if line.get("supersedes")]
    assert len(told) == 1
    first, last = told[0]["supersedes"]
    assert first <= last + 1
    assert all(line["t_known"] >= said.t for line in kept.lines[first - 1 : last] if line["ev"] != "Finding")


def test_deriving_a_little_at_a_time_gives_the_same_lines(
    misread: tuple[StagedGame, list[Reading], Event],
) -> None:
    _, source, said = misread
    at = len(source) - 100
    items: list[Item] = [*source[:at], said, *source[at:]]
    at_once, _ = watched(items)
    slowly, _ = watched(items, budget=0.0)
    assert slowly.lines == at_once.lines


def test_a_finding_without_ground_is_withdrawn_and_stays_in_the_journal() -> None:
    game = stage(1, most_turns=7)
    ended = game.played[1].ended
    wrong = SlotWrong(ended - 3.0, 1e9, 0.99, game.rng, until_changed=False)
    source = list(readings_with(game, readings(game, fps=8.0, noise=QUIET, seed=1), wrong))
    kept, following = watched(list(source))
    assert [finding.code for finding in following.findings.values()] == ["ILLEGAL_MOVE"]
    board = [scene for scene in game.scenes if scene.t <= ended - 1.0][-1].board
    again, following = watched([*source[:-1], correction(ended - 1.0, board=board.board26()), source[-1]])
    finding = following.findings["F1"]
    assert (finding.status, finding.ended_by) == ("closed", "corrected")
    assert following.referee.findings == ()
    assert again.lines[: len(kept.lines) - 2] == kept.lines[:-2]
    told = [line for line in again.lines if line["ev"] == "Finding"]
    assert told[0]["status"] == "open"
    assert (told[-1]["ended_by"], told[-1]["seq"]) == ("corrected", len(again.lines))


def test_an_earlier_correction_after_a_later_one(misread: tuple[StagedGame, list[Reading], Event]) -> None:
    game, source, said = misread
    early = correction(game.played[1].ended + 0.6, cube={"value": 2, "owner": "B"})
    at = len(source) - 60
    kept, following = watched([*source[:at], said, *source[at : at + 20], early, *source[at + 20 :]])
    timely = without_history(inserted(source, early, said))
    assert plain(kept.lines) == plain(timely.lines)
    assert following.tracker.state.cube == 2
    assert sum("supersedes" in line for line in kept.lines) == 2


def test_settings_before_the_first_game_change_who_judges() -> None:
    kept = Kept()
    following = Following(CONFIG, kept)
    following.begin()
    following.take(
        1, Event("MatchConfigured", src="operator", data={"ruleset": "biba-2014", "players": ["C", "D"]})
    )
    assert following.config.ruleset == "biba-2014"
    assert following.config.players == ("C", "D")
    assert [line["ev"] for line in kept.lines] == ["MatchConfigured", "MatchConfigured"]
