"""Each role on each route; who gets in, and how often somebody may try."""

from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient
from starlette.routing import Route
from starlette.websockets import WebSocketDisconnect

from monitor.web.access import SESSION_S, Access, allows, generated_passwords, is_loopback
from monitor.web.app import create_app
from tests.monitor.station.stand_in import Told

PASSWORDS = {"viewer": "viewer-password", "monitor": "monitor-password", "director": "director-password"}
SHA = "0" * 64
LIVE = "ws://127.0.0.1/api/tables/hall-1/live"

ROLES: dict[tuple[str, str], str | None] = {
    ("GET", "/api/session"): None,
    ("POST", "/api/login"): None,
    ("POST", "/api/logout"): None,
    ("GET", "/healthz"): None,
    ("GET", "/openapi.json"): None,
    ("GET", "/"): None,
    ("GET", "/calibrate"): None,
    ("GET", "/overlay"): None,
    ("GET", "/login"): None,
    ("GET", "/report/{table}"): None,
    ("GET", "/report/{table}/{finding}"): None,
    ("GET", "/static/{rest:path}"): None,
    ("GET", "/metrics"): "viewer",
    ("GET", "/api/tables"): "viewer",
    ("GET", "/api/tables/{table}"): "viewer",
    ("GET", "/api/tables/{table}/stream"): "viewer",
    ("GET", "/api/tables/{table}/picture.jpg"): "viewer",
    ("GET", "/api/tables/{table}/picture.mjpg"): "viewer",
    ("WS", "/api/tables/{table}/live"): "viewer",
    ("GET", "/api/tables/{table}/lines"): "monitor",
    ("GET", "/api/tables/{table}/cards"): "monitor",
    ("POST", "/api/tables/{table}/cards/{finding}/{what}"): "monitor",
    ("GET", "/api/tables/{table}/evidence/{sha256}"): "monitor",
    ("GET", "/api/tables/{table}/timeline"): "monitor",
    ("GET", "/api/tables/{table}/acts"): "monitor",
    ("POST", "/api/tables/{table}/acts/{act}"): "monitor",
    ("POST", "/api/tables/{table}/correct"): "monitor",
    ("GET", "/api/tables/{table}/settings"): "monitor",
    ("PATCH", "/api/tables/{table}/settings"): "monitor",
    ("GET", "/api/calibration/{table}"): "monitor",
    ("POST", "/api/calibration/{table}/find"): "monitor",
    ("PUT", "/api/calibration/{table}"): "monitor",
    ("GET", "/api/calibration/{table}/picture.jpg"): "monitor",
}
"""The least role of every route; None: everybody."""
BODIES: dict[str, Any] = {
    "/api/login": {"password": "wrong"},
    "/api/tables/{table}/cards/{finding}/{what}": {"text": "seen"},
    "/api/tables/{table}/acts/{act}": {"by": "A", "fields": {}},
    "/api/tables/{table}/correct": {"to_act": "A"},
    "/api/tables/{table}/settings": {},
    "/api/calibration/{table}": {
        "corners": [[0, 0], [9, 0], [9, 9], [0, 9]],
        "layout": "no_bar",
        "keep": False,
    },
}
PARTS = {
    "table": "hall-1",
    "finding": "F1",
    "what": "note",
    "sha256": SHA,
    "act": "will_take",
    "rest:path": "x.js",
}


@pytest.fixture(scope="module")
def hashes() -> dict[str, str]:
    return dict(Access.of(PASSWORDS).passwords)  # type: ignore[arg-type]


@pytest.fixture
def app(hall: Told, hashes: dict[str, str]) -> FastAPI:
    return create_app([hall.table], Access(hashes))  # type: ignore[arg-type]


def client_of(app: FastAPI, role: str | None) -> TestClient:
    client = TestClient(app, base_url="http://127.0.0.1")
    if role is not None:
        assert client.post("/api/login", json={"password": PASSWORDS[role]}).json()["role"] == role
    return client


def routes_of(app: FastAPI) -> set[tuple[str, str]]:
    """(method, path) of every route, those of included routers too."""
    found: set[tuple[str, str]] = set()
    for route in app.routes:
        included = getattr(route, "original_router", None)
        for one in [route] if included is None else included.routes:
            if isinstance(one, APIRoute | Route):
                found |= {(method, one.path) for method in one.methods or () if method != "HEAD"}
            else:
                found.add(("WS", one.path))
    return found


def test_every_route_says_who_may_use_it(app: FastAPI) -> None:
    assert routes_of(app) == ROLES.keys()


@pytest.mark.parametrize("role", [None, "viewer", "monitor", "director"])
def test_each_role_on_each_route(app: FastAPI, role: str | None) -> None:
    client = client_of(app, role)
    for (method, path), least in ROLES.items():
        if method == "WS" or path.endswith(("/stream", "/picture.mjpg")) or path == "/api/logout":
            continue
        address = path
        for name, value in PARTS.items():
            address = address.replace("{" + name + "}", value)
        status = client.request(method, address, json=BODIES.get(path)).status_code
        allowed = least is None or allows(role, least)  # type: ignore[arg-type]
        if path == "/api/login":
            assert status == 401
        elif allowed:
            assert status not in (401, 403), (method, path, status)
        else:
            assert status == (401 if role is None else 403), (method, path, status)


