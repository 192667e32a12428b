"""Profiles, the players of a game, and search for people."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import finding
from games.queries import find_game
from people import queries
from people.models import Block

LONGEST_SEARCH = 60


@never_cache
@require_safe
def profile(request: HttpRequest, username: str) -> HttpResponse:
    """A person's public profile, with the reader's own friendship and block. Redirects computers to the page of their
    level.
    """
    if computer := finding.computer(username):
        return redirect("computer", computer.bot_level)
    person, user = finding.account(username), request.user
    context = {
        "person": person,
        "about": queries.profile(person).about,
        "mine": user.pk == person.pk,
        "recent": queries.recent(user, person),
        "bond": queries.bond(user, person),
        "blocked": queries.blocks(user, person),
    }
    return render(request, "people/profile.html", context)


@never_cache
@require_safe
def at_the_table(request: HttpRequest, public_id: str) -> HttpResponse:
    """The players of a game, with links to their profiles and buttons to report and block them."""
    game = find_game(public_id)
    seated = [seat.player for seat in game.seats.all() if seat.player is not None]
    if not seated:
        raise Http404(_("This game has no players."))
    user = request.user
    blocked = set(Block.objects.filter(by=user.pk).values_list("whom", flat=True)) if user.is_authenticated else set()
    context = {
        "game": game,
        "seated": [
            {
                "person": person,
                "blocked": person.pk in blocked,
            }
            for person in seated
        ],
        "playing": user.is_authenticated and not user.is_guest and user in seated,
    }
    return render(request, "people/at_the_table.html", context)


@never_cache
@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """Search for people by the start of a name. Answers a page, or JSON for its script."""
    typed = request.GET.get("q", "").replace("\0", "")[:LONGEST_SEARCH]
    people = queries.found(typed, request.user) if request.user.is_authenticated else []
    if "application/json" in request.headers.get("Accept", ""):
        return JsonResponse({"people": [{"username": each.username, "name": each.name} for each in people]})
    return render(request, "people/find.html", {"typed": typed, "found": people})
