"""Pixels to readings. Nothing in here knows a rule of the game."""
