"""What shows a finding: pictures before, at and after, and a clip; from memory or cut from the recording."""

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event as ThreadEvent
from threading import current_thread, main_thread
from typing import Any

import av
import numpy as np
import pytest

import monitor.evidence
from calibration.cv import cv2
from calibration.geometry import BoardGeometry
from monitor.config import MatchConfig
from monitor.events import Event
from monitor.evidence import APART, FAR_S, KEPT, Evidence
from monitor.journal import Journal, JournalReader
from monitor.journal import clips as module
from monitor.journal.clips import KEPT_BYTES, KEPT_S, Clips, Shot, encode, small
from monitor.journal.verify import verify
from tests.support import make_finding, make_reading
from vision.reading import Reading
from vision.sources.frame import Frame, Plane

GEOMETRY = BoardGeometry(((60, 40), (580, 40), (580, 320), (60, 320)), (640, 360))
CONFIG = MatchConfig(players=("Anna", "Boris"))
MakeVideo = Callable[..., Path]


class Kept:
    """Takes evidence."""

    def __init__(self) -> None:
        self.all: list[tuple[str, str, str, bytes, float]] = []

    def evidence(
        self,
        finding: str,
        shows: Any,
        mime: str,
        data: bytes,
        *,
        t: float,
        frame: int | None = None,
        **more: Any,
    ) -> bool:
        self.all.append((finding, shows, mime, data, t))
        return True

    def of(self, shows: str) -> list[tuple[str, float]]:
        """(finding, t) of what shows this."""
        return [(finding, t) for finding, what, _, _, t in self.all if what == shows]


def frames(count: int, fps: float = 10.0, covered: tuple[int, ...] = ()) -> Iterator[tuple[Frame, Reading]]:
    """Grey pictures whose lightness is their number; at some of them a hand covers five points."""
    for seq in range(count):
        hidden = np.zeros(24, dtype=np.float32)
        hidden[:5] = seq in covered
        picture = np.full((180, 320, 3), seq % 250, dtype=np.uint8)
        yield Frame(seq, seq / fps, picture), make_reading(seq=seq, t=seq / fps, hidden=hidden)


def lightness(data: bytes) -> float:
    picture = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return float(picture[4:30, 4:30].mean())


def played(clip: bytes) -> list[tuple[float, float]]:
    """(time, lightness) of the pictures of a clip."""
    with av.open(io.BytesIO(clip)) as container:
        pictures = list(container.decode(video=0))
        assert container.streams.video[0].codec_context.name == "h264"
    return [(float(p.time or 0.0), float(p.to_ndarray(format="bgr24").mean())) for p in pictures]


def test_before_at_and_after(tmp_path: Path) -> None:
    """A turn ends at 2 s, a hand is over the board until 2.9 s; a finding at 5 s is told at 6 s."""
    kept = Kept()
    evidence = Evidence(tmp_path, GEOMETRY, CONFIG, kept)
    hand = tuple(range(20, 30)) + tuple(range(78, 95))
    for frame, reading in frames(130, covered=hand):
        evidence.remember(frame, reading)
        if frame.seq == 21:
            evidence.event(Event("TurnPlayed", t=2.0, by="B"))
        if frame.seq == 60:
            evidence.event(Event("TurnPlayed", t=5.0, by="A"))
            path = evidence.store(make_finding(t=5.0, evidence={"frames": (45, 50)}))
            assert path is not None
            assert path.name == "F1_illegal_move.jpg"
        if frame.seq == 100:
            assert evidence.store(make_finding(t=5.0, status="resolved")) is None
    evidence.close()
    assert kept.of("before") == [("F1", 3.0)]
    assert kept.of("at") == [("F1", 4.8)]
    assert kept.of("after") == [("F1", 9.6), ("F1", 12.0)]
    by_time = {(shows, t): data for _, shows, _, data, t in kept.all}
    assert lightness(by_time["before", 3.0]) == pytest.approx(30, abs=2)
    assert lightness(by_time["after", 12.0]) == pytest.approx(120, abs=2)


