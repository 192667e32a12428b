"""What is played: the options, the catalogue of games, house rules and whether they fit together. Data alone."""
