"""Which line of a TOML text a key stands on; the parser itself only tells that for syntax errors."""

import re

_TABLE = re.compile(r"\s*\[([^\[\]]+)\]")
_LIST = re.compile(r"\s*\[\[([^\[\]]+)\]\]")
_KEY = re.compile(r"""\s*("[^"]*"|'[^']*'|[\w-]+(?:\s*\.\s*[\w-]+)*)\s*=""")


def line_index(text: str) -> dict[str, int]:
    """Dotted path -> line from 1, of every table, list entry (``finding[0]``) and key at the start of a line.

    The text is sound TOML. A key inside an inline table has no line of its own; ask for its parent.
    """
    lines: dict[str, int] = {}
    counts: dict[str, int] = {}
    here, within = "", False
    for number, line in enumerate(text.splitlines(), start=1):
        if within:
            within = line.count('"' * 3) % 2 == 0 and line.count("'" * 3) % 2 == 0
            continue
        if found := _LIST.match(line):
            name = _plain(found[1])
            here = f"{name}[{counts.get(name, 0)}]"
            counts[name] = counts.get(name, 0) + 1
            lines[here] = number
        elif found := _TABLE.match(line):
            here = _plain(found[1])
            lines[here] = number
        elif found := _KEY.match(line):
            lines.setdefault(f"{here}.{_plain(found[1])}" if here else _plain(found[1]), number)
            rest = line[found.end() :]
            within = rest.count('"' * 3) % 2 == 1 or rest.count("'" * 3) % 2 == 1
    return lines


def line_of(lines: dict[str, int], path: str) -> int:
    """Line of a path, or of the nearest thing around it that has one; 1 where nothing has."""
    while path not in lines and path:
        path = path.rpartition(".")[0]
    return lines.get(path, 1)


def _plain(key: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in key.split("."))
