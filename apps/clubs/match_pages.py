"""The pages of matches of clubs: propose one, answer, name players. A match's own page is that of a tournament."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.login.admission import for_accounts
from accounts.readers import current_user
from clubs import matches, queries, tournaments
from clubs.match_forms import MatchForm
from clubs.models import Club
from common import limits
from common.answers.attempts import attempt
from common.refusals import Forbidden, NotFound, Unreadable
from tournaments import words
from tournaments.models import Team
from tournaments.queries import find


@never_cache
@for_accounts
def new(request: HttpRequest, club: str) -> HttpResponse:
    """The form with which an organiser proposes a match, or opens a league of clubs."""
    home = queries.find(club, request.user)
    _must_organise(home, request)
    sent = request.POST if request.method == "POST" else None
    form = MatchForm(sent, initial={"opponent": request.GET.get("opponent", "")})
    if sent is not None and form.is_valid():
        with attempt(request, form):
            limits.check("find", request)
            other = _club(form.cleaned_data["opponent"], request)
            now = timezone.now()
            match = form.wish.made(home, now, is_league=other is None)
            made = matches.propose(match=match, by=current_user(request), other=other, now=now)
            return redirect(made)
    page = {"club": home, "form": form}
    return render(request, "clubs/new_match.html", page, status=200 if sent is None else 422)


def _must_organise(club: Club | None, request: HttpRequest) -> None:
    """Others find nothing here. Raises `NotFound`."""
    try:
        tournaments.must_organise(club, request.user)
    except Forbidden as refused:
        raise NotFound(refused.code, refused.message) from None


def _club(typed: str, request: HttpRequest) -> Club | None:
    """The club with this id or address, None for an empty one. Raises `Unreadable`."""
    if not (public_id := typed.strip().rstrip("/").rsplit("/", 1)[-1]):
        return None
    try:
        return queries.find(public_id, request.user)
    except NotFound as nobody:
        raise Unreadable(nobody.code, nobody.message) from None


@require_POST
def answer(request: HttpRequest, match: str) -> HttpResponse:
    """An organiser of the other club accepts or declines."""
    if request.user.is_authenticated:
        with attempt(request):
            accepts = request.POST.get("accepts") == "yes"
            matches.answer(public_id=match, by=current_user(request), accepts=accepts, now=timezone.now())
            done = _("The match is on. Now name your players.") if accepts else _("You declined the match.")
            messages.success(request, done)
    return redirect("tournament", match)


@require_POST
def join(request: HttpRequest, match: str) -> HttpResponse:
    """An organiser enters their club in a league."""
    return _with_club(request, match, joins=True)


@require_POST
def leave(request: HttpRequest, match: str) -> HttpResponse:
    """An organiser takes their club out of a league."""
    return _with_club(request, match, joins=False)


def _with_club(request: HttpRequest, match: str, *, joins: bool) -> HttpResponse:
    if request.user.is_authenticated:
        club = queries.find(request.POST.get("club", "").replace("\0", ""), request.user)
        with attempt(request):
            act = matches.join if joins else matches.leave
            act(public_id=match, club=club, by=current_user(request), now=timezone.now())
            messages.success(request, _("Your club is in.") if joins else _("Your club has left the league."))
    return redirect("tournament", match)


@never_cache
@for_accounts
def line_up(request: HttpRequest, match: str, team: int) -> HttpResponse:
    """The line-up of a team, with a field for each board. Every button sends all of them, so it works without scripts;
    only one of them saves.
    """
    there = find(match)
    side = matches.side(there, team)
    _must_organise(side.club, request)
    if request.method == "POST":
        chosen = _moved(request.POST)
        if "save" not in request.POST:
            return _line_up(request, side, chosen)
        with attempt(request):
            players, by = matches.people(chosen), current_user(request)
            has_asked = matches.line_up(public_id=match, team=team, players=players, by=by, now=timezone.now())
            asked = _("The line-up is saved. We asked the players who aren’t in yet.")
            messages.success(request, asked if has_asked else _("The line-up is saved."))
            return redirect("club_line_up", match, team)
        return _line_up(request, side, chosen, status=422)
    return _line_up(request, side, None)


def _moved(sent: QueryDict) -> list[str]:
    """The user names of the form's boards, after the button that was pressed has moved one up or down."""
    chosen = [name for each in sent.getlist("player") if (name := each.replace("\0", ""))]
    board, to = sent.get("up") or sent.get("down") or "", -1 if sent.get("up") else 1
    if board.isdecimal() and len(board) < 4 and 0 <= int(board) + to < len(chosen) and int(board) < len(chosen):
        chosen.insert(int(board) + to, chosen.pop(int(board)))
    return chosen


def _line_up(request: HttpRequest, side: Team, chosen: list[str] | None, status: int = 200) -> HttpResponse:
    """*chosen*: the user names of the form, None for those that are saved."""
    match = side.tournament
    line = matches.line(match, side.number)
    if chosen is None:
        chosen = [each.player.username for each in line if each.player and each.entry.board]
    boards = [*chosen, *[""] * (match.group_size - len(chosen))][: match.group_size]
    page = {
        "tournament": match, "title": words.title(match), "team": side, "boards": list(enumerate(boards)),
        "last": len(chosen) - 1, "candidates": matches.candidates(match, side),
        "line": line,
    }  # fmt: skip
    return render(request, "clubs/line_up.html", page, status=status)
