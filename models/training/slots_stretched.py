"""Columns made longer or shorter, and wider or narrower, about the middle of their rim.

How far a column reaches says little about how many men it has: on one board four are as long as six are on
most others.
"""

import torch
from torch import Tensor
from torch.nn import functional

from vision.views import OUTSIDE, REACH

STRETCHED = 0.5
"""Share of boards."""
ALONG, ACROSS = (0.85, 1.6), (0.85, 1.2)
"""By how much columns are longer, and wider."""
MEN = 6.2
"""No column is made longer than so many men are otherwise, for they would leave the strip; one of more is not
made shorter, for what lies beyond is not known."""
RIM = 2 * OUTSIDE / (OUTSIDE + REACH) - 1
"""Where the rim is in a strip that reaches from -1 to 1."""


def stretched(strips: Tensor, men: Tensor, gen: torch.Generator) -> Tensor:
    """Boards (b, SLOTS, h, w, 3), some of them with their points stretched alike, as far as each may be.

    men: (b, points) how many there are on each. The bar stays.
    """
    device = gen.device
    chosen = torch.nonzero(torch.rand(len(strips), generator=gen, device=device) < STRETCHED)[:, 0]
    if not len(chosen):
        return strips

    def drawn(low: float, high: float) -> Tensor:
        return low + (high - low) * torch.rand(len(chosen), 1, generator=gen, device=device)

    some = men[chosen].clamp(min=1)
    along = drawn(*ALONG).expand(some.shape).minimum((MEN / some).clamp(min=1))
    along = torch.where(some > MEN, 1.0, along)
    across = drawn(*ACROSS).expand(some.shape)
    zero = torch.zeros_like(along)
    theta = torch.stack([1 / across, zero, zero, zero, 1 / along, RIM * (1 - 1 / along)], dim=-1)
    points = strips[chosen, :-1].float().movedim(-1, 2).flatten(0, 1)
    grid = functional.affine_grid(theta.reshape(-1, 2, 3), list(points.shape), align_corners=False)
    seen = functional.grid_sample(points, grid, padding_mode="reflection", align_corners=False)
    out = strips.clone()
    out[chosen, :-1] = seen.unflatten(0, some.shape).movedim(2, -1).to(strips.dtype)
    return out
