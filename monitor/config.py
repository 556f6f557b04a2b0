"""What the operator says about the match before it begins."""

from dataclasses import dataclass
from typing import Literal

from monitor.events import Player

Half = Literal["E", "W"]


@dataclass(frozen=True)
class MatchConfig:
    """Settings of one match.

    ruleset: name of the rule set. length: points, None for a single game. players: names of A (south) and
    B (north). clock, baffle: in use or not. dice: own4 (two each) or shared2. home: half that holds both
    home boards, None to learn it from the starting position. light: which player has the lighter checkers,
    None to learn it. has_bar: False on a board whose hit checkers leave the picture. stills: single
    pictures in order, each a moment of its own, instead of a moving picture. monitor_agreed: both players
    agreed before the match that the monitor may speak.
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
    stills: bool = False
    monitor_agreed: bool = False

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
