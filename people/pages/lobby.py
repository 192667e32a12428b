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
from games.lobby import Few, few_of_each, narrow, open_tables
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
    by = request.GET.get("by", "").replace("\0", "")
    games = _after(narrow(open_tables(request.user), by=by, **wished), after)
    found = _all_of(games) if by else few_of_each(games, A_PAGE)
    kept = {name: request.GET[name] for name in wished} | ({"by": by} if by else {})
    like: dict[str, str] = {name: kept[name] for name in ("variant", "seats") if name in kept}
    shown = {
        "form": form,
        "tables": found.tables,
        "more_after": found.more_after,
        "narrowed": bool(wished) or bool(by),
        "first": after is None,
        "start": "?" + urlencode(kept),
        "more": "?" + urlencode({**kept, "after": _place(found.last)}) if found.last else "",
        "new": urlencode({"visibility": "public", **like}),
        "suggested_name": guests.suggested_name(request) if guests.needs_name(request) else "",
    }
    return render(request, "people/lobby.html", shown)


def _after(games: QuerySet[Game], place: tuple[datetime, int] | None) -> QuerySet[Game]:
    if place is None:
        return games
    when, pk = place
    return games.filter(Q(created_at__lt=when) | Q(pk__lt=pk), created_at__lte=when)


def _all_of(games: QuerySet[Game]) -> Few:
    """The tables of one person, whom somebody has asked for."""
    found = list(games[: A_PAGE + 1])
    last = found[A_PAGE - 1] if len(found) > A_PAGE else None
    return Few(found[:A_PAGE], set(), (last.created_at, last.pk) if last else None)


def _place(last: tuple[datetime, int]) -> str:
    when, pk = last
    return f"{when.isoformat()},{pk}"


def _cursor(text: str) -> tuple[datetime, int] | None:
    """“2026-11-20T12:00:00+00:00,17”; anything else is the first page."""
    when, _comma, pk = text.partition(",")
    try:
        moment = parse_datetime(when)
        return (moment.astimezone(UTC), int(pk)) if moment and moment.tzinfo and len(pk) < 19 else None
    except (ValueError, OverflowError):
        return None
