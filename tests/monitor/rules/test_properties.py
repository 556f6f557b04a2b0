"""What holds for every journal, whatever happens in it."""

import json
import random
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from monitor.backgammon import ROLLS, Position, apply_play, legal_plays, legal_results
from monitor.config import MatchConfig
from monitor.events import VOCABULARY, Event, EventError
from monitor.findings import Finding
from monitor.rules import Referee, load_ruleset, ruleset_names
from monitor.scenarios import found_by
from tests.monitor.rules.random_match import START26, Line, RandomMatch, numbered

RULESETS = sorted(ruleset_names())
OWN = Path(__file__).with_name("scenarios")
SHARED = Path("../shared/rules/scenarios.json")
MODES: dict[str, dict[str, Any]] = {
    "four dice": {},
    "clock": {"clock": True, "dice": "shared2"},
    "box": {"baffle": True},
    "clock and box, home in the west": {"clock": True, "dice": "shared2", "baffle": True, "home": "W"},
    "two dice, taps": {"dice": "shared2"},
}
CERTAINTY = {"explicit", "inferred", "interpretation", "base_rule", "silent", "default"}
NEXT = {
    "open": {"open", "closed", "resolved"},
    "closed": {"closed"},
    "resolved": {"resolved"},
    "logged": {"logged"},
}
"""What a finding may become; a window that has closed stays closed."""

pytestmark = pytest.mark.slow
quick = settings(
    max_examples=12, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
seeds = st.integers(1, 12)
rules = st.sampled_from(RULESETS)
modes = st.sampled_from(sorted(MODES))

players = st.sampled_from(["A", "B", None])
odd = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 70), st.floats(allow_nan=True), st.text(max_size=4),
    st.lists(st.integers(-1, 7), max_size=4), st.dictionaries(st.text(max_size=4), st.integers(), max_size=2),
)  # fmt: skip
dice = st.lists(
    st.fixed_dictionaries(
        {"face": st.integers(1, 6), "zone": st.sampled_from("E W bar frame tray table floor box".split())},
        optional={
            "support": st.sampled_from(["surface", "checker", "die"]),
            "tilt": st.sampled_from(["flat", "leaning", "dimple", "surface"]),
            "face_clear": st.booleans(),
            "left_board": st.booleans(),
        },
    ),
    min_size=1,
    max_size=4,
)
place = st.sampled_from(
    [
        None,
        {"region": "surface", "half": "E"},
        {"region": "rail", "side": "S"},
        {"region": "table", "side": "N"},
    ]
)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "n": st.integers(1, 4),
    "dice": dice,
    "move": st.sampled_from(
        ["8/5 6/5", "13/7*", "bar/24", "6/off", "24/18 13/11", "opp:13/12", "8/5*rail", "6/bar"]
    ),
    "hand": st.sampled_from(["L", "R", "both"]),
    "purpose": st.sampled_from([None, "mix", "preference"]),
    "source": st.sampled_from(["cup", "hand", "box"]),
    "board": st.sampled_from(["-b----E-C---eE---c-e----B-", "-b----D-D---eE---c-e----B-", "x", ""]),
    "cube": st.sampled_from([{"present": False}, {"value_shown": 2, "place": "A_side"}]),
    "crawford": st.booleans(),
    "value": st.sampled_from([1, 2, 4, 8, 3]),
    "loc": place,
    "verbal": st.booleans(),
    "lifted": st.booleans(),
    "reached_only": st.booleans(),
    "what": st.sampled_from(
        "reposition_dice reposition_cube right_again will_double will_drop will_take hit borne_off".split()
    ),
    "choice": st.sampled_from(["stand", "reroll", "condone", "demand"]),
    "kind": st.sampled_from(["left_of_bar"]),
    "to": st.sampled_from(["A", "B", "players", "stream", "monitor"]),
    "role": st.sampled_from("player td staff monitor annotator spectator".split()),
    "code": st.sampled_from(["ILLEGAL_MOVE", "CUBE_START_FACE", "SETUP_ERROR", "CUBE_CRAWFORD", "X"]),
    "reason": st.sampled_from(["break", "think", "dispute", "invalid_roll", "illegal_move_claim"]),
    "winner": players,
    "how": st.sampled_from(["bearoff", "pass", "concede", "settled", "time", "slide", "lift"]),
    "level": st.sampled_from(["single", "gammon", "backgammon"]),
    "recorded": st.integers(0, 12),
    "clearance_cm": st.floats(0, 5),
    "side": players,
    "delay": st.integers(0, 15),
    "played": st.integers(1, 25),
    "official": st.integers(1, 25),
    "ruling": st.text(max_size=5),
    "through_cube": st.booleans(),
}  # fmt: skip


