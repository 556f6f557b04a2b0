"""Find the board in a picture nobody placed: the locating network, then the checks of calibration.locate."""

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from calibration.locate import Located, from_maps, letterbox
from models import shared_session


def find_board(bgr: NDArray[np.uint8], session: onnxruntime.InferenceSession | None = None) -> Located:
    """The board in a (h, w, 3) blue green red picture; BoardNotFoundError says why there is none."""
    session = session or shared_session("locate")
    boxed, matrix = letterbox(bgr)
    maps, layout = session.run(None, {"picture": boxed[None]})
    height, width = bgr.shape[:2]
    return from_maps(np.asarray(maps[0]), np.asarray(layout[0]), matrix, (width, height))
