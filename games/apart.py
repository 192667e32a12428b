"""Who must not meet whom, asked of whoever knows; the games themselves know nobody's likes and dislikes."""

from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from games.models import Game, Seat

questions: list[Callable[[Any], Iterable[int]]] = []  # user → the ids of those whose tables he isn't shown


def apart_from(user: Any) -> set[int]:
    """The ids of everybody the user isn't brought together with."""
    if user is None or not user.is_authenticated:
        return set()
    return {person for question in questions for person in question(user)}


def without_tables_of(people: set[int], games: QuerySet[Game]) -> QuerySet[Game]:
    """The games at which none of these people sits."""
    if not people:
        return games
    return games.exclude(Exists(Seat.objects.filter(game=OuterRef("pk"), player__in=people)))
