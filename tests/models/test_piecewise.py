"""Shards made one after the other."""

from functools import partial
from pathlib import Path

import pytest

from models.training.piecewise import Saves, keep_making


def write(text: str, folder: Path) -> None:
    (folder / "one").write_text(text, encoding="ascii")


def test_shards_are_made_until_time_is_up_and_nothing_else_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "made"
    out.mkdir()
    seen: list[Path] = []
    clock = iter(range(100))
    monkeypatch.setattr("models.training.piecewise.time.monotonic", lambda: next(clock))

    def make(folder: Path, number: int) -> tuple[str, Saves] | None:
        (folder / "picture").touch()
        seen.append(folder)
        return None if number == 1 else (f"7_{number}", partial(write, str(number)))

    keep_making(out, 4, make)
    assert len(seen) == 3
    assert {shard.name: (shard / "one").read_text("ascii") for shard in out.iterdir()} == {
        "7_0": "0",
        "7_2": "2",
    }
    assert list(tmp_path.iterdir()) == [out]


def test_a_shard_that_cannot_be_saved_is_not_there(tmp_path: Path) -> None:
    out = tmp_path / "made"
    out.mkdir()

    def fail(folder: Path) -> None:
        write("half", folder)
        raise OSError("full")

    with pytest.raises(OSError, match="full"):
        keep_making(out, 60, lambda _folder, _number: ("0_0", fail))
    assert list(out.iterdir()) == []