@st.composite
def lines_of_any_kind(draw: st.DrawFn) -> Line:
    """An event of the vocabulary with sensible, missing and senseless fields."""
    line: Line = {"ev": draw(st.sampled_from(sorted(VOCABULARY))), "by": draw(players)}
    names = draw(st.sets(st.sampled_from(sorted(FIELDS)), max_size=14))
    for name in sorted(names):
        line[name] = draw(odd if draw(st.integers(0, 9)) == 0 else FIELDS[name])
    return line


def config_of(name: str, mode: str) -> MatchConfig:
    return MatchConfig(ruleset=name, length=3, **({"home": "E"} | MODES[mode]))


@cache
def match_of(mode: str, seed: int, slips: float = 0.0) -> list[Line]:
    """A match to three points, faultless or with slips put right at once."""
    return RandomMatch(config_of(RULESETS[0], mode), random.Random(seed), slips=slips).lines()


def told(name: str, config: MatchConfig, lines: Iterable[Line], live: bool = True) -> list[Finding]:
    """Everything the referee says, in order; a line that is no event is left out."""
    referee = Referee(load_ruleset(name), config, live=live)
    said: list[Finding] = []
    for line in lines:
        try:
            event = Event.from_json(line)
        except EventError:
            continue
        said += referee.feed(event)
    return said


def disturbed(lines: list[Line], extra: list[Line], seed: int) -> list[Line]:
    """A good journal with events left out, doubled, moved and added."""
    rng = random.Random(seed)
    result: list[Line] = []
    for line in lines:
        fate = rng.random()
        if fate < 0.04:
            continue
        result.append(line)
        if fate > 0.97:
            result.insert(rng.randrange(max(0, len(result) - 4), len(result)), dict(line))
        if extra and rng.random() < 0.05:
            result.append(dict(rng.choice(extra)))
        if line.get("dice") and fate > 0.93:
            result[-1] = line | {"dice": [die | {"tilt": "leaning"} for die in line["dice"]]}
        if line.get("move") and fate > 0.9:
            result[-1] = line | {"move": rng.choice(["8/5 6/5", "13/7 8/7", "24/18", "6/off", "13/8 6/bar"])}
    return numbered(result)


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("mode", MODES)
def test_a_faultless_match_gives_no_finding(name: str, mode: str) -> None:
    if mode == "two dice, taps" and "tap" not in load_ruleset(name).value("turn.end_shared2"):
        pytest.skip("no tap ends a turn here")
    for seed in (1, 2, 3):
        assert [f.code for f in told(name, config_of(name, mode), match_of(mode, seed), live=False)] == []


@quick
@given(name=rules, mode=st.sampled_from(["four dice", "clock"]), seed=seeds)
def test_slips_put_right_leave_nothing_open(name: str, mode: str, seed: int) -> None:
    lines = match_of(mode, seed, slips=0.08)
    last = {finding.id: finding for finding in told(name, config_of(name, mode), lines, live=False)}
    assert {f.code for f in last.values()} <= {
        "ROLL_INVALID", "ILLEGAL_MOVE", "REPEATED_ILLEGAL_MOVES", "HIT_CHECKER_OFF_BAR", "PREMATURE_ROLL",
    }  # fmt: skip
    assert {f.status for f in last.values()} <= {"resolved", "logged"}


@quick
@given(name=rules, mode=modes, seed=seeds, extra=st.lists(lines_of_any_kind(), max_size=25))
def test_no_order_of_events_stops_a_live_referee(name: str, mode: str, seed: int, extra: list[Line]) -> None:
    config = config_of(name, mode)
    told(name, config, disturbed(match_of(mode, seed)[:300], extra, seed))


@quick
@given(name=rules, mode=modes, seed=seeds, extra=st.lists(lines_of_any_kind(), min_size=5, max_size=25))
def test_strict_reading_refuses_with_a_clear_error(
    name: str, mode: str, seed: int, extra: list[Line]
) -> None:
    config = config_of(name, mode)
    referee = Referee(load_ruleset(name), config)
    for line in disturbed(match_of(mode, seed)[:200], extra, seed):
        with suppress(EventError):
            referee.feed(Event.from_json(line))


