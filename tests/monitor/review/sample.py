"""The first minute of the sample match, transcribed: what the review tests work on."""

from pathlib import Path

import av

from monitor.config import MatchConfig
from monitor.demo import BOARD, VIDEO, demo_folder
from monitor.transcribe import Placing, transcribe

SECONDS = 75.0


def cut(source: Path, target: Path, seconds: float) -> None:
    """Copy a film's beginning, without decoding it, up to a key frame at or after that time."""
    with av.open(str(source)) as film, av.open(str(target), "w") as copy:
        stream = film.streams.video[0]
        out = copy.add_stream_from_template(stream)
        for packet in film.demux(stream):
            if packet.dts is None or (packet.is_keyframe and float(packet.pts * stream.time_base) > seconds):
                break
            packet.stream = out
            copy.mux(packet)


def transcribe_sample(folder: Path) -> Path:
    """Folder of the transcript; the film lies beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    film = folder / "first minute.mp4"
    cut(demo_folder() / VIDEO, film, SECONDS)
    config = MatchConfig(players=("Anna", "Boris"))
    transcribe([film], config, folder / "made", placing=Placing(calibration=demo_folder() / BOARD))
    return folder / "made"
