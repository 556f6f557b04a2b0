"""Readings kept beside a journal, so that a match can be followed again without its video.

The file is gzipped JSON lines, named like the journal with ``.readings.jsonl.gz``. The first line holds the
format and the settings of the match; each further line is a reading, a repeated reading, or something that
somebody at the table has entered:

    {"gammonitor": "readings 1", "config": {...}}
    {"seq": 7, "t": 0.23, "points": [[0, 3], [5, 1, 6, 1790], ...], "bar": [[0, 0], [0, 0]],
     "hidden": "00ff...", "bar_hidden": 0, "motion": "0000...", "dice": [...], "cube": {...}, "status": "ok"}
    {"seq": 8, "t": 0.26, "same": true}
    {"said": {"ev": "ClockPressed", "by": "A", ...}}

A row of probabilities is written as pairs of outcome and minus its logarithm in units of 1/256 (of 1/16 for
what is less probable than 1/7), outcomes less probable than 1e-5 left out; shares (hidden, motion) are bytes
in hexadecimal, 255 is all. What is left out or rounded is so for the tracker as well: it gets the reading as
it is stored, live and replayed alike.
"""

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Final, Self

import numpy as np
from numpy.typing import NDArray

from monitor.config import MatchConfig
from monitor.errors import GammonitorError
from monitor.events import Event, EventError, Json
from vision.reading import MAX_COUNT, OUTCOMES, CubeReading, DieReading, Floats, Reading

FORMAT: Final = "readings 1"
UNITS: Final = 256
LEAST: Final = 2947
"""Code of every probability of 1e-5 or less: -log(1e-5) in units of 1/256."""
COARSE: Final = 512
"""Codes above this are rounded to multiples of 16."""
FLUSH_EVERY: Final = 30
"""Lines after which what was written is safe from a crash."""

_P: Final = np.exp(-np.arange(LEAST + 1) / UNITS).astype(np.float32)


class ReadingsError(GammonitorError):
    """Stored readings that are missing or cannot be read."""


def readings_path(journal: Path) -> Path:
    """Where the readings of a journal lie."""
    return journal.with_name(f"{journal.stem}.readings.jsonl.gz")


class ReadingLog:
    """Rounds readings to what can be stored, and stores them. Without a path it only rounds.

    Use it as a context manager. Raises ReadingsError where the file cannot be written.
    """

    def __init__(self, path: Path | None, config: MatchConfig) -> None:
        self.path = path
        self._file: BinaryIO | None = None
        self._lines = 0
        self._given: Reading | None = None
        self._kept: Reading | None = None
        if path is not None:
            try:
                self._file = path.open("wb")
            except OSError as error:
                raise ReadingsError(f"{path} cannot be written: {error.strerror}") from error
            self._packer = zlib.compressobj(6, zlib.DEFLATED, 31)
            self._write({"gammonitor": FORMAT, "config": config_to_json(config)})

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def reading(self, reading: Reading) -> Reading:
        """Store a reading; returns it as it was stored."""
        if self._kept is not None and _repeats(reading, self._given):
            kept = _again(self._kept, reading.seq, reading.t)
            self._write({"seq": reading.seq, "t": reading.t, "same": True})
        else:
            line = reading_to_json(reading)
            kept = reading_from_json(line)
            self._write(line)
        self._given, self._kept = reading, kept
        return kept

    def said(self, event: Event) -> None:
        """Store something that somebody at the table has entered, in its place among the readings."""
        self._write({"said": event.to_json()})

    def close(self) -> None:
        """Close the file; harmless when repeated."""
        if self._file is not None:
            self._file.write(self._packer.flush())
            self._file.close()
            self._file = None

    def _write(self, line: Json) -> None:
        if self._file is None:
            return
        self._lines += 1
        text = json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"
        data = self._packer.compress(text.encode())
        if self._lines % FLUSH_EVERY == 0:
            data += self._packer.flush(zlib.Z_SYNC_FLUSH)
        try:
            self._file.write(data)
            if self._lines % FLUSH_EVERY == 0:
                self._file.flush()
        except OSError as error:
            raise ReadingsError(f"{self.path} cannot be written: {error.strerror}") from error


@dataclass(frozen=True)
class StoredReadings:
    """A file of readings that has been opened."""

    path: Path
    config: MatchConfig

    @classmethod
    def open(cls, path: Path) -> Self:
        """Read the first line. Raises ReadingsError where it is no such file."""
        for line in _lines(path):
            if line.get("gammonitor") != FORMAT:
                break
            return cls(path, config_from_json(line.get("config"), path))
        raise ReadingsError(f"{path} holds no readings in the form {FORMAT!r}")

    def __iter__(self) -> Iterator[Reading | Event]:
        """Readings, and between them what was entered by hand, in order; to where a crash broke it off."""
        last: Reading | None = None
        lines = _lines(self.path)
        next(lines)
        for number, line in enumerate(lines, 2):
            try:
                if "said" in line:
                    yield Event.from_json(line["said"])
                    continue
                same = line.get("same") and last is not None
                last = _again(last, line["seq"], line["t"]) if same and last else reading_from_json(line)
            except (KeyError, TypeError, ValueError, IndexError, EventError) as error:
                raise ReadingsError(f"{self.path}, line {number}: no reading ({error!r})") from error
            yield last


