"""Exports: one game as text, all games in one file."""

from functools import partial

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.http import require_GET

from common import limits
from common.brand import file_name
from games.queries import find_game
from history import exports


@login_required
@require_GET
def export_games(request: HttpRequest) -> StreamingHttpResponse:
    assert not isinstance(request.user, AnonymousUser)
    return exports.response(request, request.user)


@require_GET
def game_text(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """The finished deals of a game, for everyone with its link, like its page."""
    game = find_game(public_id)
    text = exports.game_text(game, partial(limits.check, "replay", request))
    answer = text.answer(request, "text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="{file_name(f"{game.variant}-{game.public_id}.txt")}"'
    answer["X-Robots-Tag"] = "noindex"
    return answer
