"""The pages of ladders, and their buttons."""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import finding
from accounts.models import User
from accounts.readers import current_user
from clubs import queries as clubs
from common import limits
from common.answers.attempts import attempt
from common.lists.paging import Page
from ladders import challenging, joining, queries, rules, words
from ladders.models import GameOf, Ladder, Rung


@never_cache
@require_safe
def ladders(request: HttpRequest) -> HttpResponse:
    """The reader's ladders, the site's, and the games that have none yet."""
    mine, of_site = queries.mine(request.user), list(queries.of_site())
    on = {rung.ladder_id for rung in mine}
    page = {
        "mine": [(rung, words.place(rung)) for rung in mine],
        "others": [ladder for ladder in of_site if ladder.pk not in on],
        "new_games": _without(of_site),
        "can_open": request.user.is_authenticated and not request.user.is_guest,
    }
    return render(request, "ladders/ladders.html", page)


@never_cache
@require_safe
def of_club(request: HttpRequest, club: str) -> HttpResponse:
    """The ladders of a club. Its organisers can open more."""
    there = queries.club(club, request.user)
    found = list(queries.of_club(there))
    organises = not there.is_closed and clubs.organises(there, request.user)
    page = {"club": there, "others": found, "new_games": _without(found) if organises else [], "can_open": organises}
    return render(request, "ladders/of_club.html", page)


def _without(found: list[Ladder]) -> list[str]:
    """The games that have no ladder yet."""
    there = {ladder.variant for ladder in found}
    return [game for game in queries.games() if game not in there]


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the list. *can_be*: the reader can challenge them; else *why* not, if they are within reach."""

    rung: Rung
    is_me: bool
    away: bool
    can_be: bool
    why: str


@never_cache
@require_safe
def ladder(request: HttpRequest, ladder: str) -> HttpResponse:
    """One ladder: the places around the reader, whom they can challenge, their challenges, the last results."""
    now = timezone.now()
    there, me = queries.find(ladder, request.user, now)
    places = queries.places(there, me, request.GET.get("after", ""), now)
    known = None if me is None else queries.known(there, me, _within_reach(me, places), now)
    challenges = [] if known is None else known.mine
    queries.with_games(challenges)
    page = {
        "ladder": there,
        "title": words.title(there),
        "facts": [words.people(there), words.clock(there)],
        "me": me,
        "place": "" if me is None else words.place(me),
        "places": places.of(lambda rungs: [_line(each, known) for each in rungs]),
        "nobody": None if known is None else rules.why_nobody(known),
        "challenges": [words.my_challenge(each, request.user.pk or 0) for each in challenges],
        "results": [(each, words.result(each)) for each in queries.results(there)],
        "how": words.how_it_goes(there),
    }
    return render(request, "ladders/ladder.html", page)


def _within_reach(me: Rung, places: Page[Rung]) -> list[Rung]:
    """Those on the page whom the reader could challenge."""
    mine = me.place or 0
    return [each for each in places if each.place is not None and mine - rules.REACH <= each.place < mine]


def _line(rung: Rung, known: rules.Known | None) -> Line:
    is_me, away = known is not None and rung.player_id == known.me.player_id, queries.is_away(rung)
    if known is None or is_me or rules.why_nobody(known) or not _within_reach(known.me, Page([rung])):
        return Line(rung, is_me, away, can_be=False, why="")
    refused = rules.why_not(known, rung, rung.player.name)
    return Line(rung, is_me, away, can_be=refused is None, why="" if refused is None else refused.message)


# ---- Buttons -------------------------------------------------------------------------------------


def _button(act: Callable[[HttpRequest, str, User], str]) -> Callable[[HttpRequest, str], HttpResponse]:
    """A button of a ladder's page: does something, says so, and comes back to the page."""

    @require_POST
    def answer(request: HttpRequest, ladder: str) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect("ladder", ladder)
        with attempt(request):
            limits.check("find", request)
            messages.success(request, act(request, ladder, current_user(request)))
        return redirect("ladder", ladder)

    return answer


def _join(_request: HttpRequest, public_id: str, player: User) -> str:
    rung = joining.join(public_id=public_id, player=player, now=timezone.now())
    return _("You’re on the ladder, at place %(n)d.") % {"n": rung.place}


def _leave(_request: HttpRequest, public_id: str, player: User) -> str:
    joining.leave(public_id=public_id, player=player, now=timezone.now())
    return _("You have left the ladder.")


def _challenge(request: HttpRequest, public_id: str, player: User) -> str:
    other = finding.account(request.POST.get("player", ""))
    challenging.challenge(public_id=public_id, player=player, other=other, now=timezone.now())
    return _("You challenge %(name)s. Your two games have started.") % {"name": other.name}


join, leave, challenge = _button(_join), _button(_leave), _button(_challenge)


@require_POST
def join_site(request: HttpRequest) -> HttpResponse:
    """Join the site's ladder of a game, which opens with the first player."""
    if request.user.is_authenticated:
        with attempt(request):
            limits.check("find", request)
            variant, player = request.POST.get("game", ""), current_user(request)
            rung = joining.join_site(variant=variant, player=player, now=timezone.now())
            messages.success(request, _("You’re on the ladder, at place %(n)d.") % {"n": rung.place})
            return redirect(rung.ladder)
    return redirect("ladders")


@require_POST
def open_for_club(request: HttpRequest, club: str) -> HttpResponse:
    """An organiser opens a ladder for their club."""
    if request.user.is_authenticated:
        with attempt(request):
            limits.check("find", request)
            by, variant = current_user(request), request.POST.get("game", "")
            opened = joining.open_for_club(club=club, variant=variant, by=by, now=timezone.now())
            return redirect(opened)
    return redirect("club_ladders", club)


@never_cache
@require_safe
def of_game(_request: HttpRequest, game: str) -> HttpResponse:
    """The ladder or the tournament that a game belongs to."""
    played = GameOf.objects.select_related("challenge__ladder").filter(game__public_id=game).first()
    return redirect("tournament_of_game", game) if played is None else redirect(played.challenge.ladder)
