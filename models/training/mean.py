"""The mean of several networks' weights: trained from one another, together they err less than each alone."""

from collections.abc import Sequence

import torch
from torch import nn


def mean_into(net: nn.Module, others: Sequence[nn.Module], share: float | None = None) -> None:
    """Give a network the mean of its own weights and those of others of its kind, each counting alike.

    share: how much its own count, from 0 to 1, where that is not as much as each of the others'.
    """
    if not others:
        return
    own = 1 / (1 + len(others)) if share is None else share
    states = [one.state_dict() for one in others]
    with torch.no_grad():
        for name, weights in net.state_dict().items():
            if weights.dtype.is_floating_point:
                theirs = torch.stack([state[name] for state in states]).mean(dim=0)
                weights.mul_(own).add_(theirs, alpha=1 - own)
