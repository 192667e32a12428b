"""The lobby: open games, with filters."""

from dataclasses import asdict, dataclass
from typing import Annotated, Literal

from django.forms import HiddenInput
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import rules
from accounts import guests
from accounts.api.fields import LONGEST_USERNAME
from common.wishes import Cursor, Most, Shown, WishForm
from games.after_move import HostsRated
from games.lobby import ANY, Filters, all_of_one, any_or_a_game, few_of_each, narrow, open_tables
from rulebook.time_control import Speed

A_PAGE = 20
SPEEDS = {"": _("All"), **{str(speed): speed.label for speed in Speed}}


@dataclass(frozen=True, slots=True, kw_only=True)
class WhichOpen(Filters):
    """Filters of the lobby. *by*: all games of one host. Only readers with a rating see *near*."""

    variant: Annotated[str | None, list(rules.VARIANTS), Shown(_("Game"), choices=any_or_a_game)] = None
    near: Annotated[Literal["", "mine"], Shown(_("Host’s rating"), choices=[ANY, ("mine", _("Near mine (±150)"))])] = ""
    by: Annotated[str, Most(LONGEST_USERNAME), Shown("", HiddenInput)] = ""
    after: Cursor = ""


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """The newest open games that fit the filters, only a few of each host."""
    form, user = WishForm(WhichOpen, request.GET), request.user
    wanted = form.wish
    hosts = HostsRated(near=user.pk) if wanted.near and user.pk else None
    games = narrow(open_tables(user), wanted, hosts, wanted.by)
    found = (all_of_one if wanted.by else few_of_each)(games, A_PAGE, wanted.after)
    chosen = {name: value for name, value in asdict(wanted).items() if value not in {None, ""}}
    wished = chosen.keys() - {"after", "by"} - ({"near"} if hosts is None else set())
    speed = wanted.speed or ""
    alone = speed in SPEEDS and not wished - {"speed"}  # otherwise the filter form shows what is chosen
    like: dict[str, str] = {name: request.GET[name] for name in ("variant", "seats") if name in chosen}
    shown = {
        "form": form,
        "tables": found.page.rows,
        "page": found.page,
        "more_after": found.more_after,
        "speeds": SPEEDS.items(),
        "speed_alone": speed if alone else None,
        "narrowed": bool(wished) or bool(wanted.by),
        "new": urlencode({"visibility": "public", **like}),
        "suggested_name": guests.suggested_name(request) if guests.needs_name(request) else "",
    }
    return render(request, "people/lobby.html", shown)
