"""What GNU Backgammon thinks of a match that is over: error rates, luck, and the costliest decisions."""

from monitor.analysis.errors import AnalysisError, GnubgFailedError, GnubgMissingError, MatchRunningError
from monitor.analysis.gnubg import analyse, find_gnubg
from monitor.analysis.judged import Analysis, Mistake, PlayerResult

__all__ = [
    "Analysis",
    "AnalysisError",
    "GnubgFailedError",
    "GnubgMissingError",
    "MatchRunningError",
    "Mistake",
    "PlayerResult",
    "analyse",
    "find_gnubg",
]
