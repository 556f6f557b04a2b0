"""Training of the network that reads a crop: face, leaning, support."""

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from models.training.cosine import CosineDescent
from models.training.dice_data import CROP, EDGE, CropSet
from models.training.dice_net import ReadNet
from vision.dice_spec import CUBE_VALUES, VIEW, VIEW_EDGE

LEANING_DEG = 5.0
LEAST_VISIBLE = 40.0
EXACT = 0.2
"""Share of the crops seen as they were cut, mirrored and turned by quarters at most."""
BESIDE, SIZE = (0.09, 0.19), (0.15, 0.22)
"""How far beside, and how much too large or small, the others are cut, as the finder errs mostly and where it
errs much: spreads in edges and of the logarithm of an edge."""
TEACHING, TEACHING_EVERY = 0.5, 2
"""Weight of what a teacher says, and every how many steps it is asked."""
MUCH = 0.35
"""Share of the crops for which the finder errs much."""
MOST_BESIDE = 0.45
ASTRAY_EDGES, ASTRAY_SIZE = 0.65, 0.5
"""In edges, and of the logarithm of an edge."""


def targets(labels: NDArray[np.float32]) -> NDArray[np.int64]:
    """(n, 3) face class, leaning 0/1, support; -1 where unknown."""
    out = np.full((len(labels), 3), -1, np.int64)
    for row, (kind, value, support, tilt, visible) in enumerate(labels[:, :5]):
        if kind == 0:
            out[row, 0] = 0
        elif visible >= LEAST_VISIBLE:
            out[row, 0] = int(value) if kind == 1 else 7 + CUBE_VALUES.index(int(value))
            if kind == 1 and tilt >= 0:
                out[row, 1] = int(tilt > LEANING_DEG)
                out[row, 2] = int(support) if support >= 0 else -1
    return out


def views_of(labels: NDArray[np.float32]) -> Tensor:
    """(n, 3) views of the network: shift per unit of height (x, y), known."""
    out = np.zeros((len(labels), 3), np.float32)
    if labels.shape[1] >= 9:
        out[:] = labels[:, 6:9] * labels[:, 8:9]
    return torch.from_numpy(out)


def augment(
    pictures: Tensor, views: Tensor, faces: Tensor, gen: torch.Generator, astray: float = 0.0
) -> tuple[Tensor, Tensor, Tensor]:
    """Stored crops turned, shifted, stretched and recoloured, (n, 3, VIEW, VIEW) 0..1, their views, and where
    what was in the middle lies now, (n, 3) as `PlaceNet` says it.

    astray: share of the crops that are cut as the finder cuts when it errs, up to ASTRAY_EDGES beside and
    ASTRAY_SIZE too large or small.
    """
    n, device = len(pictures), gen.device
    large, far = torch.tensor(SIZE, device=device), torch.tensor(BESIDE, device=device)

    def rand(*shape: int) -> Tensor:
        return torch.rand(*shape, generator=gen, device=device)

    def normal(*shape: int) -> Tensor:
        return torch.randn(*shape, generator=gen, device=device)

    x = pictures.permute(0, 3, 1, 2).float() / 255
    exact = rand(n) < (0.0 if astray else EXACT)
    angle = torch.where(rand(n) < 0.5, normal(n) * 0.2, (rand(n) * 2 - 1) * torch.pi)
    angle = torch.where(exact, torch.floor(4 * rand(n)) * (torch.pi / 2), angle)
    much, errs = (rand(n) < MUCH).long(), rand(n) < astray
    larger, beside = normal(n) * large[much], normal(n, 2) * far[much, None]
    larger = torch.where(errs, ASTRAY_SIZE * (rand(n) * 2 - 1), larger)
    beside = torch.where(
        errs[:, None], ASTRAY_EDGES * (rand(n, 2) * 2 - 1), beside.clamp(-MOST_BESIDE, MOST_BESIDE)
    )
    larger, beside = torch.where(exact, 0.0, larger), torch.where(exact[:, None], 0.0, beside)
    zoom = torch.exp(larger) * (VIEW / CROP) * (EDGE / VIEW_EDGE)
    stretch = torch.where(exact, 1.0, torch.exp(normal(n) * 0.07))
    mirror = torch.where((rand(n) < 0.5) & (faces < 7), -1.0, 1.0)
    cos, sin = torch.cos(angle), torch.sin(angle)
    turn = torch.empty(n, 2, 2, device=device)
    turn[:, 0, 0], turn[:, 0, 1] = cos * stretch * mirror, -sin / stretch
    turn[:, 1, 0], turn[:, 1, 1] = sin * stretch * mirror, cos / stretch
    scaled = turn * zoom[:, None, None]
    matrix = torch.cat([scaled, -scaled @ (beside * (2 * VIEW_EDGE / VIEW))[:, :, None]], dim=2)
    shift = torch.linalg.solve(turn, views[:, :2, None])[:, :, 0] * (1 + 0.1 * normal(n, 1)) + 0.05 * normal(
        n, 2
    )
    known = views[:, 2] * (rand(n) > 0.1)
    seen = torch.cat([shift * known[:, None], known[:, None]], dim=1)
    grid = functional.affine_grid(matrix, [n, 3, VIEW, VIEW], align_corners=False)
    x = functional.grid_sample(x, grid, padding_mode="border", align_corners=False)
    return recoloured(x, gen), seen, torch.cat([beside, -larger[:, None]], dim=1)


