"""The routes of the tables: state, cards, pictures, lines."""

import asyncio
import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, WebSocket
from fastapi.responses import Response, StreamingResponse
from starlette.requests import HTTPConnection

from monitor.station.errors import NotHereError
from monitor.station.table import Table
from monitor.web import models
from monitor.web.access import Role, allows
from monitor.web.errors import ApiError, ErrorBody
from monitor.web.ranges import ranged
from monitor.web.roles import Monitor, Viewer, require, role_of
from monitor.web.streams import BOUNDARY, seen_by, table_events, table_jpegs, table_pictures

ERRORS: dict[int | str, dict[str, object]] = {
    status: {"model": ErrorBody} for status in (400, 401, 403, 404, 409, 413, 421, 422)
}
MULTIPART = f"multipart/x-mixed-replace; boundary={BOUNDARY}"
BINARY = {"schema": {"type": "string", "format": "binary"}}
TableId = Annotated[str, Path(pattern=r"^[a-z0-9-]{1,40}$")]
FindingId = Annotated[str, Path(pattern=r"^[A-Za-z0-9-]{1,20}$")]
Sha256 = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$")]
ActId = Annotated[str, Path(pattern=r"^[a-z_]{1,40}$")]
AsMonitor = Annotated[Role, Depends(require("monitor"))]
AsViewer = Annotated[Role, Depends(require("viewer"))]


def table_of(connection: HTTPConnection) -> Table:
    """The table a request names. Raises NotHereError."""
    name = str(connection.path_params.get("table", ""))
    table: Table | None = connection.app.state.tables.get(name)
    if table is None:
        raise NotHereError(f"there is no table {name[:40]!r} at this station; /api/tables lists them")
    return table


async def _table(request: Request, table: TableId) -> Table:  # noqa: ARG001 - its form is checked
    return table_of(request)


At = Annotated[Table, Depends(_table)]


def api_routes() -> APIRouter:
    """Everything under /api/tables."""
    routes = APIRouter(prefix="/api/tables", tags=["tables"], responses=ERRORS)
    _state(routes)
    _pictures(routes)
    _findings(routes)
    _operating(routes)
    return routes


def _state(routes: APIRouter) -> None:
    @routes.get("", dependencies=[Viewer])
    async def tables(request: Request) -> list[models.TableName]:
        """The tables of this station."""
        found = request.app.state.tables.values()
        return [models.TableName(id=one.id, title=one.title, live=one.live) for one in found]

    @routes.get("/{table}", response_model=models.Snapshot)
    async def snapshot(role: AsViewer, table: At) -> Response:
        """The state of a table."""
        return _json(seen_by(table, role))

    @routes.get("/{table}/lines", dependencies=[Monitor])
    async def lines(
        table: At,
        after: Annotated[int, Query(ge=0, le=2**53)] = 0,
        limit: Annotated[int, Query(ge=1, le=2000)] = 500,
    ) -> list[dict[str, object]]:
        """Lines of the journal with a greater number."""
        return [json.loads(text) for _, text in table.lines(after, limit)]

    @routes.get(
        "/{table}/stream",
        response_class=StreamingResponse,
        responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
    )
    async def stream(
        request: Request,
        role: AsViewer,
        table: At,
        last_event_id: Annotated[int | None, Query(ge=0, le=2**53)] = None,
    ) -> StreamingResponse:
        """Server-sent events: line, state, card."""
        sent = request.headers.get("last-event-id", "")
        after = int(sent) if sent.isdecimal() and len(sent) < 16 else last_event_id
        return StreamingResponse(table_events(table, role, after, request), media_type="text/event-stream")


