"""Routes for machines: /healthz and /metrics."""

from collections.abc import Iterable, Sequence

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from monitor.station.table import Table
from monitor.web.models import Health, TableHealth
from monitor.web.roles import Viewer

STALE_S = 5.0
"""A live picture older than this is no health."""


def machine_routes(tables: Sequence[Table]) -> APIRouter:
    """Health and metrics of these tables."""
    routes = APIRouter(tags=["machines"])
    registry = CollectorRegistry()
    registry.register(_Tables(tables))

    @routes.get("/healthz", responses={503: {"model": Health}})
    async def healthz(response: Response) -> Health:
        """Whether every table is watched and its journal is written: 200, or 503."""
        found = [_health(table) for table in tables]
        ok = all(_well(table) for table in found)
        response.status_code = 200 if ok else 503
        return Health(ok=ok, tables=found)

    @routes.get(
        "/metrics",
        dependencies=[Viewer],
        response_class=Response,
        responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
    )
    async def metrics() -> Response:
        """State and counts in the form Prometheus reads."""
        return Response(generate_latest(registry), headers={"content-type": CONTENT_TYPE_LATEST})

    return routes


def _health(table: Table) -> TableHealth:
    snapshot = table.snapshot()
    source = snapshot["source"]
    return TableHealth(
        id=table.id,
        source=source["state"],
        age_s=source["age_s"],
        tracking=snapshot["track"]["state"],
        journal=snapshot["journal"]["ok"],
    )


def _well(table: TableHealth) -> bool:
    fresh = table.source != "live" or (table.age_s or 0.0) < STALE_S
    return table.journal and fresh and table.source not in ("lost", "frozen")


class _Tables(Collector):
    """Collects from the tables at the moment somebody asks."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self._tables = tables

    def describe(self) -> Iterable[Metric]:
        """Nothing is registered before it is asked for."""
        return []

    def collect(self) -> Iterable[Metric]:
        """Every series, one sample a table."""
        gauges: dict[str, GaugeMetricFamily] = {}

        def gauge(name: str, what: str, table: str, value: float | None) -> None:
            family = gauges.setdefault(name, GaugeMetricFamily(f"gammonitor_{name}", what, labels=["table"]))
            if value is not None:
                family.add_metric([table], float(value))

        findings = GaugeMetricFamily(
            "gammonitor_findings", "Findings by code and status", labels=["table", "code", "status"]
        )
        dropped = CounterMetricFamily(
            "gammonitor_frames_dropped", "Frames lost before they were read", labels=["table"]
        )
        back = CounterMetricFamily(
            "gammonitor_source_reconnects", "Times the camera came back", labels=["table"]
        )
        for table in self._tables:
            state = table.snapshot()
            source, game = state["source"], state["game"]
            up = source["state"] in ("live", "ended", "paused")
            gauge("source_up", "1 while pictures come, or the recording is over", table.id, up)
            gauge("picture_age_seconds", "Age of the newest picture", table.id, source["age_s"])
            gauge("frames_per_second", "Pictures a second lately", table.id, source["fps"])
            gauge("presentation_seconds", "Presentation time of the newest picture", table.id, source["t"])
            gauge(
                "following", "1 while the game is followed", table.id, state["track"]["state"] == "following"
            )
            gauge("journal_ok", "1 while the journal is written", table.id, state["journal"]["ok"])
            gauge("journal_lines", "Lines of the journal", table.id, state["journal"]["seq"])
            gauge("game", "Number of the game", table.id, game["no"])
            gauge("turn", "Turn of the game", table.id, game["turn"])
            gauge("listeners", "Browsers that follow", table.id, table.listeners)
            dropped.add_metric([table.id], source["dropped"])
            back.add_metric([table.id], source["reconnects"])
            for (code, status), number in table.finding_counts().items():
                findings.add_metric([table.id, code, status], number)
        yield from gauges.values()
        yield findings
        yield dropped
        yield back
