"""What several pages share."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from common import refusals
from games import game_refusals, queries
from games.models import Game, Seat


def find(public_id: str) -> Game:
    """The game with its seats and players; for everybody else a page that says there is none."""
    try:
        return queries.find_game(public_id)
    except refusals.NotFound as refused:
        raise Http404(refused.message) from None


def attempt(request: HttpRequest, public_id: str, service: Callable[..., Any], **arguments: Any) -> HttpResponse:
    """Call the service for the reader; whatever it says, the table is where to go on."""
    try:
        if isinstance(arguments["player"], AnonymousUser):
            raise game_refusals.not_seated()
        service(public_id=public_id, **arguments)
    except refusals.NotFound as refused:
        raise Http404(refused.message) from None
    except refusals.Refused as refused:
        messages.error(request, refused.message)
    return redirect("table", public_id)


def table_link(game: Game) -> str:
    """To be sent to others."""
    return settings.SITE_URL + game.get_absolute_url()


def personal_link(seat: Seat | None, game: Game) -> str:
    """The seat link of a guest; accounts come back by logging in and need none."""
    if seat is None or seat.player is None or not seat.player.is_guest:
        return ""
    return settings.SITE_URL + reverse("seat_link", args=[game.public_id, seat.token])


def panel(request: HttpRequest, template: str, shown: dict[str, Any], status: int = 200) -> HttpResponse:
    """A part of the table's page (static/js/panels.js), or a page of its own where there is no script.

    The template extends `base` and fills the block "main".
    """
    inside = "X-Panel" in request.headers
    answer = render(request, template, {**shown, "base": "bare.html" if inside else "base.html"}, status=status)
    answer.headers["Cache-Control"] = "private, no-store"
    answer.headers["Vary"] = "X-Panel, Cookie"
    if inside:
        answer.headers["X-Panel"] = "1"
    return answer