SENSELESS = (
    None,
    True,
    -1,
    70,
    1.5,
    float("nan"),
    "",
    "zz",
    [],
    [1, 2],
    [None],
    {},
    {"a": 1},
    [{}],
    [{"face": [1], "zone": "E"}],
    [{"face": 3, "zone": "E", "tilt": []}],
)
SENSIBLE: Line = {
    "n": 2, "dice": [{"face": 3, "zone": "E"}, {"face": 1, "zone": "E"}], "move": "8/5 6/5", "hand": "R",
    "purpose": None, "source": "cup", "simultaneous": True, "rest_s": 2.5, "settled": True, "board": START26,
    "cube": {"value_shown": 64, "place": "bar_centre"}, "crawford": False, "game_no": 1, "value": 2,
    "loc": {"region": "surface", "half": "E"}, "verbal": True, "physical": True, "lifted": True,
    "reached_only": False, "what": "reposition_dice", "roll": [3, 1], "faces": [3, 1], "choice": "stand",
    "target": "illegal_move", "kind": "left_of_bar", "to": "A", "role": "player", "finding": "ILLEGAL_MOVE",
    "code": "ILLEGAL_MOVE", "ruling": "stands", "reason": "dispute", "side": "A", "delay": 12, "winner": "A",
    "how": "bearoff", "level": "single", "recorded": 1, "through_cube": False, "clearance_cm": 1.5,
    "restored": True, "hit_to_bar": False, "uncontrolled": False, "played": 5, "official": 7,
    "during": "game", "recorder": "player", "dice_in_play": 2, "dice_at_table": 4,
    "unused_dice_on_board": 0, "cubes_in_view": 1,
    "clock_side": "E", "baffle_side": "W", "board_cm": [46, 68], "restart": False, "of": "A",
    "handedness_mismatch": False, "length": 7, "spot": "bar", "passing": False,
}  # fmt: skip


@pytest.mark.parametrize("ev", sorted(VOCABULARY))
def test_any_field_may_be_senseless(ev: str) -> None:
    """Live, every field of every event may hold anything; what is said of it can be written down."""
    referee = Referee(load_ruleset(RULESETS[0]), config_of(RULESETS[0], "clock"), live=True)
    values = [(name, value) for name in SENSIBLE for value in SENSELESS]
    for seq, (name, value) in enumerate(values, 1):
        if seq % 40 == 1:
            referee.resume(Position.from_board26(START26), "A", 3)
        for finding in referee.feed(Event(ev, by="A", seq=seq, data=SENSIBLE | {name: value})):
            json.dumps(finding.to_json(), allow_nan=False)


@quick
@given(extra=st.lists(lines_of_any_kind(), max_size=40), name=rules)
def test_events_from_nowhere(extra: list[Line], name: str) -> None:
    told(name, MatchConfig(ruleset=name), numbered(extra))


@quick
@given(name=rules, mode=modes, seed=seeds, extra=st.lists(lines_of_any_kind(), max_size=25))
def test_the_same_journal_gives_the_same_findings(name: str, mode: str, seed: int, extra: list[Line]) -> None:
    config = config_of(name, mode)
    journal = disturbed(match_of(mode, seed)[:300], extra, seed)
    assert told(name, config, journal) == told(name, config, json.loads(json.dumps(journal)))


@quick
@given(name=rules, mode=modes, seed=seeds, extra=st.lists(lines_of_any_kind(), max_size=25))
def test_findings_live_one_way(name: str, mode: str, seed: int, extra: list[Line]) -> None:
    """A window never opens again, and a finding always says what it rests on and who may speak."""
    config = config_of(name, mode)
    rule_set = load_ruleset(name)
    last: dict[str, Finding] = {}
    for finding in told(name, config, disturbed(match_of(mode, seed)[:300], extra, seed)):
        before = last.get(finding.id)
        if before is not None:
            assert finding.status in NEXT[before.status], (before, finding)
            assert (finding.raised_at, finding.code, finding.by) == (before.raised_at, before.code, before.by)
        assert (finding.closed_at is not None) == (finding.status == "closed")
        assert (finding.resolved_at is not None) == (finding.status == "resolved")
        ended = finding.closed_at or finding.resolved_at
        assert ended is None or ended >= finding.raised_at
        assert finding.certainty in CERTAINTY
        assert finding.cite
        assert all(section.startswith(rule_set.prefix + " ") for section in finding.cite)
        assert finding.speak
        assert finding.text
        assert finding.remedy
        assert finding.until
        last[finding.id] = finding


WINDOW_ENDS = {
    "usbgf-2016": "DiceAtRest",
    "wbgt-2010": "DiceThrown",
    "ausbgf-2021": "DiceAtRest",
    "biba-2014": "DiceThrown",
    "fcbg-2007": "DiceThrown",
}
"""Which event of the opponent ends the window of an illegal move: his throw, or his valid roll at rest."""
LONGER = {
    "co_occupied", "deadlock", "opponent_checker_moved", "hit_checker_removed", "own_checker_to_bar",
    "premature_bearoff",
}  # fmt: skip
"""Kinds that USBGF 4.2.3(d) and (e) let be put right later."""


