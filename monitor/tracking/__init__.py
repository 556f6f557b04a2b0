"""From readings to events: what happened on the board, when, and how sure."""

from monitor.tracking.correction import check_correction
from monitor.tracking.state import TrackerState
from monitor.tracking.tracker import MatchTracker

__all__ = ["MatchTracker", "TrackerState", "check_correction"]
