"""Lessons: a guided first round of each game.

Deals and moves are prepared; the rules play them, and sentences about moves are derived from positions, so none
contradicts the rules. The reader has seat 0, the other seats are played automatically.
"""
