"""The topics: ``gammonitor/v1/<site>/<table>/<part>``."""

import re
from dataclasses import dataclass
from typing import Final, Literal, get_args

Part = Literal["status", "state", "health", "findings"]
PARTS: Final[tuple[Part, ...]] = get_args(Part)
ROOT: Final = "gammonitor/v1"
_NAME = re.compile(r"[a-z0-9-]{1,40}")


@dataclass(frozen=True, order=True)
class TableKey:
    """A table among all: the site and its short name there."""

    site: str
    table: str

    def topic(self, part: Part) -> str:
        """The topic of one part of what the table says."""
        return f"{ROOT}/{self.site}/{self.table}/{part}"

    def __str__(self) -> str:
        return f"{self.site}/{self.table}"


def parse_topic(topic: str) -> tuple[TableKey, Part] | None:
    """The table and the part, None for a topic that is none of ours."""
    root, _, rest = topic.partition("/v1/")
    names = rest.split("/")
    if root != "gammonitor" or len(names) != 3 or names[2] not in PARTS:
        return None
    if not all(_NAME.fullmatch(name) for name in names[:2]):
        return None
    part = next(part for part in PARTS if part == names[2])
    return TableKey(names[0], names[1]), part


def subscription(site: str | None) -> str:
    """The filter for all tables of one site, or of all."""
    return f"{ROOT}/{site or '+'}/+/+"
