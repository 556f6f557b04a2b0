"""The fitting network: where on the true field does every cell of a straightened guess lie."""

import torch
from torch import Tensor, nn

from calibration.fit import COLUMNS, KINDS, MARGIN, ROWS, VIEW_H, VIEW_W
from models.training.locate_net import nearest
from models.training.slots_net import conv

LEAST_SPREAD = 0.002
"""No vote is trusted beyond this, in sizes of the field."""
OFFSET_UNIT = 0.1
"""Offsets are said in this part of the field's size, so that an optimiser's usual step is a small move."""
MIDDLE = range(COLUMNS * 3 // 8, COLUMNS * 5 // 8)
"""Columns of cells where the bar may be: what stands there tells a board without one."""


class FitNet(nn.Module):
    """(b, 3, 192, 256) normalised view to maps (b, 5, 24, 32), bar (b, 2), kind (b, 4).

    Maps: offset in u and v, logarithm of their spreads, logit of lying on the field.
    """

    def __init__(self) -> None:
        super().__init__()
        self.down1 = conv(5, 16, 2)
        self.down2 = nn.Sequential(conv(16, 32, 2), conv(32, 32))
        self.down3 = nn.Sequential(conv(32, 64, 2), conv(64, 64))
        self.down4 = nn.Sequential(conv(64, 96, 2), conv(96, 96))
        self.down5 = nn.Sequential(conv(96, 128, 2), conv(128, 128), conv(128, 128))
        self.up4, self.join4 = nn.Conv2d(128, 96, 1), conv(96, 96)
        self.up3, self.join3 = nn.Conv2d(96, 64, 1), conv(64, 64)
        self.maps = nn.Conv2d(64, 7, 1)
        self.kind = nn.Sequential(nn.Linear(128 + 64 * len(MIDDLE), 48), nn.ReLU(), nn.Linear(48, len(KINDS)))
        x = torch.linspace(-1, 1, VIEW_W).expand(VIEW_H, VIEW_W)
        y = torch.linspace(-1, 1, VIEW_H)[:, None].expand(VIEW_H, VIEW_W)
        self.register_buffer("place", torch.stack([x, y])[None].contiguous(), persistent=False)
        u = (torch.arange(COLUMNS) + 0.5) / COLUMNS * (1 + 2 * MARGIN) - MARGIN
        self.register_buffer("u", u, persistent=False)

    def forward(self, view: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Maps, the bar's edges in u, logits of the kinds."""
        half = self.down1(torch.cat([view, self.place.expand(len(view), 2, VIEW_H, VIEW_W)], dim=1))
        eighth = self.down3(self.down2(half))
        sixteenth = self.down4(eighth)
        deep = self.down5(sixteenth)
        x = self.join4(nearest(self.up4(deep), sixteenth) + sixteenth)
        x = self.join3(nearest(self.up3(x), eighth) + eighth)
        maps = self.maps(x).float()
        maps = torch.cat([OFFSET_UNIT * maps[:, :2], maps[:, 2:]], dim=1)
        columns = maps[:, 5:, ROWS // 6 : ROWS - ROWS // 6].mean(dim=2)
        bar = (torch.softmax(columns, dim=-1) * self.u).sum(dim=-1)
        middle = x.mean(dim=2)[:, :, MIDDLE.start : MIDDLE.stop].flatten(1)
        return maps[:, :5], bar, self.kind(torch.cat([deep.mean(dim=(2, 3)), middle], dim=1)).float()


class FitReaderNet(nn.Module):
    """What is exported: spreads and probabilities instead of logarithms and logits."""

    def __init__(self, net: FitNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, view: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """maps (b, 5, 24, 32): offsets, spreads, inside; bar (b, 2); kind (b, 4)."""
        maps, bar, kind = self.net(view)
        spread = spread_of(maps[:, 2:4])
        inside = torch.sigmoid(maps[:, 4:])
        return torch.cat([maps[:, :2], spread, inside], dim=1), bar, torch.softmax(kind, dim=-1)


def spread_of(logarithm: Tensor) -> Tensor:
    """Spreads from what the network says, never under LEAST_SPREAD."""
    return torch.exp(logarithm.clamp(-7.0, 1.0)) + LEAST_SPREAD
