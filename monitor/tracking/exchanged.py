"""Everybody seems to throw on his left: the picture is mirrored, or so it is done at this table.

Then the halves name the wrong thrower. Where the number on the cube shows plainer in a mirror they are not
believed to begin with (it may be a logo that means nothing), and the first turn that was thrown on one side
settles it. Where it does not, each turn one player's men are moved with the dice that seem the other's,
which nobody does twice. From then on whose turn it is tells who threw, as at a table with a box.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from monitor.backgammon import Position, judge_seat, text_of
from monitor.events import Player, other
from monitor.tracking.halves import half, right, sided
from monitor.tracking.state import GameTrack, Roll
from monitor.tracking.steps import only_opponent_moved
from monitor.tracking.telling import dice_seen
from vision.reading import CubeReading

if TYPE_CHECKING:
    from monitor.tracking.tracker import MatchTracker

TURNS = 2
"""So many turns on end have to be played with the other player's dice, one of them legally."""
LOST = "each player's men are moved with dice on the other's right"
FOUND = f"{LOST} (mirrored pictures? watch mirror:...): from here on whose turn it is says who threw"
PLAINER, LOOKS = 1.5, 5
"""The number on the cube shows plainer in a mirror by so many nats on average, in so many looks at least."""
PERHAPS = (
    "the number on the cube shows plainer in a mirror: perhaps the picture is mirrored; the first turns tell"
)
UNSETTLED = (
    "the number on the cube shows plainer in a mirror: if the picture is mirrored, name the source mirror:..."
)
"""Said where halves say nothing anyway, so that no turn can tell; what is seen of the cube is not judged."""
MIRRORED = (
    "the picture is mirrored, by the cube and the dice: turn that off, or write mirror: before the source; "
    "until then nothing is judged by halves of the board"
)
NOT_MIRRORED = "the picture is not mirrored: a turn was thrown on the right of who played it"


class Exchanged:
    """Looks at the cube in a mirror, and counts turns that were played with what seemed the other's dice.

    mirrored: whether the pictures are, for all that is known by cube and dice.
    """

    def __init__(self, tracker: "MatchTracker") -> None:
        self._tracker = tracker
        self._turns = self._plays = 0
        """On end, and how many of their plays the dice allowed."""
        self._looks: list[float] = []
        self._asked = False
        """Whether the cube has said what it can."""
        self._doubted = False
        """Whether the halves are not believed because of the cube."""
        self.mirrored = False

    def look(self, cube: CubeReading | None) -> None:
        """What the cube of a reading says. The same number again is the same look."""
        value = None if cube is None else cube.in_mirror
        if value is None or self._asked or value in self._looks[-1:]:
            return
        self._looks.append(value)
        tracker = self._tracker
        if len(self._looks) >= LOOKS and sum(self._looks) >= PLAINER * len(self._looks):
            self._asked = True
            self._doubted = sided(tracker.config)
            if self._doubted:
                tracker.config = replace(tracker.config, baffle=True)
            reason = PERHAPS if self._doubted else UNSETTLED
            tracker.tell("EvidenceConflict", what="mirrored", sides="either", reason=reason)

    def _settle(self, player: Player, roll: Roll) -> None:
        """A turn that the dice allowed says whether the cube was right: by where they lay."""
        tracker = self._tracker
        halves = {half(die) for die in roll.shown}
        if halves == {right(other(player))}:
            self._doubted, self.mirrored = False, True
            tracker.tell("EvidenceConflict", what="mirrored", sides="either", reason=MIRRORED)
        elif halves == {right(player)}:
            self._doubted, tracker.config = False, replace(tracker.config, baffle=False)
            tracker.tell("EvidenceConflict", what="mirrored", sides="right", reason=NOT_MIRRORED)

    def turn_over(self, game: GameTrack, player: Player, after: Position, roll: Roll | None) -> Player | None:
        """Look at a turn that seemed a player's, and how the men stand after it, seen by A.

        Who is to throw next, if it is clear by now that the halves do not tell who threw: the dice lay on the
        player's right and the opponent's men alone were moved, or on the opponent's and he played them; else
        None. A turn as it should be says that they do tell.
        """
        tracker, before = self._tracker, game.stood or game.before
        if roll is None or tracker.config.stills or before.board == after.board:
            return None
        own, dice = right(player), dice_seen(roll)
        if self._doubted and dice is not None and judge_seat(before, dice, after, player).legal:
            self._settle(player, roll)
        if not sided(tracker.config):
            return None
        halves = {half(die) for die in roll.shown}
        mover = other(player) if only_opponent_moved(before, after, player) else player
        legal = dice is not None and judge_seat(before, dice, after, mover).legal
        his = halves in ({own}, {own, right(other(player))})
        if (his and mover != player) or (legal and halves == {right(other(player))}):
            self._turns += 1
            self._plays += legal
        elif his and legal:
            self._turns = self._plays = 0
        return other(mover) if self._turns >= TURNS and self._plays else None

    def go_on(self, game: GameTrack, player: Player, board: Position) -> None:
        """Believe the halves no more: this player is to throw, and the men stand like this, seen by A.

        The thread is lost and found with that, and who began is not said to have begun wrongly.
        """
        tracker = self._tracker
        tracker.lose(LOST)
        tracker.config = replace(tracker.config, baffle=True)
        game.before = game.board = game.told_with_dice = board
        game.to_act, game.in_opening = player, False
        game.last = game.roll = game.changed_at = game.stood = None
        if game.turn <= TURNS + 1:
            tracker.tell("Corrected", by=player, code="OPENING_WRONG_STARTER", withdrawn=True)
        tracker.regain(FOUND, by=player, board_after=text_of(board), sides="either")
