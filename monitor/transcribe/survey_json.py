"""A survey as JSON and back, so that a match can be derived again without the video."""

from pathlib import Path
from typing import Any, Final

from calibration.errors import CalibrationError
from calibration.geometry import BoardGeometry
from calibration.lens import Lens
from monitor.config import MatchConfig
from monitor.journal.config_json import config_from_json, config_to_json
from monitor.journal.errors import JournalError
from monitor.transcribe.errors import TranscribeError
from monitor.transcribe.recording import Group
from monitor.transcribe.survey import Survey, SurveyedFile
from monitor.transcribe.units import Unit

Json = dict[str, Any]
FORMAT: Final = "gammonitor survey 1"


def survey_to_json(survey: Survey, config: MatchConfig) -> Json:
    """The survey and the settings of the match as one JSON object."""
    files = [
        {
            "name": file.name,
            "path": str(file.path),
            "sha256": file.sha256,
            "start": file.start,
            "end": file.end,
            "offset": file.offset,
            "problems": list(file.problems),
            "units": [_unit(unit) for unit in file.units],
        }
        for file in survey.files
    ]
    return {"format": FORMAT, "config": config_to_json(config), "stills": survey.stills, "files": files}


def survey_from_json(data: Any, path: Path) -> tuple[Survey, MatchConfig]:
    """Read back; TranscribeError names the file where it is no survey."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise TranscribeError(f"{path} is no survey as this version of gammonitor transcribe writes it")
    try:
        files = tuple(_file(file) for file in data["files"])
        return Survey(files, data["stills"]), config_from_json(data["config"], path)
    except (KeyError, TypeError, ValueError, IndexError, JournalError, CalibrationError) as error:
        raise TranscribeError(f"{path} is no survey as gammonitor transcribe writes it: {error}") from error


def _unit(unit: Unit) -> Json:
    where = unit.geometry
    return {
        "geometry": [where.corners, where.size, where.layout, where.bar],
        "rate": unit.rate,
        "groups": [[group.packet, group.pts, group.t, group.weight, full] for group, full in unit.groups],
        "end_packet": unit.end_packet,
        "end": unit.end,
        "sparse": unit.sparse,
        "pictures": list(unit.pictures),
        "first_picture": unit.first_picture,
        "method": unit.method,
        "mirrored": unit.mirrored,
        "lens": unit.lens.bend,
    }


def _file(data: Json) -> SurveyedFile:
    path = Path(data["path"])
    units = tuple(_unit_from(unit, path, data["sha256"]) for unit in data["units"])
    return SurveyedFile(
        data["name"],
        path,
        data["sha256"],
        data["start"],
        data["end"],
        data["offset"],
        tuple(data["problems"]),
        units,
    )


def _unit_from(data: Json, path: Path, sha256: str) -> Unit:
    corners, size, layout, bar = data["geometry"]
    points = tuple((float(x), float(y)) for x, y in corners)
    return Unit(
        path=path,
        sha256=sha256,
        geometry=BoardGeometry(points, (size[0], size[1]), layout, (bar[0], bar[1])),
        rate=data["rate"],
        groups=tuple((Group(*group[:4]), bool(group[4])) for group in data["groups"]),
        end_packet=data["end_packet"],
        end=data["end"],
        sparse=data["sparse"],
        pictures=tuple(data["pictures"]),
        first_picture=data["first_picture"],
        method=data.get("method", 1),
        mirrored=data.get("mirrored", False),
        lens=Lens(data.get("lens", 0.0)),
    )
