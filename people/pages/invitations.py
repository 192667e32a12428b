"""Inviting by name, and the answers."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import finding
from accounts.login.admission import for_accounts
from common import refusals
from games.pages.parts import attempt as attempt_at
from games.pages.parts import find
from people import actions, queries
from people.forms import DeclineForm
from people.naming import named
from people.pages.parts import attempt, me


@require_POST
@for_accounts
def invite(request: HttpRequest, public_id: str) -> HttpResponse:
    """Keep seats of my open table for people I name."""
    find(public_id)
    try:
        players = named(request.POST)
        if not players:
            raise refusals.Unreadable("nobody", _("Whom do you want to invite? Choose somebody or type a name."))
    except refusals.Refused as refused:
        messages.error(request, refused.message)
        return redirect("table", public_id)
    sent = {"public_id": public_id, "by": request.user, "players": players, "now": timezone.now()}
    if attempt(request, actions.invite, rate="invite", **sent):
        messages.success(request, invited_words(len(players), ", ".join(player.name for player in players)))
    return redirect("table", public_id)


def invited_words(number: int, names: str) -> str:
    said = ngettext("%(names)s is invited: a seat is kept.", "%(names)s are invited: seats are kept.", number)
    return said % {"names": names}


@require_POST
@for_accounts
def withdraw(request: HttpRequest, public_id: str, username: str) -> HttpResponse:
    player = finding.anybody(username)
    attempt(request, actions.withdraw, public_id=public_id, by=request.user, player=player, now=timezone.now())
    return redirect("table", public_id)


@require_POST
def accept(request: HttpRequest, public_id: str) -> HttpResponse:
    """One click, from the home page, my games or the invitation itself."""
    return attempt_at(
        request, public_id, actions.accept_invitation, player=request.user,
        shuffle_seed=request.POST.get("shuffle_seed", ""),
    )  # fmt: skip


@never_cache
def decline(request: HttpRequest, public_id: str) -> HttpResponse:
    """Why not: a choice, and words of one's own if one likes."""
    game = find(public_id)
    invitation = queries.invitations_to(request.user).filter(game=game).first()
    if invitation is None:
        if request.method == "POST":
            messages.info(request, _("This invitation has been answered or taken back."))
            return redirect("home")
        raise Http404(_("No invitation to this table waits for your answer."))
    form = DeclineForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        answer = {"public_id": public_id, "player": me(request), "now": timezone.now(), **form.cleaned_data}
        if attempt(request, actions.decline_invitation, **answer):
            messages.success(request, _("Declined. %(name)s reads your answer.") % {"name": invitation.by.name})
        return redirect("home")
    shown = {"invitation": invitation, "game": game, "form": form}
    return render(request, "people/decline.html", shown, status=422 if form.is_bound else 200)
