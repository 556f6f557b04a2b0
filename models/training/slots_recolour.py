"""Whole batches of boards seen in other colours, light, noise and compression, on the device that learns.

As `models.training.slots.recolour`, board by board, and besides what cheap cameras and streams do: coarse
noise, few pixels, and blocks of 8 x 8 pixels with few shades.
"""

from collections.abc import Callable
from math import pi

import torch
from torch import Tensor
from torch.nn import functional

from models.training.slots import GREY, MIXED_LIGHT

SOFT, BLOCKY, NOISY = 0.12, 0.15, 0.08
"""Shares of boards with few pixels, with compression that shows, and with coarse noise."""
BLOCK = 8
LUMA_STEPS, FLATTER = 11.0, 0.55
"""Step of a block's mean at quality 50, and by how much steps grow per place away from it (roughly those of
Annex K of ITU-T T.81)."""


def _uniform(low: float, high: float, *shape: int, gen: torch.Generator) -> Tensor:
    return low + (high - low) * torch.rand(*shape, generator=gen, device=gen.device)


def _matrices(boards: int, slots: int, gen: torch.Generator) -> tuple[Tensor, Tensor]:
    """(boards, slots, 3, 3) what becomes of blue, green and red, and (boards,) whether lightness is mixed."""
    device = gen.device
    grey = torch.tensor(GREY, dtype=torch.float32, device=device).expand(boards, 3)
    mixed = torch.rand(boards, generator=gen, device=device) < MIXED_LIGHT
    other = -torch.log(torch.rand(boards, 3, generator=gen, device=device).clamp(min=1e-6))
    light = torch.where(mixed[:, None], other / other.sum(1, keepdim=True), grey)
    any_angle = _uniform(-pi, pi, boards, gen=gen)
    slight = 0.1 * torch.randn(boards, generator=gen, device=device)
    angle = torch.where(torch.rand(boards, generator=gen, device=device) < 0.4, any_angle, slight)
    saturation = _uniform(0.3, 1.5, boards, gen=gen)
    c, s = (angle.cos() * saturation)[:, None], (angle.sin() * saturation)[:, None]
    unit = torch.eye(3, device=device)
    blue, red = unit[0] - grey, unit[2] - grey
    turned_blue = light + 0.886 * (c * blue / 0.886 - s * red / 0.701)
    turned_red = light + 0.701 * (s * blue / 0.886 + c * red / 0.701)
    green = (light - 0.114 * turned_blue - 0.299 * turned_red) / 0.587
    gain = _uniform(0.5, 1.15, boards, 1, gen=gen) * torch.exp(_uniform(-0.12, 0.12, boards, 3, gen=gen))
    matrix = torch.stack([turned_blue, green, turned_red], dim=1) * gain[..., None]
    each = 1 + 0.06 * torch.randn(boards, slots, 1, 1, generator=gen, device=device)
    return matrix[:, None] * each, mixed


def _of_some(
    strips: Tensor, share: float, change: Callable[[Tensor, torch.Generator], Tensor], gen: torch.Generator
) -> Tensor:
    """Boards (b, slots, h, w, 3), this share of them changed; change takes and gives (n, slots, 3, h, w)."""
    chosen = torch.nonzero(torch.rand(len(strips), generator=gen, device=gen.device) < share)[:, 0]
    if len(chosen):
        some = strips[chosen].movedim(-1, 2)
        strips[chosen] = change(some, gen).movedim(2, -1)
    return strips


def _softened(boards: Tensor, gen: torch.Generator) -> Tensor:
    """Seen with 0.3 to 0.8 of the pixels across and along, all of them alike."""
    part = float(_uniform(0.3, 0.8, 1, gen=gen))
    flat = boards.flatten(0, 1)
    size = round(flat.shape[2] * part), max(4, round(flat.shape[3] * part))
    few = functional.interpolate(flat, size=size, mode="bilinear", antialias=True)
    whole = functional.interpolate(few, size=flat.shape[2:], mode="bilinear")
    return whole.reshape(boards.shape)


def _cosines(device: torch.device) -> Tensor:
    """(BLOCK, BLOCK) orthonormal cosine transform."""
    k = torch.arange(BLOCK, device=device, dtype=torch.float32)
    rows = torch.cos(pi / BLOCK * (k[None] + 0.5) * k[:, None]) * (2 / BLOCK) ** 0.5
    rows[0] /= 2**0.5
    return rows


def _compressed(boards: Tensor, gen: torch.Generator) -> Tensor:
    """Blocks of each plane with few shades; colours coarser than lightness, and at half the pixels."""
    n, slots, _, height, width = boards.shape
    grey = boards.new_tensor(GREY)
    y = torch.einsum("nschw,c->nshw", boards, grey)[:, :, None]
    colours = boards - y
    coarse = functional.avg_pool2d(colours.flatten(0, 2)[:, None], 2)
    strength = torch.exp(_uniform(0.0, 1.8, n, gen=gen))
    cosines = _cosines(boards.device)
    place = torch.arange(BLOCK, device=boards.device)
    steps = LUMA_STEPS * (1 + FLATTER * (place[:, None] + place[None]))
    shift = int(_uniform(0, BLOCK, 1, gen=gen)), int(_uniform(0, BLOCK, 1, gen=gen))

    def shown(planes: Tensor, each: Tensor) -> Tensor:
        moved = planes.roll(shift, (-2, -1))
        h, w = moved.shape[-2:]
        tiles = moved.reshape(-1, h // BLOCK, BLOCK, w // BLOCK, BLOCK).movedim(2, 3)
        told = cosines @ tiles @ cosines.T
        size = steps * each[:, None, None, None, None]
        back = cosines.T @ ((told / size).round() * size) @ cosines
        return back.movedim(3, 2).reshape(planes.shape).roll((-shift[0], -shift[1]), (-2, -1))

    light = shown(y.flatten(0, 2), strength.repeat_interleave(slots))
    hues = shown(coarse[:, 0], 1.6 * strength.repeat_interleave(3 * slots))
    fine = functional.interpolate(hues[:, None], scale_factor=2, mode="bilinear")
    return light.reshape(n, slots, 1, height, width) + fine.reshape(boards.shape)


def recoloured(strips: Tensor, gen: torch.Generator) -> tuple[Tensor, Tensor]:
    """Boards (b, 25, 160, 32, 3) uint8 changed, as floats 0..255, and (b,) whether that may exchange the
    lighter and the darker side.
    """
    boards, slots = strips.shape[:2]
    gamma = torch.exp(_uniform(-0.35, 0.35, boards, 1, 1, 1, 1, gen=gen))
    lit = (strips.float() / 255) ** gamma * 255
    matrix, mixed = _matrices(boards, slots, gen)
    out = torch.einsum("bshwc,bsdc->bshwd", lit, matrix)
    out = _of_some(out, SOFT, _softened, gen)
    device = gen.device
    coarse = torch.rand(boards, generator=gen, device=device) < NOISY
    most = torch.where(coarse, 18.0, 5.0) * torch.rand(boards, generator=gen, device=device)
    out += most[:, None, None, None, None] * torch.randn(out.shape, generator=gen, device=device)
    out = _of_some(out.clamp(0, 255), BLOCKY, _compressed, gen).clamp(0, 255)
    mirrored = torch.rand(boards, generator=gen, device=device) < 0.5
    return torch.where(mirrored[:, None, None, None, None], out.flip(3), out), mixed
