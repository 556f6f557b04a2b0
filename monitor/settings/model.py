"""Every setting of a station: name, type, default, meaning. The page SETTINGS.md is made from here."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

ShortName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,40}$")]
PlayerName = Annotated[str, StringConstraints(min_length=1, max_length=80, strip_whitespace=True)]
Corner = tuple[float, float]
Width = Annotated[int, Field(ge=160, le=7680)]
Height = Annotated[int, Field(ge=120, le=4320)]
Edge = Annotated[float, Field(ge=0, le=1)]


class Section(BaseModel):
    """One table of the file. Its docstring is its meaning."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


class TableSettings(Section):
    """Which table this is, among those of the director."""

    id: ShortName = Field(
        default="table", description="Short name: small letters, digits, hyphens. One a table."
    )
    site: ShortName = Field(
        default="club", description="Short name of the place or event that the tables belong to."
    )
    title: str | None = Field(
        default=None, examples=["Table 12"], max_length=80, description="Name for people, such as `Table 12`."
    )


class SourceSettings(Section):
    """Where the pictures come from, and where the board lies in them."""

    address: str | None = Field(
        default=None,
        examples=["usb:0"],
        min_length=1,
        description="`usb:0`, `picamera:0`, `rtsp://...`, a video file or a folder of pictures; `mirror:` "
        "before it where the pictures are mirrored.",
    )
    realtime: bool = Field(default=False, description="Play a file at its own pace.")
    calibration: Path | None = Field(
        default=None, examples=["board.toml"], description="Board file made by `gammonitor calibrate`."
    )
    corners: tuple[Corner, Corner, Corner, Corner] | None = Field(
        default=None,
        examples=[[[310, 120], [1610, 118], [1700, 980], [220, 985]]],
        description="Corners of the playing field in pixels, [x, y] each: top left, top right, bottom right, "
        "bottom left. Without them and without a board file the board is looked for.",
    )
    layout: Literal["bar_vertical", "bar_horizontal", "no_bar"] | None = Field(
        default=None, examples=["bar_vertical"], description="How the board lies in the picture."
    )
    bar: tuple[Edge, Edge] | None = Field(
        default=None,
        examples=[[0.47, 0.53]],
        description="Left and right edge of the bar, as parts of the field's width.",
    )
    clock_at: tuple[Corner, Corner] | None = Field(
        default=None,
        examples=[[[1720, 420], [1850, 660]]],
        description="Two opposite corners of the game clock in pixels, [x, y] each: presses are then seen, "
        "if `match.clock` is on. A board file may hold them.",
    )


class CameraSettings(Section):
    """What is asked of a live camera; it may give something near."""

    size: tuple[Width, Height] | None = Field(
        default=None,
        examples=[[1280, 720]],
        description="Width and height in pixels (`usb:`, `picamera:`).",
    )
    fps: Annotated[float, Field(gt=0, le=240)] | None = Field(
        default=None, examples=[30], description="Pictures a second (`usb:`, `picamera:`)."
    )
    transport: Literal["tcp", "udp"] = Field(
        default="tcp", description="How an `rtsp:` camera sends: tcp loses nothing."
    )


class MatchSettings(Section):
    """What is agreed before the match."""

    ruleset: str = Field(
        default="usbgf-2016",
        description="A name of `gammonitor rules list`, or a rule set file with its full path.",
    )
    length: Annotated[int, Field(ge=1, le=999)] | None = Field(
        default=None, examples=[7], description="Match length in points; left out: a single game."
    )
    players: tuple[PlayerName, PlayerName] | None = Field(
        default=None, examples=[["Anna", "Boris"]], description="Names of the south and the north player."
    )
    clock: bool = Field(default=False, description="A game clock is in use.")
    baffle: bool = Field(default=False, description="A baffle box is in use; else it has to show.")
    dice: Literal["own4", "shared2"] | None = Field(
        default=None,
        examples=["own4"],
        description="Two dice each, or two shared; left out: shared with a clock, without one as it shows.",
    )
    home: Literal["E", "W"] | None = Field(
        default=None,
        examples=["E"],
        description="Half with both home boards (E: right in the picture); left out: seen at the start.",
    )
    light: Literal["A", "B"] | None = Field(
        default=None,
        examples=["A"],
        description="Who has the lighter checkers, A south or B north; left out: seen at the start.",
    )
    score: tuple[Annotated[int, Field(ge=0)], Annotated[int, Field(ge=0)]] = Field(
        default=(0, 0), description="Points of the south and the north player when watching begins."
    )
    crawford: bool = Field(default=False, description="Watching begins in the Crawford game.")
    monitor_agreed: bool = Field(default=False, description="Both players agreed that the monitor may speak.")
    single_act: bool = Field(default=False, description="Both accept a cube action by word or by hand alone.")
    context: Literal["tournament", "club"] = Field(
        default="tournament", description="Tournament or club play."
    )
    left_roll: tuple[Literal["A", "B"], ...] = Field(
        default=(), description="Players with leave to roll on their left."
    )
    options: dict[str, Any] = Field(
        default={},
        description='Where the text leaves it to the director: `"dice.landing.on_checker" = "valid"`.',
    )


