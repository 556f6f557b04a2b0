"""The mean of several networks' weights: trained from one another, together they err less than each alone."""

from collections.abc import Sequence

import torch
from torch import nn


def mean_into(net: nn.Module, others: Sequence[nn.Module]) -> None:
    """Give a network the mean of its own weights and those of others of its kind, each counting alike."""
    every = [one.state_dict() for one in (net, *others)]
    with torch.no_grad():
        for name, weights in net.state_dict().items():
            if weights.dtype.is_floating_point:
                weights.copy_(torch.stack([state[name] for state in every]).mean(dim=0))
