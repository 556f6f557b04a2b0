"""Steps of learning with a rate that falls as a cosine: dice networks, and the larger run for points."""

from math import cos, inf, pi

import torch
from torch import Tensor, nn


class CosineDescent:
    """AdamW with clipped gradients; prints the mean loss now and then.

    name: of the network, in what is printed. rate: the highest, towards `least` at the last of `steps`;
    rising: steps in which it rises first. most: norm of the gradients at most. every: steps between prints.
    """

    def __init__(
        self,
        net: nn.Module,
        name: str,
        steps: int,
        rate: float,
        *,
        decay: float,
        least: float = 1e-5,
        rising: int = 1,
        most: float = inf,
        every: int = 100,
    ) -> None:
        self._net, self._name, self._steps, self._every = net, name, steps, every
        self._rate, self._least, self._rising, self._most = rate, least, rising, most
        self._optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=decay)
        self._step = 0
        self._mean = torch.zeros(())

    def learn(self, loss: Tensor, done: float | None = None) -> None:
        """Move the weights down this loss. done: share of the way behind, where steps do not tell it."""
        rises = self._rate * min(1.0, (self._step + 1) / self._rising)
        way = min(1.0, self._step / self._steps if done is None else done)
        for group in self._optimiser.param_groups:
            group["lr"] = rises * (0.5 + 0.5 * cos(pi * way)) + self._least
        self._optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self._net.parameters(), self._most)
        self._optimiser.step()
        self._step += 1
        self._mean = self._mean.to(loss.device) + loss.detach() / self._every
        if self._step % self._every == 0:
            where = f"{self._step} of {self._steps}" if done is None else f"{self._step}, {100 * done:.0f} %,"
            print(f"{self._name} step {where} loss {float(self._mean):.4f}", flush=True)
            self._mean = torch.zeros(())
