"""Columns of a board shown again in place of others, so that counts do not add up.

Men of a side are fifteen, and a network that compares columns may learn it: it would see on a board that is
set up wrongly what should be there. It is to tell what is there.
"""

import torch
from torch import Tensor

MINGLED = 0.6
"""Share of boards."""
MOST = 0.7
"""Share of their columns that are others', at most."""


def mingled(batch: dict[str, Tensor], gen: torch.Generator) -> dict[str, Tensor]:
    """A batch (`models.training.slots.batch_of`) with columns of each board in place of others of its own.

    The bar stays. Where one side alone is left, it may be called either.
    """
    boards, columns = batch["light"].shape
    device = gen.device
    share = MOST * torch.rand(boards, 1, generator=gen, device=device)
    share *= torch.rand(boards, 1, generator=gen, device=device) < MINGLED
    other = torch.randint(columns, (boards, columns), generator=gen, device=device)
    changed = torch.rand(boards, columns, generator=gen, device=device) < share
    taken = torch.where(changed, other, torch.arange(columns, device=device))
    slots = torch.cat([taken, torch.full((boards, 1), columns, device=device)], dim=1)
    rows = torch.arange(boards, device=device)[:, None]
    out = batch | {name: batch[name][rows, taken] for name in ("light", "dark")}
    out |= {name: batch[name][rows, slots] for name in ("strips", "hidden")}
    both = (out["light"] > 0).any(dim=1) & (out["dark"] > 0).any(dim=1)
    return out | {"ambiguous": out["ambiguous"] | ~both}
