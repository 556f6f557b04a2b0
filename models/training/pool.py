"""Rows to learn from that grow in number while training goes on."""

import torch
from torch import Tensor


class Pool:
    """Rows of several tensors that belong together, by kind, on one device."""

    def __init__(self, device: str, enough: int) -> None:
        """enough: rows of a kind before it is drawn from."""
        self._device, self._enough = device, enough
        self._held: dict[str, list[Tensor]] = {}
        self._waiting: dict[str, list[tuple[Tensor, ...]]] = {}

    def add(self, kind: str, *rows: Tensor) -> None:
        """Some more of a kind; they count from the next `settle` on."""
        if len(rows[0]):
            self._waiting.setdefault(kind, []).append(tuple(one.to(self._device) for one in rows))

    def settle(self) -> dict[str, int]:
        """Take in what was added; how many rows there are of each kind."""
        for kind, waiting in self._waiting.items():
            parts = [*([tuple(self._held[kind])] if kind in self._held else []), *waiting]
            self._held[kind] = [torch.cat(column) for column in zip(*parts, strict=True)]
        self._waiting = {}
        return {kind: len(columns[0]) for kind, columns in self._held.items()}

    def ready(self) -> bool:
        """Whether there is enough of at least two kinds."""
        return sum(len(columns[0]) >= self._enough for columns in self._held.values()) > 1

    def batch(self, shares: dict[str, float], size: int) -> tuple[list[Tensor], Tensor]:
        """About so many rows, of all kinds of which there is enough by their shares; and which kind each is,
        as its place in `shares`."""
        there = {k: s for k, s in shares.items() if k in self._held and len(self._held[k][0]) >= self._enough}
        whole = sum(there.values())
        counts = {kind: max(1, round(size * share / whole)) for kind, share in there.items()}
        drawn = [self._draw(kind, count) for kind, count in counts.items()]
        which = [torch.full((count,), list(shares).index(kind)) for kind, count in counts.items()]
        return [torch.cat(column) for column in zip(*drawn, strict=True)], torch.cat(which).to(self._device)

    def _draw(self, kind: str, count: int) -> list[Tensor]:
        columns = self._held[kind]
        picks = torch.randint(len(columns[0]), (count,), device=self._device)
        return [column[picks] for column in columns]
