"""The page of a family: who you are, the game, the score sheet."""

from dataclasses import dataclass
from datetime import MAXYEAR
from typing import Annotated

from django.contrib import messages
from django.forms import HiddenInput
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import guests
from accounts.links import as_a_key
from accounts.names import NotPossible
from common import limits
from common.answers.attempts import attempt
from common.numbers import whole
from common.refusals import Forbidden
from common.wishes import LARGEST_NUMBER, NULLABLE, Between, Most, Shown, WishForm
from family import actions, dealing, queries
from family.link_pages import private_address
from family.models import Family, Member
from family.sheet import Sheet
from games.models import Game
from rulebook import engine_refusals


@dataclass(frozen=True, slots=True)
class WhichGames:
    """What the score sheet adds up."""

    year: Annotated[int | None, NULLABLE, Between(1, MAXYEAR - 1), Shown("", HiddenInput), "Default: all."] = None
    game: Annotated[str, Most(40), Shown("", HiddenInput), "A kind of game. Default: all."] = ""


@never_cache
@require_safe
def family_page(request: HttpRequest, family: str) -> HttpResponse:
    table = queries.find(family)
    everyone = list(table.members.select_related("person"))
    members = [each for each in everyone if not each.left]
    me = next((each for each in members if each.person_id and each.person_id == request.user.pk), None)
    games = queries.running(table)
    ready = queries.ready_of(table, games, timezone.now())
    wanted = WishForm(WhichGames, request.GET).wish
    context = {
        "family": table,
        "members": members,
        "me": me,
        "mine": next((game for game in games if plays_in(game, me)), None),
        "others": [game for game in games if not plays_in(game, me)],
        "ready": ready,
        "enough": len(ready) >= table.sizes[0],
        "missing": max(0, table.sizes[0] - len(ready)),
        "free": [each for each in members if each.person_id is None],
        "hosting": table.host_id == request.user.pk,
        "host_can_help": bool(me and me.made_here) and me in queries.known_only_here(table),
        "private_link": private_address(me.person) if me and me.person else "",
        "sheet": Sheet(table, everyone, wanted.year, wanted.game),
    }
    return as_a_key(render(request, "family/family.html", context))


def plays_in(game: Game, me: Member | None) -> bool:
    return me is not None and me.person_id in queries.playing([game])


@require_POST
def take_name(request: HttpRequest, family: str) -> HttpResponse:
    """This browser is one of the family from now on, with its account, or as a guest."""
    table = queries.find(family)
    member = chosen(table, request.POST.get("name", ""))
    with attempt(request):
        limits.check("invite", request)
        if member.person_id is not None:  # don't create a guest for a name they can't take
            raise actions.name_taken()
        if queries.member(table, request.user) is not None:  # nor rename one
            raise actions.has_a_name()
        made_here = not request.user.is_authenticated
        try:
            person = guests.player(request, member.name, by_link=not table.host.is_guest)
        except NotPossible as refused:
            messages.error(request, str(refused))
            return redirect(table)
        actions.take_name(member=member, person=person, made_here=made_here, now=timezone.now())
        if person.is_guest and person.guest_key is None:
            guests.make_link(person)
    return redirect(table)


def chosen(family: Family, pk: str) -> Member:
    """The name with this key. Raises `Http404`."""
    number = whole(pk, LARGEST_NUMBER, 1)
    member = family.members.select_related("person", "family").filter(pk=number or 0, left=False).first()
    if member is None:
        raise Http404
    return member


def mine(request: HttpRequest, family: str) -> Member:
    """The reader's name in the family with this link. Raises `Forbidden` for others."""
    member = queries.member(queries.find(family), request.user)
    if member is None:
        raise Forbidden("no_name", _("Choose your name first."))
    return member


@require_POST
def next_game(request: HttpRequest, family: str) -> HttpResponse:
    """Be in the next game, or not, or deal it."""
    now = timezone.now()
    with attempt(request), engine_refusals.as_refusals():
        member = mine(request, family)
        do = request.POST.get("do", "")
        if do == "deal":
            limits.check("new_game", request)
            change = dealing.deal(member=member, now=now)
            if member.person_id in change.players:
                return redirect("table", change.public_id)
            return redirect("family", family)
        limits.check("find", request)
        actions.be_ready(member=member, ready=do != "wait", now=now)
    return redirect("family", family)


@require_POST
def leave(request: HttpRequest, family: str) -> HttpResponse:
    """Give the name back: it was somebody else's, or another device shall have it."""
    with attempt(request):
        if guests.came_by_link(request):
            raise Forbidden("came_by_link", _("You can do this only in the browser where you started playing."))
        limits.check("find", request)
        actions.free_name(member=mine(request, family))
    return redirect("family", family)
