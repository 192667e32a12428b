"""Standings, a player's ratings, and a finished game's rating changes."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import rules
from accounts import finding
from accounts.models import User
from common.cache import recent
from games.pages.replies import panel
from games.queries import find_game
from standings import at_table, chart, months, past, queries
from standings.models import ALL
from standings.queries import Order, Table
from standings.unrated import why_unrated

ASKED = ("variant", "month", "who", "by")


@require_safe
def standings(request: HttpRequest, variant: str = ALL, month: str = "") -> HttpResponse:
    """Standings of one kind of game or of all: by rating, by wins (`?by=won`), or of a month. `?by=provisional` has the
    provisional ratings, `?who=friends` only the reader's friends.
    """
    if "variant" in request.GET or "month" in request.GET:
        return redirect(_address(**{name: request.GET.get(name, "") for name in ASKED}))
    if (variant and variant not in rules.VARIANTS) or month > months.month_of(timezone.now()):
        raise Http404(_("We couldn’t find these standings. Check the address."))
    may_choose = request.user.is_authenticated and not request.user.is_guest
    friends = may_choose and request.GET.get("who") == "friends"
    whose = queries.with_friends(request.user) if friends and isinstance(request.user, User) else None
    table = Table(variant, _order(request, month), month, whose)
    result = queries.standings(table, reader=request.user, cursor=request.GET.get("after", ""), apart=True)
    top = result.page.first and table.order == "rating"
    me = request.user.pk
    chosen = {"variant": variant, "month": month, "who": "friends" if friends else ""}
    context = {
        "table": table,
        "found": result,
        "variant": variant,
        "month": month,
        "month_words": months.month_name(month) if month else "",
        "goal": rules.ruleset(variant, {}, rules.VARIANTS[variant].seats[0]).goal if variant else "",
        "may_choose": may_choose,
        "friends": friends,
        "with_leaders": top and not variant and not friends,
        "me": me if me in {line.player.pk for line in [*result.page, *result.apart]} else None,
        "cursor": request.GET.get("after", "") if not result.page.first else "",
        "minute": recent.tick(queries.SECONDS),
        "address": {order: _address(**chosen, by=order) for order in ("rating", "provisional", "won")},
    }
    return render(request, "standings/standings.html", context)


def _order(request: HttpRequest, month: str) -> Order:
    by = request.GET.get("by", "")
    if month or by == "won":
        return "won"
    return "provisional" if by == "provisional" else "rating"


def _address(*, variant: str, month: str, who: str, by: str) -> str:
    """Where the form leads, without invalid choices."""
    known = [variant] if variant in rules.VARIANTS else []
    season = [month] if months.is_month(month) else []
    asked = {"who": who} if who == "friends" else {}
    asked |= {"by": by} if by in {"won", "provisional"} and not season else {}
    path = reverse("standings_variant" if known else "standings", args=[*known, *season])
    return f"{path}?{urlencode(asked)}" if asked else path


@require_safe
def person(request: HttpRequest, username: str, variant: str = ALL) -> HttpResponse:
    """One player's rating in one game, game by game; or all their ratings."""
    player = finding.account(username, closed=True)
    if variant and variant not in rules.VARIANTS:
        raise Http404(_("This game isn’t in our catalogue."))
    ratings = queries.own_ratings(player)
    context = {
        "person": player,
        "variant": variant,
        "own": next((each for each in ratings if each.rating.variant == variant), None),
        "ratings": [each for each in ratings if each.rating.variant != ALL] if not variant else (),
        "chart": chart.drawn(past.way(player, variant)),
        "best_win": queries.best_win(player, variant) if variant else None,
        "games": queries.rated_games(player, variant, request.GET.get("after", "")),
    }
    return render(request, "standings/person.html", context)


@require_safe
def of_game(request: HttpRequest, public_id: str) -> HttpResponse:
    """The rating changes of a finished game, beside its board."""
    game = find_game(public_id)
    context = {"game": game, "changes": at_table.changes_of(game), "why": why_unrated(game)}
    return panel(request, "standings/of_game.html", context)