@pytest.mark.parametrize(("role", "opens"), [(None, False), ("viewer", True), ("monitor", True)])
def test_who_may_follow_the_pictures(app: FastAPI, role: str | None, opens: bool) -> None:
    client = client_of(app, role)
    if opens:
        with client.websocket_connect(LIVE) as socket:
            assert len(socket.receive_bytes()) > 1000
        return
    with pytest.raises(WebSocketDisconnect) as refused, client.websocket_connect(LIVE):
        pass
    assert refused.value.code == 1008


def test_the_stream_is_for_those_who_are_logged_in(app: FastAPI) -> None:
    assert client_of(app, None).get("/api/tables/hall-1/stream").status_code == 401


def test_a_token_in_the_address_makes_a_viewer_and_no_more(app: FastAPI) -> None:
    client = client_of(app, None)
    token = {"token": PASSWORDS["viewer"]}
    assert client.get("/api/tables/hall-1", params=token).status_code == 200
    assert client.get("/api/tables/hall-1/cards", params=token).status_code == 403
    assert client.get("/api/tables/hall-1", params={"token": "guess"}).status_code == 401
    assert client.get("/api/tables/hall-1", params={"token": PASSWORDS["director"]}).status_code == 401
    bearer = {"authorization": f"Bearer {PASSWORDS['viewer']}"}
    assert client.get("/metrics", headers=bearer).status_code == 200


def test_without_passwords_this_machine_is_a_director(hall: Told) -> None:
    client = TestClient(create_app([hall.table], Access()), base_url="http://localhost")
    assert client.get("/api/session").json() == {"role": "director", "login_needed": False, "live": True}
    assert client.get("/api/tables/hall-1/cards").status_code == 200
    assert client.post("/api/login", json={"password": ""}).json()["role"] == "director"


def test_the_cookie_ends_with_the_session(app: FastAPI) -> None:
    client = client_of(app, None)
    answer = client.post("/api/login", json={"password": PASSWORDS["monitor"]})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert client.get("/api/tables").status_code == 200
    value = client.cookies["gammonitor"]
    client.post("/api/logout")
    client.cookies.set("gammonitor", value)
    assert client.get("/api/tables").status_code == 401


def test_sessions_run_out(hashes: dict[str, str]) -> None:
    clock = [0.0]
    access = Access(hashes, lambda: clock[0])  # type: ignore[arg-type]
    found = access.login(PASSWORDS["director"], "10.0.0.9")
    assert found is not None
    role, session = found
    assert (role, access.role(session)) == ("director", "director")
    clock[0] = SESSION_S + 1
    assert access.role(session) is None
    assert access.role("guess") is None


def test_wrong_passwords_are_slowed_down_by_address(hashes: dict[str, str]) -> None:
    clock = [0.0]
    access = Access({"monitor": hashes["monitor"]}, lambda: clock[0])
    waits = []
    for _ in range(8):
        clock[0] += access.wait("10.0.0.9")
        assert access.login("guess", "10.0.0.9") is None
        waits.append(access.wait("10.0.0.9"))
    assert waits[:4] == [0, 0, 0, 0]
    assert waits[4:] == [2, 4, 8, 16]
    assert access.wait("10.0.0.10") == 0
    clock[0] += 20
    assert access.login(PASSWORDS["monitor"], "10.0.0.9") is not None
    assert access.wait("10.0.0.9") == 0


def test_too_many_tries_are_told_so(app: FastAPI) -> None:
    client = client_of(app, None)
    codes = [client.post("/api/login", json={"password": "guess"}) for _ in range(6)]
    assert [answer.status_code for answer in codes] == [401] * 5 + [429]
    assert int(codes[-1].headers["retry-after"]) >= 1
    assert codes[-1].json()["error"]["what"] == "too many wrong passwords"


def test_generated_passwords_differ() -> None:
    made = generated_passwords()
    assert len(set(made.values())) == 3
    assert all(len(password) >= 16 for password in made.values())


@pytest.mark.parametrize(
    ("host", "near"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),  # noqa: S104
        ("10.0.0.2", False),
        ("hall", False),
    ],
)
def test_which_addresses_are_this_machine(host: str, near: bool) -> None:
    assert is_loopback(host) is near


def test_what_viewers_do_not_see(app: FastAPI, hall: Told) -> None:
    hall.say(
        "DiceAtRest",
        3.0,
        "A",
        dice=[{"face": 3, "zone": "E", "support": "surface", "tilt": "leaning", "p": 1}],
    )
    full = client_of(app, "monitor").get("/api/tables/hall-1").json()
    seen = client_of(app, "viewer").get("/api/tables/hall-1").json()
    assert full["findings"]["open"] == 1
    assert full["game"]["pips"] == [167, 167]
    assert [one["cocked"] for one in full["game"]["dice"]] == [False, True]
    assert seen["findings"] is None
    assert seen["game"]["pips"] is None
    assert [one["cocked"] for one in seen["game"]["dice"]] == [None, None]
    hall.table.stream_pips = True
    assert client_of(app, "viewer").get("/api/tables/hall-1").json()["game"]["pips"] == [167, 167]
    hall.table.stream_pips = False
