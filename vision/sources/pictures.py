"""Single pictures and folders of pictures."""

import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

import numpy as np

from calibration.cv import cv2
from vision.errors import (
    SourceBrokenError,
    SourceEmptyError,
    SourceError,
    SourceFormatError,
    SourceMissingError,
)
from vision.sources.frame import Frame, Plane, turned_back

PICTURE_SUFFIXES = frozenset({".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"})
SECONDS_APART = 1.0
"""Presentation time between pictures of a folder, which carry no time of their own."""

_JPEG, _JPEG_END = b"\xff\xd8", b"\xff\xd9"
_PNG, _PNG_END = b"\x89PNG", b"IEND"


def read_picture(path: Path, *, mirrored: bool = False) -> Plane:
    """The picture in a file as (h, w, 3) blue green red, turned upright by its EXIF orientation.

    mirrored: it is, and left and right are exchanged.

    Raises a SourceError that names the file where it is missing, empty, cut short or no picture.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise SourceMissingError(f"{path}: there is no such file") from None
    except IsADirectoryError:
        raise SourceFormatError(f"{path} is a folder; name the pictures in it") from None
    except OSError as error:
        raise SourceError(f"{path} cannot be read: {error.strerror}") from error
    if not data:
        raise SourceEmptyError(f"{path} is empty (0 bytes)")
    if _cut_short(data):
        raise SourceBrokenError(
            f"{path} is cut short: the end of the picture is missing. Copy it again.", None
        )
    picture = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise SourceFormatError(f"{path} is not a picture that can be read (JPEG, PNG, WebP, TIFF or BMP)")
    upright = np.asarray(picture, dtype=np.uint8)
    return turned_back(upright) if mirrored else upright


def natural_key(name: str) -> list[tuple[int, int, str]]:
    """Sort key under which frame9 comes before frame10."""
    parts = re.split(r"(\d+)", name.casefold())
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts if part]


class PictureFolder:
    """The pictures of a folder in natural order of their names, ``seconds_apart`` seconds apart; turned back
    where they are mirrored."""

    live = False

    def __init__(self, folder: Path, seconds_apart: float = SECONDS_APART, *, mirrored: bool = False) -> None:
        self.name = folder.name or str(folder)
        self._seconds_apart, self._mirrored = seconds_apart, mirrored
        found = [path for path in folder.iterdir() if path.suffix.lower() in PICTURE_SUFFIXES]
        self.paths = sorted(found, key=lambda path: natural_key(path.name))
        if not self.paths:
            raise SourceEmptyError(f"{folder} holds no pictures ({', '.join(sorted(PICTURE_SUFFIXES))})")

    @property
    def count(self) -> int:
        """Number of pictures."""
        return len(self.paths)

    @cached_property
    def size(self) -> tuple[int, int]:
        """(width, height) of the first picture."""
        height, width = read_picture(self.paths[0]).shape[:2]
        return width, height

    def __iter__(self) -> Iterator[Frame]:
        last: float | None = None
        for seq, path in enumerate(self.paths):
            try:
                picture = read_picture(path, mirrored=self._mirrored)
            except SourceError as error:
                raise SourceBrokenError(f"picture {seq + 1} of {self.count}: {error}", last) from error
            last = seq * self._seconds_apart
            yield Frame(seq, last, picture, source=path.name)

    def close(self) -> None:
        """Nothing is held open."""


def _cut_short(data: bytes) -> bool:
    if data.startswith(_PNG):
        return _PNG_END not in data[-64:]
    if not data.startswith(_JPEG):
        return False
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != 0xDA:
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return data.find(_JPEG_END, at) < 0
