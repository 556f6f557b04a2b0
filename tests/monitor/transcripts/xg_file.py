"""A match packed as an .xg file, in as much as the reader looks at."""

import struct
import zlib
from datetime import date

from monitor.backgammon import Position, Seat, from_seat, judge_transition
from monitor.transcripts import CubeTurn, Match, Move, steps

SIGN: dict[Seat, int] = {"A": 1, "B": -1}
SIZE = 2560


def xg_bytes(match: Match, *, wide: bool = True) -> bytes:
    """The file. wide: names in two bytes a character as newer versions write them, else in one."""
    records = [_head(match, wide)]
    said: list[str] = []
    for game in match.games:
        head = _record(1)
        struct.pack_into("<iiB", head, 12, *game.score, game.crawford)
        struct.pack_into("<i", head, 48, game.number)
        records.append(head)
        walk = list(steps(game))
        for i, step in enumerate(walk):
            following = walk[i + 1].entry if i + 1 < len(walk) else None
            if isinstance(step.entry, CubeTurn) and step.entry.act == "double":
                taken = isinstance(following, CubeTurn) and following.act == "take"
                record = _record(2)
                struct.pack_into("<iii", record, 12, SIGN[step.entry.seat], 1, int(taken))
                records.append(record)
            elif isinstance(step.entry, Move) and step.before is not None:
                records.append(_move(step.before, step.after, step.entry, said))
        if game.result is not None:
            end = _record(4)
            struct.pack_into("<ii", end, 24, SIGN[game.result.winner], game.result.points)
            records.append(end)
    packed = zlib.compress(b"".join(map(bytes, records)))
    return b"RGMH" + bytes(8228) + packed + zlib.compress(b"".join(map(_rtf, said)))


def _rtf(text: str) -> bytes:
    """A comment in rich text format, as XG packs it: its own line breaks are two other characters."""
    codes = {ord(char): f"\\{char}" for char in "\\{}"}
    plain = text.translate(codes).replace("\n", "\\par ").encode("cp1252")
    body = b"".join(bytes([byte]) if byte < 128 else b"\\'%02x" % byte for byte in plain)
    return (
        b"{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}\x01\x02{\\*\\generator x;}\x01\x02\\pard "
        + body
        + b"\\par\x01\x02}\r\n"
    )


def _record(kind: int) -> bytearray:
    record = bytearray(SIZE)
    record[8] = kind
    return record


def _head(match: Match, wide: bool) -> bytearray:
    head = _record(0)
    struct.pack_into("<i", head, 92, match.length or 99999)
    if match.date:
        days = (date.fromisoformat(match.date) - date(1899, 12, 30)).days
        struct.pack_into("<d", head, 128, days + 0.4)
    texts = ((match.players[0], 880, 9), (match.players[1], 1138, 50), (match.event, 622, 136))
    for text, two, one in texts:
        raw = text.encode("utf-16-le") if wide else text.encode("cp1252")
        if wide:
            head[two : two + len(raw)] = raw
        else:
            head[one : one + 1 + len(raw)] = bytes([len(raw)]) + raw
    return head


def _counts(board: Position) -> bytes:
    counts = [-board.opponent_bar, *(board.at(p) - board.facing(p) for p in range(1, 25)), board.mover_bar]
    return struct.pack("26b", *counts)


def _move(before: Position, after: Position | None, move: Move, said: list[str]) -> bytearray:
    record = _record(3)
    record[9:35] = _counts(before)
    if after is not None:
        mover = from_seat(after, move.seat)
        record[35:61] = _counts(mover)
        legal = judge_transition(from_seat(before, move.seat), move.dice, mover).legal
        struct.pack_into("<i", record, 2480, 0 if legal else 2)
    struct.pack_into("<i", record, 64, SIGN[move.seat])
    struct.pack_into("<ii", record, 100, *move.dice)
    struct.pack_into("<i", record, 2524, len(said) if move.remark.comment else -1)
    if move.remark.comment:
        said.append(move.remark.comment)
    return record
