"""What can be wrong with text or numbers handed to the game engine."""

from monitor.errors import GammonitorError


class BackgammonError(GammonitorError):
    """Anything the game engine refuses."""


class PositionError(BackgammonError):
    """Counts that do not describe a board, or a board that the asked-for form cannot hold."""


class PositionTextError(PositionError):
    """A Position ID, Match ID, XGID or 26-character board that cannot be read."""


class DiceError(BackgammonError):
    """Something other than two numbers from 1 to 6."""


class NotationError(BackgammonError):
    """A written play that cannot be read, or cannot be carried out on the board it is written for."""


class MatchStateError(BackgammonError):
    """Scores, cube or match length that contradict each other."""
