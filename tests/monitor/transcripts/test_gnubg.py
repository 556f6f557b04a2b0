"""Every file we write goes through the real GNU Backgammon without a word and comes back the same."""

from pathlib import Path

import pytest

from monitor.backgammon import from_seat
from monitor.transcripts import Match, Move, parse_match, read_match, steps
from monitor.transcripts.mat_write import write_mat
from monitor.transcripts.sgf_write import write_sgf
from tests.monitor.transcripts.gnubg import ask_gnubg, needs_gnubg, positions_seen
from tests.monitor.transcripts.making import MatchMaker, told
from tests.monitor.transcripts.shared import MATCHES, needs_matches, transcripts

pytestmark = needs_gnubg

NAMES = [
    ("", "Boris"),
    ("Anna", ""),
    ("A:nna", "Bo:ris : 5"),
    ("Anna Maria Magdalena von und zu Hohenstein-Übersee", "Борис Борисович Борисов-Борисенко"),
    ("Boris,5", "Boris, 3rd"),
    ("名前名前名前名前名前名前", "🎲🎲🎲🎲🎲🎲🎲🎲🎲"),
    ("Anna\nGame 2", "Boris\t: 3"),
    ("same", "same"),
    ('quo"te', "br]ack[et;\\"),
]
FORMS = {".mat": write_mat, ".txt": lambda match: write_mat(match, tags=False), ".sgf": write_sgf}


def entries_told(match: Match) -> list[object]:
    """Moves and cube of all games in one list; excerpts of one game count as games in GNU Backgammon."""
    return [line for game in told(match) for line in game[4:] if line[0] != "setup"]  # type: ignore[index]


def saved(path: Path) -> Match:
    """The record of a file as GNU Backgammon saved it again."""
    return parse_match(path.with_name(path.name + ".saved.sgf").read_bytes())


def write_all(folder: Path, matches: dict[str, Match]) -> list[tuple[Path, Match]]:
    files = []
    for name, match in matches.items():
        for end, writer in FORMS.items():
            path = folder / f"{name}{end}"
            written = writer(match)
            assert not written.losses
            path.write_text(written.text, encoding="utf-8")
            files.append((path, match))
    return files


def check(folder: Path, files: list[tuple[Path, Match]]) -> int:
    """Import every file: nothing may be said, and the record must be the same. How many entries there are."""
    compared = 0
    answers = ask_gnubg(folder, *(path for path, _ in files))
    for (path, match), (_, complaints) in zip(files, answers, strict=True):
        assert complaints == [], path.name
        back = saved(path)
        assert back.all_problems == (), path.name
        assert entries_told(back) == entries_told(match), path.name
        compared += len(entries_told(match))
    return compared


@pytest.mark.slow
def test_matches_with_illegal_plays_gaps_and_remarks(tmp_path: Path) -> None:
    matches = {f"m{seed}": MatchMaker(seed, odd=0.1 * (seed % 2)).match() for seed in range(8)}
    assert check(tmp_path, write_all(tmp_path, matches)) > 600


def test_names(tmp_path: Path) -> None:
    maker = MatchMaker(5, odd=0.1, longest=10)
    matches = {f"n{i}": maker.match(players=names) for i, names in enumerate(NAMES)}
    check(tmp_path, write_all(tmp_path, matches))


def test_wide_columns_and_long_cells(tmp_path: Path) -> None:
    text = (
        " 5 point match\n\n Game 1\n"
        f" {'Anna':30s} : 0{' ' * 40}Boris : 0\n"
        f"   1) 64: 24/18 18/14{' ' * 60}11: 8/7 8/7 6/5 6/5\n"
        f"   2)  Doubles => 2{' ' * 62}Takes\n"
        f"   3) 66: 14/8 13/7 13/7 13/7{' ' * 44}53: 8/3 6/3\n"
    )
    match = parse_match(text.encode())
    assert not match.all_problems
    check(tmp_path, write_all(tmp_path, {"wide": match}))


@needs_matches
@pytest.mark.parametrize(
    "share", [pytest.param(25, id="some"), pytest.param(1, id="all", marks=pytest.mark.full)]
)
@pytest.mark.slow
def test_real_matches_come_back_with_the_same_positions(share: int, tmp_path: Path) -> None:
    """Files of all dialects, read, written in three forms, imported: positions before every play."""
    matches = {path.stem: read_match(path) for path in transcripts()[::share]}
    matches |= {path.stem: read_match(path) for path in (MATCHES / "illegal").glob("*.[tx]*")}
    assert not any(match.all_problems for match in matches.values())
    files = write_all(tmp_path, matches)
    check(tmp_path, files)
    plain = [
        (path, match) for path, match in files if "illegal" not in path.name and "short" not in path.name
    ]
    answers = ask_gnubg(tmp_path, *(path for path, _ in plain))
    for (path, match), (record, _) in zip(plain, answers, strict=True):
        if not _stood(match):
            assert positions_seen(record) == positions_before(match), path.name


def _stood(match: Match) -> bool:
    return any(isinstance(entry, Move) and entry.stood for game in match.games for entry in game.entries)


def positions_before(match: Match) -> list[list[tuple[str, str]]]:
    games = []
    for game in match.games:
        played = [
            (step.before, step.entry.seat)
            for step in steps(game)
            if isinstance(step.entry, Move) and step.entry.hops is not None and step.before is not None
        ]
        games.append([(from_seat(board, seat).id, seat) for board, seat in played])
    return games
