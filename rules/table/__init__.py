"""A game at a table: the one place that knows how each game is conducted."""
