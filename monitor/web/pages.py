"""Pages and their parts, read into memory once: no path from a request reaches the file system."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from fastapi import FastAPI, Request, Response
from starlette.responses import HTMLResponse

TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mp3": "audio/mpeg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""Kinds of files that are served; others stay where they are."""
_SUFFIX = re.compile(r"\.\w+$")


@dataclass(frozen=True)
class Asset:
    """One file as it is sent."""

    data: bytes
    media_type: str
    etag: str


def static_files(app: FastAPI, folders: Mapping[str, tuple[str, str]]) -> Mapping[str, Asset]:
    """Serve folders of packages: prefix such as ``/static`` -> (package, folder). What is served, by path."""
    table: dict[str, Asset] = {}
    for prefix, (package, folder) in folders.items():
        root = files(package).joinpath(folder)
        if root.is_dir():
            _gather(root, prefix.rstrip("/"), table)

    async def static(request: Request) -> Response:
        asset = table.get(request.url.path)
        if asset is None:
            return Response(status_code=404)
        headers = {"etag": asset.etag, "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == asset.etag:
            return Response(status_code=304, headers=headers)
        return Response(asset.data, media_type=asset.media_type, headers=headers)

    for prefix in folders:
        app.add_route(prefix.rstrip("/") + "/{rest:path}", static, methods=["GET"], include_in_schema=False)
    return table


def page(table: Mapping[str, Asset], path: str) -> Callable[..., Response]:
    """A route that answers with one page of the table."""

    def answer() -> Response:
        asset = table.get(path)
        if asset is None:
            return HTMLResponse("<!doctype html><title>gammonitor</title><p>This page is not installed.", 404)
        return Response(asset.data, media_type=asset.media_type, headers={"cache-control": "no-cache"})

    return answer


def _gather(folder: Traversable, path: str, table: dict[str, Asset]) -> None:
    for entry in folder.iterdir():
        name = f"{path}/{entry.name}"
        if entry.is_dir():
            _gather(entry, name, table)
            continue
        found = _SUFFIX.search(entry.name)
        media_type = TYPES.get(found[0].lower()) if found else None
        if media_type is not None:
            data = entry.read_bytes()
            table[name] = Asset(data, media_type, f'"{sha256(data).hexdigest()[:20]}"')
