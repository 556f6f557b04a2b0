"""Bytes to text, and names that every program can read."""

import re
import unicodedata

MOST_BYTES = 31
"""Bytes of a name that GNU Backgammon keeps."""
_RATING = re.compile(r",(?=\s*[-+.]?\d)")


def decode(data: bytes) -> str:
    """Text of a transcript: UTF-8 or UTF-16 by its mark, else UTF-8, else Windows-1252. Lines end in \\n."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16", errors="replace")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", errors="replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def safe_names(players: tuple[str, str]) -> tuple[str, str]:
    """Names that neither break nor change in any program: no colon, semicolon, bracket or control character,
    no comma before a number, no # in front, not empty, at most 31 bytes, different from each other."""
    one, two = (_safe(name) or fallback for name, fallback in zip(players, ("Left", "Right"), strict=True))
    if one == two:
        one, two = _cut(one, MOST_BYTES - 2) + " A", _cut(two, MOST_BYTES - 2) + " B"
    return one, two


def _safe(name: str) -> str:
    kept = "".join(" " if unicodedata.category(char)[0] in "CZ" else char for char in name)
    kept = _RATING.sub(" ", re.sub(r"[:;()\[\]\\]", " ", kept))
    return _cut(" ".join(kept.split()).lstrip("# "), MOST_BYTES)


def _cut(name: str, size: int) -> str:
    return name.encode("utf-8")[:size].decode("utf-8", errors="ignore").strip()


def one_line(text: str) -> str:
    """Text without line breaks and control characters, for a place that holds a single line."""
    plain = "".join(" " if unicodedata.category(char)[0] in "CZ" else char for char in text)
    return " ".join(plain.split())
