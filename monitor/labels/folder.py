"""A folder of labelled pictures on disk: every change is saved at once, whole or not at all."""

import json
import shutil
from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, Final

from pydantic import ValidationError

from calibration.errors import BoardNotFoundError, CornersError
from calibration.geometry import BoardGeometry
from calibration.lens import Lens
from monitor.events import Json
from monitor.labels.errors import LabelError
from monitor.labels.labels import Labels, first_labels, no_board
from monitor.still import still_reading
from vision.lens_seen import find_straight, placed_straight
from vision.reader import Reader
from vision.sources import Frame, read_picture
from vision.sources.frame import Plane

LABELS: Final = "labels.json"


class LabelFolder:
    """Pictures and their labels. Calls from several threads wait for each other.

    Raises LabelError where labels.json is there but not what this program writes.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = Lock()
        self.items: list[Json] = _stored(path / LABELS)

    def add(self, pictures: Sequence[Path]) -> int:
        """Copy pictures into the folder and read them; how many are new. Raises SourceError, LabelError."""
        read = [(path, read_picture(path)) for path in pictures]
        self.path.mkdir(parents=True, exist_ok=True)
        known = {item["id"] for item in self.items}
        new = 0
        for path, picture in read:
            name = sha256(path.read_bytes()).hexdigest()[:12]
            if name in known:
                continue
            known.add(name)
            file = f"{name}{path.suffix.lower()}"
            if not (self.path / file).exists():
                shutil.copyfile(path, self.path / file)
            self.items.append(_item(name, file, path.stem, picture))
            new += 1
        self._save()
        return new

    def picture(self, number: int) -> Plane:
        """(h, w, 3) picture of an item. Raises LabelError, SourceError."""
        return read_picture(self.path / Path(self.item(number)["file"]).name)

    def item(self, number: int) -> Json:
        """An item by its place in the list. Raises LabelError."""
        if not 0 <= number < len(self.items):
            raise LabelError(f"there is no picture {number}: this folder holds {len(self.items)}")
        return self.items[number]

    def labels(self, number: int) -> Labels:
        """The labels of an item. Raises LabelError."""
        item = self.item(number)
        known = {key: value for key, value in item["labels"].items() if key in Labels.model_fields}
        try:
            return Labels.model_validate(known)
        except ValidationError as error:
            raise LabelError(f"{self.path / LABELS}, {item['id']}: {_first(error)}") from error

    def correct(self, number: int, labels: Labels) -> Json:
        """Store what a person says of a picture; the item as it is now. Raises LabelError."""
        if labels.too_many:
            raise LabelError(labels.too_many)
        with self._lock:
            item = self.item(number)
            width, height = item["size"]
            try:
                item["labels"] = {**item["labels"], **labels.as_json((width, height))}
            except CornersError as error:
                raise LabelError(str(error)) from error
            self._save()
            return item

    def read(self, number: int, geometry: BoardGeometry) -> Json:
        """What is read in a picture with the board placed there."""
        picture = self.picture(number)
        return _read(self.item(number)["file"], picture, *placed_straight(picture, geometry))

    def _save(self) -> None:
        target = self.path / LABELS
        text = json.dumps({"items": self.items}, ensure_ascii=False, indent=1)
        beside = target.with_suffix(".new")
        try:
            beside.write_text(text + "\n", encoding="utf-8")
            beside.replace(target)
        except OSError as error:
            raise LabelError(f"{target} cannot be written: {error.strerror}") from error


def _item(name: str, file: str, stem: str, picture: Plane) -> Json:
    size = (picture.shape[1], picture.shape[0])
    reason = None
    try:
        found = find_straight(picture)
        geometry = found.located.geometry
        labels = first_labels(_read(file, picture, geometry, found.lens), geometry)
    except BoardNotFoundError as error:
        labels, reason = no_board(size), str(error).partition(".")[0]
    return {
        "id": name,
        "file": file,
        "kind": "photo",
        "name": stem,
        "size": list(size),
        "board_id": "",
        "not_found": reason,
        "labels": labels.as_json(size),
    }


def _read(file: str, picture: Plane, geometry: BoardGeometry, lens: Lens) -> Json:
    reading = Reader(geometry).read(Frame(0, 0.0, lens.picture(picture)), alone=True)
    size = (picture.shape[1], picture.shape[0])
    return still_reading(file, geometry, reading, {}, partial(lens.bent, size=size))


def _stored(path: Path) -> list[Json]:
    try:
        table: Any = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        raise LabelError(f"{path} cannot be read: {error}") from error
    items = table.get("items") if isinstance(table, dict) else None
    if not isinstance(items, list) or not all(_whole(item) for item in items):
        raise LabelError(f"{path} is no list of labelled pictures; gammonitor label PICTURE... -o makes one")
    return items


def _whole(item: Any) -> bool:
    keys = {"id": str, "file": str, "size": list, "labels": dict}
    return (
        isinstance(item, dict)
        and all(isinstance(item.get(key), kind) for key, kind in keys.items())
        and len(item["size"]) == 2
        and all(isinstance(side, int) for side in item["size"])
    )


def _first(error: ValidationError) -> str:
    said = error.errors()[0]
    place = ".".join(str(part) for part in said["loc"])
    return f"{place}: {said['msg']}" if place else said["msg"]
