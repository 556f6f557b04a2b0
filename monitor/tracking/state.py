"""What the tracker believes at the moment, for the screen and for its own parts."""

import math
from dataclasses import dataclass, field, replace
from typing import Literal

from monitor.backgammon import START, Position
from monitor.events import Player
from monitor.tracking.dice import DieTrack
from monitor.tracking.explain import TurnVerdict
from monitor.tracking.leaning import CONFIRMED
from monitor.tracking.rivals import Rival
from monitor.tracking.seating import Seating

Phase = Literal["setup", "opening", "to_roll", "moving", "over"]
Following = Literal["following", "hidden", "lost"]
JOINED_TURN = 2
"""The number of the turn in which a game that was under way is joined: the first was before."""
PLAYED = 5
"""Legal turns in a row, of one player and the other, by which what is not known to have begun as a game is
one: what lies on the board before a match, or is talked over, is none."""
FOLLOWED = 3
"""Legal turns from a board as it was seen from which the game goes on from there: with fewer a position may
be gone over after it was given up."""


@dataclass(frozen=True)
class TrackerState:
    """Belief in a form to show: board as 26 characters seen by A, None before one is known."""

    board: str | None
    home: str | None
    light: Player | None
    to_act: Player | None
    dice: tuple[int, ...]
    phase: Phase
    following: Following
    turn: int
    reason: str | None = None
    cube: int = 1
    """What the game is played for."""
    owner: Player | None = None
    """Whose cube it is, None while it is in the centre."""
    offered: Player | None = None
    """Who has doubled and waits for the answer."""
    score: tuple[int, int] | None = None
    """Points of A and B, None where they are not known."""
    no_game: str | None = None
    """Why no game has been followed so far, None where one has."""
    notice: str | None = None
    """What makes following hard, and what to do about it."""


@dataclass(frozen=True)
class Lost:
    """The thread of the game is lost.

    unseen: because the board was not seen, not because it was not understood. found: when the board was found
    at once where it had been moved to, if it is lost for that. ended: who was the first to end a turn
    meanwhile, by press or tap.
    """

    reason: str
    unseen: bool = False
    found: float | None = None
    ended: Player | None = None


ROLLING_S = 1.0
"""A die that moves on so soon after it had seemed to lie still shows what it shows then."""


@dataclass
class Roll:
    """Dice that lie on the board together: by whom, since when, and whether they have been lifted."""

    tracks: list[DieTrack]
    by: Player | None
    t: float
    announced: bool = False
    accepted: bool = False
    """Told as sound after all, because it was played."""
    held: bool = False
    """Told as thrown, not yet how it lies."""
    void: bool = False
    """Told as one that does not count, by how its dice lie."""
    too_early: bool = False
    """Thrown before the opponent pressed the clock or tapped."""
    lifted: float | None = None
    one_left: bool = False
    """One of its dice was lifted, the other lies there."""
    by_hand: bool = True
    """Whether a hand was seen at its dice when they were lifted."""
    unplayed_s: float = 0.0
    """How long after they were lifted the board was plainly seen as it had been before."""
    vanished: float | None = None
    """Since when none of its dice is seen, a hand having come to them, be it that it covers them."""
    reached: float | None = None
    """When a hand was first over men of the player on turn while these dice lay at rest."""
    halved: bool = False
    """Of a single die: whether the other one was seen to leave the board."""
    lone: bool = True
    """Of a single die: whether nothing else has come to lie in view that may be the other one."""
    faint: int = 0
    """Of a single die: in how many readings something else may have been one, if unsurely."""
    moved: bool = False
    """Its dice were moved by hand since they came to rest, so that one may hide the other."""
    doubtful: bool = False
    """Both dice lie on the right of the player whose turn it is not: who moves will tell who threw."""
    after_dance: bool = False
    """If so, his opponent may have thrown and danced before, his dice unread."""
    _shown: dict[int, DieTrack] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.refresh()

    def refresh(self) -> bool:
        """Remember what the dice show while they lie as they came to rest; pushed about later, it stands.
        Whether one had not come to rest when it was remembered, and shows something else now."""
        otherwise = False
        for track in self.tracks:
            kept = self._shown.get(track.id)
            if kept is None or (kept.since == track.since and track.count > 1.3 * kept.count):
                self._shown[track.id] = track.copy()
            elif rolled_on(kept, track) and track.since <= kept.since + ROLLING_S:
                otherwise |= kept.face != track.face
                self._shown[track.id] = track.copy()
        return otherwise

    def say(self, values: tuple[int, int]) -> None:
        """Take the word of somebody at the table for what the two dice show."""
        one, two = (track.log_faces for track in self.tracks)
        first, second = values
        straight = one[first - 1] + two[second - 1]
        crossed = one[second - 1] + two[first - 1]
        said = values if straight >= crossed else values[::-1]
        for track, value in zip(self.tracks, said, strict=True):
            track.said = value
        self.as_they_lie()

    def complete(self, second: DieTrack) -> None:
        """The other die has come to rest beside it, and may have struck it: both count as they lie now."""
        self.tracks = [*self.tracks, second]
        self.as_they_lie()

    def laid_again(self, dice: list[DieTrack], hidden: list[int]) -> None:
        """Its dice were taken up and lie there again, as those given: it has not been lifted. hidden: faces
        of those out of sight behind them."""
        unseen = [_out_of_sight(die) for die in self.shown if die.face in hidden][: len(hidden)]
        self.tracks, self.lifted, self.vanished, self.unplayed_s = [*dice, *unseen], None, None, 0.0
        self.moved = True
        self.as_they_lie()

    def hides(self, die: DieTrack) -> None:
        """One of its dice is out of sight behind the other."""
        unseen = _out_of_sight(self._shown[die.id])
        self.tracks = [unseen if track is die else track for track in self.tracks]
        self._shown[unseen.id] = unseen

    def as_they_lie(self) -> None:
        self._shown = {track.id: track.copy() for track in self.tracks}

    @property
    def known(self) -> bool:
        """Whether it has been told, or both dice are there to be told."""
        return self.announced or len(self.tracks) > 1

    @property
    def shown(self) -> list[DieTrack]:
        """The dice as they came to rest."""
        return [self._shown[track.id] for track in self.tracks]

    @property
    def seen(self) -> list[DieTrack]:
        """Those of its dice that are followed: not entered by hand, nor out of sight behind another."""
        return [track for track in self.tracks if track.id > 0]

    @property
    def ids(self) -> set[int]:
        """Track numbers of the dice."""
        return {track.id for track in self.tracks}

    @property
    def faces(self) -> tuple[int, ...]:
        """Values read, in the order of the dice."""
        return tuple(track.face for track in self.shown)


