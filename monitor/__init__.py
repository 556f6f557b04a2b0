"""From readings to findings: the game, the rules, and what is shown to people."""
