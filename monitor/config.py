"""What the operator says about the match before it begins."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from monitor.events import Player

Half = Literal["E", "W"]


@dataclass(frozen=True)
class MatchConfig:
    """Settings of one match.

    ruleset: name of the rule set. length: points, None for a single game. players: names of A (south) and
    B (north). clock, baffle: in use or not. dice: own4 (two each) or shared2. home: half that holds both
    home boards, None to learn it from the starting position. light: which player has the lighter checkers,
    None to learn it. has_bar: False on a board whose hit checkers leave the picture. bar: left and
    right edge of the bar in field widths. stills: single
    pictures in order, each a moment of its own, instead of a moving picture. monitor_agreed: both players
    agreed before the match that the monitor may speak. single_act_agreed: both accept a double or take by
    word or by hand alone. context: tournament or club play. left_roll_ok: players with leave to roll to
    their left. score: points of A and B when watching begins. crawford: the game then on is the Crawford
    game. options: values of the rule set that the director decides otherwise, by their path; only where
    the text leaves it open. alerts: findings are for the monitor's eyes only, or the station may announce
    them to everybody.
    """

    ruleset: str = "usbgf-2016"
    length: int | None = None
    players: tuple[str, str] = ("A", "B")
    clock: bool = False
    baffle: bool = False
    dice: Literal["own4", "shared2"] = "own4"
    home: Half | None = None
    light: Player | None = None
    has_bar: bool = True
    bar: tuple[float, float] = (0.47, 0.53)
    stills: bool = False
    monitor_agreed: bool = False
    single_act_agreed: bool = False
    context: Literal["tournament", "club"] = "tournament"
    left_roll_ok: frozenset[Player] = frozenset()
    score: tuple[int, int] = (0, 0)
    crawford: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)
    alerts: Literal["silent", "announce"] = "silent"

    def name(self, player: Player | None) -> str:
        """A player's name for the screen."""
        return "both" if player is None else self.players[0 if player == "A" else 1]

    @property
    def mode(self) -> frozenset[str]:
        """The words a rule set may make a clause depend on."""
        return frozenset(
            (
                "clock" if self.clock else "no_clock",
                "baffle" if self.baffle else "no_baffle",
                self.dice,
            )
        )
