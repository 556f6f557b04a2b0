"""Why a match cannot be analysed.

AnalysisError
├── GnubgMissingError   the program is not installed
├── GnubgFailedError    it broke down, took too long, or did not understand the match
└── MatchRunningError   the match is still on: no analysis while players sit at the board
"""

from monitor.errors import GammonitorError


class AnalysisError(GammonitorError):
    """A match cannot be analysed."""


class GnubgMissingError(AnalysisError):
    """GNU Backgammon is not installed."""


class GnubgFailedError(AnalysisError):
    """GNU Backgammon gave no analysis."""


class MatchRunningError(AnalysisError):
    """The match is not over."""
