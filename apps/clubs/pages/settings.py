"""The pages on which a club is created, edited and closed."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.login.admission import for_accounts
from accounts.readers import current_user
from clubs import actions, shown
from clubs.models import Club
from clubs.pages.forms import CloseForm
from clubs.wishes import ClubName, ClubTerms, NewClub
from common.answers.attempts import attempt
from common.refusals import Refused
from common.wishes import WishForm


@never_cache
@for_accounts
def new(request: HttpRequest) -> HttpResponse:
    """The form that creates a club. People who can't create one see why instead."""
    form = WishForm(NewClub, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with attempt(request, form):
            wish, now = form.wish, timezone.now()
            made = actions.make(maker=current_user(request), name=wish.name, terms=wish.terms, now=now)
            messages.success(request, _("Your club is ready. Send its link to your players."))
            return redirect("club_requests", made.public_id)
    status = 422 if request.method == "POST" else 200
    return render(request, "clubs/new.html", {"form": form, "why": _why_not(request), "emblem": Club()}, status=status)


def _why_not(request: HttpRequest) -> Refused | None:
    try:
        actions.may_make(current_user(request))
    except Refused as refused:
        return refused
    return None


@never_cache
def edit(request: HttpRequest, club: str) -> HttpResponse:
    """An organiser edits the club."""
    here = shown.seen(club, request.user)
    if not here.organises:
        return redirect(here.club)
    form = WishForm(ClubTerms, request.POST or None, initial=ClubTerms.of(here.club))
    if request.method == "POST" and form.is_valid():
        with attempt(request, form):
            actions.edit(public_id=club, by=current_user(request), terms=form.wish, now=timezone.now())
            messages.success(request, _("Saved."))
            return redirect("club_settings", club)
    name = WishForm(ClubName, initial={"name": here.club.name})
    context = {"here": here, "club": here.club, "form": form, "name": name, "now": timezone.now()}
    return render(request, "clubs/settings.html", context, status=422 if request.method == "POST" else 200)


@never_cache
def close(request: HttpRequest, club: str) -> HttpResponse:
    """The owner closes the club; the second step asks for its name."""
    here = shown.seen(club, request.user)
    if not here.owns:
        return redirect(here.club)
    form = CloseForm(request.POST or None, wanted=here.club.name)
    if request.method == "POST" and form.is_valid():
        with attempt(request, form):
            actions.close(public_id=club, by=current_user(request), now=timezone.now())
            messages.success(request, _("The club is closed. Its results stay."))
            return redirect("clubs")
    context = {"here": here, "club": here.club, "form": form}
    return render(request, "clubs/close.html", context, status=422 if request.method == "POST" else 200)