class ServerSettings(Section):
    """The station's pages. Beyond this machine they ask for a password."""

    enabled: bool = Field(default=False, description="Serve the pages while watching.")
    host: str = Field(
        default="127.0.0.1", min_length=1, description="Address to listen on; `0.0.0.0` for everybody."
    )
    port: int = Field(default=8642, ge=1, le=65535, description="Port to listen on.")
    url: str | None = Field(
        default=None,
        examples=["http://10.0.0.12:8642"],
        pattern=r"^https?://[^\s]+$",
        description="How others reach the pages; the director's link.",
    )
    stream_pips: bool = Field(
        default=False, description="The overlay may show pip counts while the match is on."
    )


class AccessSettings(Section):
    """Who may enter: hashes of passwords, made by `gammonitor config password`."""

    monitor: str | None = Field(
        default=None, examples=["scrypt$..."], description="For the monitor at the table."
    )
    director: str | None = Field(default=None, examples=["scrypt$..."], description="For the director.")
    viewer: str | None = Field(
        default=None, examples=["scrypt$..."], description="For those who may only look."
    )


class MqttSettings(Section):
    """The broker through which the director sees all tables; off where none is named."""

    broker: str | None = Field(
        default=None,
        examples=["10.0.0.2:8883"],
        pattern=r"^[^\s/:@]+(:\d{1,5})?$",
        description="Host or host:port (1883, with TLS 8883).",
    )
    tls: bool = Field(default=False, description="Encrypt, and check the broker's certificate.")
    ca_file: Path | None = Field(
        default=None, examples=["ca.pem"], description="Certificates to trust instead of the system's."
    )
    cert_file: Path | None = Field(
        default=None, examples=["table-12.pem"], description="Own certificate, where the broker asks for one."
    )
    key_file: Path | None = Field(
        default=None, examples=["table-12.key"], description="Key of the own certificate."
    )
    username: str | None = Field(
        default=None, examples=["table-12"], min_length=1, description="Name at the broker."
    )
    password_file: Path | None = Field(
        default=None, examples=["mqtt.password"], description="File whose first line is the password."
    )
    password_env: str | None = Field(
        default=None,
        examples=["MQTT_PASSWORD"],
        pattern=r"^[A-Za-z_][A-Za-z0-9_]*$",
        description="Environment variable that holds the password.",
    )
    heartbeat_s: float = Field(
        default=10.0, ge=1, le=300, description="Seconds between two reports of health."
    )


class RetentionSettings(Section):
    """What is kept, how long, and what happens before the disk is full."""

    folder: Path | None = Field(
        default=None,
        examples=["/var/lib/gammonitor"],
        description="Where new journals go; left out: `runs`.",
    )
    clips_days: Annotated[int, Field(ge=1, le=36500)] | None = Field(
        default=None,
        examples=[30],
        description="Days that clips are kept; left out: for ever.",
    )
    readings_days: Annotated[int, Field(ge=1, le=36500)] | None = Field(
        default=None,
        examples=[365],
        description="Days that readings are kept, to follow a match again; left out: for ever. "
        "Events, findings, their pictures and notes always stay.",
    )
    max_gb: Annotated[float, Field(gt=0)] | None = Field(
        default=None,
        examples=[50],
        description="Most that all journals together may take; clips go first, the oldest before newer ones.",
    )
    warn_mb: int = Field(default=2048, ge=0, description="Warn when less is free on the disk, in megabytes.")
    reserve_mb: int = Field(default=1024, ge=0, description="Keep no new clips when less is free.")
    readings_reserve_mb: int = Field(
        default=256,
        ge=0,
        description="Keep no new readings when less is free; events are written to the end.",
    )


class LogSettings(Section):
    """What the program says about itself, on stderr."""

    level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="From which level up."
    )
    form: Literal["auto", "json", "console"] = Field(
        default="auto", description="A JSON object a line, or for people; auto: for people on a terminal."
    )


class AlertSettings(Section):
    """Whom a finding reaches at the table."""

    routing: Literal["silent", "announce"] = Field(
        default="silent", description="Only to the monitor's screen, or for the players too."
    )


class StationSettings(Section):
    """All settings of one station."""

    table: TableSettings = TableSettings()
    source: SourceSettings = SourceSettings()
    camera: CameraSettings = CameraSettings()
    match: MatchSettings = MatchSettings()
    server: ServerSettings = ServerSettings()
    access: AccessSettings = AccessSettings()
    mqtt: MqttSettings = MqttSettings()
    retention: RetentionSettings = RetentionSettings()
    logs: LogSettings = LogSettings()
    alerts: AlertSettings = AlertSettings()


SECTIONS: Final[Mapping[str, type[Section]]] = MappingProxyType(
    {
        "table": TableSettings,
        "source": SourceSettings,
        "camera": CameraSettings,
        "match": MatchSettings,
        "server": ServerSettings,
        "access": AccessSettings,
        "mqtt": MqttSettings,
        "retention": RetentionSettings,
        "logs": LogSettings,
        "alerts": AlertSettings,
    }
)
