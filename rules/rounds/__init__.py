"""A game between two rounds, a deal, and a position in it (rules.md 4-7)."""