def reading_to_json(reading: Reading) -> Json:
    """A reading as one JSON object."""
    line: Json = {
        "seq": reading.seq,
        "t": reading.t,
        "points": _rows(reading.points),
        "bar": _rows(reading.bar),
        "hidden": _shares(reading.hidden),
        "bar_hidden": round(float(reading.bar_hidden) * 255),
        "motion": _shares(reading.motion),
        "dice": [_rounded(vars(die)) for die in reading.dice],
        "status": reading.status,
    }
    if reading.cube is not None:
        line["cube"] = _rounded(vars(reading.cube))
    if reading.reason is not None:
        line["reason"] = reading.reason
    if any(reading.colours):
        line["colours"] = reading.colours
    return line


def reading_from_json(line: Mapping[str, Any]) -> Reading:
    """The reading of a line. Raises KeyError, TypeError, ValueError or IndexError where it is none."""
    cube = line.get("cube")
    light, dark = line.get("colours") or (None, None)
    return Reading(
        seq=line["seq"],
        t=line["t"],
        points=_probabilities(line["points"], OUTCOMES),
        hidden=_from_shares(line["hidden"]),
        bar=_probabilities(line["bar"], MAX_COUNT + 1),
        bar_hidden=line["bar_hidden"] / 255,
        dice=tuple(DieReading(**_tuples(die)) for die in line["dice"]),
        cube=None if cube is None else CubeReading(**_tuples(cube)),
        motion=_from_shares(line["motion"]),
        colours=(None if light is None else tuple(light), None if dark is None else tuple(dark)),
        status=line["status"],
        reason=line.get("reason"),
    )


def config_to_json(config: MatchConfig) -> Json:
    """The settings of a match as one JSON object."""
    data = {field.name: getattr(config, field.name) for field in fields(config)}
    plain: Json = {}
    for name, value in data.items():
        if isinstance(value, Mapping):
            plain[name] = dict(value)
        else:
            plain[name] = sorted(value) if isinstance(value, frozenset) else value
    return plain


def config_from_json(data: Any, path: Path) -> MatchConfig:
    """The settings of a match read back; those this version does not know are left out."""
    if not isinstance(data, dict):
        raise ReadingsError(f"{path} does not say how the match was set up")
    known = {field.name: field for field in fields(MatchConfig)}
    values: dict[str, Any] = {}
    for name, value in data.items():
        if name in known:
            values[name] = tuple(value) if isinstance(value, list) else value
            if "frozenset" in str(known[name].type):
                values[name] = frozenset(value)
    return MatchConfig(**values)


def _repeats(reading: Reading, last: Reading | None) -> bool:
    """Whether a reading is the last one once more, for a frame in which nothing had changed."""
    return (
        last is not None
        and reading.points is last.points
        and reading.dice is last.dice
        and reading.cube is last.cube
        and reading.status == last.status
        and not reading.motion.any()
    )


def _again(reading: Reading, seq: int, t: float) -> Reading:
    return replace(reading, seq=seq, t=t, motion=np.zeros_like(reading.motion))


def _rows(probabilities: Floats) -> list[list[int]]:
    codes = np.rint(-np.log(np.maximum(probabilities, 1e-9, dtype=np.float64)) * UNITS)
    codes = np.maximum(codes, 0).astype(np.int64)
    codes = np.where(codes > COARSE, (codes + 8) // 16 * 16, codes)
    rows: list[list[int]] = [[] for _ in codes]
    kept = np.nonzero(codes < LEAST)
    for row, outcome, code in zip(*(index.tolist() for index in kept), codes[kept].tolist(), strict=True):
        rows[row] += (outcome, code)
    return rows


def _probabilities(rows: list[list[int]], length: int) -> Floats:
    codes = np.full((len(rows), length), LEAST, dtype=np.int64)
    for row, pairs in zip(codes, rows, strict=True):
        row[pairs[::2]] = pairs[1::2]
    return np.asarray(_P[codes], dtype=np.float32)


def _shares(values: Floats) -> str:
    return bytes(np.rint(np.clip(values, 0.0, 1.0) * 255).astype(np.uint8)).hex()


def _from_shares(text: str) -> NDArray[np.float32]:
    return np.frombuffer(bytes.fromhex(text), dtype=np.uint8).astype(np.float32) / np.float32(255)


def _rounded(data: Mapping[str, Any]) -> Json:
    """Numbers of a die or cube to as many places as they are good for."""
    places = {"xy": 1, "uv": 5, "size_px": 1}
    found: Json = {}
    for name, value in data.items():
        digits = places.get(name, 4)
        if isinstance(value, tuple):
            found[name] = [round(float(part), digits) for part in value]
        else:
            found[name] = round(float(value), digits) if isinstance(value, float | np.floating) else value
    return found


def _tuples(data: Mapping[str, Any]) -> Json:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}


def _lines(path: Path) -> Iterator[Json]:
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for text in file:
                line = json.loads(text)
                if not isinstance(line, dict):
                    raise ReadingsError(f"{path} is not a file of readings")
                yield line
    except EOFError:
        return
    except FileNotFoundError:
        raise ReadingsError(
            f"{path}: there are no readings beside this journal. They are written together with it: keep both"
        ) from None
    except (OSError, UnicodeDecodeError, zlib.error, json.JSONDecodeError) as error:
        raise ReadingsError(f"{path} cannot be read as stored readings: {error}") from error