def test_a_board_that_no_finding_shows_is_not_compressed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty turns of three seconds; only what shows the one finding is made, from the turn before it."""
    made: list[int] = []
    whole = monitor.evidence._jpeg

    def noted(picture: Plane) -> bytes:
        made.append(int(picture[0, 0, 0]))
        return whole(picture)

    monkeypatch.setattr(monitor.evidence, "_jpeg", noted)
    kept = Kept()
    evidence = Evidence(tmp_path, GEOMETRY, CONFIG, kept)
    for frame, reading in frames(700):
        evidence.remember(frame, reading)
        if frame.seq % 30 == 1:
            evidence.event(Event("TurnPlayed", t=frame.t, by="B"))
            assert len(evidence._stood) <= (KEPT * APART + FAR_S) / 3 + 2
    assert made == []
    evidence.store(make_finding(t=57.5))
    evidence.close()
    ((_, before),) = kept.of("before")
    assert before == pytest.approx(57.2, abs=0.3)
    assert len(made) == 3


def test_the_end_of_the_watch_gives_what_is_still_missing(tmp_path: Path) -> None:
    kept = Kept()
    with Evidence(tmp_path, GEOMETRY, CONFIG, kept) as evidence:
        for frame, reading in frames(20):
            evidence.remember(frame, reading)
        evidence.store(make_finding(t=1.0))
    assert kept.of("after") == [("F1", 1.8)]
    assert kept.of("before") == []


def test_what_a_correction_finds_in_the_past_gets_no_pictures_of_now(tmp_path: Path) -> None:
    kept = Kept()
    with Evidence(tmp_path, GEOMETRY, CONFIG, kept) as evidence:
        for frame, reading in frames(300):
            evidence.remember(frame, reading)
        assert evidence.store(make_finding(t=8.0)) is None
    assert kept.all == []


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    kept = Kept()
    (tmp_path / "file").touch()
    evidence = Evidence(tmp_path / "file" / "pictures", GEOMETRY, CONFIG, kept)
    for frame, reading in frames(5):
        evidence.remember(frame, reading)
    assert evidence.store(make_finding(t=0.2)) is None
    assert "cannot be written" in (evidence.trouble or "")
    assert kept.of("at") == [("F1", 0.0)] or len(kept.of("at")) == 1


def test_findings_of_a_match_that_is_resumed_get_no_pictures_of_later(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path, GEOMETRY, CONFIG, Kept())
    assert evidence.store(make_finding(t=1.0)) is None
    for frame, reading in frames(5):
        evidence.remember(frame, reading)
    assert evidence.store(make_finding(t=1.0, status="closed")) is None
    assert list(tmp_path.iterdir()) == []


def test_a_clip_from_the_last_seconds() -> None:
    kept = Kept()
    clips = Clips(kept)
    for frame, _ in frames(150):
        clips.remember(frame)
        if frame.seq == 80:
            clips.want("F1", 7.0)
            clips.want("F2", 7.5)
        if frame.seq == 149:
            clips.want("F3", 14.5)
    clips.close()
    assert kept.of("clip") == [("F1", 2.0), ("F2", 2.0), ("F3", 9.5)]
    shown = played(kept.all[0][3])
    assert len(shown) == 91
    assert shown[0] == pytest.approx((0.0, 20), abs=4)
    assert shown[-1] == pytest.approx((9.0, 110), abs=4)


def test_of_something_long_ago_there_is_no_clip() -> None:
    kept = Kept()
    clips = Clips(kept)
    for frame, _ in frames(300):
        clips.remember(frame)
        if frame.seq == 200:
            clips.want("F1", 1.0)
    clips.close()
    assert kept.all == []


def test_what_is_kept_in_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    clips = Clips(Kept())
    rng = np.random.default_rng(0)
    noise = rng.integers(0, 255, (540, 960, 3), dtype=np.uint8)
    for number in range(200):
        clips.remember(Frame(number, number / 30, noise))
    assert clips._bytes == sum(len(data) for _, data in clips._ring) <= KEPT_BYTES
    assert min(np.diff([t for t, _ in clips._ring])) >= 0.075
    for number in range(200, 1000, 30):
        clips.remember(Frame(number, number / 30, noise[:64, :64]))
    assert clips._ring[-1][0] - clips._ring[0][0] <= KEPT_S


def test_a_clip_is_cut_from_the_recording(make_video: MakeVideo) -> None:
    """Nothing is kept in memory, and the clip has the recording's own times."""
    path = make_video(times=[number / 10 for number in range(150)], size=(320, 180))
    kept = Kept()
    clips = Clips(kept, path)
    clips.want("F1", 7.0)
    clips.want("F2", 1.0)
    for frame, _ in frames(120):
        clips.remember(frame)
    clips.want("F3", 14.0)
    clips.close()
    assert not clips._ring
    assert kept.of("clip") == [("F2", 0.0), ("F1", 2.0), ("F3", 9.0)]
    lengths = [played(data)[-1][0] for _, _, _, data, _ in kept.all]
    assert lengths == pytest.approx([5.0, 9.0, 5.9], abs=0.05)


