"""A user's own pictures as test cases: read, corrected by a person, read again and compared.

A folder holds the pictures and ``labels.json``: ``{"items": [...]}``, each item with id, file, kind, size,
board_id and labels. labels: corners, layout, bar_frac, points, bar, colours, dice, cube, occluded_cells,
complete, visible_total and tags, with the names and frames of `calibration.geometry` and sides light and
dark. They are what this program has read until a person has looked at them, who sets ``"checked": true``.
"""

from monitor.labels.errors import LabelError
from monitor.labels.folder import LabelFolder

__all__ = ["LabelError", "LabelFolder"]
