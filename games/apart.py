"""Players who must not meet. Followers decide that; this room knows nothing of blocks."""

from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from games.after_move import followers
from games.models import Game, Seat


def apart_from(user: Any) -> set[int]:
    """The ids of people whose games we hide from the user."""
    if user is None or not user.is_authenticated:
        return set()
    return {person for follower in followers() for person in follower.kept_apart(user)}


def without_tables_of(people: set[int], games: QuerySet[Game]) -> QuerySet[Game]:
    """The games in which none of these people play."""
    if not people:
        return games
    return games.exclude(Exists(Seat.objects.filter(game=OuterRef("pk"), player__in=people)))
