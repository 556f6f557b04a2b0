"""The network that tells leaning dice from flat ones, and what they show, by an upright crop of each."""

from typing import NamedTuple

import torch
from torch import Tensor, nn

from models.training.dice_net import SUPPORTS, conv
from vision.dice_spec import SUPPORTS as SPEC

WIDTHS = (32, 48, 64, 96, 96, 64)
"""Channels of the six convolutions."""
JUDGED = 96
"""Features from which it judges."""
VALUES, PLACE = 6, 3
ON_DIE = SPEC.index("die")


class Told(NamedTuple):
    """Logits of leaning (n, 1), sine of the tilt (n, 1), logits of value (n, 6), support (n, 6) and of there
    being a die (n, 1); where it lies (n, 3): right and down of the crop's middle in edges of EDGE pixels, and
    the logarithm of its edge in these."""

    lean: Tensor
    tilt: Tensor
    value: Tensor
    support: Tensor
    die: Tensor
    place: Tensor


def stacked_odds(support: Tensor) -> Tensor:
    """(n, 1) log odds of lying on a die of (n, 6) logits of supports."""
    rest = torch.cat([support[:, :ON_DIE], support[:, ON_DIE + 1 :]], dim=1)
    return support[:, ON_DIE : ON_DIE + 1] - rest.logsumexp(dim=1, keepdim=True)


class LeanNet(nn.Module):
    """Crops (n, 3, 64, 64) BGR 0..255 of `vision.upright`, slopes (n, 1) to what a die does.

    Whether there is a die, where, whether it leans or lies on another and its value are used later; its tilt
    is asked for in training because who knows how a die lies knows it.
    """

    def __init__(self) -> None:
        super().__init__()
        one, two, three, four, five, six = WIDTHS
        self.first = nn.Sequential(nn.Conv2d(3, one, 5, 2, 2, bias=False), nn.BatchNorm2d(one), nn.ReLU())
        self.low = nn.Sequential(conv(one, two, 2), conv(two, three), conv(three, four, 2))
        self.high = nn.Sequential(conv(four, five), conv(five, six))
        self.look = nn.Sequential(nn.Linear(1, 32), nn.ReLU())
        self.tint = nn.Linear(32, four)
        self.lay = nn.Linear(32, JUDGED)
        self.mix = nn.Sequential(nn.Flatten(), nn.Dropout(0.2), nn.Linear(six * 64, JUDGED))
        self.lean = nn.Sequential(nn.Linear(JUDGED + 32, 48), nn.ReLU(), nn.Linear(48, 1))
        self.tilt = nn.Linear(JUDGED, 1)
        self.value, self.support = nn.Linear(JUDGED, VALUES), nn.Linear(JUDGED, SUPPORTS)
        self.die, self.place = nn.Linear(JUDGED, 1), nn.Linear(JUDGED, PLACE)

    def features(self, crops: Tensor, slopes: Tensor) -> tuple[Tensor, Tensor]:
        """What is seen, and what the slope says. Every crop is first scaled to its own mean and spread."""
        mean = crops.mean(dim=(1, 2, 3), keepdim=True)
        centred = crops - mean
        spread = (centred * centred).mean(dim=(1, 2, 3), keepdim=True).sqrt()
        look = self.look(slopes)
        parts = self.low(self.first(centred / (spread + 8.0))) + self.tint(look)[:, :, None, None]
        return torch.relu(self.mix(self.high(parts)) + self.lay(look)), look

    def forward(self, crops: Tensor, slopes: Tensor) -> Told:
        """What it says of every crop."""
        seen, look = self.features(crops, slopes)
        lean = self.lean(torch.cat([seen, look], dim=1))
        return Told(
            lean, self.tilt(seen), self.value(seen), self.support(seen), self.die(seen), self.place(seen)
        )


class Leaning(nn.Module):
    """What is exported: crops as they lie in memory (n, 64, 64, 3) uint8 in; out are log odds of leaning
    (n, 1), logarithms of the values' probabilities (n, 6), log odds of a die (n, 1), its place (n, 3) and log
    odds that it lies on another die (n, 1).

    heats: temperatures of leaning, value, die and lying on one. shift: what is added to the log odds of
    leaning.
    """

    def __init__(self, net: LeanNet, heats: tuple[float, float, float, float], shift: float) -> None:
        super().__init__()
        self.net, self.heats, self.shift = net, heats, shift

    def forward(self, crops: Tensor, slopes: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        """Log odds of leaning, log probabilities of the six values, log odds of a die, its place, log odds
        that it lies on a die."""
        told = self.net(crops.permute(0, 3, 1, 2).float(), slopes)
        lean, value, die, stacked = self.heats
        values = torch.log_softmax(told.value / value, dim=1)
        on_die = stacked_odds(told.support) / stacked
        return told.lean / lean + self.shift, values, told.die / die, told.place, on_die
