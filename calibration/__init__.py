"""Where the board is in the picture."""
