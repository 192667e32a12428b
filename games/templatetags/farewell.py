"""The games that a player leaves behind when they delete their account."""

from django import template
from django.db.models import Count

from accounts.models import User
from games.models import Game, Seat

register = template.Library()


@register.simple_tag
def tables_of(user: User) -> dict[str, int]:
    """{"open": number of open games, "playing": number of games in play}."""
    seats = Seat.objects.filter(player=user, left=False, game__status__in=[Game.Status.OPEN, Game.Status.PLAYING])
    return {"open": 0, "playing": 0} | dict(seats.values_list("game__status").annotate(Count("pk")))
