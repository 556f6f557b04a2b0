"""What is refused before it reaches a route, and the headers of every answer."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from monitor.web.access import Access
from monitor.web.app import create_app
from monitor.web.guard import BODY_LIMIT
from monitor.web.pages import TYPES
from tests.monitor.station.stand_in import Told

LIVE = "ws://127.0.0.1/api/tables/hall-1/live"


@pytest.fixture(scope="module")
def client(hall: Told) -> TestClient:
    return TestClient(
        create_app([hall.table], Access(), ["monitor.club.example"]), base_url="http://127.0.0.1"
    )


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8642", 200),
        ("localhost", 200),
        ("[::1]:8642", 200),
        ("10.0.0.12:8642", 200),
        ("Monitor.Club.Example:8642", 200),
        ("evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("localhost.evil.example:8642", 421),
        ("", 421),
    ],
)
def test_names_that_are_not_ours(client: TestClient, host: str, status: int) -> None:
    answer = client.get("/api/tables", headers={"host": host})
    assert answer.status_code == status
    if status == 421:
        assert "not called" in answer.json()["error"]["what"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"origin": "http://127.0.0.1"}, 200),
        ({"origin": "http://127.0.0.1", "sec-fetch-site": "same-origin"}, 200),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://127.0.0.1:9999"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
    ],
)
def test_changes_are_asked_for_by_our_own_pages(
    client: TestClient, headers: dict[str, str], status: int
) -> None:
    answer = client.post("/api/tables/hall-1/cards/F1/note", json={"text": "seen"}, headers=headers)
    assert answer.status_code == status
    assert client.get("/api/tables", headers=headers).status_code == 200


@pytest.mark.parametrize("headers", [{"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}])
def test_pictures_too(client: TestClient, headers: dict[str, str]) -> None:
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(LIVE, headers=headers):
        pass


def test_long_bodies(client: TestClient) -> None:
    told_long = client.post(
        "/api/login", content=b" " * (BODY_LIMIT + 1), headers={"content-type": "application/json"}
    )
    assert told_long.status_code == 413

    def pieces() -> Iterator[bytes]:
        for _ in range(BODY_LIMIT // 1000 + 2):
            yield b" " * 1000

    answer = client.post("/api/login", content=pieces(), headers={"content-type": "application/json"})
    assert answer.status_code == 413
    assert answer.json()["error"]["where"] == "/api/login"


@pytest.mark.parametrize(
    "path", ["/", "/api/tables", "/api/nothing", "/static/css/base.css", "/healthz", "/overlay"]
)
def test_headers_of_every_answer(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self';")
    assert "unsafe" not in policy
    assert ("frame-ancestors 'none'" in policy) == (path != "/overlay")
    assert headers["cache-control"] == (
        "no-cache" if path in ("/", "/overlay", "/static/css/base.css") else "no-store"
    )


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static//etc/passwd",
        "/static/css",
        "/static/css/",
        "/static/nothing.js",
        "/static/js/../../guard.py",
    ],
)
def test_no_path_reaches_the_file_system(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_static_files_are_those_of_the_package(client: TestClient) -> None:
    root = Path(__file__).resolve().parents[3] / "monitor" / "web" / "static"
    for file in root.rglob("*"):
        if file.suffix in TYPES:
            answer = client.get(f"/static/{file.relative_to(root).as_posix()}")
            assert answer.content == file.read_bytes()
            assert answer.headers["content-type"] == TYPES[file.suffix]
            again = client.get(answer.request.url.path, headers={"if-none-match": answer.headers["etag"]})
            assert again.status_code == 304


def test_errors_have_one_form(client: TestClient) -> None:
    for method, path, body, status in (
        ("GET", "/api/tables/nowhere", None, 404),
        ("GET", "/api/tables/UPPER", None, 422),
        ("GET", "/api/nothing", None, 404),
        ("DELETE", "/api/tables", None, 405),
        ("POST", "/api/tables/hall-1/correct", {}, 422),
        ("POST", "/api/tables/hall-1/correct", {"board": "too short"}, 422),
        ("POST", "/api/tables/hall-1/acts/dance", {"by": "A"}, 404),
        ("PATCH", "/api/tables/hall-1/settings", {"wine": 1}, 422),
    ):
        answer = client.request(method, path, json=body)
        assert answer.status_code == status, path
        assert set(answer.json()["error"]) == {"what", "where", "todo"}
        assert answer.json()["error"]["where"] == path
        assert answer.json()["error"]["what"]


@pytest.mark.usefixtures("expected_errors")
def test_nothing_of_the_inside_gets_out(hall: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(hall.table, "cards", broken)
    client = TestClient(create_app([hall.table], Access()), "http://localhost", raise_server_exceptions=False)
    answer = client.get("/api/tables/hall-1/cards")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"
