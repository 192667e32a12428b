"""The games that a list may show to its reader."""

from collections.abc import Collection
from typing import Any

from django.db.models import QuerySet

from accounts.readers import Reader
from games.lobby import narrow, newest_of_each
from games.models import Game, Seat
from games.seating import seats_named


def findable(user: Reader, *, mine: bool, status: Collection[str] = (), **wished: Any) -> QuerySet[Game]:
    """The games that *user* may find without their links, newest first: public games, or with *mine* their own.

    *wished* are the filters of `lobby.narrow`. Leaves out games of people who blocked *user* or whom *user* blocked.
    In a list of open games, no host appears more often than `newest_of_each` allows.
    """
    if not mine:
        games: QuerySet[Game] = Game.objects.public_for(user)
    elif user.is_authenticated:
        games = Game.objects.filter(pk__in=Seat.objects.filter(player=user).values("game"))
    else:
        games = Game.objects.none()
    if status:
        games = games.filter(status__in=status)
    if set(status) == {Game.Status.OPEN} and not mine and not wished.get("by"):
        games = newest_of_each(games)
    return narrow(games, **wished).prefetch_related(seats_named()).order_by("-pk")
