"""The home page, “My games”, games to watch, and the next game that waits."""

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import guests
from common.lists.paging import numbered_page
from games import queries, seat_links
from games.lobby import few_of_each
from games.shown.rows import rows_of
from games.viewers.watching import to_watch

ON_HOME, OPEN_ON_HOME = 4, 2
CURRENT, LAST = 30, 5  # rows a page


def home(request: HttpRequest) -> HttpResponse:
    user = request.user
    mine = queries.CurrentGames(user).rows(ON_HOME + 1) if user.is_authenticated else []
    context: dict[str, object] = {"held": seat_links.held_games(request)}
    if mine:
        context |= {"mine": mine[:ON_HOME], "has_more": len(mine) > ON_HOME}
    else:
        tables = few_of_each(queries.open_tables(user), OPEN_ON_HOME)
        name = guests.suggested_name(request) if guests.needs_name(request) else ""
        context |= {"tables": tables.page.rows, "more_after": tables.more_after, "suggested_name": name}
    return render(request, "games/home.html", context)


def my_games(request: HttpRequest) -> HttpResponse:
    """Open games, games in play and the last finished ones. `history` has all finished games."""
    user, held = request.user, seat_links.held_games(request)
    if isinstance(user, AnonymousUser):
        return render(request, "games/my_games.html", {"stranger": True, "held": held})
    keys = numbered_page(queries.CurrentGames(user), request.GET.get("skip", ""), CURRENT)
    over = queries.past_games(user, LAST) if keys.first else []
    rows = {row.game.pk: row for row in rows_of(user, [*keys, *over], vacations=True)}
    context = {
        "current": keys.of(lambda keys: [rows[key] for key in keys if key in rows]),
        "past": [rows[key] for key in over if key in rows],
        "held": held,
    }
    return render(request, "games/my_games.html", context)


@never_cache
@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """Public games in play, the most watched first."""
    watchable = to_watch(request.user, request.GET.get("skip", ""))
    return render(request, "games/watch.html", {"page": watchable.page, "watchers": watchable.watchers})


@never_cache
@require_safe
def next_game(request: HttpRequest) -> HttpResponse:
    """`?after=` is the game the reader comes from, to skip it. Without it, the address works as a bookmark."""
    if request.user.pk is None:
        return redirect("my_games")
    after = request.GET.get("after", "").replace("\0", "")
    if (game := queries.next_game(request.user.pk, after)) is not None:
        return redirect("table", game)
    waits = queries.waiting_count(request.user.pk)
    messages.info(request, _("No other game is waiting for you.") if waits else _("No game is waiting for you now."))
    return redirect("my_games")
