"""The chain: every record carries the SHA-256 of itself and of the record before it.

The hash of record n is SHA-256(hash of record n - 1, n in decimal, line feed, kind, line feed, body in
UTF-8); before the first record stand 32 zero bytes. What is too big for a record (readings, pictures, clips)
is named in its body by its own SHA-256. So whoever changes, removes, adds or moves a record anywhere has to
change the hash of the last one, the head: a head noted elsewhere proves everything before it.
"""

import hashlib
import json
from dataclasses import dataclass
from typing import Final, Literal

from monitor.events import Json

Kind = Literal[
    "journal", "session", "line", "readings", "evidence", "note", "trouble", "clock", "guard", "pruned", "end"
]
"""What a record tells: the match and its settings; a start of the program; an event or finding; a piece of
the readings; a picture or clip of a finding; what a person remarks; a time when nothing could be written; a
clock that was set; what the disk guard stopped; what was deleted by retention; that the watch ended."""

GENESIS: Final = bytes(32)


@dataclass(frozen=True)
class Content:
    """What is too big for a record: bytes with their media type and their SHA-256 in hexadecimal."""

    mime: str
    data: bytes

    @property
    def sha256(self) -> str:
        """The name under which it is stored."""
        return hashlib.sha256(self.data).hexdigest()


@dataclass(frozen=True)
class Draft:
    """A record without a place in the chain yet. body: JSON text. seq: of a line. content: named in it."""

    kind: Kind
    body: str
    seq: int | None = None
    content: Content | None = None

    @property
    def size(self) -> int:
        """Bytes it takes, about."""
        return len(self.body) + (len(self.content.data) if self.content else 0)


@dataclass(frozen=True)
class Record:
    """A record in its place. n: from 1 on. hash: see above."""

    n: int
    kind: str
    body: str
    hash: bytes

    @property
    def data(self) -> Json:
        """The body as an object."""
        data: Json = json.loads(self.body)
        return data


def digest(before: bytes, n: int, kind: str, body: str) -> bytes:
    """The hash of record n, given that of the record before it."""
    return hashlib.sha256(before + f"{n}\n{kind}\n{body}".encode()).digest()


def text_of(data: Json) -> str:
    """An object as the one line of JSON that is stored; it can always be encoded."""
    text = json.dumps(data, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # half a surrogate pair, as JSON from a browser may hold
        return json.dumps(data)
    return text
