"""Rules that data can't express: those of most games, and those of games with their own (rules.md 9)."""
