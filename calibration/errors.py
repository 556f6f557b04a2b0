"""What can go wrong while placing the board in a picture."""


class CalibrationError(Exception):
    """Base of all calibration errors; the message says what happened, where, and what to do."""


class CornersError(CalibrationError):
    """Four corners that cannot be those of a playing field."""


class ClockPlaceError(CalibrationError):
    """Two corners that cannot be those of a game clock."""


class LensError(CalibrationError):
    """A number that says of no lens how it bends straight lines."""


class BoardFileError(CalibrationError):
    """A board file (board.toml) that is missing, malformed or inconsistent."""


class BoardNotFoundError(CalibrationError):
    """No board could be located in the picture."""
