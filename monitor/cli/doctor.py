"""``gammonitor doctor`` and ``gammonitor models verify``."""

import json
from collections.abc import Iterator
from pathlib import Path

import typer

from monitor.cli.checkup import cameras, machine, programs
from monitor.cli.checkup.check import Check

PORT = 8642
WARN_MB = 2048
JOURNALS = Path("runs")
"""As the settings' defaults, for a machine where they cannot be loaded."""


def run_doctor(config: Path | None = None, as_json: bool = False) -> int:
    """Print every check; 0 when everything that is needed works, else 1.

    config: settings of a station to hold against this machine.
    """
    checks = list(_checks(config))
    sound = not any(check.state == "missing" for check in checks)
    if as_json:
        typer.echo(json.dumps({"ok": sound, "checks": [check.to_json() for check in checks]}, indent=1))
    else:
        for check in checks:
            typer.echo(str(check))
    return 0 if sound else 1


def run_models_verify(folder: Path | None) -> int:
    """Print the state of every network; 0 when all are sound, else 2 with the faults on stderr."""
    from models import FOLDER, verify

    faults = 0
    for entry, fault in verify(folder or FOLDER):
        if fault is None:
            typer.echo(f"ok  {entry.name}: {entry.file} {entry.sha256[:12]}")
        else:
            faults += 1
            typer.echo(f"gammonitor: {fault}", err=True)
    return 2 if faults else 0


def _checks(config: Path | None) -> Iterator[Check]:
    yield from machine.python()
    yield from machine.memory()
    yield from machine.clock()
    yield from programs.libraries()
    yield from programs.networks()
    yield from programs.parts()
    yield from cameras.usb()
    yield from cameras.picamera2()
    yield from programs.programs()
    yield from programs.sample()
    if config is None:
        yield from machine.journal_folder(JOURNALS, WARN_MB)
        yield from machine.port("127.0.0.1", PORT)
        return
    from monitor.cli.checkup.station import station
    from monitor.settings import load

    settings = load(config)
    yield from machine.journal_folder(settings.retention.folder or JOURNALS, settings.retention.warn_mb)
    yield from machine.port(settings.server.host, settings.server.port)
    yield from station(settings)