def recoloured(x: Tensor, gen: torch.Generator) -> Tensor:
    """Crops (n, 3, h, w) 0..1 in other colours, contrasts and noise."""
    n, device = len(x), gen.device

    def rand(*shape: int) -> Tensor:
        return torch.rand(*shape, generator=gen, device=device)

    def normal(*shape: int) -> Tensor:
        return torch.randn(*shape, generator=gen, device=device)

    same = torch.arange(3, device=device).expand(n, 3)
    order = torch.where((rand(n) < 0.3)[:, None], rand(n, 3).argsort(dim=1), same)
    x = torch.gather(x, 1, order[:, :, None, None].expand_as(x))
    grey = x.mean(1, keepdim=True)
    keep = torch.where(rand(n) < 0.12, 0.0, 0.6 + 0.6 * rand(n))[:, None, None, None]
    x = grey + (x - grey) * keep
    gain = torch.exp(normal(n, 3) * 0.1)[:, :, None, None]
    gamma = torch.exp(normal(n) * 0.2)[:, None, None, None]
    x = x.clamp(0.001, 1) ** gamma * gain
    x = x + normal(n, 1, *x.shape[2:]) * (0.03 * rand(n)[:, None, None, None] ** 2)
    return x.clamp(0, 1)


def centre_view(pictures: NDArray[np.uint8]) -> Tensor:
    """Plain crops for validation, (n, 3, VIEW, VIEW) 0..1."""
    low = (CROP - VIEW) // 2
    part = pictures[:, low : low + VIEW, low : low + VIEW]
    return torch.from_numpy(np.ascontiguousarray(part.transpose(0, 3, 1, 2))).float() / 255


def loss_of(outputs: tuple[Tensor, Tensor, Tensor], want: Tensor) -> Tensor:
    """Sum of the three heads' losses; unknown labels do not count."""
    faces = functional.cross_entropy(outputs[0], want[:, 0], ignore_index=-1)
    known = want[:, 1] >= 0
    if not bool(known.any()):
        return faces
    lean = functional.binary_cross_entropy_with_logits(outputs[1][known, 0], want[known, 1].float())
    support = functional.cross_entropy(outputs[2][known], want[known, 2], ignore_index=-1)
    return faces + 0.5 * lean + 0.3 * support


def apart(face: Tensor, teacher: nn.Module, crops: Tensor, views: Tensor) -> Tensor:
    """How far the faces of some crops are from what another network says of them (Kullback and Leibler)."""
    with torch.no_grad(), torch.autocast(crops.device.type, torch.bfloat16):
        told = torch.softmax(teacher(crops, views)[0].float(), 1)
    return functional.kl_div(torch.log_softmax(face, 1), told, reduction="batchmean")