def with_a_wrong_move(lines: list[Line], rng: random.Random) -> tuple[list[Line], Line]:
    """The match up to the roll after one illegal move, and the event that ends the illegal turn."""
    moves = [n for n, line in enumerate(lines) if line["ev"] == "CheckersMoved" and quiet(lines[n : n + 6])]
    at = rng.choice(moves)
    mover = lines[at]["by"]
    begun = max(n for n in range(at) if lines[n]["ev"] == "GameStarted")
    position = Position.from_board26(lines[begun]["board"])
    for line in lines[begun:at]:
        if line["ev"] == "CheckersMoved":
            seen = position if line["by"] == "A" else position.swapped()
            seen = apply_play(seen, line["move"])
            position = seen if line["by"] == "A" else seen.swapped()
    seen = position if mover == "A" else position.swapped()
    faces = [die["face"] for line in lines[at - 4 : at] for die in line.get("dice", [])][-2:]
    legal = legal_results(seen, (faces[0], faces[1]))
    wrong: list[str] = []
    while not wrong:
        wrong = [
            play.notation
            for play in legal_plays(seen, rng.choice(ROLLS))
            if play.result.key not in legal and any(play.result.mover)
        ]
    rest = next(n for n in range(at + 1, len(lines)) if lines[n]["ev"] == "DiceAtRest")
    changed = [*lines[:at], lines[at] | {"move": rng.choice(wrong)}, *lines[at + 1 : rest + 1]]
    return changed, lines[at + 1]


def quiet(lines: list[Line]) -> bool:
    """A move after which the turn ends and the opponent rolls, without cube or end of the game."""
    names = [line["ev"] for line in lines]
    return "DiceAtRest" in names and not {"CubeOffered", "GameEnded"} & set(
        names[: names.index("DiceAtRest")]
    )


@settings(quick, max_examples=40)
@given(name=rules, mode=st.sampled_from(["four dice", "clock", "box"]), seed=seeds, choice=seeds)
def test_a_wrong_move_is_found_and_its_window_ends_in_time(
    name: str, mode: str, seed: int, choice: int
) -> None:
    lines, turn_end = with_a_wrong_move(match_of(mode, seed), random.Random(choice))
    said = told(name, config_of(name, mode), lines, live=False)
    raised, *later = said
    assert (raised.code, raised.by, raised.raised_at) == ("ILLEGAL_MOVE", turn_end["by"], turn_end["seq"])
    assert raised.status == "open"
    if name == "usbgf-2016" and raised.kind in LONGER:
        assert not later
    else:
        ends = next(line["seq"] for line in lines[::-1] if line["ev"] == WINDOW_ENDS[name])
        assert [(f.id, f.status, f.closed_at) for f in later] == [(raised.id, "closed", ends)]


def scenarios() -> list[dict[str, Any]]:
    files = [*sorted(OWN.glob("*.json")), *([SHARED] if SHARED.exists() else [])]
    return [s for path in files for s in json.loads(path.read_text(encoding="utf-8"))["scenarios"]]


EXCHANGE = {"A": "B", "B": "A", "N": "S", "S": "N", "E": "W", "W": "E"}
SIDES = {"half", "side", "zone", "clock_side", "baffle_side", "by", "to", "winner", "of"}


def from_the_other_seat(value: Any, key: str = "") -> Any:
    """The same thing with the board turned half round: the players change seats."""
    if isinstance(value, dict):
        return {
            EXCHANGE.get(name, name) if key in ("score", "off") else name: from_the_other_seat(item, name)
            for name, item in value.items()
        }
    if isinstance(value, list):
        return [from_the_other_seat(item, key) for item in value]
    if key in {*SIDES, "to_act", "owner", "home", "left_roll_ok"} and isinstance(value, str):
        return EXCHANGE.get(value, value)
    if key in ("board", "board_after"):
        return value[::-1].swapcase()
    if key == "place":
        return {"A_side": "B_side", "B_side": "A_side"}.get(value, value)
    return value


def test_the_seat_makes_no_difference() -> None:
    """Turned half round, every scenario gives the same findings with the players exchanged."""
    loaded = {name: load_ruleset(name) for name in RULESETS}
    wrong = []
    for scenario in scenarios():
        there = {
            "mode": {},
            **{k: v for k, v in scenario.items() if k in ("mode", "match", "start", "events")},
        }
        there["mode"] = {"home": "E"} | there["mode"]
        turned = from_the_other_seat(there)
        for name in scenario["expect"]:
            if name not in loaded:
                continue
            ours = [
                (f.code, f.kind, EXCHANGE.get(f.by or ""), f.raised_at, f.status, f.closed_at, f.resolved_at)
                for f in found_by(loaded[name], there, scenario["id"])
            ]
            theirs = [
                (f.code, f.kind, f.by, f.raised_at, f.status, f.closed_at, f.resolved_at)
                for f in found_by(loaded[name], turned, scenario["id"])
            ]
            if sorted(map(str, ours)) != sorted(map(str, theirs)):
                wrong.append((scenario["id"], name, ours, theirs))
    assert not wrong
