"""``gammonitor director``: the page with all tables."""

import asyncio
import contextlib
from pathlib import Path

import typer

from monitor.logs import configure
from monitor.settings import load
from monitor.settings.model import StationSettings
from monitor.tables.serve import serve
from monitor.web.access import Access, Role, generated_passwords, is_loopback
from monitor.web.server import listening


def run_director(
    config: Path | None,
    broker: str | None,
    site: str | None,
    host: str | None,
    port: int | None,
    username: str | None = None,
    password_file: Path | None = None,
    ca_file: Path | None = None,
) -> int:
    """Serve until interrupted. Beyond this machine it asks for a password: the settings' or a new one."""
    settings = load(
        config,
        options={
            "table.site": ("--site", site),
            "mqtt.broker": ("--broker", broker),
            "mqtt.username": ("--username", username),
            "mqtt.password_file": ("--password-file", password_file),
            "mqtt.ca_file": ("--ca-file", ca_file),
            "mqtt.tls": ("--ca-file", True if ca_file else None),
            "server.host": ("--host", host),
            "server.port": ("--port", port),
        },
    )
    configure(settings.logs.level, settings.logs.form)
    access, shown = access_for(settings)
    with listening(settings.server.host, settings.server.port) as listener:
        number = listener.getsockname()[1]
        typer.echo(f"all tables: {settings.server.url or f'http://{settings.server.host}:{number}/'}")
        if shown is not None:
            typer.echo(f"password of the director, new for this start: {shown}")
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(serve(settings.mqtt, site, access, listener))
    return 0


def access_for(settings: StationSettings) -> tuple[Access, str | None]:
    """Who may enter, and the password that was made because the settings name none."""
    kept: dict[Role, str] = {}
    if settings.access.director is not None:
        kept["director"] = settings.access.director
    if kept or is_loopback(settings.server.host):
        return Access(kept), None
    made = generated_passwords()["director"]
    return Access.of({"director": made}), made
