"""A look by colour alone at dice whose pips are about as light as their faces.

The reader goes by lightness first. Of a doubtful crop it is shown once more what tells pips from the face by
hue or saturation: the colours' strongest direction with lightness left out, as a grey picture and as its
negative.
"""

import numpy as np
from numpy.typing import NDArray

from vision.dice_again import MOSTLY_DIE
from vision.dice_spec import VIEW, VIEW_EDGE

Floats = NDArray[np.float32]
Crops = NDArray[np.uint8]
LIGHTNESS = np.array([0.114, 0.587, 0.299], np.float32)
"""Of blue, green, red (ITU-R BT.601)."""
SPREAD = 0.18
"""Spread of the grey picture where the die is, of full scale."""
LEAST_COLOUR = 2.0
"""Spread of the strongest colour (8 bits) below which it is but noise."""
PLAIN = 0.95
"""Probability of a value from which it counts whatever the first look said."""
HARDLY, CLEAR = 0.45, 0.7
"""Probability of a first value below which another counts, and from which that one does."""
_FACE = slice(VIEW // 2 - round(VIEW_EDGE / 2), VIEW // 2 + round(VIEW_EDGE / 2))


def by_colour(crop: Crops) -> Crops | None:
    """(2, VIEW, VIEW, 3) the colours of a (VIEW, VIEW, 3) blue green red crop as a grey picture, and its
    negative; None where there is no colour to tell anything apart."""
    picture = crop.astype(np.float32)
    face = picture[_FACE, _FACE].reshape(-1, 3)
    middle = face.mean(axis=0)
    colours = _chroma(face - middle)
    strongest = np.linalg.eigh(colours.T @ colours)[1][:, 2]
    spread = float((colours @ strongest).std())
    if spread < LEAST_COLOUR:
        return None
    shown = np.clip(0.5 + _chroma(picture - middle) @ strongest / spread * SPREAD, 0.0, 1.0)
    grey = np.round(np.stack([shown, 1.0 - shown]) * 255).astype(np.uint8)
    return np.repeat(grey[..., None], 3, axis=3)


def surer(first: Floats, again: Floats) -> bool:
    """Whether what colour alone shows counts instead of the first look. Both (13,) probabilities of a face.

    It does where it is plain; where what is a die anyway shows the same value more surely, or where the first
    look said hardly any value.
    """
    value, said = float(first[1:7].max()), float(again[1:7].max())
    if said <= value or said >= PLAIN:
        return said > value
    same = int(first[1:7].argmax()) == int(again[1:7].argmax())
    return bool(first[1:7].sum() >= MOSTLY_DIE) and (same or (value < HARDLY and said >= CLEAR))


def _chroma(colours: Floats) -> Floats:
    """Colours (..., 3) without what makes them lighter or darker."""
    return np.asarray(colours - (colours @ LIGHTNESS)[..., None], np.float32)
