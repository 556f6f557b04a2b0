"""The labels of one picture: what they may be, and the first ones, from what is read in it."""

from typing import Annotated, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from calibration.geometry import SLOT_NAMES, BoardGeometry, Layout
from monitor.events import Json
from monitor.still import SIDES

Pixel = Annotated[float, Field(ge=-100_000, le=100_000)]
Side = Literal["light", "dark"]
Men = Annotated[int, Field(ge=0, le=15)]
Where = Literal["board", "bar", "tray", "rail", "on dice cup", "in cup", "in hand"]
MEN: Final = 15
INSET: Final = 0.15
"""Where the corners start in a picture in which no board was found, in sizes of the picture."""
_WHERE: Final[dict[str, Where]] = {"bar": "bar", "frame": "rail", "other": "tray"}


class Die(BaseModel):
    """One die. certain: its value can be made out, by a person."""

    model_config = ConfigDict(extra="forbid")
    value: Annotated[int, Field(ge=1, le=6)] | None
    xy: tuple[Pixel, Pixel]
    where: Where = "board"
    cocked: bool = False
    certain: bool = True


class Cube(BaseModel):
    """The doubling cube."""

    model_config = ConfigDict(extra="forbid")
    value: Literal[2, 4, 8, 16, 32, 64]
    xy: tuple[Pixel, Pixel]
    location: Annotated[str, Field(max_length=40)] = ""


class Labels(BaseModel):
    """What a picture shows; slots that are not named are empty."""

    model_config = ConfigDict(extra="forbid")
    corners: tuple[tuple[Pixel, Pixel], tuple[Pixel, Pixel], tuple[Pixel, Pixel], tuple[Pixel, Pixel]]
    layout: Layout
    bar_frac: tuple[float, float]
    points: dict[Annotated[str, Field(max_length=3)], dict[Side, Men]]
    bar: dict[Side, Men]
    colours: dict[Side, Annotated[str, Field(max_length=40)]] = Field(default_factory=dict)
    dice: Annotated[list[Die], Field(max_length=20)] = Field(default_factory=list)
    cube: Cube | None = None
    occluded_cells: Annotated[list[str], Field(max_length=24)] = Field(default_factory=list)
    complete: bool = True
    tags: Annotated[list[Annotated[str, Field(max_length=60)]], Field(max_length=20)] = Field(
        default_factory=list
    )
    checked: bool = False

    @model_validator(mode="after")
    def _known(self) -> Self:
        for name in (*self.points, *self.occluded_cells):
            if name not in SLOT_NAMES:
                raise ValueError(f"there is no point {name!r}: they are T1 to T12 and B1 to B12")
        return self

    @property
    def too_many(self) -> str | None:
        """What is wrong where a side has more checkers than there are; a reading may say so, no person."""
        over = [f"{total} {side} checkers" for side in SIDES if (total := self.total(side)) > MEN]
        return f"{over[0]}: there are {MEN} at most" if over else None

    def total(self, side: Side) -> int:
        """Checkers of a side that are seen, those on the bar included."""
        return sum(point.get(side, 0) for point in self.points.values()) + self.bar.get(side, 0)

    def geometry(self, size: tuple[int, int]) -> BoardGeometry:
        """Where the labels say the board lies. Raises CornersError."""
        left, right = self.bar_frac if self.layout != "no_bar" else (0.475, 0.53)
        return BoardGeometry(self.corners, size, self.layout, (left, right))

    def as_json(self, size: tuple[int, int]) -> Json:
        """As they are stored. Raises CornersError where the corners cannot be a board's."""
        self.geometry(size)
        stored = self.model_dump(mode="json")
        stored["points"] = {name: point for name, point in stored["points"].items() if any(point.values())}
        return {**stored, "visible_total": {side: self.total(side) for side in SIDES}}


def first_labels(answer: Json, geometry: BoardGeometry) -> Labels:
    """What `monitor.still.still_reading` says of a picture, as labels that nobody has checked."""
    hidden = answer["hidden"]
    points = {
        name: {"light": 1, "dark": 1} if point["side"] == "both" else {point["side"]: point["count"]}
        for name, point in answer["points"].items()
        if name not in hidden
    }
    cube = answer["cube"]
    return Labels.model_validate(
        {
            "corners": answer["corners"],
            "layout": geometry.layout,
            "bar_frac": geometry.bar_edges,
            "points": points,
            "bar": answer["bar"],
            "colours": {side: colour for side, colour in answer["colours"].items() if colour},
            "dice": [
                {
                    "value": die["value"],
                    "xy": die["xy"],
                    "where": _WHERE.get(die["support"], "board"),
                    "cocked": die["cocked"],
                }
                for die in answer["dice"]
            ],
            "cube": None if cube is None else {"value": cube["value"], "xy": cube["xy"]},
            "occluded_cells": hidden,
            "complete": not hidden,
            "tags": ["start_position"] if answer["start_position"] else [],
        }
    )


def no_board(size: tuple[int, int]) -> Labels:
    """Labels of a picture in which no board was found: the corners are to be dragged to it."""
    width, height = size
    near, far = INSET, 1 - INSET
    corners = [(x * width, y * height) for x, y in ((near, near), (far, near), (far, far), (near, far))]
    return Labels(
        corners=(corners[0], corners[1], corners[2], corners[3]),
        layout="bar_vertical",
        bar_frac=(0.475, 0.53),
        points={},
        bar={"light": 0, "dark": 0},
    )
