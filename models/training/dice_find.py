"""Training of the network that finds dice and cubes on the straightened board."""

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from calibration.cv import cv2
from models.training.cosine import CosineDescent
from models.training.dice_data import BoardSet
from models.training.dice_net import FindNet
from vision.dice_find import STEP, ZERO, picture_cells
from vision.dice_spec import BASE_EDGE, BOARD_SIZE, STRIDE

CELLS = (BOARD_SIZE[1] // STRIDE, BOARD_SIZE[0] // STRIDE)
LEAST_VISIBLE = 0.35


def augment(
    rng: np.random.Generator, picture: NDArray[np.uint8], marks: NDArray[np.float32]
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Mirror, move, scale and recolour one board. marks: (m, 5) kind, x, y, edge, visible; the middle of the
    first pixel is at 0.5."""
    width, height = BOARD_SIZE
    flip = np.where(rng.random(2) < 0.5, -1.0, 1.0) if rng.random() < 0.9 else np.ones(2)
    zoom = np.exp(rng.normal(0, 0.1)) * np.exp(rng.normal(0, 0.05, 2)) * flip
    centre = np.array([width, height]) / 2 + rng.normal(0, 8, 2)
    matrix = np.array([[zoom[0], rng.normal(0, 0.02), 0], [rng.normal(0, 0.02), zoom[1], 0]])
    matrix[:, 2] = centre - matrix[:, :2] @ (np.array([width, height]) / 2)
    between = matrix.copy()
    between[:, 2] += matrix[:, :2] @ [0.5, 0.5] - 0.5
    moved = cv2.warpAffine(
        picture, between, BOARD_SIZE, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    out = marks.copy()
    out[:, 1:3] = marks[:, 1:3] @ matrix[:, :2].T.astype(np.float32) + matrix[:, 2].astype(np.float32)
    out[:, 3] *= np.sqrt(abs(zoom[0] * zoom[1]))
    gain = np.exp(rng.normal(0, 0.2) + rng.normal(0, 0.06, 3))
    table = np.clip((np.arange(256)[:, None] / 255) ** np.exp(rng.normal(0, 0.2)) * gain * 255, 0, 255)
    coloured = cv2.LUT(moved, table.astype(np.uint8)[:, None, :])
    if rng.random() < 0.3:
        order = rng.permutation(3)
        coloured = np.ascontiguousarray(coloured[:, :, order])
    if rng.random() < 0.3:
        noise = rng.normal(0, rng.uniform(1, 8), (height, width, 1))
        coloured = np.clip(coloured + noise, 0, 255).astype(np.uint8)
    return np.asarray(coloured, np.uint8), out


def heat_targets(
    marks: NDArray[np.float32],
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Heat and weights (2, H, W); size and offset targets (4, H, W), plane 0 says where these count."""
    heat, weight = np.zeros((2, *CELLS), np.float32), np.ones((2, *CELLS), np.float32)
    place = np.zeros((4, *CELLS), np.float32)
    yy, xx = np.mgrid[0 : CELLS[0], 0 : CELLS[1]].astype(np.float32)
    for kind, x, y, edge, visible in marks:
        cx, cy = x / STRIDE - 0.5, y / STRIDE - 0.5
        if not (-1 < cx < CELLS[1] and -1 < cy < CELLS[0]):
            continue
        distance = (xx - cx) ** 2 + (yy - cy) ** 2
        plane = int(kind) - 1
        if visible < LEAST_VISIBLE:
            weight[:, distance < (edge / STRIDE) ** 2] = 0
            continue
        sigma = max(0.6, 0.22 * edge / STRIDE)
        heat[plane] = np.maximum(heat[plane], np.exp(-distance / (2 * sigma**2)))
        near = distance < 1.1
        place[0][near] = 1
        place[1][near] = np.log(edge / BASE_EDGE)
        place[2][near] = (cx - xx)[near]
        place[3][near] = (cy - yy)[near]
        row, col = int(np.clip(round(cy), 0, CELLS[0] - 1)), int(np.clip(round(cx), 0, CELLS[1] - 1))
        heat[plane, row, col] = 1
    return heat, weight, place


def unfold(raw: Tensor) -> Tensor:
    """(n, 20, h, w) to (n, 5, 2h, 2w)."""
    return nn.functional.pixel_shuffle(raw, 2)


def loss_of(raw: Tensor, heat: Tensor, weight: Tensor, place: Tensor) -> Tensor:
    """Focal loss of the heats (penalty-reduced near centres) plus distance of size and offsets."""
    out = unfold(raw)
    logits = out[:, :2]
    prob = torch.sigmoid(logits).clamp(1e-5, 1 - 1e-5)
    centre = heat > 0.999
    near = (1 - heat) ** 4
    gain = -((1 - prob) ** 2) * torch.log(prob) * centre
    cost = -(prob**2) * torch.log(1 - prob) * near * (~centre)
    count = centre.sum().clamp(min=1)
    focal = ((gain + cost) * weight).sum() / count
    there = place[:, :1]
    distance = ((out[:, 2:] - place[:, 1:]).abs() * there).sum() / there.sum().clamp(min=1)
    return focal + 0.4 * distance


def batch_of(
    rng: np.random.Generator, sets: list[tuple[BoardSet, float]], size: int, plain: bool = False
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Random boards as network inputs (n, CHANNELS, 96, 128) and targets."""
    cells: list[NDArray[np.uint8]] = []
    truths: list[tuple[NDArray[np.float32], ...]] = []
    shares = np.array([share for _, share in sets])
    for _ in range(size):
        held = sets[int(rng.choice(len(sets), p=shares / shares.sum()))][0]
        index = int(rng.integers(len(held.pictures)))
        picture, marks = held.pictures[index], held.marks[held.marks[:, 0] == index][:, 1:]
        if not plain:
            picture, marks = augment(rng, picture, marks)
        cells.append(picture_cells(picture)[0])
        truths.append(heat_targets(marks))
    inputs = (torch.from_numpy(np.stack(cells)).permute(0, 3, 1, 2).float() - ZERO) * STEP
    heat, weight, place = (torch.from_numpy(np.stack(part)) for part in zip(*truths, strict=True))
    return inputs, heat, weight, place


def train_finder(
    sets: list[tuple[BoardSet, float]],
    steps: int,
    seed: int = 1,
    batch: int = 12,
    net: FindNet | None = None,
    rate: float = 5e-3,
) -> FindNet:
    """Train on several sets of boards, each with its share (bfloat16 where it pays). rate: learning rate at
    most."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = (net or FindNet()).to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    descent = CosineDescent(net, "finder", steps, rate, decay=1e-4, least=2e-5, rising=60, most=5.0, every=50)
    for _ in range(steps):
        cells, heat, weight, place = batch_of(rng, sets, batch)
        net.train()
        with torch.autocast("cpu", torch.bfloat16):
            raw = net(cells.contiguous(memory_format=torch.channels_last))
        descent.learn(loss_of(raw.float(), heat, weight, place))
    net.eval()
    return net
