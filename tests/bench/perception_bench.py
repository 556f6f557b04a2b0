"""Cost of perceiving one frame beside YOLO11n at 640 px, on one core in one run.

``python tests/bench/perception_bench.py --yolo yolo11n.onnx`` writes perception.json beside this file. The
yardstick is made outside the project, in an environment of its own (its package is AGPL):
``pip install ultralytics`` and ``yolo export model=yolo11n.yaml format=onnx imgsz=640``. Without it our own
cost is measured alone. CPU milliseconds, medians over interleaved blocks. Frames are those of the sample
match (720p), and the same enlarged to 1080p; every one is read in full.
"""

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from calibration.board_file import read_board  # noqa: E402
from calibration.cv import cv2  # noqa: E402
from vision.reader import Reader  # noqa: E402
from vision.sources import Frame, open_source  # noqa: E402

BLOCK = 10
"""Frames in a row for either side: each runs as it would by itself, and both see the same moments."""
DEMO = ROOT / "fixtures" / "demo"


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


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--yolo", type=Path, help="YOLO11n exported to ONNX at 640 px")
    parser.add_argument("--rounds", type=int, default=60)
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
    result = {
        "720p": measure(frames, network),
        "1080p": measure([enlarged(frame, (1920, 1080)) for frame in frames], network),
        "machine": {"cpu": platform.processor() or platform.machine(), "cores": os.cpu_count()},
        "versions": {
            "python": platform.python_version(),
            "onnxruntime": onnxruntime.__version__,
            "numpy": np.__version__,
        },
    }
    options.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