def train_reader(
    sets: list[tuple[CropSet, float]],
    steps: int,
    seed: int = 1,
    batch: int = 192,
    net: ReadNet | None = None,
    rate: float = 4e-3,
    teacher: nn.Module | None = None,
    taught: Sequence[bool] = (),
) -> ReadNet:
    """Train on several sets, each with its share of every batch (bfloat16 where it pays).

    teacher: a network whose probabilities of faces are a target, too, of the sets that are `taught`.
    """
    torch.manual_seed(seed)
    gen = torch.Generator().manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = (net or ReadNet()).to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    held = [
        (torch.from_numpy(s.pictures), views_of(s.labels), torch.from_numpy(targets(s.labels)))
        for s, _ in sets
    ]
    sizes = [max(1, round(batch * share)) for _, share in sets]
    asked = (
        torch.cat([torch.full((size,), told) for size, told in zip(sizes, taught, strict=True)])
        if teacher
        else None
    )
    descent = CosineDescent(net, "reader", steps, rate, decay=1e-3, rising=100, most=2.0)
    for step in range(steps):
        pieces, looks, wants = [], [], []
        for (pictures, view, want), size in zip(held, sizes, strict=True):
            picks = torch.from_numpy(rng.integers(0, len(pictures), size))
            pieces.append(pictures[picks])
            looks.append(view[picks])
            wants.append(want[picks])
        want = torch.cat(wants)
        crops, views, _ = augment(torch.cat(pieces), torch.cat(looks), want[:, 0], gen)
        net.train()
        crops = crops.contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            face, lean, support = net(crops, views)
        loss = loss_of((face.float(), lean.float(), support.float()), want)
        if teacher is not None and asked is not None and step % TEACHING_EVERY == 0:
            loss = loss + TEACHING * apart(face.float()[asked], teacher, crops[asked], views[asked])
        descent.learn(loss)
    net.eval()
    return net


def predict(net: ReadNet, held: CropSet) -> tuple[Tensor, Tensor, Tensor]:
    """Logits of many crops, seen from their middle."""
    crops, views = centre_view(held.pictures), views_of(held.labels)
    with torch.no_grad():
        parts = [net(crops[at : at + 500], views[at : at + 500]) for at in range(0, len(crops), 500)]
    face, lean, support = (torch.cat([part[head] for part in parts]) for head in range(3))
    return face, lean, support


def temperature(logits: Tensor, want: Tensor) -> float:
    """Temperature that makes the softmax of held-out logits most likely (a search over a fine grid)."""
    known = want >= 0
    tries = np.exp(np.linspace(np.log(0.4), np.log(4), 60))
    losses = [float(functional.cross_entropy(logits[known] / float(t), want[known])) for t in tries]
    return float(tries[int(np.argmin(losses))])


def report(net: ReadNet, held: CropSet) -> dict[str, float]:
    """Accuracies on held-out crops."""
    faces, lean, support = predict(net, held)
    want = torch.from_numpy(targets(held.labels))
    known, tilted = want[:, 0] >= 0, want[:, 1] >= 0
    dice = known & (want[:, 0] >= 1) & (want[:, 0] <= 6)
    cubes = want[:, 0] >= 7
    probs = torch.softmax(faces, 1)
    best, top = probs.max(1).values, probs.argmax(1)
    right = top == want[:, 0]
    sure = best >= 0.9
    out = {
        "dice right": float(right[dice].float().mean()),
        "sure dice right": float(right[dice & sure].float().mean()),
        "sure share of dice": float(sure[dice].float().mean()),
    }
    if bool(cubes.any()):
        out["cubes right"] = float(right[cubes].float().mean())
        out["nothing right"] = float(right[want[:, 0] == 0].float().mean())
        out["false and sure"] = float(
            ((want[:, 0] == 0) & sure & (top > 0)).sum() / max(1, int((want[:, 0] == 0).sum()))
        )
    if bool(tilted.any()):
        said = lean[:, 0] > 0
        truth = want[:, 1] == 1
        out["leaning recall"] = float(said[tilted & truth].float().mean())
        out["leaning precision"] = float(truth[tilted & said].float().mean())
        out["support right"] = float((support.argmax(1) == want[:, 2])[tilted].float().mean())
    return out
