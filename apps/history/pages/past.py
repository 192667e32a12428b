"""The reader's finished games, and head-to-head results."""

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from accounts import finding
from accounts.models import User
from common.wishes import WishForm
from history import glance, past_games
from history.against import head_to_head
from history.glance import WantedOpponents, WantedResults
from history.past_games import Wanted

A_PAGE = 20
OFFERED = 6  # people offered for a beginning of a name


@never_cache
def history(request: HttpRequest) -> HttpResponse:
    """The history. The address has all filters and the first day, then the page's cursor."""
    user = request.user
    if isinstance(user, AnonymousUser):
        return render(request, "history/history.html", {"stranger": True})
    form = WishForm(Wanted, request.GET)
    wanted = form.wish
    people = past_games.people(user, wanted.opponent)
    lines = past_games.lines(user, wanted, people)
    page = past_games.past(lines, user, wanted, A_PAGE)
    filtered = wanted.filters or bool(form.errors)
    shown = {
        "form": form,
        "wanted": wanted,
        "filtered": filtered,
        "whole": not filtered and wanted == Wanted(),
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
    computers = WishForm(WantedResults, request.GET).wish.computers
    found = glance.glance(user, computers, A_PAGE)
    best = None if found.computers else glance.best_win(user)
    return render(request, "history/results.html", {"glance": found, "best": best})


@never_cache
@login_required
def history_opponents(request: HttpRequest) -> HttpResponse:
    user = request.user
    assert isinstance(user, User)
    form = WishForm(WantedOpponents, request.GET)
    wanted = form.wish
    page = glance.opponents(user, wanted, A_PAGE)
    shown = {"form": form, "name": wanted.opponent, "computers": wanted.computers, "page": page}
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
