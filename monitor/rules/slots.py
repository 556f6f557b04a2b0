"""What one value of a rule set file may be."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from monitor.rules.vocabulary import UNSTATED, is_predicate

YES_NO = "yes or no"
NUMBER = "a number"
WINDOW = "a list of closing predicates"
SIZES = "a table with min and max, two lengths each"
WIDTH = "a table with max_width"
COUNTS = "a table of points of the match, or more, and a number"
FACES = "a list of cube faces"


@dataclass(frozen=True)
class Slot:
    """One value: a word, a list of words (``many``), or another form such as a number; ``also``: single words
    that it may be besides. Every value may be "unstated"."""

    path: str
    label: str
    words: tuple[str, ...] = ()
    many: bool = False
    form: str = ""
    also: tuple[str, ...] = ()

    def accepts(self, value: object) -> bool:
        """Whether the value may be this."""
        if isinstance(value, str):
            return value == UNSTATED or value in self.also or (not self.many and value in self.words)
        if self.form == YES_NO:
            return isinstance(value, bool)
        if self.form == NUMBER:
            return _positive(value)
        if self.form in _TABLES:
            return isinstance(value, Mapping) and bool(value) and _TABLES[self.form](value)
        return isinstance(value, list | tuple) and (self.many or bool(self.form)) and self._all_fit(value)

    @property
    def choices(self) -> str:
        """What it may be, for a message."""
        known = self.form or ("a list of: " if self.many else "one of: ") + ", ".join(self.words)
        return ", or ".join((known, *self.also, UNSTATED))

    def _all_fit(self, value: Any) -> bool:
        if len({*map(str, value)}) < len(value):
            return False
        if self.form == WINDOW:
            return all(map(is_predicate, value))
        if self.form == FACES:
            return bool(value) and all(face in (1, 2, 4, 8, 16, 32, 64) for face in value)
        return all(word in self.words for word in value)


def _positive(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value > 0


def _sizes(value: Mapping[str, Any]) -> bool:
    return value.keys() <= {"min", "max"} and all(
        isinstance(size, list | tuple) and len(size) == 2 and all(map(_positive, size))
        for size in value.values()
    )


def _width(value: Mapping[str, Any]) -> bool:
    return value.keys() == {"max_width"} and _positive(value["max_width"])


def _by_length(value: Mapping[str, Any]) -> bool:
    return all((key == "more" or key.isdigit()) and _positive(part) for key, part in value.items())


_TABLES: Final = {SIZES: _sizes, WIDTH: _width, COUNTS: _by_length}


def one(path: str, label: str, words: str) -> Slot:
    """One of these words."""
    return Slot(path, label, tuple(words.split()))


def many(path: str, label: str, words: str, also: str = "") -> Slot:
    """Any of these words, in a list."""
    return Slot(path, label, tuple(words.split()), many=True, also=tuple(also.split()))


def other(path: str, label: str, form: str, also: str = "") -> Slot:
    """A value of another form."""
    return Slot(path, label, form=form, also=tuple(also.split()))
