"""Open tables, narrowed to what one likes."""

from datetime import UTC, datetime

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.dateparse import parse_datetime
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import guests
from games.lobby import narrow, open_tables
from games.models import Game
from people.forms import LobbyForm

A_PAGE = 20


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """The newest tables that fit; further pages by where the last row stood, never by counting."""
    form = LobbyForm(request.GET)
    wished = {name: wish for name, wish in form.wished().items() if wish not in {None, ""}}
    after = _cursor(request.GET.get("after", ""))
    games = list(_after(narrow(open_tables(request.user), **wished), after)[: A_PAGE + 1])
    kept = {name: request.GET[name] for name in wished}
    like: dict[str, str] = {name: kept[name] for name in ("variant", "seats") if name in kept}
    shown = {
        "form": form,
        "tables": games[:A_PAGE],
        "narrowed": bool(wished),
        "first": after is None,
        "start": "?" + urlencode(kept),
        "more": "?" + urlencode({**kept, "after": _place(games[A_PAGE - 1])}) if len(games) > A_PAGE else "",
        "new": urlencode({"visibility": "public", **like}),
        "suggested_name": guests.suggested_name(request) if guests.needs_name(request) else "",
    }
    return render(request, "people/lobby.html", shown)


def _after(games: QuerySet[Game], place: tuple[datetime, int] | None) -> QuerySet[Game]:
    if place is None:
        return games
    when, pk = place
    return games.filter(Q(created_at__lt=when) | Q(pk__lt=pk), created_at__lte=when)


def _place(game: Game) -> str:
    return f"{game.created_at.isoformat()},{game.pk}"


def _cursor(text: str) -> tuple[datetime, int] | None:
    """“2026-11-20T12:00:00+00:00,17”; anything else is the first page."""
    when, _comma, pk = text.partition(",")
    try:
        moment = parse_datetime(when)
        return (moment.astimezone(UTC), int(pk)) if moment and moment.tzinfo and len(pk) < 19 else None
    except (ValueError, OverflowError):
        return None
