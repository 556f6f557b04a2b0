"""``gammonitor serve``: the station's pages over journals, finished or being written."""

import time
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console

from monitor.cli.signals import stopped_by_signals
from monitor.cli.station import printer, serving, station
from monitor.logs import configure
from monitor.settings import load
from monitor.station.kept import KeptTable, table_ids


def run_serve(journals: list[Path], config: Path | None, host: str | None, port: int | None) -> int:
    """Serve until interrupted. config: file of settings; host, port go before it."""
    settings = load(config, options={"server.host": ("--host", host)})
    if config is not None:
        configure(settings.logs.level, settings.logs.form)
    say = printer(Console(highlight=False, soft_wrap=True))
    with ExitStack() as stack, stopped_by_signals():
        tables = []
        for name, path in zip(table_ids(journals), journals, strict=True):
            table = KeptTable(name, path)
            stack.callback(table.close)
            tables.append(table)
        stack.enter_context(station(tables, serving(settings, port), say))
        for table, path in zip(tables, journals, strict=True):
            say(f"  {table.id}: {table.title}, {path}")
        say("Ctrl-C ends it")
        try:
            while True:
                time.sleep(3600)
        except KeyboardInterrupt:
            return 0
