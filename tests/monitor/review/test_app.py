"""The review page's server: pictures exact by time, bounded input, nothing but this folder."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from fastapi.testclient import TestClient

from calibration.cv import cv2
from monitor.review import ReviewFolder
from monitor.review.app import review_app
from monitor.review.frames import frame_at
from vision.sources import open_source


@pytest.fixture
def client(transcript: Path) -> Iterator[TestClient]:
    """The page of a transcript."""
    with TestClient(review_app(ReviewFolder(transcript)), base_url="http://127.0.0.1") as client:
        yield client


def test_the_picture_at_a_time_is_that_of_the_source(made: Path) -> None:
    film = made.parent / "first minute.mp4"
    wanted = {frame.seq: frame for frame in open_source(str(film)) if frame.seq in (0, 77, 400)}
    for frame in wanted.values():
        shown, jpeg = frame_at(film, frame.t + 0.01)
        assert shown == pytest.approx(frame.t, abs=1e-4)
        picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        assert np.abs(picture.astype(int) - frame.bgr).mean() < 3


def test_corrections_by_the_api_with_undo(client: TestClient) -> None:
    state = client.get("/api/review").json()
    entry = next(entry for entry in state["entries"] if entry["kind"] == "move")
    answer = client.post("/api/corrections", json={"id": entry["id"], "accept": True}).json()
    assert answer["accepted"] == [entry["id"]]
    assert answer["can_undo"]
    assert client.post("/api/undo").json()["accepted"] == []
    choices = client.get(f"/api/choices/{entry['id']}").json()
    assert choices["plays"]
    assert client.get("/api/frame/0", params={"t": entry["t"]}).headers["content-type"] == "image/jpeg"
    part = client.get("/api/video/0", headers={"Range": "bytes=0-99"})
    assert part.status_code == 206
    assert len(part.content) == 100


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/api/corrections", {"id": "x", "accept": True}, 422),
        ("POST", "/api/corrections", {"surprise": 1}, 422),
        ("POST", "/api/corrections", {"id": "x", "dice": [7, 1]}, 422),
        ("POST", "/api/redo", None, 422),
        ("GET", "/api/frame/9?t=1", None, 422),
        ("GET", "/api/frame/0?t=-1", None, 422),
        ("GET", "/api/video/7", None, 422),
        ("GET", "/api/choices/none", None, 422),
        ("GET", "/static/../review.json", None, 404),
    ],
)
def test_what_does_not_fit_is_refused_in_words(
    client: TestClient, method: str, path: str, body: object, status: int
) -> None:
    answer = client.request(method, path, json=body)
    assert answer.status_code == status
    if path.startswith("/api"):
        assert answer.json()["error"]["what"]


def test_other_sites_and_names_are_refused(client: TestClient) -> None:
    assert client.post("/api/undo", headers={"Origin": "http://evil.example"}).status_code == 403
    assert client.get("/api/review", headers={"Host": "evil.example"}).status_code == 421
