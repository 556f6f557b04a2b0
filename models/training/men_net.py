"""The network that counts men of one side in a strip: the trunk of the slot network and one layer."""

import torch
from torch import Tensor, nn

from models.training.slots_net import trunk

WIDTH = 64


class MenNet(nn.Module):
    """(n, CHANNELS, rows, columns) cells of `vision.men` to count and hidden logits; counts: 0 and up."""

    def __init__(self, rows: int, columns: int, counts: int) -> None:
        super().__init__()
        self.trunk = trunk()
        inputs = 64 * (rows // 8) * (columns // 8)
        self.embed = nn.Sequential(nn.Dropout(0.3), nn.Linear(inputs, WIDTH), nn.ReLU(inplace=True))
        self.count, self.hidden = nn.Linear(WIDTH, counts), nn.Linear(WIDTH, 1)

    def forward(self, cells: Tensor) -> tuple[Tensor, Tensor]:
        """count (n, counts), hidden (n,): logits."""
        token = self.embed(self.trunk(nn.functional.pad(cells, (1, 0, 1, 0))).flatten(1))
        return self.count(token), self.hidden(token)[:, 0]


class MenCounterNet(nn.Module):
    """What is exported: cells as they lie in memory in, probabilities out."""

    def __init__(self, net: MenNet, temperature: float) -> None:
        super().__init__()
        self.net, self.temperature = net, temperature

    def forward(self, cells: Tensor) -> tuple[Tensor, Tensor]:
        """count (n, counts), hidden (n,): probabilities. cells: (n, rows, columns, CHANNELS) in units."""
        count, hidden = self.net(cells.permute(0, 3, 1, 2))
        return torch.softmax(count / self.temperature, dim=-1), torch.sigmoid(hidden)
