"""The home page, “My games”, games to watch, and the next game that waits."""

from datetime import datetime

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import rules
from accounts import guests
from accounts.models import User
from common.lists.paging import numbered_page
from games import queries, seat_links
from games.lobby import few_of_each
from games.models import Seat
from games.seating import away
from games.shown.last_moves import LastMove, last_moves
from games.watching import to_watch

ON_HOME, OPEN_ON_HOME, WATCH_ON_HOME = 6, 8, 3
CURRENT, LAST = 30, 5  # rows a page


def home(request: HttpRequest) -> HttpResponse:
    user = request.user
    mine = list(queries.current_seats(user)[:ON_HOME]) if user.is_authenticated else []
    held = seat_links.held_seats(request)
    tables = few_of_each(queries.open_tables(request.user), OPEN_ON_HOME)
    watch = to_watch(user, size=WATCH_ON_HOME) if not mine else None
    shown = {
        "watch": watch,
        "last_watched": last_moves(watch.page.rows, None) if watch else {},
        "game_count": len(rules.VARIANTS),
        "seats": mine,
        "last": _last([*mine, *held], user),
        "away": _away([*mine, *held]),
        "held": held,
        "tables": tables.page.rows,
        "more_after": tables.more_after,
        "suggested_name": guests.suggested_name(request) if guests.needs_name(request) else "",
    }
    return render(request, "games/home.html", shown)


def _away(seats: list[Seat]) -> dict[int, datetime]:
    """Players on vacation in these games."""
    return away([seat.game for seat in seats], timezone.now()) if seats else {}


def _last(seats: list[Seat], user: User | AnonymousUser) -> dict[int, LastMove]:
    """The last moves in these games, in the user's language."""
    return last_moves([seat.game for seat in seats], user if isinstance(user, User) else None)


def my_games(request: HttpRequest) -> HttpResponse:
    """Open games, games in play and the last finished ones. `history` has all finished games."""
    user, held = request.user, seat_links.held_seats(request)
    if isinstance(user, AnonymousUser):
        shown = {"stranger": True, "held": held, "away": _away(held), "last": _last(held, user)}
        return render(request, "games/my_games.html", shown)
    current = numbered_page(queries.current_seats(user), request.GET.get("skip", ""), CURRENT)
    shown = {
        "current": current,
        "last": _last([*current, *held], user),
        "away": _away([*current, *held]),
        "past": queries.past_seats(user, LAST) if current.first else [],
        "held": held,
    }
    return render(request, "games/my_games.html", shown)


@never_cache
@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """Public games in play, the most watched first."""
    found = to_watch(request.user, request.GET.get("skip", ""))
    shown = {"page": found.page, "watchers": found.watchers, "last": last_moves(found.page.rows, None)}
    return render(request, "games/watch.html", shown)


@never_cache
@require_safe
def next_game(request: HttpRequest) -> HttpResponse:
    """`?after=` is the game the reader comes from, to skip it. Without it, the address works as a bookmark."""
    if request.user.pk is None:
        return redirect("my_games")
    if (found := queries.next_game(request.user.pk, request.GET.get("after", ""))) is not None:
        return redirect("table", found)
    waits = queries.waiting_count(request.user.pk)
    messages.info(request, _("No other game is waiting for you.") if waits else _("No game is waiting for you now."))
    return redirect("my_games")
