"""Sleeves, cloths and papers laid over boards of a batch: what lies wholly under one is hidden, not empty.

A strip that an arm fills from end to end shows one colour and nothing else, as an empty point of a plain
board does. That it is an arm the other strips tell.
"""

from functools import cache
from math import pi

import torch
from torch import Tensor

from calibration.geometry import BoardGeometry
from vision.views import OUTSIDE, REACH, SLOTS, STRIP_H, STRIP_W, strip_grid

COVERED = 0.14
"""Share of boards something is laid over."""
CLOTH = 0.25
"""Share of these on which it reaches over one side of the board and beyond; else it is a band: an arm."""
ARM, ASPECT = (0.08, 0.4), 0.8
"""Width of a band in widths of the field; height of a field by its width."""
SHADED, STREAKED = 0.35, 0.06
"""How much darker a band may be at its edges, and how much its folds differ."""
SOFT = 0.004
"""Width of a cover's edge, in widths of the field."""


@cache
def _places() -> tuple[Tensor, Tensor]:
    """(SLOTS, STRIP_H, STRIP_W, 2) where the pixels of strips lie on a field of width 1, and (SLOTS, STRIP_H)
    which rows of a strip are its slot's own."""
    geometry = BoardGeometry(
        ((0, 0), (1000, 0), (1000, 800), (0, 800)), (1000, 800), "bar_vertical", (0.475, 0.525)
    )
    grid = torch.from_numpy(strip_grid(geometry).reshape(SLOTS, STRIP_H, STRIP_W, 2).astype("float32"))
    along = torch.linspace(-OUTSIDE, REACH, STRIP_H)
    own = ((along > 0) & (along < 0.42)).repeat(SLOTS, 1)
    own[-1] = (torch.linspace(0, 1, STRIP_H) - 0.5).abs() < 0.45
    return grid * torch.tensor([1.0, ASPECT]), own


def covered(strips: Tensor, hidden: Tensor, gen: torch.Generator) -> tuple[Tensor, Tensor]:
    """Boards (b, SLOTS, STRIP_H, STRIP_W, 3) of 0..255 with covers on some, and (b, SLOTS) how much of each
    slot is hidden then."""
    device = gen.device

    def drawn(low: float, high: float, *shape: int) -> Tensor:
        return low + (high - low) * torch.rand(len(chosen), *shape, generator=gen, device=device)

    chosen = torch.nonzero(torch.rand(len(strips), generator=gen, device=device) < COVERED)[:, 0]
    if not len(chosen):
        return strips, hidden
    places, own = (one.to(device) for one in _places())
    angle, middle = drawn(-pi, pi), torch.stack([drawn(0.05, 0.95), drawn(0.05, 0.95) * ASPECT], dim=-1)
    across = torch.stack([angle.cos(), angle.sin()], dim=-1)
    away = torch.einsum("shwc,nc->nshw", places, across) - (middle * across).sum(-1)[:, None, None, None]
    half = drawn(*ARM) / 2
    cloth = drawn(0, 1) < CLOTH
    half = half[:, None, None, None]
    depth = torch.where(cloth[:, None, None, None], away, half - away.abs())
    there = (depth / SOFT + 0.5).clamp(0, 1)
    round_ = (1 - (away / half).clamp(-1, 1) ** 2).sqrt()
    folds = torch.sin(away * drawn(20, 200)[:, None, None, None] + angle[:, None, None, None])
    light = 1 - drawn(0, SHADED)[:, None, None, None] * (1 - round_) * ~cloth[:, None, None, None]
    light = light * (1 + drawn(0, STREAKED)[:, None, None, None] * folds)
    colour = drawn(10, 250, 1).expand(-1, 3) + drawn(-110, 110, 3)
    cover = colour.clamp(5, 255)[:, None, None, None] * light[..., None]
    strips[chosen] = strips[chosen] * (1 - there[..., None]) + cover * there[..., None]
    share = (there.mean(-1) * own).sum(-1) / own.sum(-1)
    before = hidden[chosen]
    hidden = hidden.clone()
    hidden[chosen] = 1 - (1 - before) * (1 - share)
    return strips, hidden
