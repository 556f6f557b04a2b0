"""Weights of a network that learns on some device, kept so that any machine can read them."""

from pathlib import Path

import torch
from torch import nn


def keep(net: nn.Module, file: Path) -> None:
    """Write a network's weights to a .pt file."""
    torch.save({name: value.cpu().contiguous() for name, value in net.state_dict().items()}, file)
