"""Words that writers put beside plays, and by which readers know them again."""

import re

from monitor.backgammon import format_play
from monitor.transcripts.model import Doubt, Match, Move, Remark
from monitor.transcripts.table import Step
from monitor.transcripts.text import one_line

STOOD = "illegal play that stood"
UNSURE = "no legal play as recorded"
"""The mark of a play that is illegal as recorded, where the record itself is in doubt."""
_TIME = re.compile(r"^video (\d{1,4}):(\d\d):(\d\d(?:\.\d{1,4})?)(?: of ([^;\n]+))?(?:; |$)")
_MARK = re.compile(rf"^({STOOD}|{UNSURE}): [^\n]*(?:\n|$)")


def video_time(seconds: float) -> str:
    """Seconds of a video as h:mm:ss.sss."""
    thousandths = round(seconds * 1000)
    minutes, rest = divmod(thousandths, 60_000)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest // 1000:02d}.{rest % 1000:03d}"


def in_words(doubt: Doubt) -> str:
    """A doubt for a person."""
    ways = list(doubt.other)
    for i, p in enumerate(doubt.other_p[: len(ways)]):
        ways[i] = f"{ways[i]} ({p:.0%})"
    other = f"; may be {' or '.join(ways)}" if ways else ""
    sure = f" ({doubt.p:.0%} sure)" if doubt.p is not None else ""
    return f"{doubt.what} in doubt{sure}{other}"


def comment_of(remark: Remark, mark: str = "") -> str:
    """The comment of an entry: time, mark, doubts and remark, each with its own words."""
    parts = [in_words(doubt) for doubt in remark.doubts]
    parts = [part for part in parts if part not in remark.comment]
    body = "\n".join([*parts, *([remark.comment] if remark.comment else [])])
    if mark:
        body = f"{mark}\n{body}".rstrip("\n")
    if remark.time is None or remark.time < 0:
        return body
    time = f"video {video_time(remark.time)}"
    if remark.file:
        time += f" of {one_line(remark.file).replace(';', ',')}"
    return f"{time}; {body}" if body else time


def remark_from(comment: str, line: int) -> tuple[Remark, bool | None]:
    """The remark of a comment, and whether it marks the play as illegal: True stood, False in doubt."""
    time, file = None, ""
    found = _TIME.match(comment)
    if found:
        time = int(found[1]) * 3600 + int(found[2]) * 60 + float(found[3])
        file = found[4] or ""
        comment = comment[found.end() :]
    mark = _MARK.match(comment)
    marked = None if mark is None else mark[1] == STOOD
    return Remark(_MARK.sub("", comment), time, (), line, file), marked


def is_unsure(move: Move) -> bool:
    """Whether an illegal play may just as well be a wrong reading; nobody is accused then."""
    return bool(move.remark.doubts) and not move.stood


def illegal_mark(move: Move) -> str:
    """The mark of an illegal play in a comment."""
    dice = f"{move.dice[0]}{move.dice[1]}"
    return f"{UNSURE if is_unsure(move) else STOOD}: {dice}: {played(move)}"


def illegal_line(match: Match, number: int, step: Step, move: Move) -> str:
    """One line that says which play of a match was illegal."""
    dice = f"{move.dice[0]}-{move.dice[1]}"
    what = f"in doubt: {UNSURE}" if is_unsure(move) else f"an {STOOD}"
    return f"Game {number}, move {step.row}, {match.name(move.seat)}: {dice} {played(move)}, {what}"


def played(move: Move) -> str:
    """What was played, as written."""
    return "play not known" if move.hops is None else format_play(move.hops) or "no move"
