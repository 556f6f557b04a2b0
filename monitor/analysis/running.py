"""No analysis while players sit at the board: all five rule sets forbid it."""

import json
from pathlib import Path
from typing import Final

from monitor.analysis.errors import MatchRunningError
from monitor.journal import JournalReader, is_journal

_OVER: Final = ("MatchEnded", "NextMatchStarted")


def refuse_running(source: Path) -> None:
    """Raises MatchRunningError for a journal being written, and for that of a live match without an end.

    Transcripts, and journals of recordings, may always be analysed.
    """
    if not is_journal(source):
        return
    with JournalReader(source) as reader:
        if reader.running:
            raise MatchRunningError(
                f"{source}: this match is being watched; there is no analysis before it is over"
            )
        live = any(session.live for session in reader.sessions)
        if live and not any(json.loads(line)["ev"] in _OVER for line in reader.lines()):
            raise MatchRunningError(
                f"{source}: the end of this live match is not in the journal; when it is over, enter its "
                f"result (gammonitor serve {source}), then analyse it"
            )
