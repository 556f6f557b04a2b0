"""The JSON that the routes give and take, as /openapi.json describes it."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel, StringConstraints

from monitor.web.access import Role

Seat = Literal["A", "B"]
BoardText = Annotated[str, StringConstraints(pattern=r"^[A-Oa-o-]{26}$")]
Text = Annotated[str, StringConstraints(max_length=4000)]
ShortText = Annotated[str, StringConstraints(max_length=200)]
Time = Annotated[float, Field(ge=0, le=1e7)]


class Given(BaseModel):
    """What a request carries: nothing but the fields described."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Session(BaseModel):
    role: Role | None
    login_needed: bool
    live: bool


class Login(Given):
    password: ShortText


class TableName(BaseModel):
    id: str
    title: str
    live: bool


class Source(BaseModel):
    state: Literal["opening", "live", "frozen", "lost", "ended", "paused"]
    reason: str | None
    t: float
    age_s: float | None
    fps: float | None
    dropped: int
    reconnects: int


class Mode(BaseModel):
    clock: bool
    baffle: bool
    dice: Literal["own4", "shared2"]


class Match(BaseModel):
    ruleset: str
    ruleset_title: str
    length: int | None
    players: tuple[str, str]
    score: tuple[int, int] | None
    crawford: bool | None
    mode: Mode
    home: Literal["E", "W"] | None
    light: Seat | None
    alerts: Literal["silent", "announce"]
    colours: dict[Seat, str] | None = None


class Die(BaseModel):
    value: int | None
    half: Literal["E", "W"] | None
    cocked: bool | None
    p: float | None
    by: Seat | None


class Cube(BaseModel):
    value: int
    owner: Seat | None
    offered: Seat | None


class Game(BaseModel):
    no: int
    turn: int
    phase: Literal["setup", "opening", "to_roll", "moving", "over"]
    to_act: Seat | None
    board: str | None
    dice: list[Die]
    roll: tuple[int, int] | None
    cube: Cube
    pips: tuple[int, int] | None
    unsure: list[int] = []
    off: tuple[int, int] | None


class Track(BaseModel):
    state: Literal["following", "hidden", "lost", "setup"]
    reason: str | None
    todo: str | None
    since: float


class JournalState(BaseModel):
    ok: bool
    reason: str | None
    seq: int
    head: str | None


class Counts(BaseModel):
    open: int
    unseen: int


class Snapshot(BaseModel):
    table: str
    title: str
    live: bool
    version: int
    source: Source
    match: Match
    game: Game
    track: Track
    journal: JournalState
    findings: Counts | None


class Window(BaseModel):
    state: Literal["open", "closed"]
    words: str
    closed_by: str | None
    since: float
    turns_left: int | None


class Legal(BaseModel):
    move: str
    board: str | None


class Boards(BaseModel):
    before: str | None
    after: str | None
    expected: str | None
    by: Seat | None
    dice: list[int]
    move: str | None
    legal: list[Legal] | None


class Picture(BaseModel):
    when: str
    sha256: str
    t: float


class NoteOnCard(BaseModel):
    at: str
    who: str
    kind: Literal["confirm", "dismiss", "ruling", "note"]
    text: str
    decision: str | None = None


class Handling(BaseModel):
    state: Literal["new", "confirmed", "dismissed", "ruled"]
    notes: list[NoteOnCard]


class Card(BaseModel):
    id: str
    seq: int
    code: str
    kind: str | None
    by: Seat | None
    status: Literal["open", "closed", "resolved", "logged"]
    severity: str
    title: str
    what: str
    clause: list[str]
    rule: str
    remedy: str
    obligation: str
    decide: str
    certainty: str
    speak: list[str]
    silent: bool
    t: float
    t_known: float
    conf: float
    withdrawn: bool
    window: Window
    boards: Boards
    pictures: list[Picture]
    clip: str | None
    handling: Handling


class Handled(Given):
    """A remark or a ruling on a finding. decision: what was ruled; text: the reasons; who: by whom."""

    text: Text = ""
    decision: ShortText | None = None
    who: ShortText | None = None


class Choice(BaseModel):
    value: str | int | None
    label: str


class ActField(BaseModel):
    name: str
    label: str
    kind: Literal["text", "number", "choice", "flag"]
    choices: list[Choice] | None = None
    required: bool = False


class Act(BaseModel):
    id: str
    label: str
    group: str
    by: list[Seat] | None
    fields: list[ActField]


class Acting(Given):
    by: Seat | None = None
    fields: dict[Annotated[str, StringConstraints(max_length=40)], str | int | float | bool | None] = {}


class CubePlace(Given):
    value: Annotated[int, Field(ge=1, le=4096)]
    owner: Seat | None


class Correction(Given):
    """What is really on the board, at presentation time t (now where it is left out)."""

    t: Time | None = None
    board: BoardText | None = None
    dice: Annotated[list[Annotated[int, Field(ge=1, le=6)]], Field(max_length=2)] | None = None
    to_act: Seat | None = None
    cube: Annotated[int, Field(ge=1, le=4096)] | CubePlace | None = None
    owner: Seat | None = None
    score: Annotated[list[Annotated[int, Field(ge=0, le=99)]], Field(min_length=2, max_length=2)] | None = (
        None
    )
    crawford: bool | None = None


class Done(BaseModel):
    """It was done; pending: it will be, as soon as what is under way is over."""

    ok: Literal[True] = True
    pending: bool = False


class Setting(BaseModel):
    name: str
    label: str
    group: str
    kind: Literal["text", "number", "choice", "flag"]
    value: str | int | bool | None
    choices: list[Choice] | None = None
    editable: bool
    why: str | None = None


class Settings(BaseModel):
    fields: list[Setting]


class Changes(RootModel[dict[Annotated[str, StringConstraints(max_length=40)], str | int | bool | None]]):
    """Settings by name, with their new values."""

    model_config = ConfigDict(strict=True)


Coordinate = Annotated[float, Field(ge=-20000, le=20000)]


class Placed(Given):
    """Corners of the playing field in pixels: top left, top right, bottom right, bottom left."""

    corners: Annotated[
        list[Annotated[list[Coordinate], Field(min_length=2, max_length=2)]],
        Field(min_length=4, max_length=4),
    ]
    layout: Literal["bar_vertical", "bar_horizontal", "no_bar"]
    bar: Annotated[list[float], Field(min_length=2, max_length=2)] | None = None
    home: Literal["E", "W"] | None = None
    keep: bool


class StartRead(BaseModel):
    ok: bool
    p: float
    wrong: list[str]


class Placing(BaseModel):
    corners: list[tuple[float, float]]
    layout: Literal["bar_vertical", "bar_horizontal", "no_bar"]
    bar: tuple[float, float]
    home: Literal["E", "W"] | None
    size: tuple[int, int]
    start: StartRead
    verdict: Literal["good", "doubtful", "refused"]
    reason: str | None


class TurnLine(BaseModel):
    turn: int
    by: Seat | None
    t: float
    t_end: float
    dice: list[int] | None
    move: str | None
    legal: bool | None
    cube: str | None
    board_before: str | None
    board_after: str | None
    seq: int
    finding: str | None


class GameLine(BaseModel):
    no: int
    score: tuple[int, int] | None
    crawford: bool | None
    turns: list[TurnLine]
    result: dict[str, Any] | None


class Timeline(BaseModel):
    match: Match
    games: list[GameLine]
    findings: list[Card]


class TableHealth(BaseModel):
    id: str
    source: str
    age_s: float | None
    tracking: str
    journal: bool


class Health(BaseModel):
    ok: bool
    tables: list[TableHealth]
