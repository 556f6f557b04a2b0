"""A picture of the moment for every finding."""

from collections import deque
from pathlib import Path
from typing import Final

from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from monitor.config import MatchConfig
from monitor.errors import GammonitorError
from monitor.findings import Finding
from monitor.wording import clock_time, describe
from vision.overlay import caption, draw_reading
from vision.reading import Reading
from vision.sources.frame import Frame

APART: Final = 0.25
"""Seconds between the frames that are kept in memory."""
KEPT: Final = 40
QUALITY: Final = 85


class EvidenceError(GammonitorError):
    """A picture of a finding cannot be stored."""


class Evidence:
    """Keeps the last seconds in memory and stores the picture that belongs to a finding in ``folder``.

    The folder is made when the first picture is stored.
    """

    def __init__(self, folder: Path, geometry: BoardGeometry, config: MatchConfig) -> None:
        self.folder = folder
        self._geometry = geometry
        self._config = config
        self._recent: deque[tuple[Frame, Reading]] = deque(maxlen=KEPT)

    def remember(self, frame: Frame, reading: Reading) -> None:
        """Keep this frame for a while if the last kept one is far enough back."""
        if not self._recent or not 0 <= frame.t - self._recent[-1][0].t < APART:
            self._recent.append((frame, reading))

    def store(self, finding: Finding) -> Path | None:
        """Write the picture that shows the finding best; its path, or None where no frame is left.

        Of the frames that show it, the clearest counts; where none of them is left, the nearest in time.
        """
        if not self._recent:
            return None
        first, last = finding.evidence.get("frames") or (0, -1)
        showing = [kept for kept in self._recent if first <= kept[0].seq <= last]
        if showing:
            frame, reading = min(showing, key=lambda kept: (_unclear(kept[1]), -kept[0].seq))
        else:
            frame, reading = min(self._recent, key=lambda kept: abs(kept[0].t - finding.t))
        geometry = self._geometry.scaled(frame.size)
        lines = [f"{clock_time(frame.t)}  {describe(finding, self._config)}", f"{', '.join(finding.cite)}"]
        picture = caption(draw_reading(frame.bgr, geometry, reading), lines)
        path = self.folder / f"{finding.id}_{finding.code.lower()}.jpg"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
            path.write_bytes(data.tobytes())
        except OSError as error:
            raise EvidenceError(f"{path} cannot be written: {error.strerror}") from error
        return path


def _unclear(reading: Reading) -> float:
    """How much of the board is covered or moving, in points, to a tenth."""
    return round(float(reading.hidden.sum() + reading.motion.sum()), 1)
