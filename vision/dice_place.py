"""On what a die lies, from where it is and how its crop looks."""

import numpy as np
from numpy.typing import NDArray

from calibration.geometry import BoardGeometry
from vision.dice_spec import SUPPORTS
from vision.reading import Support, Zone

RIM = 0.06
"""How far beyond the field's edge (field widths or heights) the frame is taken to reach."""

_ODDS: dict[str, tuple[float, ...]] = {
    "field": (1.0, 0.12, 0.02, 0.02, 1.0, 0.02),
    "edge": (1.0, 0.12, 0.02, 0.3, 1.0, 0.1),
    "bar": (0.05, 0.5, 1.0, 0.05, 0.5, 0.1),
    "frame": (0.03, 0.1, 0.05, 1.0, 0.5, 0.6),
    "out": (0.01, 0.05, 0.02, 0.3, 0.3, 1.0),
}
"""Weight of each support of SUPPORTS by place. On a checker is said late: far more dice lie beside one."""


def beyond(uv: tuple[float, float]) -> float:
    """How far a place lies beyond the field's nearest edge (field widths or heights); below 0 inside."""
    u, v = uv
    return max(-u, u - 1, -v, v - 1)


def zone_of(uv: tuple[float, float], geometry: BoardGeometry) -> Zone:
    """Half, bar, frame or outside."""
    u, _ = uv
    left, right = geometry.bar_edges
    outside = beyond(uv)
    if outside > RIM:
        return "out"
    if outside > 0:
        return "frame"
    if left < u < right:
        return "bar"
    return "W" if u <= left else "E"


def place_of(
    uv: tuple[float, float], edge: float, geometry: BoardGeometry, looks: NDArray[np.float32]
) -> tuple[Zone, Support, float]:
    """(zone, support, its probability) of a die whose middle lies above field (u, v).

    edge: the die's edge in field widths. looks: (6,) probabilities of SUPPORTS from the crop alone.
    """
    zone = zone_of(uv, geometry)
    kind: str = zone if zone in ("bar", "frame", "out") else "field"
    if abs(beyond(uv)) < 0.6 * edge:
        kind = "edge"
    odds = [weight * (look + 1e-4) for weight, look in zip(_ODDS[kind], looks.tolist(), strict=True)]
    most = max(odds)
    return zone, SUPPORTS[odds.index(most)], most / sum(odds)
