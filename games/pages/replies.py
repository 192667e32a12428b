"""Replies and links that several pages share."""

from collections.abc import Callable, Mapping
from io import BytesIO

import segno
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from accounts.models import User
from common.answers.attempts import attempt
from games import game_refusals, seat_links
from games.models import Game, Seat


def done_at_table(request: HttpRequest, public_id: str, action: Callable[..., object]) -> HttpResponse:
    """Run an action for the player of this session or private link, then redirect to the game in any case."""
    with attempt(request):
        action(public_id=public_id, player=not_a_stranger(seat_links.reader(request, public_id)))
    return redirect("table", public_id)


def not_a_stranger(user: User | AnonymousUser) -> User:
    """The user as a player. Raises `Forbidden` for visitors."""
    if isinstance(user, AnonymousUser):
        raise game_refusals.not_seated()
    return user


def table_link(game: Game) -> str:
    """The game's full address, to share with others."""
    return settings.SITE_URL + game.get_absolute_url()


def personal_link(seat: Seat | None, game: Game) -> str:
    """The private link of a guest's seat; “” for accounts, which log in instead."""
    if seat is None or seat.player is None or not seat.player.is_guest:
        return ""
    return settings.SITE_URL + reverse("seat_link", args=[game.public_id, seat.token])


def qr_code(link: str) -> HttpResponse:
    """A picture of the link that cameras can read."""
    drawing = BytesIO()
    code = segno.make(link, error="m", micro=False)
    code.save(drawing, kind="svg", border=3, dark="#151926", light="#fff", omitsize=True, xmldecl=False)
    return HttpResponse(drawing.getvalue(), content_type="image/svg+xml")


def panel(request: HttpRequest, template: str, context: Mapping[str, object], status: int = 200) -> HttpResponse:
    """A panel on the page of a game (static/js/app/panels.js), or a separate page without scripts.

    The template extends `base` and fills the block "main".
    """
    inside = "X-Panel" in request.headers
    answer = render(request, template, {**context, "base": "bare.html" if inside else "base.html"}, status=status)
    answer.headers["Cache-Control"] = "private, no-store"
    answer.headers["Vary"] = "X-Panel, Cookie"
    if inside:
        answer.headers["X-Panel"] = "1"
    return answer
