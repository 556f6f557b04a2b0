"""Hands what a table shows on to the broker, where the settings name one."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from monitor.settings import StationSettings
from monitor.station.live import LiveTable
from monitor.station.snapshot import for_viewers
from monitor.tables.publisher import Publisher, publisher_for

APART_S = 0.5
"""Seconds between two messages at least."""


@contextmanager
def publishing(table: LiveTable, settings: StationSettings) -> Iterator[None]:
    """Publish state and findings of a table while it lasts; does nothing where no broker is named."""
    publisher = publisher_for(settings, health=table.health_for_director)
    if publisher is None:
        yield
        return
    stop, news = Event(), Event()
    worker = Thread(target=_work, args=(table, publisher, stop, news), name="publishing", daemon=True)
    publisher.start()
    ignore = table.listen(news.set)
    worker.start()
    try:
        yield
    finally:
        stop.set()
        news.set()
        worker.join()
        ignore()
        publisher.close()


def _work(table: LiveTable, publisher: Publisher, stop: Event, news: Event) -> None:
    while True:
        news.clear()
        publisher.state(for_viewers(table.snapshot(), pips=table.stream_pips or table.course.match_over))
        publisher.findings(table.cards())
        if stop.is_set():
            return
        news.wait()
        stop.wait(APART_S)