def _pictures(routes: APIRouter) -> None:
    jpeg: dict[int | str, dict[str, Any]] = {200: {"content": {"image/jpeg": BINARY}}}

    @routes.get("/{table}/picture.jpg", dependencies=[Viewer], response_class=Response, responses=jpeg)
    def picture(table: At) -> Response:
        """The newest picture."""
        newest = table.pictures.newest() if table.pictures is not None else None
        if newest is None or table.pictures is None:
            raise NotHereError(f"table {table.id} has no picture")
        age = f"{table.pictures.age or 0.0:.2f}"
        return Response(newest.jpeg, media_type="image/jpeg", headers={"X-Age-Seconds": age})

    @routes.get(
        "/{table}/picture.mjpg",
        dependencies=[Viewer],
        response_class=StreamingResponse,
        responses={200: {"content": {MULTIPART: BINARY}}},
    )
    async def pictures(request: Request, table: At) -> StreamingResponse:
        """New pictures one after another, for browsers without WebSocket."""
        if table.pictures is None:
            raise NotHereError(f"table {table.id} has no picture")
        return StreamingResponse(table_jpegs(table.pictures, request), media_type=MULTIPART)

    @routes.websocket("/{table}/live")
    async def live(socket: WebSocket) -> None:
        role = await asyncio.to_thread(role_of, socket)
        table = socket.app.state.tables.get(socket.path_params["table"])
        if not allows(role, "viewer") or role is None or table is None or table.pictures is None:
            await socket.close(1008)
            return
        await table_pictures(table, role, socket)


def _findings(routes: APIRouter) -> None:
    @routes.get("/{table}/cards", response_model=list[models.Card], dependencies=[Monitor])
    def cards(table: At) -> Response:
        """All findings, newest first."""
        return _json(table.cards())

    @routes.post("/{table}/cards/{finding}/{what}", response_model=models.Card)
    def handle(
        role: AsMonitor,
        table: At,
        finding: FindingId,
        what: Literal["confirm", "dismiss", "note", "ruling"],
        given: models.Handled,
    ) -> Response:
        """Confirm or dismiss a finding, write a note on it, or record a ruling (decision; text: reasons)."""
        who = given.who or role
        if what == "ruling":
            ruling = (given.decision or given.text).strip()
            if not ruling:
                raise ApiError(
                    422, "a ruling says what was decided", "Send decision, and the reasons as text."
                )
            reasons = given.text if given.decision else ""
            return _json(table.rule(finding, ruling, reasons.strip(), who))
        if what == "note" and not given.text.strip():
            raise ApiError(422, "an empty note says nothing", "Send text.")
        return _json(table.remark(finding, what, given.text.strip(), who))

    @routes.get(
        "/{table}/evidence/{sha256}",
        dependencies=[Monitor],
        response_class=Response,
        responses={
            200: {"content": {"image/jpeg": BINARY, "video/mp4": BINARY}},
            206: {"content": {"video/mp4": BINARY}},
            416: {"model": ErrorBody},
        },
    )
    def evidence(table: At, sha256: Sha256, request: Request) -> Response:
        """A stored picture or clip, by its hash; with ranges."""
        media_type, data = table.content(sha256)
        return ranged(data, media_type, request.headers.get("range"))

    @routes.get("/{table}/timeline", response_model=models.Timeline, dependencies=[Monitor])
    def timeline(table: At) -> Response:
        """Games, turns and findings, for the report."""
        return _json(table.timeline())


def _operating(routes: APIRouter) -> None:
    @routes.get("/{table}/acts", response_model=list[models.Act], dependencies=[Monitor])
    def acts(table: At) -> Response:
        """What an operator may enter now."""
        return _json(table.acts())

    @routes.post("/{table}/acts/{act}")
    def act(role: AsMonitor, table: At, act: ActId, given: models.Acting) -> models.Done:
        """Enter what was said or done."""
        return models.Done(pending=not table.act(act, given.by, dict(given.fields), role))

    @routes.post("/{table}/correct", dependencies=[Monitor])
    def correct(table: At, given: models.Correction) -> models.Done:
        """Say what is really on the board; what follows is derived again."""
        return models.Done(pending=not table.correct(given.model_dump(exclude_unset=True)))

    @routes.get("/{table}/settings", response_model=models.Settings, dependencies=[Monitor])
    def settings(table: At) -> Response:
        """The settings of the match, and which of them may be changed now."""
        return _json({"fields": table.settings()})

    @routes.patch("/{table}/settings", response_model=models.Settings, dependencies=[Monitor])
    def change(table: At, given: models.Changes) -> Response:
        """Change settings by name."""
        return _json({"fields": table.change(given.root)})


def _json(data: object) -> Response:
    """What the tables give is plain JSON already."""
    return Response(json.dumps(data, ensure_ascii=False), media_type="application/json")
