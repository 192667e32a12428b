"""The questions to the seat whose turn it is, and the results of each answer (rules.md 3-5)."""
