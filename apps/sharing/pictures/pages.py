"""Serves pictures. The address of an outdated one redirects to the current one."""

import functools
from collections.abc import Callable

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts import finding
from common import brand, limits
from games import queries
from games.models import Game
from games.pages.house_rules.pages import find_rules
from games.shown.replay import read_replay
from people.queries import finished_number
from sharing import links, subjects
from sharing.cards import Card
from sharing.clips import making
from sharing.clips.frames import deal_of
from sharing.pictures import stored
from sharing.pictures.icons import PICTURES
from standings.queries import ratings
from standings.years import sharing
from standings.years.looking_back import sums_of
from tournaments import queries as tournaments

LANGUAGES = {code for code, _name in settings.LANGUAGES}
FOR_EVER = "public, max-age=31536000, immutable"


@require_safe
@cache_control(public=True, max_age=31_536_000, immutable=True)
def brand_picture(_request: HttpRequest, edition: str, name: str) -> HttpResponseBase:
    """One of the site's own pictures, with the host's name and logo."""
    if name not in PICTURES:
        raise _nothing()
    if edition != brand.edition():
        return redirect(brand.picture(name))
    return HttpResponse(_brand_picture(edition, name), content_type=brand.SVG if name.endswith(".svg") else brand.PNG)


@functools.cache
def _brand_picture(_edition: str, name: str) -> bytes:
    return PICTURES[name]()


@require_safe
def game(request: HttpRequest, language: str, public_id: str, edition: str) -> HttpResponseBase:
    with _speaking(language):
        row = _known(public_id)
        if row.status == Game.Status.OPEN:
            return _picture(request, links.of_invitation(row), edition, lambda: subjects.invitation_card(row))
        view = queries.table_of(row, AnonymousUser())
        return _picture(request, links.of_game(row, view), edition, lambda: subjects.game_card(view))


@require_safe
def replay(request: HttpRequest, language: str, public_id: str, deal: int, ply: int, edition: str) -> HttpResponseBase:
    """A move of a deal that has ended."""
    with _speaking(language):
        row = _known(public_id)
        view = queries.table_of(row, AnonymousUser()) if row.status != Game.Status.OPEN else None
        if view is None or not links.is_over(view, deal):
            raise _nothing()

        def card() -> Card:
            shown = queries.packed_replay(public_id, deal, lambda: limits.check("replay", request))
            played = read_replay(shown)
            if ply >= len(played.frames):
                raise _nothing()
            return subjects.replay_card(view, played, ply)

        return _picture(request, links.of_game(row, view, (deal, ply)), edition, card)


@require_safe
def clip(request: HttpRequest, language: str, public_id: str, kind: str, edition: str) -> HttpResponseBase:
    """The clip of a finished game; 202 without content while it is made."""
    with _speaking(language):
        row = _known(public_id)
        view = queries.table_of(row, AnonymousUser()) if row.status == Game.Status.FINISHED else None
        if view is None or kind not in making.TYPES or deal_of(view) is None:
            raise _nothing()
        shared = links.of_clip(row, view, kind)

        def find() -> bytes | None:
            return making.stored_or_wanted(row, shared, request)

        return _answer(request, shared, edition, find, making.TYPES[kind])


@require_safe
def person(request: HttpRequest, language: str, username: str, edition: str) -> HttpResponseBase:
    with _speaking(language):
        somebody = finding.account(username)
        shared = links.of_person(somebody, timezone.now())
        return _picture(
            request,
            shared,
            edition,
            lambda: subjects.person_card(somebody, finished_number(somebody), ratings(somebody)),
        )


@require_safe
def house_rules(request: HttpRequest, language: str, public_id: str, edition: str) -> HttpResponseBase:
    with _speaking(language):
        saved = find_rules(public_id)
        return _picture(request, links.of_rules(saved), edition, lambda: subjects.rules_card(saved))


@require_safe
def year(request: HttpRequest, language: str, public_id: str, edition: str) -> HttpResponseBase:
    """A year, as long as it is shared."""
    with _speaking(language):
        kept_year = sharing.shared(public_id)
        sums = sums_of(kept_year.player, kept_year.year, kept_year)
        return _picture(request, links.of_year(sums), edition, lambda: subjects.year_card(sums))


@require_safe
def tournament(request: HttpRequest, language: str, tournament: str, edition: str) -> HttpResponseBase:
    with _speaking(language):
        held = tournaments.find(tournament)
        return _picture(request, links.of_tournament(held), edition, lambda: subjects.tournament_card(held))


@require_safe
def podium(request: HttpRequest, language: str, tournament: str, entry: int, edition: str) -> HttpResponseBase:
    """The first three of a tournament that has ended, and one more entry; 0 for none."""
    with _speaking(language):
        held = tournaments.find(tournament)
        first = tournaments.podium(held, entry)
        if not first:
            raise _nothing()
        shared = links.of_podium(held, first, entry)
        return _picture(request, shared, edition, lambda: subjects.podium_card(held, first, entry))


def _speaking(language: str) -> translation.override:
    if language not in LANGUAGES:
        raise _nothing()
    return translation.override(language)


def _known(public_id: str) -> Game:
    found = queries.seated_game(public_id)
    if found.status in Game.UNPLAYED:
        raise _nothing()
    return found


def _nothing() -> Http404:
    return Http404(_("Picture not found."))


def _picture(request: HttpRequest, shared: links.Shared, edition: str, card: Callable[[], Card]) -> HttpResponseBase:
    return _answer(request, shared, edition, lambda: stored.png(shared, card, request), "image/png")


def _answer(
    request: HttpRequest, shared: links.Shared, edition: str, find: Callable[[], bytes | None], content_type: str
) -> HttpResponseBase:
    if edition != shared.edition:
        answer: HttpResponse = redirect(shared.picture)
        answer["Cache-Control"] = "no-cache"
        return answer
    tag = f'"{shared.key}"'
    if (known := get_conditional_response(request, etag=tag)) is not None:
        return known
    content = find()
    if content is None:
        return HttpResponse(status=202, headers={"Retry-After": "1", "Cache-Control": "no-store"})
    answer = HttpResponse(content, content_type=content_type)
    answer["ETag"], answer["Cache-Control"] = tag, FOR_EVER
    return answer
