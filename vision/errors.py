"""What can go wrong between a source of pictures and a reading."""


class VisionError(Exception):
    """Base of all vision errors; the message says what happened, where, and what to do."""


class SourceError(VisionError):
    """A source that cannot be used at all."""


class SourceMissingError(SourceError):
    """There is nothing under that name."""


class SourceEmptyError(SourceError):
    """A file without content, or a folder without pictures."""


class SourceFormatError(SourceError):
    """Something that is no video and no picture, or holds no video stream."""


class SourceUnavailableError(SourceError):
    """A camera or stream that does not answer, or whose software is not installed."""


class SourceBrokenError(SourceError):
    """A source that broke off; every frame before the break has been delivered.

    t: presentation time (s) of the last good frame, None where there was none.
    """

    def __init__(self, message: str, t: float | None) -> None:
        super().__init__(message)
        self.t = t
