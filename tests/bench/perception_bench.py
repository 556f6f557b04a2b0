"""Cost of perceiving one frame beside YOLO11n at 640 px, on one core in one run.

``python tests/bench/perception_bench.py --yolo yolo11n.onnx`` writes perception.json beside this file. The
yardstick is made outside the project, in an environment of its own (its package is AGPL):
``pip install ultralytics`` and ``yolo export model=yolo11n.yaml format=onnx imgsz=640``. Without it our own
cost is measured alone. CPU milliseconds, medians of interleaved rounds.
"""

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np
import onnxruntime

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from calibration.board_file import read_board  # noqa: E402
from vision.reader import Reader  # noqa: E402
from vision.sources import open_source  # noqa: E402

DEMO = ROOT / "fixtures" / "demo"


def cpu_ms(work: Callable[[], object]) -> float:
    """CPU milliseconds (user and system) of one call."""
    started = time.process_time()
    work()
    return (time.process_time() - started) * 1e3


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--yolo", type=Path, help="YOLO11n exported to ONNX at 640 px")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("perception.json"))
    options = parser.parse_args()
    reader = Reader(read_board(DEMO / "board.toml"))
    with open_source(str(DEMO / "match.mp4")) as source:
        frames = [frame for _, frame in zip(range(400), source, strict=False)][-options.rounds :]
    yolo: Callable[[], object] | None = None
    if options.yolo:
        settings = onnxruntime.SessionOptions()
        settings.intra_op_num_threads = 1
        session = onnxruntime.InferenceSession(
            str(options.yolo), settings, providers=["CPUExecutionProvider"]
        )
        image = np.random.default_rng(0).random((1, 3, 640, 640), dtype=np.float32)
        yolo = lambda: session.run(None, {session.get_inputs()[0].name: image})  # noqa: E731
    for frame in frames[:3]:
        reader.read(frame)
    ours, theirs, steps = [], [], []
    for frame in frames:
        ours.append(cpu_ms(lambda frame=frame: reader.read(frame)))  # type: ignore[misc]
        steps.append(dict(reader.timing.steps))
        if yolo:
            theirs.append(cpu_ms(yolo))
    result = {
        "what": "perception of one full 1280x720 frame, one thread, CPU ms (median)",
        "ours_ms": round(median(ours), 3),
        "steps_ms": {key: round(median(step[key] for step in steps), 3) for key in steps[0]},
        "yolo11n_640_ms": round(median(theirs), 3) if theirs else None,
        "share_of_yolo": round(median(ours) / median(theirs), 4) if theirs else None,
        "rounds": len(ours),
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
