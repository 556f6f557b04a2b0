"""What an operator says the camera has got wrong: board, dice, cube, score, whose turn it is.

He is believed from then on, whatever the readings say. Nothing is found wrong because of it: a finding that
rested on the reading put right is withdrawn.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from monitor.backgammon import START, BackgammonError, Position, text_of
from monitor.events import Event, EventError, Player
from monitor.tracking.amend import other_ends, written
from monitor.tracking.dice import DieTrack
from monitor.tracking.explain import Explainer
from monitor.tracking.state import GameTrack, Roll
from monitor.tracking.view import GameView, game_view

if TYPE_CHECKING:
    from monitor.tracking.tracker import MatchTracker

READING = "READING"
"""The code of a `Corrected` event that puts right what was read, not what was played."""
_FIELDS = ("board", "dice", "to_act", "cube", "score", "crawford")


@dataclass(frozen=True)
class Correction:
    """What is said; None where it is not about that. board: as A sees it. dice: () where no roll lies."""

    board: Position | None = None
    dice: tuple[int, ...] | None = None
    to_act: Player | None = None
    cube: tuple[int, Player | None] | None = None
    score: tuple[int, int] | None = None
    crawford: bool | None = None

    @property
    def about_turn(self) -> bool:
        """Whether it is about board, dice or whose turn it is, not about cube and score alone."""
        return self.board is not None or self.dice is not None or self.to_act is not None

    @classmethod
    def of(cls, event: Event) -> "Correction":
        """Read a `Corrected` event with the code READING; EventError names the field that is wrong."""
        if all(event.get(name) is None for name in _FIELDS):
            raise _wrong("board", None, f"something to put right: {', '.join(_FIELDS)}")
        to_act, crawford = event.get("to_act"), event.get("crawford")
        if to_act not in ("A", "B", None):
            raise _wrong("to_act", to_act, "A or B")
        if not isinstance(crawford, bool | None):
            raise _wrong("crawford", crawford, "true or false")
        board, dice = _board(event.get("board")), _dice(event.get("dice"))
        return cls(board, dice, to_act, _cube(event.get("cube")), _score(event.get("score")), crawford)


def check_correction(event: Event) -> None:
    """Raise EventError, with what is wrong in words, for a correction that `inject` would not take."""
    Correction.of(event)


def put_right(tracker: "MatchTracker", event: Event) -> None:
    """Believe what the event says, and pass it on with the board and the start of the turn as they are."""
    said = Correction.of(event)
    if tracker.game is None and said.board is not None:
        _begin(tracker, said.board)
    game = tracker.game
    if said.score is not None or said.crawford is not None:
        tracker.score.say(said.score, said.crawford)
    if game is None:
        tracker.pass_on(event)
        return
    if said.cube is not None:
        tracker.doubling.entered(*said.cube)
    if said.about_turn:
        tracker.regain("the board was entered", by=said.to_act or game.to_act)
        _put_turn_right(tracker, game, said)
        tracker.take_up()
    text, before = text_of(game.board), text_of(game.before)
    data = {**event.data, "board": text, "board_after": text, "board_before": before, "to_act": game.to_act}
    tracker.pass_on(replace(event, data=data))


def _begin(tracker: "MatchTracker", board: Position) -> None:
    """A game of which nothing was known: taken up from the board that was entered."""
    has_bar = tracker.config.has_bar
    fits = [
        float(Explainer(tracker.evidence, seating, has_bar=has_bar).fit([board.board])[0])
        for seating in tracker.seatings
    ]
    seating = tracker.seatings[fits.index(max(fits))]
    if board == START:
        tracker.start(seating)
    else:
        tracker.begin(GameTrack(seating, board, board, board, in_opening=False))
        tracker.lose("no game was followed")


def _put_turn_right(tracker: "MatchTracker", game: GameTrack, said: Correction) -> None:
    view = game_view(tracker, game)
    board, amended = said.board or game.board, False
    if said.board is not None:
        view.explainer.overrule(board)
        amended = _put_last_right(tracker, game, board)
        _put_start_right(tracker, game, board)
    same = said.to_act in (game.to_act, None) or game.to_act is None
    game.to_act = said.to_act or game.to_act
    _put_roll_right(tracker, game, said.dice, keep=same)
    if said.dice == () or not same or amended or (said.board is not None and game.roll is None):
        game.before, game.unwatched = board, False
    elif said.board is not None:
        before = _turn_began(view, board)
        game.before, game.unwatched = before or board, before is None
    game.board = game.told_with_dice = board
    game.in_opening = game.in_opening and game.roll is None and board == START
    game.rivals, game.doubt, game.changed_at = (), False, None


def _turn_began(view: GameView, board: Position) -> Position | None:
    """The board at the start of a turn under way in which this board was entered; None where nothing fits.

    What was read wrong on the board was often read wrong at the start of the turn as well.
    """
    game = view.game
    error = zip(game.before.board, board.board, game.board.board, strict=True)
    counts = [was + right - wrong for was, right, wrong in error]
    ways = [game.before]
    if min(counts) >= 0 and max(sum(counts[:25]), sum(counts[25:])) <= sum(START.mover):
        ways.append(Position.of(counts[:25], counts[25:]))
    fits = (way for way in ways if board.board == way.board or view.may_be_a_play(board, way))
    return next(fits, None)


def _put_roll_right(
    tracker: "MatchTracker", game: GameTrack, dice: tuple[int, ...] | None, *, keep: bool
) -> None:
    """The roll of the player to act as it was entered; dice None: as it was read. keep: it is still his."""
    roll = game.roll
    if not dice:
        if dice == () or not keep:
            game.drop_roll()
        return
    tracks = [*(roll.tracks if roll is not None else ()), *game.opening.values()]
    taken = game.used_dice | {track.id for track in tracks}
    tracks += [die for die in tracker.dice.tracks if die.id not in taken and die.zone != "table"]
    zone = "W" if game.to_act == "B" else "E"
    tracks += [DieTrack.unseen(value, zone, tracker.now, -number) for number, value in enumerate(dice)]
    entered = Roll(tracks[:2], game.to_act, tracker.now if roll is None else roll.t, True, True)
    entered.say((dice[0], dice[1]))
    game.roll, game.opening = entered, {}


def _put_last_right(tracker: "MatchTracker", game: GameTrack, board: Position) -> bool:
    """Where the board entered is another end of the turn told last, that turn ended so."""
    last, game.last = game.last, None
    fresh = last is not None and game.board.board == last.after.board != board.board
    if last is None or not fresh or board.board not in other_ends(game, last, game.board):
        return False
    text, move = text_of(board), written(last, board)
    tracker.tell("EvidenceConflict", by=last.player, what="turn_amended", board_after=text, move=move)
    if last.legal is False and board.board != last.before.board:
        tracker.tell("Corrected", by=last.player, code="ILLEGAL_MOVE", withdrawn=True)
    return True


def _put_start_right(tracker: "MatchTracker", game: GameTrack, board: Position) -> None:
    """A set-up told as wrong that was right all the time."""
    if not game.start_wrong:
        return
    game.start_wrong = False
    if game.turn == 1 and board == START:
        game.start = START
        tracker.tell("SetupCorrected", board=text_of(board), board_after=text_of(board), restart=False)


def _wrong(name: str, value: object, wanted: str) -> EventError:
    found = "is missing" if value is None else f"is {value!r}"
    return EventError(f"Corrected: {name} {found}; it must be {wanted}")


def _board(text: object) -> Position | None:
    if text is None:
        return None
    if not isinstance(text, str):
        raise _wrong("board", text, "26 characters, the board as A sees it")
    try:
        return Position.from_board26(text) if len(text) == 26 else Position.from_id(text)
    except BackgammonError as error:
        raise _wrong("board", text, f"26 characters, the board as A sees it ({error})") from error


def _dice(dice: object) -> tuple[int, ...] | None:
    if dice is None:
        return None
    if isinstance(dice, list | tuple) and len(dice) in (0, 2):
        values = tuple(_whole(die) or 0 for die in dice)
        if all(1 <= value <= 6 for value in values):
            return values
    raise _wrong("dice", dice, "two numbers from 1 to 6, or [] where no roll lies there")


def _cube(cube: Any) -> tuple[int, Player | None] | None:
    if cube is None:
        return None
    if not isinstance(cube, Mapping):
        raise _wrong("cube", cube, 'an object such as {"value": 2, "owner": "A"}')
    value, owner = _whole(cube.get("value")), cube.get("owner")
    if value is None or value < 1 or value & (value - 1):
        raise _wrong("value of the cube", cube.get("value"), "a power of two, 1 before the first double")
    if owner not in ("A", "B", None):
        raise _wrong("owner of the cube", owner, "A, B or null")
    return value, owner


def _score(score: Any) -> tuple[int, int] | None:
    if score is None:
        return None
    named = isinstance(score, Mapping)
    south, north = (_whole(score.get(player)) if named else None for player in "AB")
    if south is None or north is None or min(south, north) < 0:
        raise _wrong("score", score, 'points of both, such as {"A": 1, "B": 0}')
    return south, north


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
