"""What is packed in an .xg file: its zlib streams, and the comments in one of them."""

import re
import zlib
from collections.abc import Iterator

_MOST_BYTES = 64 << 20
_MOST_STREAMS = 64
_RTF = re.compile(
    rb"\\'(?P<byte>[0-9a-fA-F]{2})|\\u(?P<code>-?\d{1,6}) ?\??|\\(?P<word>[a-zA-Z]{1,32})-?\d{0,9} ?"
    rb"|\\(?P<sign>.)|(?P<brace>[{}])|(?P<plain>[^\\{}\r\n]+)",
    re.DOTALL,
)
_SILENT = {b"fonttbl", b"colortbl", b"stylesheet", b"info", b"pict"}
_BREAKS = {b"par": "\n", b"line": "\n", b"tab": " "}


def streams(data: bytes) -> Iterator[tuple[bytes, bool]]:
    """The contents of the zlib streams in the data, in order, and whether each is whole."""
    view = memoryview(data)
    at = data.find(b"\x78", 8)
    found = 0
    while at >= 0 and found < _MOST_STREAMS:
        following = at + 1
        if following < len(data) and not (0x7800 + data[following]) % 31:
            unpacker = zlib.decompressobj()
            try:
                content = unpacker.decompress(view[at:], _MOST_BYTES)
            except zlib.error:
                content = b""
            if content:
                found += 1
                yield content, unpacker.eof
            if unpacker.eof:
                following = len(data) - len(unpacker.unused_data)
        at = data.find(b"\x78", following)


def comments(content: bytes) -> list[str]:
    """The comments of a stream, by their number; empty for a stream of something else."""
    if not content.startswith(b"{\\rtf"):
        return []
    return [_plain(text) for text in content.split(b"\r\n")]


def _plain(rtf: bytes) -> str:
    """The words of a text in rich text format."""
    parts: list[str] = []
    silent = [False]
    for token in _RTF.finditer(rtf.replace(b"\x01\x02", b"\n")):
        if token["brace"]:
            if token["brace"] == b"{":
                silent.append(silent[-1])
            elif len(silent) > 1:
                silent.pop()
        elif token["word"] in _SILENT or token["sign"] == b"*":
            silent[-1] = True
        elif not silent[-1]:
            parts.append(_said(token))
    return "".join(parts).strip()


def _said(token: re.Match[bytes]) -> str:
    if token["byte"]:
        return bytes([int(token["byte"], 16)]).decode("cp1252", errors="replace")
    if token["code"]:
        code = int(token["code"]) % 0x10000
        return "\ufffd" if 0xD800 <= code < 0xE000 else chr(code)
    if token["word"]:
        return _BREAKS.get(token["word"], "")
    if token["sign"]:
        return token["sign"].decode("ascii") if token["sign"] in b"\\{}" else ""
    return (token["plain"] or b"").decode("cp1252", errors="replace")
