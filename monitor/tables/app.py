"""The director's application: one page with all tables, behind the same guard and logins as a station."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from importlib import metadata

from fastapi import Depends, FastAPI, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel

from monitor.events import Json
from monitor.tables.follower import Follower
from monitor.tables.hall import Hall
from monitor.tables.stream import TICK_S, Changes
from monitor.web.access import Access
from monitor.web.errors import install_errors
from monitor.web.guard import install_guard
from monitor.web.pages import page, static_files
from monitor.web.roles import require
from monitor.web.sessions import session_routes

Director = Depends(require("director"))
"""Findings are for directors alone, so the whole page is."""


class Health(BaseModel):
    """How the director's page does."""

    ok: bool
    broker: bool
    tables: int
    refused: int


def create_app(
    hall: Hall, changes: Changes, follower: Follower, access: Access, hosts: Iterable[str] = ()
) -> FastAPI:
    """The application. The caller runs the follower and ``watch_time``. hosts: as a station's."""
    app = FastAPI(
        title="gammonitor director", version=_version(), docs_url=None, redoc_url=None, openapi_url=None
    )
    app.state.access, app.state.tables = access, {}
    install_errors(app)
    app.include_router(session_routes())

    @app.get("/api/hall", dependencies=[Director])
    async def tables() -> Json:
        """All tables now, what needs a person first."""
        now = time.monotonic()
        return {"rows": hall.rows(now), "broker": follower.json(now)}

    @app.get("/api/hall/stream", dependencies=[Director])
    async def stream() -> StreamingResponse:
        """Server-sent events ``tables``: all rows, then those that changed, and the order when it changed."""
        events: AsyncIterator[str] = changes.follow(follower.json)
        return StreamingResponse(events, media_type="text/event-stream")

    @app.get("/healthz", responses={503: {"model": Health}})
    async def healthz(response: Response) -> Health:
        """Whether the broker is heard: 200, or 503."""
        response.status_code = 200 if follower.connected else 503
        return Health(
            ok=follower.connected, broker=follower.connected, tables=len(hall.tables), refused=hall.refused
        )

    assets = static_files(
        app, {"/static/tables": ("monitor.tables", "static"), "/static": ("monitor.web", "static")}
    )
    app.add_api_route("/", page(assets, "/static/tables/director.html"), include_in_schema=False)
    app.add_api_route("/login", page(assets, "/static/login.html"), include_in_schema=False)
    install_guard(app, hosts)
    return app


async def watch_time(changes: Changes) -> None:
    """Notes the tables that fall silent; runs until cancelled."""
    while True:
        await asyncio.sleep(TICK_S)
        changes.look(time.monotonic())


def _version() -> str:
    try:
        return metadata.version("gammonitor")
    except metadata.PackageNotFoundError:
        return "0"
