"""The picture of a recording at a presentation time, exactly: never by counting frames."""

from pathlib import Path
from typing import Final

import av
import numpy as np
from av.video.frame import VideoFrame

from calibration.cv import cv2
from monitor.review.errors import ReviewError
from vision.sources.frame import Frame
from vision.sources.video import planes_of

QUALITY: Final = 85
WIDEST: Final = 1280
SLACK_S: Final = 1e-3


def frame_at(path: Path, t: float) -> tuple[float, bytes]:
    """(its presentation time, JPEG) of the last picture at or before t seconds; of the first before any.

    Raises ReviewError where the file cannot be read there.
    """
    try:
        with av.open(str(path)) as container:
            stream = container.streams.video[0]
            stream.codec_context.thread_count = 1
            base = stream.time_base
            if base is None:
                raise ReviewError(f"{path.name} carries no times; its pictures cannot be looked up")
            container.seek(max(0, int(t / base)), stream=stream, backward=True)
            best = None
            for frame in container.decode(stream):
                if frame.pts is None:
                    continue
                if best is not None and float(frame.pts * base) > t + SLACK_S:
                    break
                best = frame
            if best is None or best.pts is None:
                raise ReviewError(f"{path.name} holds no picture at {t:.2f} s")
            shown = float(best.pts * base)
            return shown, _jpeg(best, shown)
    except (av.error.FFmpegError, OSError, IndexError, ValueError) as error:
        raise ReviewError(f"{path.name} cannot be read at {t:.2f} s: {error}") from error


def _jpeg(picture: VideoFrame, t: float) -> bytes:
    bgr = Frame(0, t, planes_of(picture)).bgr
    height, width = bgr.shape[:2]
    if width > WIDEST:
        size = (WIDEST, round(height * WIDEST / width))
        bgr = np.asarray(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return bytes(cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes())
