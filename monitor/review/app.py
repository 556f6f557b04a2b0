"""The review page's server: one folder, one person, this machine."""

from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Query
from fastapi.responses import FileResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from monitor.events import Json
from monitor.review.choices import dice_choices, play_choices
from monitor.review.errors import ReviewError
from monitor.review.folder import ReviewFolder
from monitor.review.frames import frame_at
from monitor.web.errors import install_errors
from monitor.web.guard import install_guard
from monitor.web.pages import page, static_files

Die = Annotated[int, Field(ge=1, le=6)]
Text = Annotated[str, Field(max_length=200)]


class Insert(BaseModel):
    """A roll or a cube action that the record lacks."""

    model_config = ConfigDict(extra="forbid")
    seat: Annotated[str, Field(pattern="^[AB]$")]
    dice: tuple[Die, Die] | None = None
    move: Text | None = None
    act: Annotated[str, Field(pattern="^(double|take|drop|beaver)$")] | None = None


class Outcome(BaseModel):
    """How a game ended."""

    model_config = ConfigDict(extra="forbid")
    winner: Annotated[str, Field(pattern="^[AB]$")]
    points: Annotated[int, Field(ge=1, le=1000)]
    how: Annotated[str, Field(pattern="^(played|dropped|resigned|unknown)$")] = "unknown"


class Correction(BaseModel):
    """One thing that a person says about the transcript; see monitor.transcribe for what goes together."""

    model_config = ConfigDict(extra="forbid")
    id: Text | None = None
    dice: tuple[Die, Die] | None = None
    move: Text | None = None
    board_after: Annotated[str, Field(pattern="^[-A-Oa-o]{26}$")] | None = None
    accept: bool | None = None
    remove: bool | None = None
    after: Text | None = None
    game: Annotated[int, Field(ge=1, le=1000)] | None = None
    insert: Insert | None = None
    result: Outcome | None = None


class Spent(BaseModel):
    """Time spent on the page since it last told."""

    seconds: Annotated[float, Field(ge=0, le=600)]


def review_app(folder: ReviewFolder) -> FastAPI:
    """The application for one folder."""
    app = FastAPI(title="gammonitor review", docs_url=None, redoc_url=None)
    install_guard(app)
    install_errors(app)

    @app.get("/api/review")
    def state() -> Json:
        return _state(folder)

    @app.post("/api/corrections")
    def correct(correction: Correction) -> Json:
        folder.correct(correction.model_dump(exclude_none=True))
        return _state(folder)

    @app.post("/api/undo")
    def undo() -> Json:
        folder.undo()
        return _state(folder)

    @app.post("/api/redo")
    def redo() -> Json:
        folder.redo()
        return _state(folder)

    @app.post("/api/spent")
    def spent(time: Spent) -> Json:
        folder.spent(time.seconds)
        return {"seconds": folder.seconds}

    @app.get("/api/choices/{entry}")
    def choices(entry: str, high: int | None = None, low: int | None = None) -> Json:
        found = folder.entry(entry)
        dice = (max(high, low), min(high, low)) if high and low else _dice(found)
        plays = [] if dice is None else play_choices(found, dice)
        return {"dice": dice_choices(found), "roll": dice, "plays": plays}

    @app.get("/api/frame/{file}", response_class=Response)
    def frame(file: int, t: Annotated[float, Query(ge=0, le=1e6)]) -> Response:
        shown, jpeg = frame_at(folder.file(file), t)
        return Response(jpeg, media_type="image/jpeg", headers={"X-Time": f"{shown:.4f}"})

    @app.get("/api/video/{file}", response_class=FileResponse)
    def video(file: int) -> FileResponse:
        return FileResponse(folder.file(file))

    assets = static_files(
        app, {"/static": ("monitor.web", "static"), "/review": ("monitor.review", "static")}
    )
    app.get("/", include_in_schema=False)(page(assets, "/review/review.html"))
    return app


def _dice(entry: Json) -> tuple[int, int] | None:
    dice: Any = entry.get("dice")
    return (max(dice), min(dice)) if isinstance(dice, list) and len(dice) == 2 and all(dice) else None


def _state(folder: ReviewFolder) -> Json:
    return {
        **folder.review,
        "folder": folder.path.name,
        "corrections": len(folder.corrections),
        "accepted": [one["id"] for one in folder.corrections if one.get("accept")],
        "can_undo": folder.can_undo,
        "can_redo": folder.can_redo,
        "seconds": round(folder.seconds, 1),
    }


def folder_of(path: Path) -> ReviewFolder:
    """The folder that a person names. Raises ReviewError."""
    if not path.is_dir():
        raise ReviewError(f"{path}: name the folder that gammonitor transcribe has written")
    return ReviewFolder(path)
