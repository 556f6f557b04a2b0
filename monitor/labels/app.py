"""The labelling page's server: one folder, one person, this machine."""

from fastapi import FastAPI
from fastapi.responses import Response

from calibration.cv import cv2
from monitor.events import Json
from monitor.labels.folder import LabelFolder
from monitor.labels.labels import Labels
from monitor.web.errors import install_errors
from monitor.web.guard import install_guard
from monitor.web.pages import page, static_files


def label_app(folder: LabelFolder) -> FastAPI:
    """The application for one folder."""
    app = FastAPI(title="gammonitor label", docs_url=None, redoc_url=None)
    install_guard(app)
    install_errors(app)

    @app.get("/api/labels")
    def items() -> Json:
        return {"folder": folder.path.name, "items": folder.items}

    @app.put("/api/labels/{number}")
    def correct(number: int, labels: Labels) -> Json:
        return folder.correct(number, labels)

    @app.get("/api/pictures/{number}", response_class=Response)
    def picture(number: int) -> Response:
        jpeg = cv2.imencode(".jpg", folder.picture(number))[1]
        return Response(jpeg.tobytes(), media_type="image/jpeg")

    assets = static_files(app, {"/static": ("monitor.web", "static"), "/label": ("monitor.labels", "static")})
    app.get("/", include_in_schema=False)(page(assets, "/label/label.html"))
    return app
