"""A minute of 1080p30 for the benchmarks: the sample match enlarged, with the noise of a camera."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import av
import numpy as np

from calibration.cv import cv2
from vision.sources import open_source
from vision.sources.frame import Plane

SIZE = (1920, 1080)
RATE = 30
SECONDS = 60
BITS = 6_000_000
NOISE = 3.0
"""Standard deviation of a pixel's lightness from frame to frame, in grey levels."""
START = 20.0
"""Where in the sample match the film begins (s): play is under way."""


def make_film(match: Path, path: Path, plain: bool = False) -> None:
    """Write the film: H.264, one key frame in two seconds, at the pace of the match. plain: no B pictures.

    The match has fewer frames a second than the film; each is shown until the next, under new noise.
    """
    options = {"preset": "veryfast", "g": "60", **({"bf": "0"} if plain else {})}
    random = np.random.default_rng(7)
    noise = random.normal(0, NOISE, (SIZE[1] + 64, SIZE[0] + 64)).round().astype(np.int16)
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=RATE, options=options)
        stream.width, stream.height, stream.pix_fmt = *SIZE, "yuv420p"
        stream.bit_rate = BITS
        for number, planes in enumerate(_film_planes(match)):
            right, down = random.integers(0, 64, 2)
            moved = noise[down : down + SIZE[1], right : right + SIZE[0]]
            light = np.clip(planes[0] + moved, 16, 235).astype(np.uint8)
            packed = np.concatenate([light.reshape(-1), planes[1].reshape(-1), planes[2].reshape(-1)])
            picture = av.VideoFrame.from_ndarray(packed.reshape(-1, SIZE[0]), format="yuv420p")
            picture.pts, picture.time_base = number, Fraction(1, RATE)
            container.mux(stream.encode(picture))
        container.mux(stream.encode())


def _film_planes(match: Path) -> Iterator[list[Plane]]:
    """The enlarged planes for every frame of the film."""
    number = 0
    planes: list[Plane] = []
    for frame in open_source(str(match)):
        while planes and number < SECONDS * RATE and START + number / RATE < frame.t:
            yield planes
            number += 1
        if number == SECONDS * RATE:
            return
        if frame.t > START - 1 and frame.planes is not None:
            planes = [
                np.asarray(cv2.resize(plane, (SIZE[0] // part, SIZE[1] // part)), np.uint8)
                for plane, part in zip(frame.planes, (1, 2, 2), strict=True)
            ]
