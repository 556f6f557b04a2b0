"""The network that tells which columns hold checkers of the same side: every column is a token, and layers of
attention compare those of one board."""

from torch import Tensor, nn

from models.training.slots_net import Attention
from vision.side_judge import FEATURES

WIDTH, LAYERS = 64, 3
DROPPED = 0.1


class SideNet(nn.Module):
    """(..., 24, FEATURES) columns of `vision.side_judge` to (..., 24) log odds of the darker side."""

    def __init__(self) -> None:
        super().__init__()
        self.embed = nn.Sequential(nn.Linear(FEATURES, WIDTH), nn.GELU(), nn.Linear(WIDTH, WIDTH))
        self.compare = nn.ModuleList(Attention(WIDTH) for _ in range(LAYERS))
        self.drop = nn.Dropout(DROPPED)
        self.side = nn.Linear(WIDTH, 1)

    def forward(self, columns: Tensor) -> Tensor:
        """Log odds."""
        tokens = self.embed(columns)
        for layer in self.compare:
            tokens = layer(self.drop(tokens))
        odds: Tensor = self.side(tokens)[..., 0]
        return odds


class Judging(nn.Module):
    """What is exported: the network with its temperature."""

    def __init__(self, net: SideNet, heat: float) -> None:
        super().__init__()
        self.net, self.heat = net, heat

    def forward(self, columns: Tensor) -> Tensor:
        """(24,) log odds of (24, FEATURES)."""
        odds: Tensor = self.net(columns) / self.heat
        return odds
