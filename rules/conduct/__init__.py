"""What data can't say: how most games go on, and what games of their own do otherwise (rules.md 9)."""
