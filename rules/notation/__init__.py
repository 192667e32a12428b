"""Positions and games as text, for people and programs (docs/formats.md)."""
