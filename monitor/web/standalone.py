"""The pages' own modules in one piece, for a page that is sent around as a single file."""

import re
from importlib.resources import files
from typing import Final

BOARD: Final = ("dom", "position", "board")
"""The modules that draw a board, each after those it needs."""
_IMPORT = re.compile(r"^import .*?;\n", re.MULTILINE | re.DOTALL)
_EXPORT = re.compile(r"^export ", re.MULTILINE)


def board_script() -> str:
    """JavaScript that defines ``Board`` (see static/js/board.js), without imports."""
    folder = files("monitor.web").joinpath("static/js")
    parts = [folder.joinpath(f"{name}.js").read_text(encoding="utf-8") for name in BOARD]
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", part)) for part in parts)


def board_style() -> str:
    """CSS that the board needs."""
    folder = files("monitor.web").joinpath("static/css")
    return folder.joinpath("board.css").read_text(encoding="utf-8")
