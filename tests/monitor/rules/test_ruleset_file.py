"""Faults of a rule set file: every one of them at once, with line and key."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from monitor.rules import RuleSetFileError
from monitor.rules.lines import line_index, line_of
from monitor.rules.ruleset_file import parse_ruleset, ruleset_from

GOOD = Path("tests/monitor/rules/data/harbour-club.toml").read_text(encoding="utf-8")
SHIPPED = Path("monitor/rules/rulesets")


def faults(text: str) -> list[str]:
    with pytest.raises(RuleSetFileError) as caught:
        parse_ruleset(text, "club.toml")
    return str(caught.value).splitlines()


def line_with(text: str, part: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if part in line)


CHANGES = [
    ("schema = 1", "schema = 7", "schema: must be 1"),
    ('prefix = "Harbour"\n', "", "meta.prefix: missing"),
    ('prefix = "Harbour"', "prefix = 3", "meta.prefix: must be a text"),
    ('prefix = "Harbour"', 'prefix = "Harbour"\nflag = "blue"', "meta.flag: unknown key"),
    ("[setup]", "[seating]", "seating.layout: no such value"),
    ("on_checker = {", "on_hat = {", "dice.landing.on_hat: no such value"),
    (
        '{ v = "anywhere", cite = ["2"], certainty = "explicit" }',
        '"anywhere"',
        "dice.landing.no_baffle: must be a table",
    ),
    ('v = "anywhere"', 'w = "anywhere"', "dice.landing.no_baffle: must be a table"),
    (
        'v = "anywhere"',
        'v = "in the sea"',
        "dice.landing.no_baffle.v: 'in the sea' must be one of: roller_right",
    ),
    ('v = "anywhere"', "v = true", "dice.landing.no_baffle.v: True must be one of"),
    ("v = 1.0", 'v = "soon"', "dice.flat.rest_seconds.v: 'soon' must be a number"),
    ("v = 1.0", "v = -1.0", "dice.flat.rest_seconds.v: -1.0 must be a number"),
    ("v = 1.0", "v = true", "dice.flat.rest_seconds.v: True must be a number"),
    ('default = "valid"', 'default = "unstated"', "dice.flat.dimple.default: must say what is done"),
    ('default = "valid"', 'default = "perhaps"', "dice.flat.dimple.default: 'perhaps' must be"),
    ("v = []", 'v = ["shouting"]', "dice.throw.manner.v: ['shouting'] must be a list of: from_cup"),
    ("v = [2, 64]", "v = [2, 3]", "cube.start_faces.v: [2, 3] must be a list of cube faces"),
    ("v = [2, 64]", "v = [2, 2]", "cube.start_faces.v: [2, 2] must be"),
    ('cite = ["8"]', 'site = ["8"]', "cube.start_faces.site: unknown key"),
    ('cite = ["8"]', "cite = []", "cube.start_faces.cite: names no section"),
    ('cite = ["8"]', "cite = [8]", "cube.start_faces.cite: must be a list of sections"),
    ('cite = ["8"]', 'cite = ["8", "8"]', "cube.start_faces.cite: names a section twice"),
    ('cite = ["8"], certainty = "explicit"', 'cite = ["8"]', "cube.start_faces.certainty: must be one of"),
    (
        'certainty = "explicit", note = "From',
        'certainty = "sure", note = "From',
        "dice.throw.manner.certainty",
    ),
    ('cite = ["8"],', 'cite = ["8"], expires = "soon",', "cube.start_faces.expires: must be a list"),
    ('cite = ["8"],', 'cite = ["8"], choices = [[3]],', "cube.start_faces.choices: [3] must be"),
    (
        'v = ["turn_end:1"]',
        'v = ["turn_end"]',
        "setup.window.v: ['turn_end'] must be a list of closing predicates",
    ),
    (
        'code = "PREMATURE_ROLL"',
        'code = "DROPPED_CUP"',
        "finding[3].code: 'DROPPED_CUP' must be one of: ROLL_INVALID",
    ),
    ('kinds = ["before_end"]', 'kinds = ["cocked"]', "finding[3].kinds: 'cocked' is no word known here"),
    ('kinds = ["before_end"]', "kinds = []", "finding[3].kinds: names no kind"),
    (
        'kinds = ["before_end"]',
        'kinds = ["before_end", "before_end"]',
        "finding[3].kinds: names something twice",
    ),
    ('kinds = ["before_end"]', 'kinds = "before_end"', "finding[3].kinds: must be a list"),
    ('kinds = ["before_end"]', 'mode = ["boxed"]', "finding[3].mode: 'boxed' is no word known here"),
    ('kinds = ["before_end"]', 'severty = "td"', "finding[3].severty: unknown key"),
    ('remedy = "opponent_may_demand_replay"\n', "", "finding[1].remedy: missing"),
    (
        'remedy = "opponent_may_demand_replay"',
        'remedy = "Play again!"',
        "finding[1].remedy: must be a name such as",
    ),
    ('severity = "option"', 'severity = "grave"', "finding[1].severity: 'grave' must be one of: roll_void"),
    ('decide = "opponent"', 'decide = "the cook"', "finding[1].decide: 'the cook' must be one of"),
    ('obligation = "opponent_condones', 'obligation = "oops_opponent_condones', "finding[1].obligation"),
    (
        'closes = ["turn_end:1"]',
        'closes = ["next_tuesday"]',
        "finding[2].closes: 'next_tuesday' is no word known here",
    ),
    (
        'closes = ["turn_end:1"]',
        'closes = ["turn_end:2"]',
        "finding[2].closes: differs from the window among the values",
    ),
    ('closes = ["own_valid_roll", "game_end"]', "closes = []", "finding[1].closes: differs from the window"),
    (
        "extra_cite = { cocked",
        "extra_cite = { boiled",
        "finding[0].extra_cite: ROLL_INVALID has no kind 'boiled'",
    ),
    ('cocked = ["3"] }', "cocked = [] }", "finding[0].extra_cite: cocked must be a list of sections"),
    ('code = "SETUP_ERROR"', 'code = "ILLEGAL_MOVE"', "finding[2]: never applies"),
    ('text = "Too early: throw again when it is your turn."', 'text = ""', "finding[3].text: must be a text"),
    ("[meta]", "[meta", "no TOML"),
]


@pytest.mark.parametrize(("old", "new", "fault"), CHANGES)
def test_a_fault_is_named_with_its_place(old: str, new: str, fault: str) -> None:
    assert old in GOOD
    found = faults(GOOD.replace(old, new, 1))
    assert any(fault in line for line in found), found
    assert all(line.startswith("club.toml:") for line in found)


def test_the_line_is_that_of_the_key() -> None:
    text = GOOD.replace('v = "anywhere"', 'v = "in the sea"').replace(
        'decide = "opponent"', 'decide = "cook"'
    )
    first, second = faults(text)
    assert first.startswith(f"club.toml:{line_with(text, 'in the sea')}: dice.landing.no_baffle.v: ")
    assert second.startswith(f"club.toml:{line_with(text, 'cook')}: finding[1].decide: ")


def test_all_faults_are_reported_at_once_in_the_order_of_the_file() -> None:
    text = GOOD
    for old, new, _ in CHANGES[:1] + CHANGES[4:6] + CHANGES[10:11] + CHANGES[-2:-1]:
        text = text.replace(old, new, 1)
    found = faults(text)
    assert len(found) >= 5
    lines = [int(line.split(":")[1]) for line in found]
    assert lines == sorted(lines)


def test_a_missing_key_is_told_at_its_table() -> None:
    text = GOOD.replace('remedy = "opponent_may_demand_replay"\n', "")
    (fault,) = faults(text)
    assert fault.startswith(f"club.toml:{line_with(text, 'ILLEGAL_MOVE') - 1}: finding[1].remedy")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("equipment.board_cm", "{ min = [44] }"),
        ("equipment.board_cm", "{ least = [44, 55] }"),
        ("equipment.board_cm", "{ }"),
        ("equipment.board_in", "{ max_width = -1 }"),
        ("equipment.board_in", "{ max_height = 28 }"),
        ("breaks.allowed", "{ short = 1 }"),
        ("breaks.allowed", '{ 9 = "one" }'),
    ],
)
def test_tables_have_a_form_too(path: str, value: str) -> None:
    table, _, key = path.rpartition(".")
    entry = f'{key} = {{ v = {value}, cite = ["9"], certainty = "explicit" }}'
    (fault,) = faults(GOOD.replace("[cube]", f"[{table}]\n{entry}\n\n[cube]"))
    assert f"{path}.v: " in fault
    assert "must be a table" in fault


@pytest.mark.parametrize("text", ["", "schema = 1", "schema = 1\nmeta = 3\nfinding = []", "finding = [1]"])
def test_a_file_that_is_something_else(text: str) -> None:
    assert any("finding: there must be at least one" in fault for fault in faults(text))


ODD: list[Any] = [3, -1.5, True, "x", "", [], [3], ["x", "x"], [[]], [{}], {}, {"v": {}}, {"x": [1]}]


def places(data: Any) -> Iterator[list[Any]]:
    for key, part in data.items() if isinstance(data, dict) else enumerate(data):
        yield [key]
        if isinstance(part, dict | list):
            yield from ([key, *rest] for rest in places(part))


def test_whatever_stands_in_a_file_it_is_read_or_refused() -> None:
    data = tomllib.loads(GOOD)
    read, messages = 0, []
    for *way, last in list(places(data)):
        here: Any = data
        for step in way:
            here = here[step]
        kept = here[last]
        for odd in ODD:
            here[last] = odd
            try:
                ruleset_from(data, GOOD, "club.toml")
                read += 1
            except RuleSetFileError as error:
                messages.append(str(error))
        here[last] = kept
    assert len(messages) > 10 * read
    lines = [line for message in messages for line in message.splitlines()]
    assert all(re.match(r"club\.toml:\d+: \S+: ", line) for line in lines)


def test_a_clause_that_only_applies_in_club_play_is_reachable() -> None:
    text = (SHIPPED / "fcbg-2007.toml").read_text(encoding="utf-8")
    parse_ruleset(text, "x.toml")
    found = faults(text.replace("club_exempt = true", "club_exempt = false"))
    assert ["never applies" in fault for fault in found] == [True, True]


def test_lines_of_keys_tables_and_lists() -> None:
    text = 'a = 1\n\n[t.u]  # here\nb.c = """\n[x]\nd = 1\n"""\n"e f" = 2\n'
    text += "\n[[l]]\ng = [\n  1,\n]\n[[l]]\ng = 2\n"
    lines = line_index(text)
    assert lines == {
        "a": 1,
        "t.u": 3,
        "t.u.b.c": 4,
        "t.u.e f": 8,
        "l[0]": 10,
        "l[0].g": 11,
        "l[1]": 14,
        "l[1].g": 15,
    }
    assert line_of(lines, "t.u.b.c.inner") == 4
    assert line_of(lines, "nowhere") == 1
