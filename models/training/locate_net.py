"""The locating network: where are the four corners of the playing field, and which way does the bar run.

A small encoder-decoder over the letterboxed picture: four corner heat maps and one map of the field itself
at a quarter of the input's resolution, and the layout (bar upright, bar lying, no bar) from the whole.
"""

import torch
from torch import Tensor, nn

from models.training.slots_net import conv

MAPS = 5
"""Heat maps: corners TL, TR, BR, BL as seen in the picture, then the playing field."""


class LocateNet(nn.Module):
    """(b, 3, 240, 320) to maps (b, 5, 60, 80) and layout (b, 3): logits."""

    def __init__(self) -> None:
        super().__init__()
        self.down1 = nn.Sequential(conv(3, 16, 2), conv(16, 16))
        self.down2 = nn.Sequential(conv(16, 32, 2), conv(32, 32))
        self.down3 = nn.Sequential(conv(32, 48, 2), conv(48, 48))
        self.down4 = nn.Sequential(conv(48, 64, 2), conv(64, 64))
        self.down5 = nn.Sequential(conv(64, 96, 2), conv(96, 96), conv(96, 96))
        self.up4, self.join4 = nn.Conv2d(96, 64, 1), conv(64, 64)
        self.up3, self.join3 = nn.Conv2d(64, 48, 1), conv(48, 48)
        self.up2, self.join2 = nn.Conv2d(48, 32, 1), conv(32, 32)
        self.maps = nn.Conv2d(32, MAPS, 1)
        self.layout = nn.Sequential(nn.Linear(96, 48), nn.ReLU(), nn.Linear(48, 3))

    def forward(self, picture: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of the maps and of the layout."""
        quarter = self.down2(self.down1(picture))
        eighth = self.down3(quarter)
        sixteenth = self.down4(eighth)
        deep = self.down5(sixteenth)
        x = self.join4(nearest(self.up4(deep), sixteenth) + sixteenth)
        x = self.join3(nearest(self.up3(x), eighth) + eighth)
        x = self.join2(nearest(self.up2(x), quarter) + quarter)
        return self.maps(x), self.layout(deep.mean(dim=(2, 3)))


def nearest(small: Tensor, large: Tensor) -> Tensor:
    """Enlarge to the size of another map."""
    return torch.nn.functional.interpolate(small, size=large.shape[2:], mode="nearest")


class LocateReaderNet(nn.Module):
    """What is exported: probabilities instead of logits; corner maps sum to at most one each."""

    def __init__(self, net: LocateNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, picture: Tensor) -> tuple[Tensor, Tensor]:
        """maps (b, 5, 60, 80) and layout (b, 3): probabilities."""
        maps, layout = self.net(picture)
        return torch.sigmoid(maps), torch.softmax(layout, dim=-1)
