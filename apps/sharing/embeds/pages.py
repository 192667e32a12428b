"""The board for other sites' pages, and what its script fetches."""

from functools import partial

import orjson
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.template.loader import render_to_string

from common import limits
from common.refusals import Refused
from games import queries
from games.models import Game
from sharing import subjects
from sharing.embeds import oembed, seen
from sharing.embeds.for_others import cached, for_others

THEMES = ("light", "dark")
RUNNING, OVER = 3, 300  # seconds that caches keep a board


def _seconds(game: Game) -> int:
    return RUNNING if game.status == Game.Status.PLAYING else OVER


@for_others
def board(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """`?theme=light` or `dark`; without it, as the reader's device. `?deal=` and `?ply=`: a place after the game."""
    asked = request.GET.get("theme", "")
    theme = asked if asked in THEMES else "system"
    try:
        game = seen.game(public_id)
    except Refused as refused:
        return _page("embeds/refused.html", refused.status, refused=refused.counted(), theme=theme)
    view = seen.view(game)
    page = _page(
        "embeds/board.html",
        game=game,
        view=view,
        drawn=seen.drawn(view),
        players=subjects.players(view),
        result=subjects.result(view),
        scores=subjects.scores(view),
        theme=theme,
    )
    return cached(request, page, _seconds(game))


def _page(template: str, status: int = 200, **shown: object) -> HttpResponse:
    """Drawn without the request, so that nothing of the reader can get into it."""
    return HttpResponse(render_to_string(template, {**shown, "site_url": settings.SITE_URL}), status=status)


@for_others
def newest(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """The view that the script of a running game asks for every few seconds."""
    try:
        game = seen.game(public_id)
    except Refused as refused:
        return JsonResponse(refused.counted().as_dict(), status=refused.status)
    content = orjson.dumps(seen.drawn(seen.view(game)))
    return cached(request, HttpResponse(content, content_type="application/json"), _seconds(game))


@for_others
def a_round(request: HttpRequest, public_id: str, deal: int) -> HttpResponseBase:
    """A finished round, with all hands open, as everybody can replay it."""
    try:
        game = seen.game(public_id)
        packed = queries.packed_replay(public_id, deal, partial(limits.check, "replay", request))
    except Refused as refused:
        answer: HttpResponse = JsonResponse(refused.counted().as_dict(), status=refused.status)
        if refused.wait:
            answer["Retry-After"] = str(refused.wait)
        return answer
    return cached(request, HttpResponse(packed.content, content_type="application/json"), _seconds(game))


@for_others
def described(request: HttpRequest) -> HttpResponseBase:
    """oEmbed: how to embed the game at `?url=`."""
    try:
        answer = JsonResponse(oembed.description(request.GET))
    except Refused as refused:
        return JsonResponse(refused.counted().as_dict(), status=refused.status)
    return cached(request, answer, oembed.CACHE_AGE)
