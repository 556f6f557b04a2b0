"""Cost of perceiving one frame beside YOLO11n at 640 px, on one core in one run.

``python tests/bench/perception_bench.py --yolo yolo11n.onnx`` writes perception.json beside this file. The
yardstick is made outside the project, in an environment of its own (its package is AGPL):
``pip install ultralytics`` and ``yolo export model=yolo11n.yaml format=onnx imgsz=640``. Without it our own
cost is measured alone. CPU milliseconds, medians over interleaved blocks. Frames are those of the sample
match (720p), and the same enlarged to 1080p; every one is read in full.

stream: where the time goes when every frame of a 1080p30 film (film.py) is decoded in full and read. Means of
the reading thread's CPU time, each step without the steps inside it, all on one core: on more of them other
threads decode, whose time this does not see. It is more than on frames that are at hand, because decoding
leaves little of what the reader needs in the processor's caches. perception_stages.md keeps the table as it
was before and after the last work on it.
"""

import argparse
import json
import os
import platform
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import vision.dice  # noqa: E402
import vision.dice_find  # noqa: E402
import vision.slots  # noqa: E402
from calibration.board_file import read_board  # noqa: E402
from calibration.cv import cv2  # noqa: E402
from tests.bench.live_bench import Film, made_film  # noqa: E402
from vision.dice import DiceReader  # noqa: E402
from vision.dice_find import Finder, Straightener  # noqa: E402
from vision.find import find_board  # noqa: E402
from vision.motion import Motion  # noqa: E402
from vision.reader import Reader  # noqa: E402
from vision.slots import SlotReader  # noqa: E402
from vision.sources import Frame, open_source  # noqa: E402
from vision.views import Cutter, SlotViews  # noqa: E402
from vision.warp import Window  # noqa: E402

BLOCK = 10
"""Frames in a row for either side: each runs as it would by itself, and both see the same moments."""
DEMO = ROOT / "fixtures" / "demo"
STEPS: dict[str, tuple[Any, str]] = {
    "planes scaled and smoothed": (Window, "smooth"),
    "strips picked": (Cutter, "take"),
    "motion": (Motion, "between"),
    "finder: input": (Straightener, "inputs"),
    "finder: network": (Finder, "find"),
    "finder: peaks": (vision.dice_find, "peaks"),
    "dice: crops": (vision.dice, "cut_crop"),
    "dice: network": (DiceReader, "judge"),
    "dice: readings": (vision.dice, "die_reading"),
    "dice: the rest": (DiceReader, "read"),
    "slots: input": (SlotViews, "cells"),
    "slots: network": (SlotReader, "read"),
    "slots: sides": (vision.slots, "find_sides"),
    "the rest": (Reader, "read"),
}
"""What is timed in a stream, and where it is done."""


def yolo_input(frame: Frame) -> NDArray[np.float32]:
    """(1, 3, 640, 640) letterboxed picture, red green blue 0..1, as the yardstick wants it."""
    width, height = frame.size
    scale = 640 / max(width, height)
    small = cv2.resize(frame.bgr, (round(width * scale), round(height * scale)))
    boxed = np.full((640, 640, 3), 114, np.uint8)
    top, left = (640 - small.shape[0]) // 2, (640 - small.shape[1]) // 2
    boxed[top : top + small.shape[0], left : left + small.shape[1]] = small
    return np.ascontiguousarray(boxed[:, :, ::-1].transpose(2, 0, 1)[None], np.float32) / np.float32(255)


