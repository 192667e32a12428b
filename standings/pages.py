"""The tables, a player's rating in one game, and what a finished game changed."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import rules
from accounts import finding
from games.pages.parts import panel
from games.queries import find_game
from standings import chart, months, queries
from standings.models import Rating


@require_safe
def standings(request: HttpRequest, variant: str = "", month: str = "") -> HttpResponse:
    """The table of a game or of all, of a month or of all time; `?by=won` orders a game's by wins, not rating."""
    if "variant" in request.GET or "month" in request.GET:
        return redirect(_address(request.GET.get("variant", ""), request.GET.get("month", "")))
    now = timezone.now()
    if (variant and variant not in rules.VARIANTS) or month > months.month_of(now):
        raise Http404(_("There is no such table."))
    by_rating = bool(variant) and not month and request.GET.get("by") != "won"
    cursor = request.GET.get("after", "")
    shown = {
        "variant": variant,
        "month": month,
        "month_words": months.month_name(month) if month else "",
        "months": [(each, months.month_name(each)) for each in queries.months(variant, now)],
        "variants": rules.VARIANTS.values(),
        "by_rating": by_rating,
        "goal": rules.ruleset(variant, {}, rules.VARIANTS[variant].seats[0]).goal if variant else "",
        "found": queries.standings(variant, month, by_rating=by_rating, reader=request.user, cursor=cursor),
        "here": request.path,
    }
    return render(request, "standings/standings.html", shown)


def _address(variant: str, month: str) -> str:
    """Where the form leads; what can't be is left out."""
    known = [variant] if variant in rules.VARIANTS else []
    season = [month] if months.is_month(month) else []
    return reverse("standings_variant" if known else "standings", args=[*known, *season])


@require_safe
def person(request: HttpRequest, variant: str, username: str) -> HttpResponse:
    """One player's rating in one game, game by game."""
    player = finding.account(username, closed=True)
    if variant not in rules.VARIANTS:
        raise Http404(_("There is no such game in the catalogue."))
    rating = Rating.objects.filter(player=player, variant=variant).first()
    shown = {
        "person": player,
        "variant": variant,
        "rating": rating,
        "place": queries.place_of(rating) if rating and not rating.provisional else None,
        "chart": chart.drawn(queries.chart_of(player, variant)),
        "best_win": queries.best_win(player, variant),
        "games": queries.rated_games(player, variant, request.GET.get("after", "")),
    }
    return render(request, "standings/person.html", shown)


@require_safe
def of_game(request: HttpRequest, public_id: str) -> HttpResponse:
    """What a finished game changed, beside its board."""
    game = find_game(public_id)
    shown: dict[str, Any] = {"game": game, "changes": queries.changes_of(game)}
    return panel(request, "standings/of_game.html", shown)
