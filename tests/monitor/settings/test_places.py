"""The place of every key and value of a TOML text."""

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.settings.document import toml_value
from monitor.settings.places import Entry, Key, Place, find_places

TEXT = '''# first
title = "a # no comment"   # one
"quoted key".dotted = 'x'

[server] # head
  port = 8642
list = [1, [2, 3],
   # in between
   { a = "}", b = 4 },
]
long = """
[not.a.table]
quote \\""" ""inside""""
raw = \'\'\'
port = 1\'\'\'
[ a . "b c" ]
d=1979-05-27T07:32:00Z
[[men]]
side = "A"
[men.at]
point = 24
[[men]]
side = "B"
'''


def at(line: int, column: int) -> Place:
    return Place(line, column)


@pytest.mark.parametrize(
    ("way", "key", "value"),
    [
        (("title",), at(2, 1), at(2, 9)),
        (("quoted key", "dotted"), at(3, 1), at(3, 23)),
        (("server",), at(5, 2), at(5, 2)),
        (("server", "port"), at(6, 3), at(6, 10)),
        (("server", "list", 1, 1), at(7, 16), at(7, 16)),
        (("server", "list", 2, "b"), at(9, 15), at(9, 19)),
        (("server", "long"), at(11, 1), at(11, 8)),
        (("server", "raw"), at(14, 1), at(14, 7)),
        (("a", "b c", "d"), at(17, 1), at(17, 3)),
        (("men", 0, "at", "point"), at(21, 1), at(21, 9)),
        (("men", 1, "side"), at(23, 1), at(23, 8)),
    ],
)
def test_places(way: Key, key: Place, value: Place) -> None:
    tomllib.loads(TEXT)
    assert find_places(TEXT)[way] == Entry(key, value)


def test_what_is_quoted_is_no_key() -> None:
    assert ("not", "a", "table") not in find_places(TEXT)


def test_windows_line_ends_count_as_one() -> None:
    assert find_places("a = 1\r\nb = 2\r\n")[("b",)] == Entry(at(2, 1), at(2, 5))


def ways(value: Any, way: Key = ()) -> set[Key]:
    """Every way through parsed data."""
    found = {way} if way else set()
    if isinstance(value, dict):
        for key, item in value.items():
            found |= ways(item, (*way, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            found |= ways(item, (*way, number))
    return found


scalars = st.one_of(
    st.integers(-99, 99),
    st.booleans(),
    st.text(st.characters(codec="ascii", exclude_characters="\x7f"), max_size=8),
)
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3), max_leaves=6)
names = st.text(st.sampled_from("ab-_ .\"'#[]=\\"), min_size=1, max_size=4)


def quoted(name: str) -> str:
    return toml_value(name)


@given(st.dictionaries(names, st.dictionaries(names, values, max_size=4), max_size=4))
def test_every_value_of_any_text_has_its_place(data: dict[str, dict[str, Any]]) -> None:
    """The scan finds exactly what tomllib finds, and each value reads back from its place."""
    lines: list[str] = []
    for table, pairs in data.items():
        lines.append(f"[{quoted(table)}]  # table")
        lines += [f"  {quoted(key)}  =  {toml_value(value)} # = [" for key, value in pairs.items()]
    text = "\n".join(lines)
    assert tomllib.loads(text) == data
    found = find_places(text)
    assert set(found) == ways(data)
    for table, pairs in data.items():
        for key, value in pairs.items():
            place = found[table, key].value
            assert lines[place.line - 1][place.column - 1 :].startswith(toml_value(value))
