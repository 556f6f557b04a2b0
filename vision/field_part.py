"""Another window on the board: a part of the field, or a field moved beside it, taken for a whole one."""

from calibration.geometry import BoardGeometry


def part_of_field(geometry: BoardGeometry, left: float, top: float, side: float = 1.0) -> BoardGeometry:
    """The field from (left, top) on, ``side`` of its width and height, in field units of the given one.

    Raises CornersError where it would lie too far outside the picture.
    """
    right, low = left + side, top + side
    corners = geometry.picture_points([(left, top), (right, top), (right, low), (left, low)])
    return BoardGeometry(tuple((float(x), float(y)) for x, y in corners), geometry.size, "no_bar")
