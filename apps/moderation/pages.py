"""The report form and the moderators' pages."""

from collections.abc import Callable
from functools import partial, wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts import finding
from accounts.models import User
from accounts.readers import current_user
from clubs import board
from clubs import queries as clubs
from common.answers.attempts import attempt
from common.lists.paging import numbered_page
from common.numbers import whole
from games.models import Game
from games.queries import find_game
from games.seating import seats_named
from moderation import actions, queries
from moderation.actions import Decision, Subject
from moderation.forms import DecisionForm, PairForm, ReportForm
from moderation.models import Action, Report
from moderation.pairs import NEWEST, between, conspicuous
from talk.models import Message

View = Callable[..., HttpResponse]


def for_moderators(view: View) -> View:
    """Let only staff with the permission to view reports (the group `moderators`) open *view*."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not (request.user.is_staff and request.user.has_perm("moderation.view_report")):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return never_cache(login_required(guarded))


# ---- Reporting -----------------------------------------------------------------------------------
@never_cache
@login_required
def report(request: HttpRequest) -> HttpResponse:
    """Report a `?message=`, `?game=` or `?player=` (a username). For a game, the form asks for the player."""
    subject = _subject(request)
    form = ReportForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            with attempt(request, form) as tried:
                actions.report(reporter=current_user(request), subject=subject, now=timezone.now(), **form.cleaned_data)
                messages.success(request, _("Thank you. A moderator will look at your report."))
                return redirect(subject.game or subject.club or "home")
            status = tried.status
    seated = [seat.player for seat in subject.game.seats.all()] if subject.game else []
    others = [each for each in seated if each is not None and each != request.user and not each.is_bot]
    context = {"subject": subject, "form": form, "others": others, "chosen": request.POST.get("player", "")}
    return render(request, "moderation/report.html", context, status=status)


def _subject(request: HttpRequest) -> Subject:
    """The reported message, game and player, from the address and the form. Raises `Http404`."""
    asked = request.GET
    if number := asked.get("message", ""):
        messages = Message.objects.select_related("author", "game", "conversation")
        message = messages.filter(pk=whole(number) or 0).first()
        if message is None or not actions.may_read(message, request.user):
            raise Http404  # with the same words: whether it exists is none of their business
        return Subject(message.author, message.game, message)
    if asked.get("club"):
        return Subject(club=clubs.find(asked["club"].replace("\0", ""), request.user))
    chosen: Game | None = find_game(asked["game"].replace("\0", "")) if asked.get("game") else None
    name = request.POST.get("player") or asked.get("player", "")
    player = finding.anybody(name) if name else None
    if player is not None and chosen is not None and all(seat.player != player for seat in chosen.seats.all()):
        raise Http404
    if chosen is None and player is None:
        raise Http404
    return Subject(player, chosen)


# ---- The queue -----------------------------------------------------------------------------------
@for_moderators
def queue(request: HttpRequest) -> HttpResponse:
    """Open reports, oldest first; with `?decided` the decided ones, newest first."""
    past = "decided" in request.GET
    reports = (queries.decided if past else queries.waiting)(current_user(request), request.GET.get("from", ""))
    return render(request, "moderation/queue.html", {"reports": reports, "past": past})


@for_moderators
def pairs(request: HttpRequest) -> HttpResponse:
    """Pairs of players who may cheat for rating, each with the reasons."""
    page_of_pairs = numbered_page(conspicuous(current_user(request)), request.GET.get("from", ""), queries.A_PAGE)
    reader = current_user(request)
    page = {
        "pairs": page_of_pairs, "newest": NEWEST, "tournaments": queries.shared_tournaments(reader),
        "weak_seasons": queries.weak_seasons(reader),
    }  # fmt: skip
    return render(request, "moderation/pairs.html", page)


@for_moderators
def pair(request: HttpRequest, one: int, other: int) -> HttpResponse:
    """The newest games of a pair. POST warns players and annuls games."""
    if current_user(request).pk in (one, other):
        return render(request, "moderation/not_yours.html", status=403)
    accounts = User.objects.filter(deleted_at=None, bot_level="")
    people = [get_object_or_404(accounts, pk=pk) for pk in (one, other)]
    games = list(between(*people).prefetch_related(seats_named())[: queries.A_PAGE])
    form = PairForm(request.POST or None, people=people, games=games)
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            with attempt(request, form) as tried:
                _decide(request, form, people, games)
                messages.success(request, _("Decision saved."))
                return redirect("moderation_pair", one, other)
            status = tried.status
    return render(request, "moderation/pair.html", {"people": people, "games": games, "form": form}, status=status)


def _decide(request: HttpRequest, form: PairForm, people: list[User], games: list[Game]) -> None:
    chosen, note = form.cleaned_data, form.cleaned_data["note"]
    intervene = partial(actions.intervene, moderator=current_user(request), note=note, now=timezone.now())
    for game in games:
        if game.public_id in chosen["games"]:
            intervene(kind=Action.Kind.ANNUL, subject=Subject(game=game))
    for person in people:
        if str(person.pk) in chosen["people"]:
            intervene(kind=Action.Kind.WARN, subject=Subject(person))


@for_moderators
def moderate(request: HttpRequest, number: int) -> HttpResponse:
    """A report, what helps to judge it, and the decision form."""
    reports = Report.objects.select_related("player", "reporter", "game", "message", "club", "decided_by")
    about = get_object_or_404(reports, pk=number)
    if actions.must_not_judge(about, current_user(request)):
        return render(request, "moderation/not_yours.html", status=403)
    form = DecisionForm(request.POST or None, kinds=actions.possible(about))
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            with attempt(request, form) as tried:
                decision = Decision(**form.cleaned_data)
                actions.decide(report_id=number, moderator=current_user(request), decision=decision, now=timezone.now())
                messages.success(request, _("Decision saved."))
                return redirect("moderation")
            status = tried.status
    people = [person for person in (about.player, about.reporter) if person is not None]
    context = {
        "report": about,
        "form": form,
        "actions": about.actions.select_related("moderator"),
        "log": queries.log(about.game.public_id) if about.game and about.game.started_at else [],
        "talk": queries.said_around(about.message) if about.message else queries.said_at(about.game),
        "past": queries.about(current_user(request), people, but=about),
        "posts": board.listed(about.club) if about.club else (),
        "kinds": Action.Kind,
    }
    return render(request, "moderation/report_page.html", context, status=status)
