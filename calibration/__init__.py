"""Where the board is in the picture, and what it looks like today."""
