"""The web application of a station: pages, routes, and the guard before them."""

from collections.abc import Iterable, Mapping, Sequence

from fastapi import FastAPI

from monitor.station.table import Table
from monitor.web.access import Access
from monitor.web.calibrating import calibration_routes
from monitor.web.errors import install_errors
from monitor.web.guard import install_guard
from monitor.web.machines import machine_routes
from monitor.web.pages import page, static_files
from monitor.web.routes import api_routes
from monitor.web.sessions import session_routes

PAGES: Mapping[str, str] = {
    "/": "dashboard.html",
    "/calibrate": "calibrate.html",
    "/overlay": "overlay.html",
    "/report/{table}": "report.html",
    "/report/{table}/{finding}": "report.html",
    "/login": "login.html",
}
"""Pages hold nothing of a match and need no role; what they show they ask for."""


def create_app(
    tables: Sequence[Table], access: Access, hosts: Iterable[str] = (), version: str = ""
) -> FastAPI:
    """A station with these tables. hosts: names under which it is reached besides addresses and localhost."""
    app = FastAPI(
        title="gammonitor station",
        version=version or "0",
        docs_url=None,
        redoc_url=None,
        swagger_ui_oauth2_redirect_url=None,
    )
    app.state.access = access
    app.state.tables = {table.id: table for table in tables}
    install_errors(app)
    app.include_router(session_routes())
    app.include_router(api_routes())
    app.include_router(calibration_routes())
    app.include_router(machine_routes(tables))
    assets = static_files(app, {"/static": ("monitor.web", "static")})
    for path, name in PAGES.items():
        app.add_api_route(path, page(assets, f"/static/{name}"), include_in_schema=False)
    install_guard(app, hosts, framed=("/overlay",))
    return app
