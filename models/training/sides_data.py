"""Columns of rendered boards as the judge of sides is told them, and whose checkers they hold."""

from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models import shared_session
from models.training import slots_data
from models.training.shade import shaded
from models.training.slots import HIDDEN_AT, recolour
from models.training.slots_data import SlotSet
from vision.colours import Floats
from vision.side_judge import described
from vision.sides import find_sides
from vision.slots import occupied_of
from vision.views import BAR, SlotViews


@dataclass(frozen=True)
class SideSet:
    """columns (n, 24, FEATURES); dark (n, 24) whether they hold the darker side's checkers; asked (n, 24)
    whether the slot network sees checkers there, all of one side; free (n,) whether the sides may be
    exchanged; shown (n, 24) whether it sees checkers there at all; both (n, 24) whether of both sides."""

    columns: NDArray[np.float32]
    dark: NDArray[np.bool_]
    asked: NDArray[np.bool_]
    free: NDArray[np.bool_]
    shown: NDArray[np.bool_]
    both: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.columns)


def told(
    views: SlotViews, count: NDArray[np.float32], occupied: Floats, said: Floats
) -> NDArray[np.float32] | None:
    """What the judge is told of one board; None where no checkers are seen. said: (24,) the slot network's
    probability of the darker side."""
    columns: list[NDArray[np.float32]] = []

    def noting(patches: Floats, odds: Floats, found: Floats) -> tuple[Floats, Floats]:
        columns.append(described(views, count, occupied, patches, odds, found))
        return found, np.zeros(BAR)

    find_sides(views, occupied, said, judge=noting)
    return columns[0] if columns else None


def made(data: SlotSet, colours: np.random.Generator | None, shade: float = 0.0) -> SideSet:
    """What the judge is told of every board on which checkers are seen. colours: for other colours, light and
    noise than those of the pictures; shade: share of those boards on which light then falls unevenly."""
    session = shared_session("slots")
    columns, dark, asked, free, shown, both = [], [], [], [], [], []
    for index, stored in enumerate(data.strips):
        strips, mixed = (stored, False) if colours is None else recolour(stored, colours)
        if colours is not None and shade and colours.random() < shade:
            strips = shaded(strips, colours)
        views = SlotViews.of(np.ascontiguousarray(strips, np.uint8))
        count, said, hidden = (np.asarray(part) for part in session.run(None, {"cells": views.cells()})[:3])
        occupied = occupied_of(count, hidden)
        board = told(views, count, occupied, said.astype(np.float64))
        if board is None:
            continue
        light, black = data.light[index] > 0, data.dark[index] > 0
        seen = (occupied > 0) & (data.hidden[index, :BAR] < HIDDEN_AT)
        columns.append(board)
        dark.append(black)
        asked.append(seen & (light ^ black))
        free.append(bool(data.ambiguous[index]) or mixed)
        shown.append(seen)
        both.append(light & black)
    return SideSet(
        np.stack(columns), np.stack(dark), np.stack(asked), np.array(free), np.stack(shown), np.stack(both)
    )


def gather(folders: list[Path], family: str, versions: int, shade: float = 0.0) -> SideSet:
    """Boards of one family of all folders, the first version of each in its own colours; kept beside the
    pictures once made. shade: as `made` takes it."""
    sets = []
    for folder in folders:
        for version in range(versions):
            file = folder / f"sides_{family}_{version}{f'_{shade}' if shade else ''}.npz"
            if not file.exists():
                strips = slots_data.build(folder, family, 1, 11 + version)
                boards = made(strips, np.random.default_rng([11, version]) if version else None, shade)
                np.savez(file, **{field.name: getattr(boards, field.name) for field in fields(SideSet)})
            with np.load(file) as kept:
                sets.append([kept[field.name] for field in fields(SideSet)])
    return SideSet(*(np.concatenate(parts) for parts in zip(*sets, strict=True)))