def enlarged(frame: Frame, size: tuple[int, int]) -> Frame:
    """The frame with its planes scaled to another size."""
    planes = frame.planes
    if planes is None:
        raise SystemExit(f"{DEMO / 'match.mp4'} does not give 4:2:0 planes; make the sample match again")
    y, u, v = (
        cv2.resize(plane, (size[0] // k, size[1] // k)) for plane, k in zip(planes, (1, 2, 2), strict=True)
    )
    return replace(frame, pixels=(np.asarray(y, np.uint8), np.asarray(u, np.uint8), np.asarray(v, np.uint8)))


def measure(frames: list[Frame], yardstick: Callable[[NDArray[np.float32]], object] | None) -> dict[str, Any]:
    """Cost of reading every frame beside the yardstick's on the same frames, in alternating blocks."""
    reader = Reader(read_board(DEMO / "board.toml").scaled(frames[0].size))
    for frame in frames[:3]:
        reader.read(frame)
    ours: list[float] = []
    alone: list[float] = []
    whole: list[float] = []
    steps: list[dict[str, float]] = []
    for start in range(0, len(frames), BLOCK):
        block = frames[start : start + BLOCK]
        for frame in block:
            started = time.process_time()
            reader.read(replace(frame))
            ours.append((time.process_time() - started) * 1e3)
            steps.append(dict(reader.timing.steps))
        for frame in block if yardstick is not None else ():
            started = time.process_time()
            image = yolo_input(replace(frame))
            ready = time.process_time()
            yardstick(image)  # type: ignore[misc]
            done = time.process_time()
            alone.append((done - ready) * 1e3)
            whole.append((done - started) * 1e3)
    width, height = frames[0].size
    return {
        "what": f"perception of one full {width}x{height} frame, one thread, CPU ms (median)",
        "ours_ms": round(median(ours), 3),
        "steps_ms": {key: round(median(step[key] for step in steps), 3) for key in steps[0]},
        "yolo11n_640_network_ms": round(median(alone), 3) if alone else None,
        "yolo11n_640_frame_to_boxes_ms": round(median(whole), 3) if whole else None,
        "share_of_yolo_network": round(median(ours) / median(alone), 4) if alone else None,
        "share_of_yolo_frame_to_boxes": round(median(ours) / median(whole), 4) if whole else None,
        "rounds": len(ours),
    }


class Stopwatch:
    """CPU seconds of the running thread by step, each without the steps inside it."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)
        self._inside = [0.0]

    def timed(self, name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        """The same work, its time noted."""

        @wraps(work)
        def run(*given: Any, **named: Any) -> Any:
            self._inside.append(0.0)
            started = time.thread_time()
            try:
                return work(*given, **named)
            finally:
                whole = time.thread_time() - started
                self.spent[name] += whole - self._inside.pop()
                self._inside[-1] += whole

        return run


def stream(count: int) -> dict[str, Any]:
    """CPU milliseconds a frame, by step, of a 1080p30 film whose every frame is read."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    watch = Stopwatch()
    for name, (owner, what) in STEPS.items():
        setattr(owner, what, watch.timed(name, getattr(owner, what)))
    reader = Reader(read_board(DEMO / "board.toml").scaled(Film.size))
    frames = iter(Film(count))
    following = watch.timed("decoding", lambda: next(frames, None))
    reader.read(next(frames))
    watch.spent.clear()
    while (frame := following()) is not None:
        reader.read(frame)
    steps = {name: watch.spent[name] * 1e3 / (count - 1) for name in ("decoding", *STEPS)}
    reading = sum(steps.values()) - steps["decoding"]
    return {
        "what": "1080p30 read frame by frame, CPU ms of one frame by step (mean)",
        "frames": count - 1,
        "load": round(os.getloadavg()[0], 1),
        "reading_ms": round(reading, 3),
        "decoding_and_reading_to_decoding": round(1 + reading / steps["decoding"], 3),
        "steps_ms": {name: round(value, 3) for name, value in steps.items()},
    }


def locating(frames: list[Frame]) -> dict[str, Any]:
    """CPU seconds of finding the board in a picture nobody placed."""
    pictures = [frame.bgr for frame in frames[:: max(1, len(frames) // 9)]]
    find_board(pictures[0])
    spent = []
    for picture in pictures:
        started = time.process_time()
        find_board(picture)
        spent.append(time.process_time() - started)
    width, height = frames[0].size
    return {"size": [width, height], "cpu_s": round(median(spent), 3), "rounds": len(spent)}


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--yolo", type=Path, help="YOLO11n exported to ONNX at 640 px")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--stream", type=int, default=300, help="frames of the film, 0: none")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("perception.json"))
    options = parser.parse_args()
    frames = list(islice(open_source(str(DEMO / "match.mp4")), 400))[-options.rounds :]
    network: Callable[[NDArray[np.float32]], object] | None = None
    if options.yolo:
        settings = onnxruntime.SessionOptions()
        settings.intra_op_num_threads = 1
        session = onnxruntime.InferenceSession(
            str(options.yolo), settings, providers=["CPUExecutionProvider"]
        )
        name = session.get_inputs()[0].name
        network = lambda image: session.run(None, {name: image})  # noqa: E731
        network(yolo_input(frames[0]))
    large = [enlarged(frame, (1920, 1080)) for frame in frames]
    result = {
        "720p": measure(frames, network),
        "1080p": measure(large, network),
        "locating_from_nothing": locating(large),
        "machine": {
            "cpu": platform.processor() or platform.machine(),
            "cores": os.cpu_count(),
            "load": round(os.getloadavg()[0], 1),
        },
        "versions": {
            "python": platform.python_version(),
            "onnxruntime": onnxruntime.__version__,
            "numpy": np.__version__,
        },
    }
    if options.stream:
        made_film()
        result["stream"] = stream(options.stream)
    options.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
