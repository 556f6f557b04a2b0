"""A dice network made wider without changing what it says, to go on training with more channels."""

from typing import TypeVar

import torch

from models.training.dice_net import ReadNet
from models.training.lean_net import LeanNet

Net = TypeVar("Net", ReadNet, LeanNet)


def widened(narrow: Net, wide: Net) -> Net:
    """`wide` with the weights of a network of fewer channels.

    The new channels keep the weights they have, and nobody listens to them yet: whatever comes after has
    weights of zero for them, so both networks say the same of every crop.
    """
    old, new = narrow.state_dict(), wide.state_dict()
    judged, every = len(old["mix.2.bias"]), len(new["mix.2.bias"])
    with torch.no_grad():
        for name, weights in new.items():
            known = old[name]
            if known.shape == weights.shape:
                weights.copy_(known)
            elif name == "mix.2.weight":
                was, now = known.view(judged, -1, 36), weights.view(every, -1, 36)
                now[:judged] = 0
                now[:judged, : was.shape[1]] = was
            elif name == "lean.0.weight":
                weights[:] = 0
                weights[:, :judged] = known[:, :judged]
                weights[:, every:] = known[:, judged:]
            elif weights.dim() == 1:
                weights[: len(known)] = known
            else:
                weights[: len(known), known.shape[1] :] = 0
                weights[: len(known), : known.shape[1]] = known
    return wide
