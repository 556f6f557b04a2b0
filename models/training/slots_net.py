"""The slot network: one small convolutional trunk for every strip, then the strips look at each other.

The two sides of a board are whatever two colours its checkers have, so no strip can be judged alone:
after the trunk every strip is a token, and two attention layers compare the tokens of one board. No token
is told where on the board it lies, so the network cannot learn positions of the game.
"""

import torch
from torch import Tensor, nn

from vision.views import CHANNELS

COUNTS = 17
"""0..15 checkers, then 16: both colours on one point."""
BAR_COUNTS = 8
WIDTH = 96


def conv(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    """3x3 convolution, batch norm, ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


def trunk() -> nn.Sequential:
    """(n, CHANNELS, h + 1, w + 1) cells, padded above and to the left, to (n, 64, h / 8, w / 8)."""
    first = nn.Sequential(nn.Conv2d(CHANNELS, 16, 2, bias=False), nn.BatchNorm2d(16), nn.ReLU(inplace=True))
    return nn.Sequential(
        first,
        conv(16, 24, 2),
        conv(24, 32),
        conv(32, 48, 2),
        conv(48, 56),
        conv(56, 64, 2),
        conv(64, 64),
    )


class Attention(nn.Module):
    """Pre-norm self-attention and feed-forward over the tokens of one board, written out for export."""

    def __init__(self, width: int, heads: int = 4) -> None:
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.feed = nn.Sequential(nn.Linear(width, 2 * width), nn.ReLU(), nn.Linear(2 * width, width))

    def forward(self, x: Tensor) -> Tensor:
        """(..., tokens, width) to the same shape."""
        deep = x.shape[-1] // self.heads
        parts = self.qkv(self.norm1(x)).reshape(*x.shape[:-1], 3, self.heads, deep)
        q, k, v = parts.transpose(-2, -4).unbind(-3)
        weights = torch.softmax(q @ k.transpose(-1, -2) * deep**-0.5, dim=-1)
        x = x + self.out((weights @ v).transpose(-2, -3).reshape(x.shape))
        return x + self.feed(self.norm2(x))


class SlotNet(nn.Module):
    """(boards * 25, CHANNELS, 80, 16) cells of `vision.views` to count, side, hidden and bar logits.

    The first convolution sees a cell and those above and to the left of it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.trunk = trunk()
        self.embed = nn.Linear(64 * 10 * 2, WIDTH)
        self.bar_mark = nn.Parameter(torch.zeros(WIDTH))
        self.mix = nn.Sequential(Attention(WIDTH), Attention(WIDTH))
        self.norm = nn.LayerNorm(WIDTH)
        self.count, self.side = nn.Linear(WIDTH, COUNTS), nn.Linear(WIDTH, 1)
        self.hidden = nn.Linear(WIDTH, 1)
        self.bar = nn.Linear(WIDTH, 2 * BAR_COUNTS)

    def forward(self, cells: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """count (b, 24, 17), side (b, 24; positive = dark), hidden (b, 25), bar (b, 2, 8): all logits."""
        return self.compared(self.seen(cells).reshape(-1, 25, WIDTH))

    def seen(self, cells: Tensor) -> Tensor:
        """(strips, WIDTH) tokens of strips by themselves."""
        features = self.trunk(nn.functional.pad(cells, (1, 0, 1, 0)))
        tokens: Tensor = self.embed(features.flatten(1))
        return tokens

    def compared(self, tokens: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Logits of boards (b, 25, WIDTH), or of one (25, WIDTH), once their strips have seen each other."""
        mark = torch.cat([self.bar_mark.new_zeros(24, WIDTH), self.bar_mark[None]])
        tokens = self.norm(self.mix(tokens + mark))
        points = tokens[..., :24, :]
        bar = self.bar(tokens[..., 24, :]).reshape(*tokens.shape[:-2], 2, BAR_COUNTS)
        return self.count(points), self.side(points)[..., 0], self.hidden(tokens)[..., 0], bar


class SlotReaderNet(nn.Module):
    """What is exported: cells of one board as they lie in memory in, probabilities out."""

    def __init__(self, net: SlotNet) -> None:
        super().__init__()
        self.net = net
        self.temperature = nn.Parameter(torch.ones(3), requires_grad=False)

    def forward(self, cells: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """count (24, 17), dark (24,), hidden (25,), bar (2, 8): probabilities.

        cells: (25, 80, 16, CHANNELS) in units of the board's spread of lightness.
        """
        count, side, hidden, bar = self.net.compared(self.net.seen(cells.permute(0, 3, 1, 2)))
        return (
            torch.softmax(count / self.temperature[0], dim=-1),
            torch.sigmoid(side / self.temperature[1]),
            torch.sigmoid(hidden),
            torch.softmax(bar / self.temperature[2], dim=-1),
        )
