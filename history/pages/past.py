"""My games that are over, and how two people stand against each other."""

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from accounts import finding
from accounts.models import User
from history import past_games
from history.against import head_to_head
from history.forms import WantedForm

A_PAGE = 30
MEANT = 6  # people whose head-to-head is offered for a beginning of a name


@never_cache
def history(request: HttpRequest) -> HttpResponse:
    """All filters stand in the address; the cursor of the page comes behind them."""
    user = request.user
    if isinstance(user, AnonymousUser):
        return render(request, "history/history.html", {"stranger": True})
    form = WantedForm(request.GET)
    wanted = form.wanted()
    shown = {
        "form": form,
        "wanted": wanted,
        "filtered": wanted != past_games.Wanted() or bool(form.errors),
        "page": past_games.past(user, wanted, request.GET.get("cursor", ""), A_PAGE),
        "count": past_games.count(past_games.lines(user, wanted)),
        "counted": past_games.COUNTED,
        "people": past_games.people(user, wanted.opponent, MEANT),
    }
    return render(request, "history/history.html", shown)


@never_cache
@login_required
def history_with(request: HttpRequest, username: str) -> HttpResponse:
    user = request.user
    assert isinstance(user, User)
    other = finding.anybody(username)
    if other == user:
        return redirect("history")
    return render(request, "history/with.html", {"other": other, "both": head_to_head(user, other)})
