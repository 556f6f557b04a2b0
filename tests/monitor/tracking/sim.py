"""Running a script of simulated readings through tracker and referee."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from fixtures.readings import Noise, Script, ScriptDie, readings
from monitor.backgammon import START, Position, apply_play, from_seat, legal_plays
from monitor.config import MatchConfig
from monitor.events import Event, Player, other
from monitor.findings import Finding
from monitor.rules import Referee, load_ruleset
from monitor.tracking import MatchTracker
from vision.reading import Reading, Zone

QUIET = Noise(slot_error=0.003, die_error=0.003)
HALF: dict[Player, Zone] = {"A": "E", "B": "W"}
"""Where on the board either player throws: on his right."""


def from_south(board: Position, player: Player, move: str) -> Position:
    """The board after this move of a player, all seen by A; points are counted from his own side."""
    return from_seat(apply_play(from_seat(board, player), move), player)


def ends_of(board: Position, player: Player, roll: tuple[int, int]) -> set[bytes]:
    """Every board, seen by A, that a player may come to with a roll."""
    mine = from_seat(board, player)
    return {from_seat(apply_play(mine, play.hops), player).board for play in legal_plays(mine, roll)}


def one_off(board: Position, player: Player, point: int) -> Position:
    """The board, seen by A, without a man on one of a player's points."""
    mine = from_seat(board, player)
    men = list(mine.mover)
    men[point - 1] -= 1
    return from_seat(Position.of(men, mine.opponent), player)


def in_open(die: ScriptDie) -> tuple[float, float]:
    """A place beside that of a die that leans where there is nothing to lean on."""
    return die.uv[0] - 0.1, 0.5


def lay(script: Script, *dice: ScriptDie) -> None:
    """The dice of the roll that has just been thrown lie like these, from the last scene on."""
    script._dice = dice
    script.scenes[-1] = replace(script.scenes[-1], dice=dice)


def throw_too_early(script: Script, lying: tuple[ScriptDie, ...], player: Player, seconds: float) -> None:
    """The dice of the last turn lie where they lay when this player throws a five and a two, for so many
    seconds more; he is yet to play them."""
    lifted = max(number for number, scene in enumerate(script.scenes) if scene.dice == lying) + 1
    del script.scenes[lifted:]
    script.t = script.scenes[-1].t + 1.0
    early = script.throw((5, 2), HALF[player])
    script.show(lying + early, seconds)
    script.show(early, 1.0)
    script._dice = early


def four_turns(seed: int) -> Script:
    """Four turns, of which the third begins with a cocked die."""
    script = Script(seed=seed)
    player, dice = script.opening()
    script.play(player, dice)
    for number in range(3):
        player = other(player)
        if number == 1:
            script.cocked(player)
        script.play(player, script.roll(player))
    return script


def begun(seed: int) -> tuple[Script, Player]:
    """After the first turn; and who is to throw."""
    script = legal_turns(seed, 1)
    return script, other(script.turns[-1][0])


def legal_turns(
    seed: int, turns: int, start: Position = START, make: Callable[..., Script] = Script
) -> Script:
    """So many legal turns; start: how the board is set up. make: of the script."""
    script = make(seed=seed, start=start)
    player, dice = script.opening()
    script.play(player, dice)
    for _ in range(turns - 1):
        player = other(player)
        script.play(player, script.roll(player))
    return script


@dataclass
class Told:
    """Everything told about one source."""

    events: list[Event] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def named(self, name: str) -> list[Event]:
        """Events of one name."""
        return [event for event in self.events if event.ev == name]

    @property
    def turns(self) -> Counter[tuple[object, ...]]:
        """Turns as (player, dice, board after)."""
        return Counter(
            (event.by, tuple(sorted(event.get("dice") or ())), event.get("board_after"))
            for event in self.named("TurnPlayed")
        )

    @property
    def raised(self) -> list[tuple[str, str | None]]:
        """(code, player) of every finding when it was raised."""
        seen: dict[str, Finding] = {}
        for finding in self.findings:
            seen.setdefault(finding.id, finding)
        return [(finding.code, finding.by) for finding in seen.values()]


def follow_with(
    source: Iterable[Reading], entered: Iterable[Event], config: MatchConfig | None = None
) -> tuple[Told, MatchTracker]:
    """Readings and corrections in order of time through tracker and referee."""
    config = config or MatchConfig()
    tracker, referee = MatchTracker(config), Referee(load_ruleset(config.ruleset), config)
    told, waiting = Told(), sorted(entered, key=lambda event: event.t)

    def tell(events: Iterable[Event]) -> None:
        for event in events:
            numbered = replace(event, seq=len(told.events) + 1)
            told.events.append(numbered)
            told.findings += referee.feed(numbered)

    for reading in source:
        while waiting and waiting[0].t <= reading.t:
            tell(tracker.inject(waiting.pop(0)))
        tell(tracker.update(reading))
    tell(tracker.finish())
    return told, tracker


def follow(source: Iterable[Reading], config: MatchConfig | None = None) -> Told:
    """Feed readings to a tracker and its events to a referee."""
    return follow_with(source, (), config)[0]


def watch(script: Script, *, fps: float = 8.0, noise: Noise = QUIET, seed: int = 0) -> Told:
    """Read a script and follow it."""
    return follow(readings(script, fps=fps, noise=noise, seed=seed))


def truth(script: Script) -> Counter[tuple[object, ...]]:
    """The turns of a script in the form of `Told.turns`."""
    return Counter((by, tuple(sorted(dice)), board.board26()) for by, dice, board in script.turns)
