"""The routes of the calibration page."""

from fastapi import APIRouter
from fastapi.responses import Response

from monitor.station.errors import NotHereError
from monitor.station.parts import Places
from monitor.station.table import Table
from monitor.web import models
from monitor.web.roles import Monitor
from monitor.web.routes import BINARY, ERRORS, At


def calibration_routes() -> APIRouter:
    """Everything under /api/calibration."""
    routes = APIRouter(
        prefix="/api/calibration", tags=["calibration"], responses=ERRORS, dependencies=[Monitor]
    )

    @routes.get("/{table}")
    def placed(table: At) -> models.Placing:
        """How the board is placed, judged on a new still picture."""
        return models.Placing(**_places(table).state())

    @routes.post("/{table}/find")
    def find(table: At) -> models.Placing:
        """Look for the board by itself."""
        return models.Placing(**_places(table).find())

    @routes.put("/{table}")
    def put(table: At, given: models.Placed) -> models.Placing:
        """Try corners; with keep, read by them from now on."""
        bar = None if given.bar is None else (given.bar[0], given.bar[1])
        answer = _places(table).put(given.corners, given.layout, bar, given.home, keep=given.keep)
        return models.Placing(**answer)

    @routes.get(
        "/{table}/picture.jpg", response_class=Response, responses={200: {"content": {"image/jpeg": BINARY}}}
    )
    def picture(table: At) -> Response:
        """The still picture that the corners belong to."""
        return Response(_places(table).picture(), media_type="image/jpeg")

    return routes


def _places(table: Table) -> Places:
    if table.placing is None:
        raise NotHereError(f"table {table.id} is not being watched here: there is no camera to place")
    return table.placing
