"""What was read, placed over its picture: outlines, counts, dice and cube in parts of the picture's size."""

from functools import lru_cache

from calibration.geometry import SLOT_NAMES, BoardGeometry
from monitor.events import Json
from vision.reading import Reading

SAID_AT = 0.5
"""Dice less probable than this are not shown."""


def marks_of(reading: Reading, geometry: BoardGeometry, size: tuple[int, int]) -> Json:
    """Marks for a picture of this size (width, height); all coordinates 0..1 of it."""
    field, polygons = _outlines(geometry, size)
    best = reading.points.max(axis=1)
    slots = []
    for index, (light, dark) in enumerate(reading.counts().tolist()):
        side = "light" if light else "dark" if dark else None
        slots.append(
            {
                "id": SLOT_NAMES[index],
                "polygon": polygons[index],
                "text": str(light + dark) if light + dark else "",
                "side": side,
                "p": round(float(best[index]), 3),
                "hidden": round(float(reading.hidden[index]), 2),
            }
        )
    width, height = size
    dice = [
        {
            "value": die.value,
            "p": round(die.p, 3),
            "xy": [round(die.xy[0] / width, 4), round(die.xy[1] / height, 4)],
            "cocked": die.cocked,
        }
        for die in reading.dice
        if die.p >= SAID_AT
    ]
    cube = reading.cube
    place = None if cube is None else [round(cube.xy[0] / width, 4), round(cube.xy[1] / height, 4)]
    return {
        "field": field,
        "slots": slots,
        "dice": dice,
        "cube": None if cube is None else {"value": cube.value, "p": round(cube.p, 3), "xy": place},
    }


def for_viewers(marks: Json) -> Json:
    """Marks without what flags a roll."""
    return {**marks, "dice": [{**die, "cocked": None} for die in marks["dice"]]}


@lru_cache(maxsize=8)
def _outlines(
    geometry: BoardGeometry, size: tuple[int, int]
) -> tuple[list[list[float]], list[list[list[float]]]]:
    placed = geometry.scaled(size)

    def parts(corners: list[tuple[float, float]]) -> list[list[float]]:
        points = placed.picture_points(corners)
        return [[round(float(x) / size[0], 4), round(float(y) / size[1], 4)] for x, y in points]

    polygons = []
    for index in range(24):
        left, right = placed.column(index % 12)
        near, far = (0.0, 0.43) if index < 12 else (1.0, 0.57)
        polygons.append(parts([(left, near), (right, near), (right, far), (left, far)]))
    return parts([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]), polygons
