"""Where in a TOML text each key and value stands; ``tomllib`` reads values but forgets their places."""

import re
import tomllib
from bisect import bisect_right
from dataclasses import dataclass
from typing import Any

Key = tuple[str | int, ...]
"""The way to a value: names of tables and keys, numbers in arrays."""

_BLANK = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?:\\[\s\S]|(?!""")[^\\])*"""(?:"{0,2})'
    r"|'''(?:(?!''')[\s\S])*'''(?:'{0,2})"
    r'|"(?:\\.|[^"\\])*"'
    r"|'[^']*'"
)
_SCALAR = re.compile(r"[^,\]}\n#]+")


@dataclass(frozen=True)
class Place:
    """A line and a column, both counted from 1."""

    line: int
    column: int


@dataclass(frozen=True)
class Entry:
    """Where a key stands, and where its value begins; for a table both are its header's name."""

    key: Place
    value: Place


def find_places(text: str) -> dict[Key, Entry]:
    """The places of all tables, keys and array items of a text that tomllib has accepted."""
    return _Scan(text.replace("\r\n", "\n")).document()


class _Scan:
    """One pass from the first to the last letter; trusts the text to be sound TOML."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.found: dict[Key, Entry] = {}
        self.table_counts: dict[Key, int] = {}
        self.starts = [0] + [match.end() for match in re.finditer("\n", text)]

    def document(self) -> dict[Key, Entry]:
        table: Key = ()
        self._blank()
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                table = self._header()
            else:
                self._pair(table)
            self._blank()
        return self.found

    def _header(self) -> Key:
        array = self.text.startswith("[[", self.at)
        self.at += 2 if array else 1
        self._blank()
        place = self._place()
        names = self._names()
        self.at += 2 if array else 1
        way: Key = ()
        for number, name in enumerate(names, 1):
            way += (name,)
            self._note(way, place, place)
            last = number == len(names)
            if array and last:
                self.table_counts[way] = self.table_counts.get(way, -1) + 1
            if way in self.table_counts:
                way += (self.table_counts[way],)
                self._note(way, place, place)
        return way

    def _pair(self, table: Key) -> None:
        place = self._place()
        names = self._names()
        self.at += 1  # the equals sign
        self._blank()
        way = table
        for name in names:
            way += (name,)
            self._note(way, place, self._place())
        self._value(way)

    def _value(self, way: Key) -> None:
        sign = self.text[self.at]
        if sign == "[":
            self._items(way)
        elif sign == "{":
            self._inline_table(way)
        else:
            self._take(_STRING if sign in "\"'" else _SCALAR)

    def _items(self, way: Key) -> None:
        self.at += 1
        self._blank()
        number = 0
        while self.text[self.at] != "]":
            item = (*way, number)
            self._note(item, self._place(), self._place())
            self._value(item)
            self._separator()
            number += 1
        self.at += 1

    def _inline_table(self, way: Key) -> None:
        self.at += 1
        self._blank()
        while self.text[self.at] != "}":
            self._pair(way)
            self._separator()
        self.at += 1

    def _separator(self) -> None:
        self._blank()
        if self.text[self.at] == ",":
            self.at += 1
            self._blank()

    def _names(self) -> list[str]:
        """A key with its dots, up to the sign after it."""
        names: list[str] = []
        while True:
            quoted = self.text[self.at] in "\"'"
            name = self._take(_STRING if quoted else _BARE)
            names.append(_plain(name) if quoted else name)
            self._blank()
            if self.text[self.at] != ".":
                return names
            self.at += 1
            self._blank()

    def _blank(self) -> None:
        self._take(_BLANK)

    def _take(self, form: re.Pattern[str]) -> str:
        match = form.match(self.text, self.at)
        if match is None:
            raise ValueError(f"no sound TOML at letter {self.at}")
        self.at = match.end()
        return match[0]

    def _note(self, way: Key, key: Place, value: Place) -> None:
        self.found.setdefault(way, Entry(key, value))

    def _place(self) -> Place:
        line = bisect_right(self.starts, self.at)
        return Place(line, self.at - self.starts[line - 1] + 1)


def _plain(quoted: str) -> str:
    data: dict[str, Any] = tomllib.loads(f"key = {quoted}")
    return str(data["key"])
