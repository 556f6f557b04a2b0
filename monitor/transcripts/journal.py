"""From the journal of a watched match to its record: what was seen, with times, doubts and gaps.

Where a turn was not seen, or only its result, the record has a gap. A roll that the tracker worked out from
the play is used and marked as doubtful, with the dice as they were read.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from monitor.backgammon import START, Position, Seat, from_seat, judge_transition, other_seat
from monitor.events import Event, EventError
from monitor.station.standing import standing_lines
from monitor.transcripts.errors import TranscriptError
from monitor.transcripts.lines_read import json_lines
from monitor.transcripts.model import (
    CubeAct,
    CubeTurn,
    Doubt,
    Ending,
    Match,
    Move,
    Problem,
    Remark,
    Result,
    Setup,
    crawford_games,
)
from monitor.transcripts.plays import between
from monitor.transcripts.track import SURE, Track, board_of, dice_of, pair_of, score_of

_CUBE: dict[str, CubeAct] = {
    "CubeOffered": "double",
    "CubeTaken": "take",
    "CubePassed": "drop",
    "CubeBeavered": "beaver",
}
_ENDINGS: dict[str, Ending] = {"bearoff": "played", "pass": "dropped", "concede": "resigned"}
_LEVELS = {"single": 1, "gammon": 2, "backgammon": 3}


def read_journal(text: str) -> Match:
    """The match of a journal's lines as `watch --events` writes them. Raises TranscriptError where no game
    is in it.
    """
    lines, problems = json_lines(text)
    standing = {id(line) for line in standing_lines(line for _, line in lines)}
    events: list[Event] = []
    for number, line in lines:
        if line.get("ev") == "Finding" or id(line) not in standing:
            continue
        try:
            events.append(Event.from_json(line))
        except EventError as error:
            problems.append(Problem(str(error), number))
    return match_of(events, problems)


def match_of(events: Iterable[Event], problems: Iterable[Problem] = ()) -> Match:
    """The match that the events tell of; of several matches the first."""
    recorder = _Recorder(problems=list(problems))
    over = False
    for event in events:
        over = over or event.ev == "MatchEnded"
        if recorder.games and (event.ev == "NextMatchStarted" or (over and event.ev == "GameStarted")):
            recorder.problems.append(Problem("the journal goes on with a further match, which is left out"))
            break
        recorder.take(event)
    return recorder.match()


@dataclass
class _Recorder:
    players: tuple[str, str] = ("A", "B")
    length: int = 0
    score: tuple[int, int] = (0, 0)
    games: list[Track] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def match(self) -> Match:
        if not any(game.entries for game in self.games):
            raise TranscriptError(
                "no turn in this journal; it needs events TurnPlayed as watch --events writes them"
            )
        tracks = [track for track in self.games if track.entries]
        games = [track.game() for track in tracks]
        due = crawford_games(self.length, games)
        marked = tuple(
            replace(game, crawford=flag if track.crawford is None else track.crawford)
            for track, game, flag in zip(tracks, games, due, strict=True)
        )
        return Match(self.players, self.length, marked, problems=tuple(self.problems))

    def take(self, event: Event) -> None:
        """Record what an event adds."""
        if event.ev == "MatchConfigured":
            self._configured(event)
        elif event.ev == "GameStarted":
            self._start(event)
        elif event.ev == "TurnPlayed":
            self._turn(event)
        elif event.ev in _CUBE:
            self._cube(event, _CUBE[event.ev])
        elif event.ev == "CubeReturned":
            self._returned()
        elif event.ev == "GameEnded":
            self._end(event)
        elif event.ev == "TrackRegained" and event.get("joined") is True:
            self._join(event)
        elif event.ev == "TrackLost":
            self._game().why = f"the board was not followed ({event.get('reason') or 'track lost'})"
        elif event.ev == "SetupCorrected":
            self._game().why = "a wrong set-up was put right"
        elif event.ev in ("Corrected", "EvidenceConflict"):
            self._amend(event)
        elif event.ev == "MoveRetracted":
            self._retract(event)

    def _game(self) -> Track:
        if not self.games or self.games[-1].result is not None:
            self._begin(None)
        return self.games[-1]

    def _begin(self, number: int | None) -> None:
        """Open the next game, at the score that follows from the game before."""
        last = self.games[-1] if self.games else None
        track = Track(number or (last.number + 1 if last else 1), last.score if last else self.score)
        if last is not None and last.result is not None:
            a, b = last.score
            points = last.result.points
            track.score = (a + points, b) if last.result.winner == "A" else (a, b + points)
            track.at_start = last.at_start
        elif last is not None:
            track.at_start = (Doubt("score"),)
            last.at_end = last.at_end or (Doubt("result"),)
        self.games.append(track)

    def _configured(self, event: Event) -> None:
        players, length = event.get("players"), event.get("length")
        if isinstance(players, list | tuple) and len(players) == 2:
            self.players = (str(players[0]), str(players[1]))
        if isinstance(length, int) and 0 <= length < 1000:
            self.length = length
        self.score = score_of(event.get("score")) or self.score

    def _start(self, event: Event) -> None:
        if self.games and not self.games[-1].entries:
            self.games.pop()
        number = event.get("game_no")
        self._forget(number)
        self._begin(number if isinstance(number, int) and number > 0 else None)
        game, score, crawford = self.games[-1], score_of(event.get("score")), event.get("crawford")
        if score is not None:
            game.score, game.at_start = score, ()
        if self.length and isinstance(crawford, bool):
            game.crawford = crawford
        board = board_of(event.get("board"))
        if board is not None and board != START:
            game.why = "the game began from another board than the starting position"

    def _forget(self, number: object) -> None:
        """A game begins or is joined: one of the same number that was told before was none."""
        last = self.games[-1] if self.games else None
        if last is not None and last.entries and last.result is None and last.number == number:
            self.games.pop()

    def _join(self, event: Event) -> None:
        """A game that was under way when it came into view: its cube may have been turned before."""
        self._forget(event.get("game_no"))
        game, cube = self._game(), event.get("cube")
        if isinstance(cube, dict) and isinstance(cube.get("value"), int) and not game.entries:
            owner = cube.get("owner")
            game.table.cube, game.table.owner = cube["value"], owner if owner in ("A", "B") else None

    def _remark(self, event: Event, comment: str = "", doubts: tuple[Doubt, ...] = ()) -> Remark:
        said = event.get("comment")
        if isinstance(said, str) and said:
            comment = f"{comment}; {said}" if comment else said
        file = event.get("file")
        return Remark(
            comment, event.get("file_t", event.t), doubts, file=file if isinstance(file, str) else ""
        )

    def _turn(self, event: Event) -> None:
        before, after = board_of(event.get("board_before")), board_of(event.get("board_after"))
        game = self._game()
        if after is None:
            game.why = "a turn was told without its board"
            return
        before = before or game.table.board
        last = game.entries[-1] if game.entries else None
        if isinstance(last, Move) and last.seat == event.by and game.before_last() == before:
            game.entries.pop()
            game.rebuild()
        self._bridge(game, event, before)
        dice, doubts = dice_of(event)
        hops = None
        if event.by is not None and dice is not None and before is not None:
            hops = between(from_seat(before, event.by), from_seat(after, event.by), dice)
        if event.by is None or dice is None or hops is None:
            what = "roll" if dice is None else "play"
            text = f"the {what} of {self._name(event.by)} was not seen; this is the board after it"
            game.add(Setup(after, game.table.cube, game.table.owner, self._remark(event, text)))
            game.table.to_act = None if event.by is None else other_seat(event.by)
            return
        illegal = event.get("legal") is False
        kinds = event.get("kinds")
        comment = ", ".join(map(str, kinds)) if illegal and isinstance(kinds, list) else ""
        game.add(Move(event.by, dice, hops, illegal, self._remark(event, comment, doubts)))
        game.why = ""
        game.rolls = tuple(filter(None, (dice, pair_of(event.get("dice")))))

    def _bridge(self, game: Track, event: Event, before: Position | None) -> None:
        """A gap where the turn does not follow from what is recorded."""
        table = game.table
        if before is not None and table.board != before:
            why = game.why or "plays before this were not seen"
            game.add(Setup(before, table.cube, table.owner, self._remark(event, why)))
        elif event.by is not None and table.to_act not in (None, event.by):
            why = game.why or f"a turn of {self._name(table.to_act)} was not seen"
            game.add(Setup(before or START, table.cube, table.owner, self._remark(event, why)))

    def _name(self, seat: Seat | None) -> str:
        return "a player" if seat is None else self.players[0 if seat == "A" else 1]

    def _cube(self, event: Event, act: CubeAct) -> None:
        if event.by is None:
            self.problems.append(
                Problem(f"{event.ev} at {event.t:.1f} s does not say by whom; it is left out")
            )
            return
        game = self._game()
        last = game.entries[-1] if game.entries else None
        if isinstance(last, CubeTurn) and (last.seat, last.act) == (event.by, act):
            return
        value = event.get("value")
        turned = value if isinstance(value, int) and act in ("double", "beaver") else None
        doubts = () if event.conf >= SURE else (Doubt(act, (), event.conf),)
        game.add(CubeTurn(event.by, act, turned, self._remark(event, doubts=doubts)))

    def _returned(self) -> None:
        """A double was withdrawn, so it was none."""
        game = self._game()
        if game.entries and isinstance(game.entries[-1], CubeTurn) and game.entries[-1].act == "double":
            game.entries.pop()
            game.rebuild()

    def _amend(self, event: Event) -> None:
        """The last turn was put right, by the player or by a better reading of it."""
        board = board_of(event.get("board") or event.get("board_after"))
        about = event.get("what") if event.ev == "EvidenceConflict" else event.get("code")
        if board is None or about not in ("turn_amended", "ILLEGAL_MOVE"):
            return
        game = self._game()
        last = game.entries[-1] if game.entries else None
        before = game.before_last()
        if not isinstance(last, Move) or last.seat != event.by or before is None:
            return
        start, end = from_seat(before, last.seat), from_seat(board, last.seat)
        dice = next((dice for dice in game.rolls if judge_transition(start, dice, end).legal), last.dice)
        hops = between(start, end, dice)
        if hops is None:
            return
        remark = last.remark
        if event.ev == "Corrected":
            remark = replace(remark, comment="an illegal play before this one was corrected")
        game.entries[-1] = replace(last, dice=dice, hops=hops, stood=False, remark=remark)
        game.rebuild()

    def _retract(self, event: Event) -> None:
        game = self._game()
        board = board_of(event.get("board_after"))
        last = game.entries[-1] if game.entries else None
        if isinstance(last, Move) and last.seat == event.by and game.before_last() == board:
            game.entries.pop()
            game.rebuild()

    def _end(self, event: Event) -> None:
        """The result; what somebody at the table enters afterwards replaces what was seen."""
        if not self.games or not self.games[-1].entries:
            return
        game = self.games[-1]
        if game.result is not None and event.src == "vision":
            return
        winner, points = event.get("winner"), event.get("points")
        how = _ENDINGS.get(str(event.get("how")), "unknown")
        multiple = 1 if how == "dropped" else _LEVELS.get(str(event.get("level")))
        if not isinstance(points, int) or points < 1:
            points = None if multiple is None else multiple * game.table.cube
        if winner not in ("A", "B") or points is None:
            game.at_end = (Doubt("result"),)
            return
        game.result = Result("A" if winner == "A" else "B", points, how)
        game.at_end = () if event.conf >= SURE else (Doubt("result", (), event.conf),)
