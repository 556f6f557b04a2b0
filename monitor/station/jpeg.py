"""A frame as a JPEG small enough to send many times a second."""

from typing import Final

import numpy as np
import simplejpeg  # type: ignore[import-untyped]

from calibration.cv import cv2
from vision.sources.frame import Frame, Plane

WIDEST: Final = (960, 540)
QUALITY: Final = 75

_LEVELS = np.arange(256, dtype=np.float64)
_LUMA: Final = np.clip(np.rint((_LEVELS - 16) * 255 / 219), 0, 255).astype(np.uint8)
_CHROMA: Final = np.clip(np.rint((_LEVELS - 128) * 255 / 224 + 128), 0, 255).astype(np.uint8)
"""From video range (16..235, 16..240) to the full range of a JPEG."""


def encode(frame: Frame, most: tuple[int, int] = WIDEST, quality: int = QUALITY) -> bytes:
    """The frame as JPEG, scaled down to fit into ``most`` (width, height)."""
    width, height = fitting(frame.size, most)
    planes = frame.planes
    if planes is None:
        picture = _scaled(frame.bgr, (width, height))
        return bytes(simplejpeg.encode_jpeg(picture, quality, "BGR", "420"))
    half = ((width + 1) // 2, (height + 1) // 2)
    luma = cv2.LUT(_scaled(planes[0], (width, height)), _LUMA)
    blue, red = (cv2.LUT(_scaled(plane, half), _CHROMA) for plane in planes[1:])
    return bytes(simplejpeg.encode_jpeg_yuv_planes(luma, blue, red, quality))


def fitting(size: tuple[int, int], most: tuple[int, int]) -> tuple[int, int]:
    """The size, even numbers, that fits into ``most`` without growing."""
    share = min(1.0, most[0] / size[0], most[1] / size[1])
    return max(2, round(size[0] * share / 2) * 2), max(2, round(size[1] * share / 2) * 2)


def _scaled(plane: Plane, size: tuple[int, int]) -> Plane:
    if (plane.shape[1], plane.shape[0]) != size:
        way = cv2.INTER_AREA if plane.shape[1] >= 2 * size[0] else cv2.INTER_LINEAR
        plane = np.asarray(cv2.resize(plane, size, interpolation=way), dtype=np.uint8)
    return np.ascontiguousarray(plane)