def rolled_on(then: DieTrack, now: DieTrack) -> bool:
    """Whether a die that was still to the eye for a moment has moved on, nothing having come near it, and
    lies there now: it had not come to rest."""
    return now.since > then.since > now.handled and now.count >= CONFIRMED


def _out_of_sight(die: DieTrack) -> DieTrack:
    """A die that lies behind another: it counts as it came to rest."""
    return replace(die.copy(), id=0)


@dataclass
class GameTrack:
    """One game being followed. Boards are seen by A.

    before: at the start of the turn. board: believed and told so far. start: as the game began; start_wrong:
    whether that was told as a wrong set-up; since: from when it stood. told_with_dice: board told while the
    dice of this turn lay.
    """

    seating: Seating
    start: Position
    before: Position
    board: Position
    to_act: Player | None = None
    turn: int = 1
    opening: dict[Player, DieTrack] = field(default_factory=dict)
    in_opening: bool = True
    start_wrong: bool = False
    start_doubted: bool = False
    """Whether it is told as wrong for one column alone that is read a man short, though not surely."""
    start_gap: float = -math.inf
    """By how much, at most, a wrong set-up has fitted better than the board with its error undone."""
    since: float = -math.inf
    roll: Roll | None = None
    used_dice: set[int] = field(default_factory=set)
    told_with_dice: Position = START
    joined: bool = False
    """Was under way when it came into view, or what stood there was taken for a game."""
    off_turn: Player | None = None
    """Who has moved men in the opponent's turn, as long as they stand there."""
    stood: Position | None = None
    """The board when the turn began, where such men were moved before anything was played: the play is judged
    from the board as they stand."""
    owed: Player | None = None
    """Whose turn it was when the other moved men and no dice lay there; it is again once they are back."""
    changed_at: float | None = None
    """When the board of this turn was first seen changed."""
    moved: float = -math.inf
    """When men came to rest last, of those whose moves were told."""
    ended: float = -math.inf
    """When the turn before ended."""
    cleared: float = -math.inf
    """When its dice were lifted, where that was before its end."""
    pressed: set[int] = field(default_factory=set)
    """The turns in which a press of the clock or a tap was entered."""
    held: int = 0
    """The last turn that a throw by the opponent did not end, because its play was not legal yet."""
    last: TurnVerdict | None = None
    """The turn told last, as long as it may still be put right or seen better."""
    mended: tuple[bytes, float] | None = None
    """The board to which that turn seems to be put right while the next roll lies there, and since when."""
    taken_back: TurnVerdict | None = None
    """The same, once its play has been taken back: until it is played again."""
    last_rolls: tuple[tuple[int, int], ...] = ()
    wrong: TurnVerdict | None = None
    """The illegal turn told last, where the thread was taken up after it from a board as it was seen: that
    may have been one on the way to being put right."""
    left: tuple[Position, Player | None, bool] | None = None
    """The board, and who was on turn, that was last followed to, where the thread was since taken up from a
    board as it was seen, and fewer than FOLLOWED legal turns in all have been played from such boards; and
    whether he had yet to throw, nothing having gone unseen."""
    from_seen: int = 0
    """Legal turns since."""
    rivals: tuple[Rival, ...] = ()
    """Other boards that may stand at the start of the turn."""
    doubt: bool = False
    """The board believed rests on a turn that was not seen whole, and has not been seen whole since."""
    unwatched: bool = False
    """Part of this turn, perhaps a whole turn, went unseen: it can be told, not called illegal."""

    def passes_to(self, who: Player) -> None:
        """The other player has moved men."""
        if self.roll is None:
            self.owed = self.owed or self.to_act
        self.to_act = who

    @property
    def on_roll(self) -> Player | None:
        """Whose turn it was before anybody moved men without dice."""
        return self.owed or self.to_act

    def drop_roll(self) -> None:
        """The roll, if there is one, counts for nothing more, nor do its dice while they lie there."""
        if self.roll is not None:
            self.used_dice |= self.roll.ids
            self.roll = None

    def goes_on_from(self, turn: TurnVerdict) -> None:
        """A turn is over: the next begins with the board that it left."""
        self.before = self.board = self.told_with_dice = turn.after
        self.from_seen += 1 if turn.legal and turn.dice is not None else 0
        if self.from_seen >= FOLLOWED:
            self.left, self.from_seen = None, 0
        self.stood = self.owed = self.wrong = None


@dataclass
class Offer:
    """A double that waits for its answer.

    t: when the cube was put there. back: when it was put back where it came from, None while it was not.
    astray: the thread has been lost since.
    """

    by: Player
    value: int
    t: float
    after_roll: bool
    back: float | None = None
    astray: bool = False
