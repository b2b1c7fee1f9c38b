"""Notation: the text and JSON forms of moves, positions, settings and records."""
