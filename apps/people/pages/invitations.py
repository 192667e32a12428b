"""Pages and buttons for invitations by name."""

from dataclasses import asdict

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
from accounts.readers import current_user
from common import limits, refusals
from common.answers.attempts import attempt
from common.wishes import WishForm
from games.pages.replies import not_a_stranger
from games.queries import find_game
from games.shown.rows import row_of
from people import actions, queries
from people.naming import named


@require_POST
@for_accounts
def invite(request: HttpRequest, public_id: str) -> HttpResponse:
    """Invite people by name to the reader's open game."""
    find_game(public_id)
    with attempt(request):
        players = named(request.POST)
        if not players:
            raise refusals.Unreadable("nobody", _("Choose a friend or type a name to invite."))
        limits.check("invite", request)
        actions.invite(public_id=public_id, by=current_user(request), players=players, now=timezone.now())
        messages.success(request, invited_words(len(players), ", ".join(player.name for player in players)))
    return redirect("table", public_id)


def invited_words(number: int, names: str) -> str:
    sentence = ngettext(
        "Invitation sent to %(names)s. Their seat is reserved.",
        "Invitations sent to %(names)s. Their seats are reserved.",
        number,
    )
    return sentence % {"names": names}


@require_POST
@for_accounts
def withdraw(request: HttpRequest, public_id: str, username: str) -> HttpResponse:
    player = finding.anybody(username)
    with attempt(request):
        actions.withdraw(public_id=public_id, by=current_user(request), player=player, now=timezone.now())
    return redirect("table", public_id)


@require_POST
def accept(request: HttpRequest, public_id: str) -> HttpResponse:
    """Accept with one click, from the home page, the list of games or the game's page."""
    seed = request.POST.get("shuffle_seed", "")
    with attempt(request):
        actions.accept_invitation(public_id=public_id, player=not_a_stranger(request.user), shuffle_seed=seed)
    return redirect("table", public_id)


@never_cache
def decline(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask for a reason and an optional message, then decline."""
    game = find_game(public_id)
    invitation = queries.invitations_to(request.user).filter(game=game).first()
    if invitation is None:
        if request.method == "POST":
            messages.info(request, _("This invitation was already answered or withdrawn."))
            return redirect("home")
        raise Http404(_("You have no open invitation to this game."))
    form = WishForm(actions.Answer, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with attempt(request):
            actions.decline_invitation(
                public_id=public_id, player=current_user(request), now=timezone.now(), **asdict(form.wish)
            )
            messages.success(
                request, _("Invitation declined. %(name)s will see your answer.") % {"name": invitation.by.name}
            )
        return redirect("home")
    context = {"invitation": invitation, "game": game, "row": row_of(game), "form": form}
    return render(request, "people/decline.html", context, status=422 if form.is_bound else 200)
