"""Ladders on the pages of this room and of others."""

from django import template

from games.models import Game
from ladders import queries, rules, words

register = template.Library()
register.filter("ladder_title", words.title)
register.filter("ladder_people", words.people)


@register.inclusion_tag("ladders/_at_table.html")
def ladder_of(game: Game) -> dict[str, object]:
    """Beside the board: which ladder the game belongs to. One query, none for games that people agreed on."""
    played = queries.game_of(game)
    return {"played": played, "number": 0 if played is None else played.number + 1, "games": rules.GAMES}
