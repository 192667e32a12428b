"""Family tables on the pages of this room and of others."""

from django import template
from django.template import Context

from family import queries
from games.models import Game

register = template.Library()


@register.inclusion_tag("family/_of_game.html", takes_context=True)
def family_of(context: Context, game: Game) -> dict[str, object]:
    """Beside the board: the way back to the family table, for its people alone. No query for other kinds of games."""
    user = context["user"]
    if not user.is_authenticated or not queries.may_be_ours(game):
        return {"family": None, "new_links": ()}
    family = queries.of_game(game, user)
    playing = family is not None and game.status == Game.Status.PLAYING
    return {"family": family, "new_links": queries.new_links(family, game) if family and playing else ()}


@register.filter
def players(game: Game) -> str:
    """The names of a game's players."""
    return ", ".join(seat.player.name for seat in game.seats.all() if seat.player is not None)