def test_a_clip_that_is_not_ready_at_the_end_is_made_by_whoever_closes(
    make_video: MakeVideo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine a thread of low priority hardly gets on."""
    kept = Kept()
    clips = Clips(kept, make_video(times=[number / 10 for number in range(150)], size=(320, 180)))
    cut, makers = module._recorded, list[str]()

    def slow(*where: Any) -> Iterator[Shot]:
        makers.append(current_thread().name)
        for shot in cut(*where):
            yield shot
            if current_thread() is not main_thread():
                assert clips._closing.wait(30.0)

    monkeypatch.setattr(module, "_recorded", slow)
    for t in (1.0, 6.0, 8.0):
        clips.want(f"F{t:.0f}", t)
    for frame, _ in frames(110):
        clips.remember(frame)
    clips.close()
    assert [(finding, round(t)) for finding, t in kept.of("clip")] == [("F1", 0), ("F6", 1), ("F8", 3)]
    assert makers == ["clips", *["MainThread"] * 3]
    clips.close()
    assert len(kept.all) == 3


def test_the_end_waits_for_no_disk_that_hangs(
    make_video: MakeVideo, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    kept, hangs = Kept(), ThreadEvent()
    clips = Clips(kept, make_video(times=[number / 10 for number in range(150)], size=(320, 180)))

    def stuck(*_: Any) -> Iterator[Shot]:
        hangs.wait(30.0)
        yield from ()

    monkeypatch.setattr(module, "_recorded", stuck)
    clips.want("F1", 1.0)
    for frame, _ in frames(80):
        clips.remember(frame)
    clips.close(timeout=0.1)
    assert "no more clips" in caplog.text
    hangs.set()
    clips.close()
    assert kept.all == []


def test_trouble_with_a_clip_is_not_the_watch_s(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    kept = Kept()
    clips = Clips(kept, tmp_path / "gone.mp4")
    clips.want("F1", 1.0)
    clips.close()
    assert kept.all == []
    assert "no clip of F1" in caplog.text


def test_clips_are_small_and_of_even_size() -> None:
    wide = np.zeros((1080, 1920, 3), dtype=np.uint8)
    assert small(Frame(0, 0.0, wide)).shape == (540, 960, 3)
    assert small(Frame(0, 0.0, wide[:331, :501])).shape == (330, 500, 3)
    y, uv = np.full((720, 1280), 126, dtype=np.uint8), np.full((360, 640), 128, dtype=np.uint8)
    shrunk = small(Frame(0, 0.0, (y, uv, uv)))
    assert shrunk.shape == (540, 960, 3)
    assert shrunk.mean() == pytest.approx(128, abs=1)
    with pytest.raises(ValueError, match="no pictures"):
        encode([])


def test_all_of_it_in_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "m.journal"
    with Journal.create(path, CONFIG) as journal:
        with Evidence(tmp_path / "pictures", GEOMETRY, CONFIG, journal, Clips(journal)) as evidence:
            for frame, reading in frames(100):
                evidence.remember(frame, reading)
                if frame.seq == 10:
                    evidence.event(Event("GameStarted", t=0.9))
                if frame.seq == 50:
                    evidence.store(make_finding(t=4.0))
        journal.flush()
    assert verify(path).faults == []
    with JournalReader(path) as reader:
        assert [proof.shows for proof in reader.evidence("F1")] == ["before", "at", "after", "clip"]
        clip = reader.content(reader.evidence("F1")[-1].sha256)
    assert clip is not None
    assert played(clip[1])[-1][0] == pytest.approx(8.0, abs=0.2)
