"""The network that tells which columns hold checkers of the same side, and which of both: every column is a
token, and layers of attention compare those of one board."""

from torch import Tensor, nn

from models.training.slots_net import Attention
from vision.side_judge import FEATURES

WIDTH, LAYERS = 64, 3
DROPPED = 0.1


class SideNet(nn.Module):
    """(..., 24, FEATURES) columns of `vision.side_judge` to (..., 24) log odds of the darker side, and of men
    of both sides."""

    def __init__(self) -> None:
        super().__init__()
        self.embed = nn.Sequential(nn.Linear(FEATURES, WIDTH), nn.GELU(), nn.Linear(WIDTH, WIDTH))
        self.compare = nn.ModuleList(Attention(WIDTH) for _ in range(LAYERS))
        self.drop = nn.Dropout(DROPPED)
        self.side = nn.Linear(WIDTH, 1)
        self.both = nn.Sequential(nn.Linear(WIDTH, 32), nn.GELU(), nn.Linear(32, 1))

    def forward(self, columns: Tensor) -> tuple[Tensor, Tensor]:
        """Log odds."""
        tokens = self.embed(columns)
        for layer in self.compare:
            tokens = layer(self.drop(tokens))
        return self.side(tokens)[..., 0], self.both(tokens)[..., 0]


class Judging(nn.Module):
    """What is exported: the network with its temperatures. rarer: by how much log odds of both sides' men are
    lower at a table than among the boards trained on."""

    def __init__(self, net: SideNet, heat: float, both_heat: float = 1.0, rarer: float = 0.0) -> None:
        super().__init__()
        self.net, self.heat, self.both_heat, self.rarer = net, heat, both_heat, rarer

    def forward(self, columns: Tensor) -> tuple[Tensor, Tensor]:
        """(24,) and (24,) log odds of (24, FEATURES)."""
        side, both = self.net(columns)
        return side / self.heat, both / self.both_heat - self.rarer
