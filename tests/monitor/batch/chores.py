"""Pieces of work for the tests, importable by other processes."""

import os
import signal
import time
from pathlib import Path


def square(number: int) -> int:
    """Something to do."""
    return number * number


def refuse(number: int) -> int:
    """Work that says no."""
    raise ValueError(f"no {number}")


def die_once(task: tuple[str, int]) -> int:
    """Number 3 kills its process the first time it is begun."""
    folder, number = task
    if number == 3 and not (Path(folder) / "died").exists():
        (Path(folder) / "died").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return square(number)


def die(number: int) -> int:
    """Kills whoever does it."""
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def slow(task: tuple[str, int]) -> tuple[int, int]:
    """Leaves a trace of every beginning; (number, its square)."""
    folder, number = task
    with (Path(folder) / f"{number}.begun").open("a") as file:
        file.write(f"{os.getpid()}\n")
    time.sleep(0.3)
    return number, square(number)
