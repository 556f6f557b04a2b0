"""The two dice networks: one finds dice and cubes on the straightened board, one reads a crop."""

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from vision.dice_find import CHANNELS

FIND_OUTPUTS = 5
"""Die heat, cube heat, log size, offset x, offset y, for each of the 2 x 2 cells of a coarse cell."""
FACES = 13
"""Nothing, die 1..6, cube 2, 4, 8, 16, 32, 64."""
SUPPORTS = 6
WIDTHS = (32, 48, 64, 64, 96, 96)
"""Channels of the reader's six convolutions."""
JUDGED = 128
"""Features from which the reader judges."""
FIRST = 32
"""Channels after the finder's first layer, which sees every cell of 4 x 4 pixels alone."""


def conv(inputs: int, outputs: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    """3x3 convolution, batch norm, ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, dilation, dilation, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(),
    )


class FindNet(nn.Module):
    """(n, CHANNELS, 96, 128) cells of `vision.dice_find` to (n, 20, 48, 64) raw outputs.

    Channel ``4 * output + 2 * row + column`` belongs to that quarter of the coarse cell.
    """

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Sequential(
            nn.Conv2d(CHANNELS, FIRST, 1, bias=False), nn.BatchNorm2d(FIRST), nn.ReLU()
        )
        self.body = nn.Sequential(conv(FIRST, 32, 2), conv(32, 32), conv(32, 32), conv(32, 32), conv(32, 32))
        self.head = nn.Conv2d(32, 4 * FIND_OUTPUTS, 1)
        with torch.no_grad():
            bias = self.head.bias
            assert bias is not None
            bias.zero_()
            bias[:8] = -4.0

    def forward(self, cells: Tensor) -> Tensor:
        """Raw outputs; the heats are logits."""
        found: Tensor = self.head(self.body(self.first(cells)))
        return found


class Finding(nn.Module):
    """What is exported: cells as they lie in memory, (1, 96, 128, CHANNELS), in."""

    def __init__(self, net: FindNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, cells: Tensor) -> Tensor:
        """Raw outputs."""
        found: Tensor = self.net(cells.permute(0, 3, 1, 2))
        return found


class ReadNet(nn.Module):
    """Crops (n, 3, 48, 48) BGR 0..1 and views (n, 3) to logits of face, leaning and support.

    A view is how far the picture of a point moves to the right and down per unit of its height, and 1 where
    that is known: without it a flat die seen at a slant looks like a leaning one seen from above.
    """

    def __init__(self, widths: tuple[int, ...] = WIDTHS, judged: int = JUDGED) -> None:
        super().__init__()
        one, two, three, four, five, six = widths
        first = nn.Sequential(nn.Conv2d(3, one, 5, 2, 2, bias=False), nn.BatchNorm2d(one), nn.ReLU())
        self.trunk = nn.Sequential(
            first,
            conv(one, two),
            conv(two, three, 2),
            conv(three, four),
            conv(four, five, 2),
            conv(five, six),
        )
        self.look = nn.Sequential(nn.Linear(3, 32), nn.ReLU())
        self.tint = nn.Linear(32, five)
        self.lay = nn.Linear(32, judged)
        nn.init.zeros_(self.tint.weight)
        nn.init.zeros_(self.tint.bias)
        nn.init.zeros_(self.lay.weight)
        nn.init.zeros_(self.lay.bias)
        self.mix = nn.Sequential(nn.Flatten(), nn.Dropout(0.2), nn.Linear(six * 36, judged))
        self.face = nn.Linear(judged, FACES)
        self.lean = nn.Sequential(nn.Linear(judged + 32, 48), nn.ReLU(), nn.Linear(48, 1))
        self.support = nn.Linear(judged, SUPPORTS)

    def parts(self, crops: Tensor, seen: Tensor) -> Tensor:
        """(n, WIDTHS[-1], 6, 6) what is seen where, before it is judged. seen: (n, 32) what the view says.

        Every crop is first scaled to its own mean and spread, so dim light does not matter.
        """
        mean = crops.mean(dim=(1, 2, 3), keepdim=True)
        centred = crops - mean
        spread = (centred * centred).mean(dim=(1, 2, 3), keepdim=True).sqrt()
        parts: Tensor = self.trunk[:5](centred / (spread + 0.03)) + self.tint(seen)[:, :, None, None]
        told: Tensor = self.trunk[5](parts)
        return told

    def forward(self, crops: Tensor, views: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logits."""
        seen = self.look(views)
        features = torch.relu(self.mix(self.parts(crops, seen)) + self.lay(seen))
        lean = self.lean(torch.cat([features, seen], dim=1))
        return self.face(features), lean, self.support(features)


class Agreed(nn.Module):
    """What several reading networks say of faces: the mean of their probabilities, as logits."""

    def __init__(self, nets: Sequence[ReadNet]) -> None:
        super().__init__()
        self.nets = nn.ModuleList(nets)

    def forward(self, crops: Tensor, views: Tensor) -> tuple[Tensor]:
        """Logits of the faces."""
        told = torch.stack([torch.softmax(net(crops, views)[0].float(), 1) for net in self.nets])
        return (told.mean(dim=0).clamp(min=1e-9).log(),)


class PlaceNet(nn.Module):
    """Where a die lies in a crop, (n, 3), from what the reading network sees in it.

    How far its middle lies right and down of the crop's, in edges of VIEW_EDGE pixels, and the logarithm of
    its edge's length in these.
    """

    def __init__(self) -> None:
        super().__init__()
        self.hidden, self.out = nn.Linear(WIDTHS[-1] * 36, 32), nn.Linear(32, 3)

    def forward(self, parts: Tensor) -> Tensor:
        """parts: (n, WIDTHS[-1], 6, 6) of `ReadNet.parts`."""
        told: Tensor = self.out(torch.relu(self.hidden(parts.flatten(1))))
        return told
