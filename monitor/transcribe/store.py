"""Readings of a unit in a compact form that is the same in memory, in a file and on another machine."""

import io
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from monitor.transcribe.errors import TranscribeError
from vision.reading import CubeReading, DieReading, Looks, Reading


@dataclass(frozen=True)
class UnitReadings:
    """What was read of one unit.

    readings: each picture that was read. moments: (place among the readings, presentation time) of every
    picture that was read or shows the same as the one read last. decoded, damaged: numbers of pictures.
    """

    key: str
    readings: tuple[Reading, ...]
    moments: tuple[tuple[int, float], ...]
    decoded: int
    damaged: int

    @classmethod
    def of(
        cls,
        key: str,
        readings: Sequence[Reading],
        moments: Sequence[tuple[int, float]],
        decoded: int,
        damaged: int,
    ) -> Self:
        """Readings rounded to what is stored, so that all later steps see the same numbers."""
        rounded = tuple(_rounded(reading) for reading in readings)
        return cls(key, rounded, tuple((place, round(t, 6)) for place, t in moments), decoded, damaged)

    def stream(self) -> Iterator[Reading]:
        """The readings at their moments; one that stands for a later picture shows no motion."""
        last = -1
        for place, t in self.moments:
            reading = self.readings[place]
            motion = np.zeros_like(reading.motion) if place == last else reading.motion
            last = place
            yield replace(reading, t=t, motion=motion)

    def to_bytes(self) -> bytes:
        """Everything, packed; equal readings give equal bytes."""
        rest = {
            "key": self.key,
            "decoded": self.decoded,
            "damaged": self.damaged,
            "moments": self.moments,
            "readings": [_rest(reading) for reading in self.readings],
        }
        file = io.BytesIO()
        np.savez_compressed(
            file,
            points=_stacked([reading.points for reading in self.readings], (24, 32)),
            hidden=_stacked([reading.hidden for reading in self.readings], (24,)),
            bar=_stacked([reading.bar for reading in self.readings], (2, 16)),
            motion=_stacked([reading.motion for reading in self.readings], (24,)),
            rest=np.frombuffer(json.dumps(rest, separators=(",", ":")).encode(), np.uint8),
        )
        return file.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Read back what ``to_bytes`` has packed. Raises TranscribeError where it is damaged."""
        try:
            with np.load(io.BytesIO(data)) as arrays:
                rest = json.loads(arrays["rest"].tobytes())
                rows = zip(
                    *(arrays[name].astype(np.float32) for name in ("points", "hidden", "bar", "motion")),
                    rest["readings"],
                    strict=True,
                )
                readings = tuple(_reading(*row) for row in rows)
            moments = tuple((int(place), float(t)) for place, t in rest["moments"])
            return cls(rest["key"], readings, moments, rest["decoded"], rest["damaged"])
        except (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile, zlib.error) as error:
            raise TranscribeError(f"stored readings are damaged ({error!r}); read the unit again") from error


def _rounded(reading: Reading) -> Reading:
    return replace(
        reading,
        points=_half(reading.points),
        hidden=_half(reading.hidden),
        bar=_half(reading.bar),
        motion=_half(reading.motion),
        bar_hidden=round(float(reading.bar_hidden), 4),
        dice=tuple(DieReading(**_plain(vars(die))) for die in reading.dice),
        cube=None if reading.cube is None else CubeReading(**_plain(vars(reading.cube))),
        colours=tuple(None if c is None else tuple(int(v) for v in c) for c in reading.colours),  # type: ignore[arg-type]
        t=round(float(reading.t), 6),
    )


def _half(values: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(values, dtype=np.float16).astype(np.float32)


def _stacked(rows: list[NDArray[np.float32]], shape: tuple[int, ...]) -> NDArray[np.float16]:
    return np.array(rows, dtype=np.float16).reshape(-1, *shape)


def _plain(data: dict[str, Any]) -> dict[str, Any]:
    return {name: _number(value) for name, value in data.items()}


def _number(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return tuple(round(float(part), 5) for part in value)
    return round(float(value), 5) if isinstance(value, float | np.floating) else value


def _rest(reading: Reading) -> dict[str, Any]:
    return {
        "seq": reading.seq,
        "t": reading.t,
        "bar_hidden": reading.bar_hidden,
        "dice": [vars(die) for die in reading.dice],
        "cube": None if reading.cube is None else vars(reading.cube),
        "colours": reading.colours,
        "status": reading.status,
        "reason": reading.reason,
        "looks": reading.looks and [reading.looks.era, *reading.looks.numbers],
    }


def _reading(
    points: NDArray[np.float32],
    hidden: NDArray[np.float32],
    bar: NDArray[np.float32],
    motion: NDArray[np.float32],
    rest: dict[str, Any],
) -> Reading:
    light, dark = rest["colours"]
    cube, looks = rest["cube"], rest.get("looks")
    return Reading(
        seq=rest["seq"],
        t=rest["t"],
        points=points,
        hidden=hidden,
        bar=bar,
        bar_hidden=rest["bar_hidden"],
        dice=tuple(DieReading(**_plain(die)) for die in rest["dice"]),
        cube=None if cube is None else CubeReading(**_plain(cube)),
        motion=motion,
        colours=(light and tuple(light), dark and tuple(dark)),
        status=rest["status"],
        reason=rest["reason"],
        looks=looks and Looks(looks[0], tuple(looks[1:])),
    )
