"""Where the bundled sample match lies. It is part of the source tree, not of the installed package."""

import os
from pathlib import Path
from typing import Final

from monitor.errors import GammonitorError

VARIABLE: Final = "GAMMONITOR_DEMO"
VIDEO, BOARD = "match.mp4", "board.toml"


class DemoMissingError(GammonitorError):
    """The sample match is not there."""


def demo_folder() -> Path:
    """The folder with the sample's video and board file: $GAMMONITOR_DEMO, or fixtures/demo beside us.

    Raises DemoMissingError, which says both ways.
    """
    named = os.environ.get(VARIABLE)
    folder = Path(named) if named else Path(__file__).resolve().parents[1] / "fixtures" / "demo"
    if not ((folder / VIDEO).is_file() and (folder / BOARD).is_file()):
        raise DemoMissingError(
            f"the sample match is not in {folder}. It comes with the source tree, as fixtures/demo: run the "
            f"command from a checkout, or set {VARIABLE} to the folder that holds {VIDEO} and {BOARD}"
        )
    return folder
