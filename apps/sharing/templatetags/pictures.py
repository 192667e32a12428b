"""Tags for a page's head: the preview of its link."""

from collections.abc import Sequence

from django import template
from django.utils import timezone
from django.utils.translation import get_language

from accounts.models import User
from games.models import Game
from games.shown.table_view import TableView
from rulebook.models import SavedRules
from sharing import links
from standings.years.looking_back import YearSums
from tournaments.models import Tournament
from tournaments.queries import OnPodium

register = template.Library()


@register.inclusion_tag("_shared.html")
def shared_invitation(game: Game) -> dict[str, object]:
    return _said(links.of_invitation(game))


@register.inclusion_tag("_shared.html", takes_context=True)
def shared_game(context: template.Context, game: Game, view: TableView) -> dict[str, object]:
    """A game, or the place in a finished deal that the address names."""
    asked = context["request"].GET
    return _said(links.of_game(game, view, links.place_of(view, asked.get("deal", ""), asked.get("ply", ""))))


@register.inclusion_tag("_shared.html")
def shared_person(person: User) -> dict[str, object]:
    return _said(links.of_person(person, timezone.now()))


@register.inclusion_tag("_shared.html")
def shared_rules(saved: SavedRules) -> dict[str, object]:
    return _said(links.of_rules(saved))


@register.inclusion_tag("_shared.html")
def shared_year(sums: YearSums) -> dict[str, object]:
    return _said(links.of_year(sums))


@register.inclusion_tag("_shared.html")
def shared_tournament(tournament: Tournament) -> dict[str, object]:
    return _said(links.of_tournament(tournament))


@register.simple_tag
def podium_picture(tournament: Tournament, podium: Sequence[OnPodium], entry: int) -> str:
    """The path of the picture of its first places and an entry; 0 for none."""
    return links.of_podium(tournament, podium, entry).picture if podium else ""


def _said(shared: links.Shared) -> dict[str, object]:
    return {"shared": shared, "language": get_language()}
