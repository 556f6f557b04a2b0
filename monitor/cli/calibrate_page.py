"""Placing the four corners by hand: one page on this machine, served until the board is saved."""

import json
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.resources import files
from typing import Any, Final

from calibration.cv import cv2
from calibration.errors import CornersError
from calibration.geometry import BoardGeometry, Layout
from vision.sources.frame import Plane

MOST_BYTES: Final = 10_000
LOCAL: Final = ("127.0.0.1", "localhost")


class PlacingServer(HTTPServer):
    """Serves the page with a (h, w, 3) picture on 127.0.0.1; ``placed`` is the answer once it was saved.

    start: corners to begin with, in pixels. port: 0 for any free one.
    """

    def __init__(
        self,
        picture: Plane,
        start: BoardGeometry | None,
        layout: Layout,
        bar: tuple[float, float],
        port: int = 0,
    ) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()
        height, width = picture.shape[:2]
        self.picture_size = (width, height)
        inset = [(0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8)]
        corners = start.corners if start else tuple((u * width, v * height) for u, v in inset)
        self.state = {"size": [width, height], "corners": corners, "layout": layout, "bar": bar}
        self.placed: BoardGeometry | None = None

    @property
    def address(self) -> str:
        """What to open in a browser."""
        return f"http://127.0.0.1:{self.server_port}/"

    def wait(self) -> BoardGeometry:
        """Serve until the board has been saved."""
        while self.placed is None:
            self.handle_request()
        return self.placed

    def save(self, answer: Any) -> None:
        """Take the page's answer; CornersError where it is no board."""
        try:
            corners = tuple((float(x), float(y)) for x, y in answer["corners"])
            left, right = (float(edge) for edge in answer["bar"])
            layout: Layout = answer["layout"]
        except (KeyError, TypeError, ValueError) as error:
            raise CornersError(f"the page's answer cannot be understood ({error})") from error
        self.placed = BoardGeometry(corners, self.picture_size, layout, (left, right))


class _Handler(BaseHTTPRequestHandler):
    server: PlacingServer

    def do_GET(self) -> None:
        if not self._local():
            return
        if self.path == "/":
            page = files("monitor.cli").joinpath("calibrate.html").read_bytes()
            self._answer(200, "text/html; charset=utf-8", page)
        elif self.path == "/picture.jpg":
            self._answer(200, "image/jpeg", self.server.jpeg)
        elif self.path == "/state.json":
            self._answer(200, "application/json", json.dumps(self.server.state).encode())
        else:
            self._answer(404, "text/plain", b"there is nothing here")

    def do_POST(self) -> None:
        if not self._local():
            return
        length = int(self.headers.get("Content-Length") or 0)
        if self.path != "/board" or not 0 < length <= MOST_BYTES:
            self._answer(400, "text/plain", b"this page takes one small answer at /board")
            return
        try:
            self.server.save(json.loads(self.rfile.read(length)))
        except (CornersError, ValueError) as error:
            self._answer(422, "text/plain; charset=utf-8", str(error).encode())
        else:
            self._answer(200, "text/plain", b"saved")

    def log_message(self, *_: object) -> None:
        """Nothing: the terminal belongs to the person."""

    def _local(self) -> bool:
        """Refuse requests that another site makes the browser send here."""
        host = (self.headers.get("Host") or "").partition(":")[0]
        origin = self.headers.get("Origin")
        if host in LOCAL and (origin is None or origin == f"http://{self.headers.get('Host')}"):
            return True
        self._answer(403, "text/plain", b"only from this machine")
        return False

    def _answer(self, code: int, kind: str, body: bytes) -> None:
        self.send_response(code)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)
