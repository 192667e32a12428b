"""The pages of clubs: the list, and the parts of each."""

import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import guests
from accounts.models import User
from clubs import board, queries, shown
from clubs.pages.forms import JoinForm
from clubs.shown import Seen
from clubs.wishes import WhichClubs, WhichRatings
from common.lists.paging import page
from common.wishes import WishForm

A_PAGE = 30


@never_cache
@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """The reader's clubs and invitations, then all others, the biggest first. `?name=` finds beginnings of names."""
    form, reader = WishForm(WhichClubs, request.GET), request.user
    mine = queries.mine(reader)
    others = queries.listed(form.wish.name)
    if not form.wish.name:
        others = others.exclude(pk__in=[each.club_id for each in mine])
    found = page(others, form.wish.cursor, A_PAGE)
    context = {
        "form": form,
        "found": found,
        "typed": form.wish.name,
        "mine": mine,
        "invitations": queries.invitations(reader)[:A_PAGE] if isinstance(reader, User) else (),
    }
    return render(request, "clubs/clubs.html", context)


@never_cache
@require_safe
def club(request: HttpRequest, club: str) -> HttpResponse:
    """The first page of a club: what it is, how to join, who is here, what to play."""
    here = shown.seen(club, request.user)
    if here.mine is not None and isinstance(here.reader, User):
        board.note_read(here.club, here.reader, timezone.now())
    return overview(request, here)


def overview(request: HttpRequest, here: Seen, *, form: JoinForm | None = None, link: str = "") -> HttpResponse:
    """*form*: with errors; *link*: the secret with which the reader came."""
    context = {
        "here": here,
        "club": here.club,
        "link": link,
        "form": form or join_form(request),
        "asked": queries.request_of(here.club, request.user) if here.mine is None else None,
        "people_here": shown.here_now(here),
        "tables": shown.open_games(here),
        "coming": shown.coming(here),
    }
    return render(request, "clubs/club.html", context, status=200 if form is None else 422)


def join_form(request: HttpRequest) -> JoinForm | None:
    """Asks people without an account for a name."""
    if not guests.needs_name(request):
        return None
    return JoinForm(initial={"name": guests.suggested_name(request)})


@never_cache
@require_safe
def by_link(request: HttpRequest, club: str, token: str) -> HttpResponse:
    """The page of a club for people with its invitation link, who can join at once."""
    here = shown.seen(club, request.user)
    if here.mine is not None:
        return redirect(here.club)
    if here.club.is_closed or not secrets.compare_digest(token.encode(), here.club.link.encode()):
        return render(request, "clubs/bad_link.html", {"club": here.club}, status=404)
    return overview(request, here, link=token)


@never_cache
@require_safe
def members(request: HttpRequest, club: str) -> HttpResponse:
    here = shown.seen(club, request.user)
    context = {"here": here, "club": here.club, "members": shown.members(here, request.GET.get("after", ""))}
    return render(request, "clubs/members.html", context)


@never_cache
@require_safe
def standings(request: HttpRequest, club: str) -> HttpResponse:
    """The members by rating, in one game or in all."""
    here, form = shown.seen(club, request.user), WishForm(WhichRatings, request.GET)
    ratings = shown.ratings(here, form.wish.game, form.wish.after)
    context = {"here": here, "club": here.club, "form": form, "ratings": ratings, "variant": form.wish.game}
    return render(request, "clubs/standings.html", context)


@never_cache
@require_safe
def calendar(request: HttpRequest, club: str) -> HttpResponse:
    here = shown.seen(club, request.user)
    context = {"here": here, "club": here.club, "dates": shown.calendar(here, request.GET.get("after", ""))}
    return render(request, "clubs/calendar.html", context)


@never_cache
@require_safe
def requests(request: HttpRequest, club: str) -> HttpResponse:
    """Who asks to join; for organisers."""
    here = shown.seen(club, request.user)
    if not here.organises:
        return redirect(here.club)
    context = {
        "here": here,
        "club": here.club,
        "requests": shown.requests(here, request.GET.get("after", "")),
        "link": request.build_absolute_uri(here.club.address_with_link()),
    }
    return render(request, "clubs/requests.html", context)
