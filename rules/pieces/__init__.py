"""Tiles, the moves that are made with them, and the layout they are laid to (rules.md 1, 2, 10)."""
