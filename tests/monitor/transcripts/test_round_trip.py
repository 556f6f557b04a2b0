"""What is written is read back as the same match, in every form, also with illegal plays and gaps."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from monitor.transcripts import Match, Move, Setup, parse_match, verify
from monitor.transcripts.lines_write import write_lines
from monitor.transcripts.mat_write import write_mat
from monitor.transcripts.sgf_write import write_sgf
from monitor.transcripts.text import safe_names
from tests.monitor.transcripts.making import MatchMaker, doubtful, told
from tests.monitor.transcripts.xg_file import xg_bytes

SEEDS = st.integers(0, 10_000)
FEW = settings(max_examples=12, deadline=None, derandomize=True)
TEXT = st.text(max_size=60)
SHORT = MatchMaker(3, odd=0.2, longest=5).match()


def made(seed: int) -> Match:
    return MatchMaker(seed, odd=(0.0, 0.05, 0.15)[seed % 3], longest=(60, 12, 20)[seed % 3]).match()


@FEW
@given(SEEDS)
def test_json_lines_keep_everything(seed: int) -> None:
    match = doubtful(made(seed))
    text = write_lines(match).text
    assert parse_match(text.encode()) == match


@FEW
@given(SEEDS, st.booleans())
def test_mat_keeps_the_game(seed: int, tags: bool) -> None:
    match = made(seed)
    written = write_mat(match, tags=tags)
    assert not written.losses
    back = parse_match(written.text.encode())
    assert not back.all_problems
    assert told(back) == told(match)
    assert (back.event, back.date) == ((match.event, match.date) if tags else ("", ""))
    assert write_mat(back, tags=tags).text == written.text


@FEW
@given(SEEDS)
def test_sgf_keeps_the_game_times_and_comments(seed: int) -> None:
    match = made(seed)
    written = write_sgf(match)
    assert not written.losses
    back = parse_match(written.text.encode())
    assert not back.all_problems
    assert told(back) == told(match)
    assert [e.remark for g in back.games for e in g.entries] == [
        e.remark for g in match.games for e in g.entries
    ]
    assert write_sgf(back).text == written.text


@FEW
@given(SEEDS)
def test_xg_is_read(seed: int) -> None:
    match = MatchMaker(seed, odd=0.1 * (seed % 2), longest=20).match()
    if match.length and any(isinstance(entry, Setup) for game in match.games for entry in game.entries):
        match = replace(match, games=match.games[:1])
    back = parse_match(xg_bytes(match))
    assert not back.all_problems
    moves = [[line for line in game if isinstance(line, tuple) and len(line) == 3] for game in told(match)]
    read = [[line for line in game if isinstance(line, tuple) and len(line) == 3] for game in told(back)]
    assert read == moves
    assert (back.players, back.length, back.date) == (match.players, match.length, match.date)
    assert comments(back) == comments(match)


def comments(match: Match) -> list[str]:
    """The comments on moves; XG has no others."""
    return [e.remark.comment for g in match.games for e in g.entries if isinstance(e, Move)]


@FEW
@given(SEEDS)
def test_no_false_alarm_on_legal_matches(seed: int) -> None:
    match = MatchMaker(seed, odd=0.0).match()
    assert [fault for fault in verify(match) if not fault.notice] == []


@FEW
@given(SEEDS)
def test_every_illegal_play_is_found(seed: int) -> None:
    match = MatchMaker(seed, odd=0.15, longest=20).match()
    stood = [e for g in match.games for e in g.entries if isinstance(e, Move) and e.stood]
    found = [fault for fault in verify(match) if not fault.notice]
    assert {fault.code for fault in found} <= {"illegal_play"}
    assert [(fault.seat, fault.dice, fault.stood) for fault in found] == [
        (m.seat, m.dice, True) for m in stood
    ]
    assert all(fault.kinds and fault.xgid and fault.board for fault in found)


@settings(deadline=None, derandomize=True, max_examples=50)
@given(TEXT, TEXT)
def test_names_are_safe(one: str, two: str) -> None:
    names = safe_names((one, two))
    assert names[0] != names[1]
    for name in names:
        assert name == name.strip()
        assert 0 < len(name.encode()) <= 31
        assert not set(name) & set(":;()[]\\\n\t\0")
    match = replace(SHORT, players=(one, two))
    for writer in (write_mat, write_sgf):
        back = parse_match(writer(match).text.encode())
        assert back.players == names
        assert told(back) == told(match)


@settings(deadline=None, derandomize=True, max_examples=50)
@given(TEXT, TEXT)
def test_texts_of_the_event_break_nothing(event: str, comment: str) -> None:
    match = replace(SHORT, event=event, comment=comment, place=comment)
    for writer in (write_mat, write_sgf, write_lines):
        back = parse_match(writer(match).text.encode("utf-8"))
        assert not back.all_problems
        assert told(back) == told(match)


@pytest.mark.parametrize("wide", [True, False])
def test_names_in_xg_files_of_both_ages(wide: bool) -> None:
    match = MatchMaker(2, odd=0.0).match(players=("Jürgen", "Zoë Müller"), length=5)
    back = parse_match(xg_bytes(match, wide=wide))
    assert back.players == match.players
    assert back.event == "Open"
