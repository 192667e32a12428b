"""What a challenge is played as: single rounds, one against one, with the clock of daily tournaments."""

from mind.search.chances import chances
from tournaments.kinds import Kind, Pace
from tournaments.seating import Seating


def kind(variant: str) -> Kind:
    return Kind(variant, Seating.DUEL, 2, Pace.USUAL)


def spread(variant: str) -> float:
    """How far a round spreads points: what a game costs that somebody leaves."""
    return chances(kind(variant).ruleset).spread
