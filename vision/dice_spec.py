"""Sizes and names shared by the dice networks and their training."""

from vision.reading import Support

BOARD_SIZE = (512, 384)
"""(width, height) of the straightened picture in which dice and cubes are looked for."""

MARGIN = 0.15
"""Share of the field's width and height seen beyond each of its edges."""

STRIDE = 4
"""Pixels of the straightened picture per cell of the heat map."""

VIEW = 48
"""Width and height of a value crop (px)."""

VIEW_EDGE = 18.0
"""Pixels along a die's edge in a value crop."""

CUBE_VIEW_EDGE = 28.0
"""Pixels along the edge of what the finder takes for a cube: two digits need more of them than pips do."""

BASE_EDGE = 12.0
"""Edge (px of the straightened picture) that a size output of zero stands for."""

SUPPORTS: tuple[Support, ...] = ("surface", "checker", "bar", "frame", "die", "other")
CUBE_VALUES = (2, 4, 8, 16, 32, 64)
