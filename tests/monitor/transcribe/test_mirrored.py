"""Mirrored recordings: turned back where the operator says so, before anything looks at them."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.cv import cv2
from monitor.cli.errors import UsageError
from monitor.cli.transcribe import TranscribeOptions, sources
from monitor.config import MatchConfig
from monitor.transcribe import read_unit, survey
from monitor.transcribe.decode import frames, key_frames
from monitor.transcribe.recording import index
from monitor.transcribe.survey_json import survey_from_json, survey_to_json
from tests.monitor.transcribe.films import PLACED, pictures

MIRRORED = replace(PLACED, mirrored=True)


def test_pictures_of_a_recording_are_turned_back(minute: Path) -> None:
    recording = index(minute)
    group = recording.groups[1]
    for pair in (
        [next(key_frames(minute, [group], recording.rate, mirrored=way))[1] for way in (False, True)],
        [
            next(frames(minute, [(group, True)], None, recording.rate, sparse=True, mirrored=way))
            for way in (False, True)
        ],
    ):
        plain, back = (frame.planes for frame in pair if frame is not None)
        assert plain is not None
        assert back is not None
        for one, other in zip(plain, back, strict=True):
            assert np.array_equal(one[:, ::-1], other)


def test_a_unit_says_that_it_is_mirrored(minute: Path, tmp_path: Path) -> None:
    found = survey([minute], MIRRORED)
    assert all(unit.mirrored for unit in found.units)
    kept = json.loads(json.dumps(survey_to_json(found, MatchConfig())))
    assert survey_from_json(kept, tmp_path)[0] == found
    plain = survey([minute], PLACED)
    assert not any(unit.mirrored for unit in plain.units)
    assert found.units[0].key != plain.units[0].key


def test_a_folder_of_mirrored_pictures_is_read_as_the_camera_saw_it(minute: Path, tmp_path: Path) -> None:
    (_, picture), *_ = pictures(minute, every=1000, size=(960, 540))
    read = []
    for name, way in (("plain", PLACED), ("back", MIRRORED)):
        (tmp_path / name).mkdir()
        shown = picture[:, ::-1] if way.mirrored else picture
        cv2.imwrite(str(tmp_path / name / "1.png"), np.ascontiguousarray(shown))
        (unit,) = survey([tmp_path / name], way).units
        read.append(read_unit(unit).readings[0])
    assert np.array_equal(read[0].points, read[1].points)
    assert (read[0].points.argmax(axis=1) % 16).sum() > 20


def test_mirrored_is_said_of_every_file_or_of_none() -> None:
    told = sources(TranscribeOptions(("mirror:one.mp4", "mirror:two.mp4"), Path("out")))
    assert told == ([Path("one.mp4"), Path("two.mp4")], None, True)
    assert sources(TranscribeOptions(("one.mp4",), Path("out")))[2] is False
    with pytest.raises(UsageError, match="one camera"):
        sources(TranscribeOptions(("mirror:one.mp4", "two.mp4"), Path("out")))
    with pytest.raises(UsageError, match="running stream"):
        sources(TranscribeOptions(("mirror:rtsp://here/1",), Path("out")))
