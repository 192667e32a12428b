"""The rules of a game: its options, the catalogue of games, house rules and whether they fit together. Data alone."""
