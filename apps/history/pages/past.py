"""The reader's finished games, and head-to-head results."""

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from accounts import finding
from accounts.models import User
from history import glance, past_games
from history.against import head_to_head
from history.forms import OpponentsForm, WantedForm

A_PAGE = 20
OFFERED = 6  # people offered for a beginning of a name


@never_cache
def history(request: HttpRequest) -> HttpResponse:
    """The history. The address has all filters and the first day, then the page's cursor."""
    user = request.user
    if isinstance(user, AnonymousUser):
        return render(request, "history/history.html", {"stranger": True})
    form = WantedForm(request.GET)
    wanted, on, cursor = form.wanted(), form.cleaned_data.get("on"), request.GET.get("cursor", "")
    people = past_games.people(user, wanted.opponent)
    lines = past_games.lines(user, wanted, people)
    page = past_games.past(lines, user, cursor, A_PAGE, on)
    filtered = wanted != past_games.Wanted() or bool(form.errors)
    shown = {
        "form": form,
        "wanted": wanted,
        "filtered": filtered,
        "on": on,
        "whole": not filtered and on is None and not cursor,
        "page": page,
        "changes": past_games.rating_changes(user, page.rows),
        "count": past_games.count(lines),
        "counted": past_games.COUNTED,
        "people": people[:OFFERED],
        "too_many": len(people) == past_games.MEANT,
    }
    return render(request, "history/history.html", shown)


@never_cache
@login_required
def history_results(request: HttpRequest) -> HttpResponse:
    """All sums over the reader's games, either with people or with computers."""
    user = request.user
    assert isinstance(user, User)
    computers = {"yes": True, "no": False}.get(request.GET.get("computers", ""))
    found = glance.glance(user, computers, A_PAGE)
    best = None if found.computers else glance.best_win(user)
    return render(request, "history/results.html", {"glance": found, "best": best})


@never_cache
@login_required
def history_opponents(request: HttpRequest) -> HttpResponse:
    user = request.user
    assert isinstance(user, User)
    form = OpponentsForm(request.GET)
    form.is_valid()
    name, computers = form.cleaned_data.get("opponent", ""), form.cleaned_data.get("computers", False)
    page = glance.opponents(user, computers, name, request.GET.get("cursor", ""), A_PAGE)
    shown = {"form": form, "name": name, "computers": computers, "page": page}
    return render(request, "history/opponents.html", shown)


@never_cache
@login_required
def history_with(request: HttpRequest, username: str) -> HttpResponse:
    user = request.user
    assert isinstance(user, User)
    other = finding.anybody(username)
    if other == user:
        return redirect("history")
    both = head_to_head(user, other)
    shown = {"other": other, "both": both, "changes": past_games.rating_changes(user, both.last)}
    return render(request, "history/with.html", shown)
