"""Any bytes at all: a match, or one clear refusal; and whatever was read can be written and checked."""

import json
import struct
import zlib
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from monitor.transcripts import WRITERS, Match, TranscriptError, parse_match, verify
from tests.monitor.transcripts.making import MatchMaker, doubtful
from tests.monitor.transcripts.xg_file import xg_bytes

QUIET = settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
STARTS = (b"", b"\xef\xbb\xbf", b"3 point match\n\n Game 1\n", b"(;GM[6]", b'{"record": "match"', b"RGMH")
PIECES = (
    "31:", "8/5",
    "6/5*", "24/18/13", "bar/22", "6/off(2)", "0/0", "13-8", "????", " 1)", " 99999)", "\n", "  ",
    "Doubles => 2", "Doubles => 3", " Takes", " Drops", "Beavers => 4", "Wins 1 point", "Losses 2 points",
    "Illegal play (", "3;0;0;0;0;A;B;0;0;0;1;0;", "0;" * 26, "3;1;)", "; Set Pos=",
    "-b----E-C---eE---c-e----B-/0",
    " Game 2", "A : 0      B : 0", ":", "(99)", "opp:5/6", "\0", "é", "12 point match", "66:",
)  # fmt: skip
SGF_PIECES = (
    "(", ")", ";", "[", "]", "\\", "GM[6]", "MI[length:3][game:0][ws:0][bs:0]", "W[31hefe]", "B[52aclq]",
    "W[66]",
    "B[double]", "W[take]", "W[drop]", "RE[W+2R]", "PL[W]", "DI[11]", "AE[a:y]", "AW[a][f]", "AB[z][v]",
    "CV[2]",
    "CP[w]", "C[video 0:01:02; x]", "RU[Crawford:CrawfordGame]", "\n", " ", "W[11zzzz]", "W[12ab",
    "CV[99999999999]",
)  # fmt: skip


def use(data: bytes) -> Match | None:
    """Read the bytes; write and check what comes out, None where it was refused with a message."""
    try:
        match = parse_match(data)
    except TranscriptError:
        return None
    verify(match)
    for problem in match.all_problems:
        assert problem.text
    for writer in WRITERS.values():
        writer(match).text.encode("utf-8")
    return match


@QUIET
@given(st.sampled_from(STARTS), st.binary(max_size=300))
def test_any_bytes(start: bytes, data: bytes) -> None:
    use(start + data)


@QUIET
@given(st.lists(st.sampled_from(PIECES), max_size=60))
def test_any_mixture_of_mat(pieces: list[str]) -> None:
    use((" 3 point match\n\n Game 1\n A : 0      B : 0\n" + " ".join(pieces)).encode())


@QUIET
@given(st.lists(st.sampled_from(SGF_PIECES), max_size=60))
def test_any_mixture_of_sgf(pieces: list[str]) -> None:
    use(("(;FF[4]GM[6]" + "".join(pieces)).encode())


@pytest.mark.parametrize("end", [".mat", ".sgf", ".txt", ".jsonl", ".xg"])
@settings(QUIET, max_examples=15)
@given(seed=st.integers(0, 2**32))
def test_damaged_files(end: str, seed: int) -> None:
    random = Random(seed)
    match = doubtful(MatchMaker(random.randrange(20), odd=0.1, longest=12).match())
    data = bytearray(xg_bytes(match) if end == ".xg" else WRITERS[end](match).text.encode())
    for _ in range(random.randint(1, 8)):
        at = random.randrange(len(data))
        what = random.randrange(4)
        if what == 0:
            data[at] = random.randrange(256)
        elif what == 1:
            del data[at : at + random.randint(1, 40)]
        elif what == 2:
            data[at:at] = data[max(0, at - 30) : at]
        else:
            del data[at + 200 :]
        if not data:
            break
    use(bytes(data))


@QUIET
@given(st.binary(max_size=200), st.integers(0, 2559), st.integers(0, 2**31))
def test_records_of_an_xg_file(noise: bytes, at: int, seed: int) -> None:
    random = Random(seed)
    records = bytearray(2560 * random.randint(1, 6))
    for i in range(0, len(records), 2560):
        records[i + 8] = 0 if i == 0 else 1 if i == 2560 else random.randrange(6)
    records[at : at + len(noise)] = noise
    struct.pack_into("<i", records, random.randrange(0, len(records) - 4), random.choice((-1, 1, 2**31 - 1)))
    use(b"RGMH" + zlib.compress(bytes(records)))


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["A", "B", "move", "take", "8/5", ""]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=6,
)
FIELDS = (
    "record", "ev", "seat", "by", "dice", "play", "act", "value", "A", "B", "cube", "owner", "number",
    "score", "result",
    "time", "t", "doubts", "comment", "board_before", "board_after", "explained_by", "legal", "winner",
    "level", "conf",
)  # fmt: skip


@QUIET
@given(
    st.booleans(),
    st.lists(st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=8), max_size=6),
    st.lists(st.sampled_from(["game", "move", "cube", "setup"]), max_size=6),
    st.lists(
        st.sampled_from(["TurnPlayed", "GameStarted", "CubeOffered", "CubeTaken", "GameEnded"]), max_size=6
    ),
)
def test_any_json(
    journal: bool, lines: list[dict[str, object]], records: list[str], events: list[str]
) -> None:
    head = {"record": "match", "form": 1, "players": ["A", "B"], "length": 3}
    all_lines: list[dict[str, object]] = [{"ev": "MatchConfigured"} if journal else dict(head)]
    kinds = events if journal else records
    all_lines += [
        line | {("ev" if journal else "record"): kind} for line, kind in zip(lines, kinds, strict=False)
    ]
    use("\n".join(json.dumps(line) for line in all_lines).encode())


def test_unreadable_paths(tmp_path: Path) -> None:
    from monitor.transcripts import read_match

    (tmp_path / "empty.mat").touch()
    for name, words in (("", "a folder"), ("empty.mat", "empty")):
        with pytest.raises(TranscriptError, match=words):
            read_match(tmp_path / name)
