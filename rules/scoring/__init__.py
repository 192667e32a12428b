"""What a finished round is worth (rules.md 6)."""
