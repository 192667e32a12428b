"""The list of games: which of them somebody may find, and a line for each."""

from collections.abc import Collection
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from common import timestamps
from games.apart import apart_from, without_tables_of
from games.frame import outcome_of
from games.lobby import narrow, newest_of_each
from games.models import Game, Seat
from games.shown import table_view


def findable(user: Any, *, mine: bool, status: Collection[str] = (), **wished: Any) -> QuerySet[Game]:
    """The games somebody may find without having their link: the public ones, or their own; *wished*: `lobby.narrow`.
    The newest first.

    Nobody finds tables of people they are kept apart from; of open tables nobody fills a page with theirs.
    """
    if not mine:
        games = without_tables_of(apart_from(user), Game.objects.filter(visibility=Game.Visibility.PUBLIC))
    elif user.is_authenticated:
        games = Game.objects.filter(pk__in=Seat.objects.filter(player=user).values("game"))
    else:
        games = Game.objects.none()
    if status:
        games = games.filter(status__in=status)
    if set(status) == {Game.Status.OPEN} and not mine and not wished.get("by"):
        games = newest_of_each(games)
    return narrow(games, **wished).prefetch_related("seats__player__vacations").order_by("-pk")


def line(game: Game, user: Any) -> dict[str, Any]:
    seated = (seat.number for seat in game.seats.all() if user.is_authenticated and seat.player_id == user.pk)
    return {
        "id": game.public_id,
        "version": game.version,
        "status": game.status,
        "variant": game.variant,
        "name": game.rules.name,
        "options": game.options,
        "visibility": game.visibility,
        "rated": game.rated,
        "seats": table_view.seats_shown(game, timezone.now()),
        "you": next(seated, None),
        "turn": game.turn,
        "clock": game.time_control.shown(),
        "deadline": timestamps.stamp(game.deadline),
        "created": timestamps.stamp(game.created_at),
        "totals": game.totals,
        "outcome": outcome_of(game),
        "annulled": timestamps.stamp(game.annulled_at),
    }
