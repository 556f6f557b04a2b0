"""Dice of one match are of one size: what is far larger or smaller is none, a painted one mostly."""

from collections.abc import Collection, Sequence
from statistics import median

from monitor.tracking.dice import DieTrack

UNLIKE = 1.6
"""Times as large or small as any die of the match in the picture: more than the camera's view accounts
for."""
KNOWN = 4
"""Dice of earlier rolls from which on their sizes are known."""


def alike(dice: Sequence[DieTrack], known: Collection[float]) -> list[DieTrack]:
    """Without the dice that are of another size than the others, or than those of earlier rolls.

    known: sizes of these (px). Where no die is like them, the camera has come nearer, and all of them stay;
    but a single one is none.
    """
    sizes = [die.size for die in dice]
    if len(known) >= KNOWN:
        least, most = min(known), max(known)
    elif len(dice) >= 3:
        least = most = median(sizes)
    else:
        return list(dice)
    kept = [die for die in dice if least / UNLIKE <= die.size <= most * UNLIKE]
    return kept if kept or len(dice) == 1 else list(dice)
