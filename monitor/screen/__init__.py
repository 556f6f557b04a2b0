"""What a person at the terminal sees."""

from monitor.screen.board_text import draw_board
from monitor.screen.terminal import Progress, Terminal

__all__ = ["Progress", "Terminal", "draw_board"]
