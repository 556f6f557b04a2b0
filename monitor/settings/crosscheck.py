"""Settings that are sound one by one and make no sense together."""

from collections.abc import Callable, Container, Iterator, Mapping

from calibration.clock_place import clock_place
from calibration.errors import ClockPlaceError
from monitor.rules import RulesError, load_ruleset
from monitor.settings.model import (
    AccessSettings,
    CameraSettings,
    MatchSettings,
    MqttSettings,
    RetentionSettings,
    Section,
    SourceSettings,
)
from monitor.settings.passwords import is_hash
from vision.sources.address import beyond_mirror

Crossing = tuple[str, str]
"""The setting to put right, and what is wrong with it."""
Doubt = tuple[str, ...]
"""As a Crossing, and the other settings of the section that have a part in it."""


def crossings(sections: Mapping[str, Section], unsound: Container[str]) -> Iterator[Crossing]:
    """Everything that does not fit.

    unsound: settings that are wrong by themselves and stand in ``sections`` with their default; what they
    have a part in is not judged.
    """
    for name, section in sections.items():
        check = _CHECKS.get(name)
        if check is not None:
            for setting, what, *others in check(section):
                if not any(f"{name}.{part}" in unsound for part in (setting, *others)):
                    yield f"{name}.{setting}", what
    source, camera = sections.get("source"), sections.get("camera")
    if isinstance(source, SourceSettings) and isinstance(camera, CameraSettings):
        yield from _camera_of(source, camera)


def _source(source: SourceSettings) -> Iterator[Doubt]:
    if source.corners is not None and source.calibration is not None:
        yield "corners", "give either corners or a board file (calibration), not both", "calibration"
    if source.bar is not None and source.bar[0] > source.bar[1]:
        yield "bar", f"the left edge {source.bar[0]:g} lies right of the right edge {source.bar[1]:g}"
    if source.clock_at is not None:
        try:
            clock_place(source.clock_at)
        except ClockPlaceError as error:
            yield "clock_at", str(error)


def _camera_of(source: SourceSettings, camera: CameraSettings) -> Iterator[Crossing]:
    if source.address is None:
        return
    kind = beyond_mirror(source.address)[0].partition(":")[0].lower()
    for setting in ("size", "fps"):
        if getattr(camera, setting) is not None and kind not in ("usb", "picamera"):
            yield f"camera.{setting}", "is for usb: and picamera: only; drop it"
    if "transport" in camera.model_fields_set and kind not in ("rtsp", "rtsps"):
        yield "camera.transport", "is for rtsp: only; drop it"


def _match(match: MatchSettings) -> Iterator[Doubt]:
    try:
        load_ruleset(match.ruleset)
    except RulesError as error:
        yield "ruleset", str(error)
    if match.players is not None and match.players[0] == match.players[1]:
        yield "players", f"both are called {match.players[0]!r}; give two different names"
    if match.length is None:
        if match.score != (0, 0):
            yield "score", "needs the match length; add length", "length"
        if match.crawford:
            yield "crawford", "there is no Crawford game without a match length; add length", "length"
        return
    if max(match.score) >= match.length:
        yield (
            "score",
            f"{match.score[0]}:{match.score[1]} is not below the length of {match.length} points",
            "length",
        )
    elif match.crawford and match.length - 1 not in match.score:
        yield (
            "crawford",
            f"nobody has {match.length - 1} points; correct score or drop crawford",
            "score",
            "length",
        )


def _access(access: AccessSettings) -> Iterator[Doubt]:
    for role in type(access).model_fields:
        kept = getattr(access, role)
        if kept is not None and not is_hash(kept):
            yield role, "is no hash of a password; make one with: gammonitor config password"


def _mqtt(mqtt: MqttSettings) -> Iterator[Doubt]:
    given = sorted(mqtt.model_fields_set - {"broker"}) if mqtt.broker is None else []
    for setting in given:
        if getattr(mqtt, setting) != type(mqtt).model_fields[setting].default:
            yield setting, "has no effect without a broker; add broker or drop it", "broker"
    if mqtt.broker is not None and not 1 <= int(mqtt.broker.partition(":")[2] or 1) <= 65535:
        yield "broker", "the port lies between 1 and 65535"
    if mqtt.password_file is not None and mqtt.password_env is not None:
        yield "password_env", "give either password_file or password_env, not both", "password_file"
    if (mqtt.password_file or mqtt.password_env) and mqtt.username is None:
        yield (
            "password_file" if mqtt.password_file else "password_env",
            "a password needs a username too",
            "username",
        )
    if not mqtt.tls:
        for setting in ("ca_file", "cert_file", "key_file"):
            if getattr(mqtt, setting) is not None:
                yield setting, "has no effect without encryption; add tls = true", "tls"
    if (mqtt.cert_file is None) != (mqtt.key_file is None):
        missing = "key_file" if mqtt.key_file is None else "cert_file"
        yield "cert_file" if mqtt.cert_file else "key_file", f"needs {missing} too", missing


def _retention(retention: RetentionSettings) -> Iterator[Doubt]:
    for first, then in (("warn_mb", "reserve_mb"), ("reserve_mb", "readings_reserve_mb")):
        before, after = getattr(retention, first), getattr(retention, then)
        if before < after:
            given = first if first in retention.model_fields_set else then
            yield (
                given,
                f"{first} = {before} comes into play after {then} = {after}; exchange them",
                first,
                then,
            )
    if retention.clips_days and retention.readings_days and retention.clips_days > retention.readings_days:
        what = f"clips are of no use without readings, which go after {retention.readings_days} days"
        yield "clips_days", what, "readings_days"


_CHECKS: dict[str, Callable[..., Iterator[Doubt]]] = {
    "source": _source,
    "match": _match,
    "access": _access,
    "mqtt": _mqtt,
    "retention": _retention,
}
