"""First steps: a guided first round for each family of games.

The deals are prepared, and so are all moves; the rules play them, and what is said of a move is read off the positions.
So no sentence can be wrong about the rules. The reader has seat 0, the others are played for them.
"""
