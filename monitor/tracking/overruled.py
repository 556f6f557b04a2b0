"""Slots of which somebody at the table has said what they hold, against the readings.

A slot that is misread goes on being misread while its men stand as they do. Where an operator says that it
holds something else, what is read there stands for what he said, until something else is read.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

CHANGED_S = 0.5
"""A slot that has shown something new for this long holds something new."""


@dataclass
class _Said:
    """read: outcome that the readings give. true: what it stands for. other: since when they give another."""

    read: int
    true: int
    other: float | None = None


class OverruledSlots:
    """What is read on the 24 points (0 to 23) and the two bars (24, 25), and what it stands for."""

    def __init__(self) -> None:
        self._slots: dict[int, _Said] = {}

    def say(self, slot: int, read: int, true: int) -> None:
        """A slot, taken to hold `read` until now, holds `true`."""
        known = self._slots.get(slot)
        if read == true:
            return
        raw = read if known is None else known.read
        self._slots[slot] = _Said(raw, true)
        if raw == true:
            del self._slots[slot]

    def apply(self, slots: range, rows: NDArray[np.float64], seen: NDArray[np.bool_], t: float) -> None:
        """Change the log-probabilities of some slots, (len(slots), outcomes), in place to what was said.

        seen: (26,) slots in view. t: time of the reading in seconds.
        """
        for slot, said in list(self._slots.items()):
            if slot not in slots or not seen[slot]:
                continue
            row = rows[slot - slots.start]
            if int(row.argmax()) == said.read:
                said.other = None
                row[[said.read, said.true]] = row[[said.true, said.read]]
                continue
            said.other = t if said.other is None else said.other
            if t - said.other >= CHANGED_S:
                del self._slots[slot]
