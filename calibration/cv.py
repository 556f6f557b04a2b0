"""The one place that imports OpenCV, so that a missing system library has a one-line remedy."""

from calibration.errors import CalibrationError

try:
    import cv2
except ImportError as error:  # pragma: no cover - needs a machine without libGL
    raise CalibrationError(
        f"OpenCV does not load on this machine ({error}). On Debian or Ubuntu run: "
        "apt-get install libgl1 libglib2.0-0 (Debian 13: libglib2.0-0t64)"
    ) from error

cv2.setNumThreads(1)

__all__ = ["cv2"]
