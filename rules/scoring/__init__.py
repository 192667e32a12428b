"""The score of a finished round (rules.md 6)."""
