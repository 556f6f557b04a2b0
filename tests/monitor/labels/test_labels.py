"""Own pictures become test cases: read, corrected, scored; nothing that cannot be is stored."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient

from calibration.cv import cv2
from monitor.demo import VIDEO, demo_folder
from monitor.labels import LabelError, LabelFolder
from monitor.labels.app import label_app
from monitor.labels.scoring import score
from tests.support import run_command
from vision.sources import open_source


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The sample match's first picture, and one without a board."""
    folder = tmp_path_factory.mktemp("own")
    source = open_source(str(demo_folder() / VIDEO))
    cv2.imwrite(str(folder / "club night.png"), next(iter(source)).bgr)
    source.close()
    cv2.imwrite(str(folder / "table.png"), np.full((120, 200, 3), 90, np.uint8))
    return sorted(folder.iterdir())


@pytest.fixture(scope="module")
def made(pictures: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("labels")
    assert LabelFolder(folder).add(pictures) == 2
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> LabelFolder:
    for file in made.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    return LabelFolder(tmp_path)


@pytest.fixture
def client(folder: LabelFolder) -> Iterator[TestClient]:
    with TestClient(label_app(folder), base_url="http://127.0.0.1") as client:
        yield client


def stored(folder: LabelFolder, number: int = 0) -> dict[str, Any]:
    labels: dict[str, Any] = LabelFolder(folder.path).items[number]["labels"]
    return {key: value for key, value in labels.items() if key != "visible_total"}


def test_a_picture_is_read_and_kept_once(folder: LabelFolder, pictures: list[Path]) -> None:
    labels = stored(folder)
    assert sum(sum(point.values()) for point in labels["points"].values()) == 30
    assert labels["checked"] is False
    assert (folder.path / folder.items[0]["file"]).is_file()
    assert folder.items[1]["not_found"]
    assert folder.add(pictures) == 0


def test_a_correction_is_stored_and_scored(client: TestClient, folder: LabelFolder) -> None:
    assert client.get("/api/pictures/0").headers["content-type"] == "image/jpeg"
    assert client.get("/").status_code == 200
    assert client.get("/label/label.js").status_code == 200
    said = stored(folder)
    assert score(folder, 0).wrong == []
    name, point = next(iter(said["points"].items()))
    side, number = next(iter(point.items()))
    said["points"][name] = {side: number - 1}
    said["dice"] = [{"value": 6, "xy": [640.0, 360.0]}]
    said["checked"] = True
    answer = client.put("/api/labels/0", json=said)
    assert answer.status_code == 200
    assert answer.json()["labels"]["visible_total"][side] == 14
    result = score(LabelFolder(folder.path), 0)
    assert result.checked
    assert result.right == result.slots - 1
    assert [text.split(":")[0] for text in result.wrong] == [name, "die 6 at 640,360 not seen"]


@pytest.mark.parametrize(
    "change",
    [
        {"points": {"T13": {"light": 1}}},
        {"points": {"T1": {"light": 16}}},
        {"points": {"T1": {"light": 15}, "T2": {"light": 1}}},
        {"corners": [[0, 0], [100, 100], [100, 0], [0, 100]]},
        {"corners": [[0, 0], [1, 0], [1, 1], [0, 1]]},
        {"dice": [{"value": 7, "xy": [1, 1]}]},
        {"bar_frac": [0.1, 0.9]},
        {"occluded_cells": ["X1"]},
        {"surprise": 1},
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_changed(
    client: TestClient, folder: LabelFolder, change: dict[str, Any]
) -> None:
    before = (folder.path / "labels.json").read_bytes()
    answer = client.put("/api/labels/0", json={**stored(folder), **change})
    assert answer.status_code == 422
    assert answer.json()["error"]["what"]
    assert (folder.path / "labels.json").read_bytes() == before


def test_other_pages_other_names_and_other_files_are_refused(client: TestClient, folder: LabelFolder) -> None:
    said = stored(folder)
    assert client.put("/api/labels/0", json=said, headers={"origin": "http://evil.test"}).status_code == 403
    assert client.get("/api/labels", headers={"host": "evil.test"}).status_code == 421
    assert client.put("/api/labels/9", json=said).status_code == 422
    assert client.get("/api/pictures/9").status_code == 422
    assert client.get("/label/../labels.json").status_code == 404


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"items": [1]}', '{"items": [{"id": "a"}]}'])
def test_a_file_of_another_kind_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "labels.json").write_text(text, encoding="utf-8")
    with pytest.raises(LabelError, match=r"labels\.json"):
        LabelFolder(tmp_path)


def test_labels_edited_by_hand_into_nonsense_are_named(folder: LabelFolder) -> None:
    file = folder.path / "labels.json"
    table = json.loads(file.read_text(encoding="utf-8"))
    table["items"][0]["labels"]["points"] = {"T99": {"light": 2}}
    file.write_text(json.dumps(table), encoding="utf-8")
    with pytest.raises(LabelError, match="T99"):
        score(LabelFolder(folder.path), 0)


def test_the_command(pictures: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "labels")
    code, said, _ = run_command(capsys, "label", str(pictures[0]), "-o", folder, "--no-page")
    assert code == 0
    assert "1 new pictures" in said
    code, said, _ = run_command(capsys, "label", "--score", folder)
    assert code == 0
    assert "24 of 24 points right, labels not checked by anybody" in said
    for arguments in (
        ("--score", str(tmp_path)),
        ("-o", str(tmp_path / "none"), "--no-page"),
        (str(tmp_path / "no.jpg"), "-o", folder, "--no-page"),
        ("--score", folder, "-o", folder),
        (),
    ):
        code, _, said = run_command(capsys, "label", *arguments)
        assert code == 2
        assert said
        assert "Traceback" not in said
