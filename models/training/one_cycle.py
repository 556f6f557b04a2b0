"""One step of learning, shared by the networks of points, sides, men and the place of the board."""

import torch
from torch import Tensor, nn

WEIGHT_DECAY = 0.02
MOST_GRADIENT = 2.0


class OneCycle:
    """AdamW with a one-cycle rate and clipped gradients.

    rate: the highest. steps: calls of `learn` in all. rising: share of them during which the rate rises.
    """

    def __init__(self, net: nn.Module, rate: float, steps: int, rising: float = 0.3) -> None:
        self._net = net
        self._optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=WEIGHT_DECAY)
        self._schedule = torch.optim.lr_scheduler.OneCycleLR(
            self._optimiser, rate, total_steps=steps, pct_start=rising
        )

    def learn(self, loss: Tensor) -> None:
        """Move the weights down this loss."""
        self._optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self._net.parameters(), MOST_GRADIENT)
        self._optimiser.step()
        self._schedule.step()
