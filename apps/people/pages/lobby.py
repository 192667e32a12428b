"""The lobby: open games, with filters."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import guests
from games.lobby import all_of_one, few_of_each, narrow, open_tables
from people.forms import LobbyForm
from rulebook.time_control import Speed

A_PAGE = 20
SPEEDS = {"": gettext_lazy("All"), **{str(speed): speed.label for speed in Speed}}


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """The newest open games that fit the filters, only a few of each host. *by*: all games of one host."""
    form = LobbyForm(request.GET)
    wished = {name: wish for name, wish in form.wished(request.user).items() if wish not in {None, ""}}
    cursor = request.GET.get("after", "")
    by = request.GET.get("by", "").replace("\0", "")
    games = narrow(open_tables(request.user), by=by, **wished)
    found = (all_of_one if by else few_of_each)(games, A_PAGE, cursor)
    speed = str(wished.get("speed", ""))
    alone = speed in SPEEDS and not wished.keys() - {"speed"}  # otherwise the filter form shows what is chosen
    like: dict[str, str] = {name: request.GET[name] for name in ("variant", "seats") if name in wished}
    shown = {
        "form": form,
        "tables": found.page.rows,
        "page": found.page,
        "more_after": found.more_after,
        "speeds": SPEEDS.items(),
        "speed_alone": speed if alone else None,
        "narrowed": bool(wished) or bool(by),
        "new": urlencode({"visibility": "public", **like}),
        "suggested_name": guests.suggested_name(request) if guests.needs_name(request) else "",
    }
    return render(request, "people/lobby.html", shown)
