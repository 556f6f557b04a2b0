"""The station beside a watch, or over journals: passwords, server, and what is said about them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from urllib.parse import urlsplit

from rich.console import Console
from rich.text import Text

from monitor.settings import StationSettings
from monitor.station.table import Table
from monitor.web.access import ROLES, Access, Role, generated_passwords, is_loopback
from monitor.web.app import create_app
from monitor.web.server import Server


@dataclass(frozen=True)
class Serving:
    """Where a station listens. passwords: scrypt hashes by role; hosts: further names it is reached under."""

    host: str = "127.0.0.1"
    port: int = 8642
    passwords: Mapping[Role, str] = field(default_factory=dict)
    hosts: tuple[str, ...] = ()


def serving(settings: StationSettings, port: int | None) -> Serving:
    """Where the settings want it. port: from the command line, where 0 is any free one."""
    said, access = settings.server, settings.access
    hashes: dict[Role, str | None] = {
        "viewer": access.viewer,
        "monitor": access.monitor,
        "director": access.director,
    }
    passwords = {role: kept for role, kept in hashes.items() if kept is not None}
    name = urlsplit(said.url).hostname if said.url else None
    hosts = (name,) if name else ()
    return Serving(said.host, said.port if port is None else port, passwords, hosts)


def station(tables: Sequence[Table], serving: Serving, say: Callable[[str], None]) -> Server:
    """A server for these tables, not started yet; says its address, and passwords that were made for it.

    Beyond this machine it always asks for a password. Raises ServerError where it cannot listen there.
    """
    access = Access(serving.passwords)
    made: dict[Role, str] = {}
    if not serving.passwords and not is_loopback(serving.host):
        made = generated_passwords()
        access = Access.of(made)
    server = Server(create_app(tables, access, serving.hosts, _version()), serving.host, serving.port)
    say(f"station: {server.url}")
    for role in reversed(ROLES):
        if role in made:
            say(f"  password of the {role}: {made[role]}")
    if made:
        say(f"  for OBS: {server.url}overlay?token={made['viewer']}")
    return server


def printer(console: Console) -> Callable[[str], None]:
    """Prints a line as it is."""

    def say(text: str) -> None:
        console.print(Text(text))

    return say


def _version() -> str:
    try:
        return metadata.version("gammonitor")
    except metadata.PackageNotFoundError:
        return ""
