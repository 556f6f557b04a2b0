"""What does the work: results in the order of the pieces, whoever does them and however often it takes.

A piece must depend on nothing but itself, so that doing it twice does no harm. The number of pieces under way
is bounded, so that neither pieces nor results pile up in memory however long the recording is.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Final, Protocol, TypeVar

from monitor.batch.errors import UnitFailedError

Piece = TypeVar("Piece")
Result = TypeVar("Result")
ATTEMPTS: Final = 4
"""How often a piece is begun before it is given up, the worker having died under it each time."""


class Runner(Protocol):
    """Like ``map``, over as many workers as it has."""

    def __call__(self, work: Callable[[Piece], Result], pieces: Iterable[Piece], /) -> Iterator[Result]:
        """The results in order. An exception of the work itself is raised where its result would be."""
        ...


def one_by_one(work: Callable[[Piece], Result], pieces: Iterable[Piece], /) -> Iterator[Result]:
    """Everything in this process."""
    return map(work, pieces)


def windowed(
    begin: Callable[[Piece], object],
    result: Callable[[Piece, object], Result],
    pieces: Iterable[Piece],
    window: int,
) -> Iterator[Result]:
    """Results in order, ``window`` pieces under way at most. begin: hands one out; result: waits for it."""
    waiting: deque[tuple[Piece, object]] = deque()
    for piece in pieces:
        waiting.append((piece, begin(piece)))
        if len(waiting) >= window:
            yield result(*waiting.popleft())
    while waiting:
        yield result(*waiting.popleft())


def given_up(piece: object, attempts: int, reason: object) -> UnitFailedError:
    """The error for a piece that kills whoever does it."""
    name = getattr(piece, "key", None) or repr(piece)[:80]
    return UnitFailedError(
        f"a piece of work ({name}) was begun {attempts} times and never finished: {reason}"
    )
