"""Crops kept as compressed pictures in one .npz: bytes, where each picture's end, and labels."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.cv import cv2

QUALITY = 90
"""Of WebP."""


def pack(pictures: NDArray[np.uint8], labels: NDArray[np.float32], file: Path) -> None:
    """Write crops (n, h, w, 3) BGR and their labels."""
    each = [cv2.imencode(".webp", one, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])[1].tobytes() for one in pictures]
    data = np.frombuffer(b"".join(each), np.uint8)
    np.savez(file, bytes=data, ends=np.cumsum([len(one) for one in each]), labels=labels)


def unpack(file: Path) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Crops (n, h, w, 3) BGR and their labels."""
    held = np.load(file)
    data, ends = held["bytes"], held["ends"]
    parts = np.split(data, ends[:-1])
    return np.stack([np.asarray(cv2.imdecode(one, cv2.IMREAD_COLOR), np.uint8) for one in parts]), held[
        "labels"
    ]
