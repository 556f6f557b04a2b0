"""Placing the corners on a page: what the browser is given, and what it may send."""

import json
import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import numpy as np
import pytest

from calibration.board_file import read_board
from calibration.cv import cv2
from calibration.geometry import DEFAULT_BAR, BoardGeometry
from monitor.cli import calibrate
from monitor.cli.calibrate_page import PlacingServer
from tests.support import run_command

PICTURE = np.full((96, 160, 3), 80, dtype=np.uint8)
ANSWER = {"corners": [[10, 12], [150, 12], [150, 86], [10, 86]], "layout": "no_bar", "bar": [0.47, 0.53]}


@pytest.fixture
def server() -> Iterator[PlacingServer]:
    with PlacingServer(PICTURE, None, "bar_vertical", DEFAULT_BAR) as placing:
        waiting = threading.Thread(target=placing.wait)
        waiting.start()
        yield placing
        ask(placing, "POST", "/board", json.dumps(ANSWER))
        waiting.join(timeout=10)


def ask(server: PlacingServer, method: str, path: str, body: str = "", **headers: str) -> tuple[int, bytes]:
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=10)
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    found = answer.status, answer.read()
    connection.close()
    return found


def test_page_picture_and_state(server: PlacingServer) -> None:
    assert b"four marks" in ask(server, "GET", "/")[1]
    code, jpeg = ask(server, "GET", "/picture.jpg")
    assert code == 200
    decoded = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert decoded is not None
    assert decoded.shape == (96, 160, 3)
    state = json.loads(ask(server, "GET", "/state.json")[1])
    assert state["size"] == [160, 96]
    assert len(state["corners"]) == 4
    assert ask(server, "GET", "/../pyproject.toml")[0] == 404


def test_answers_that_are_no_board_are_refused_and_the_page_stays(server: PlacingServer) -> None:
    crossing = ANSWER | {"corners": [[10, 12], [150, 86], [150, 12], [10, 86]]}
    for body, words in (
        (json.dumps(crossing), b"corners cross"),
        ("{}", b"cannot be understood"),
        ("no json", b""),
        (json.dumps(ANSWER | {"layout": "round"}), b"layout"),
    ):
        code, said = ask(server, "POST", "/board", body)
        assert code == 422
        assert words in said
    assert ask(server, "POST", "/board", "x" * 20_000)[0] == 400
    assert server.placed is None


def test_other_sites_cannot_use_it(server: PlacingServer) -> None:
    body = json.dumps(ANSWER)
    assert ask(server, "POST", "/board", body, Origin="http://elsewhere.example")[0] == 403
    assert ask(server, "GET", "/picture.jpg", Host="elsewhere.example")[0] == 403
    assert server.placed is None


def test_calibrate_by_hand(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    photo, output = tmp_path / "photo.png", tmp_path / "board.toml"
    assert cv2.imwrite(str(photo), PICTURE)
    senders: list[threading.Thread] = []

    class Answered(PlacingServer):
        def wait(self) -> BoardGeometry:
            senders.append(threading.Thread(target=ask, args=(self, "POST", "/board", json.dumps(ANSWER))))
            senders[0].start()
            return super().wait()

    monkeypatch.setattr(calibrate, "PlacingServer", Answered)
    code, out, _ = run_command(capsys, "calibrate", str(photo), "-o", str(output), "--by-hand")
    senders[0].join(timeout=10)
    assert code == 0
    assert "open http://127.0.0.1:" in out
    board = read_board(output)
    assert board.corners == ((10, 12), (150, 12), (150, 86), (10, 86))
    assert board.layout == "no_bar"
