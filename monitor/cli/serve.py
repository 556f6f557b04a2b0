"""``gammonitor serve``: the station's pages over journals, finished or being written."""

import time
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console

from monitor.cli.signals import stopped_by_signals
from monitor.cli.station import Serving, printer, station
from monitor.station.kept import KeptTable, table_ids


def run_serve(journals: list[Path], serving: Serving) -> int:
    """Serve until interrupted."""
    say = printer(Console(highlight=False, soft_wrap=True))
    with ExitStack() as stack, stopped_by_signals():
        tables = []
        for name, path in zip(table_ids(journals), journals, strict=True):
            table = KeptTable(name, path)
            stack.callback(table.close)
            tables.append(table)
        stack.enter_context(station(tables, serving, say))
        for table, path in zip(tables, journals, strict=True):
            say(f"  {table.id}: {table.title}, {path}")
        say("Ctrl-C ends it")
        try:
            while True:
                time.sleep(3600)
        except KeyboardInterrupt:
            return 0
