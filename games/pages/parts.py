"""Helpers for several pages."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from accounts.models import User
from common.attempts import attempt
from games import game_refusals, seat_links
from games.models import Game, Seat


def done_at_table(request: HttpRequest, public_id: str, action: Callable[..., object]) -> HttpResponse:
    """What a player does by one button, known by session or seat link; the table is where to go on in any case."""
    with attempt(request):
        action(public_id=public_id, player=not_a_stranger(seat_links.reader(request, public_id)))
    return redirect("table", public_id)


def not_a_stranger(user: User | AnonymousUser) -> User:
    """Raises `Forbidden` for strangers."""
    if isinstance(user, AnonymousUser):
        raise game_refusals.not_seated()
    return user


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
