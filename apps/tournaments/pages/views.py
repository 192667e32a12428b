"""The pages of tournaments, and their buttons."""

from collections.abc import Callable, Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import guests
from accounts.login.admission import for_accounts
from accounts.models import User
from accounts.readers import current_user
from accounts.rest import zone_named
from common import limits
from common.answers.attempts import attempt
from common.numbers import whole
from common.refusals import NotFound, Refused, Unreadable
from people.naming import by_name
from rulebook import choices
from tournaments import audience, formats, plans, queries, words
from tournaments.entries import entering, withdrawing
from tournaments.kinds import FormatName
from tournaments.leagues import seasons
from tournaments.life import closing, making
from tournaments.models import Entry, Tournament
from tournaments.pages import divisions, evening_now, my_games, standings
from tournaments.pages.forms import PLANS, EnterForm, TournamentForm
from tournaments.pages.tonight import tonight


@never_cache
@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """The reader's own, those to enter, those that run, and the last ones that ended."""
    mine = queries.mine_first(request.user)
    opened = queries.not_mine(queries.listed("open")[: queries.LISTED], mine)
    running = queries.not_mine(queries.listed("running")[: queries.LISTED], mine)
    page = {
        "mine": mine,
        "opened": opened,
        "again": seasons.to_play_again(opened, request.user),
        "running": running,
        "tonight": tonight(mine, [*running, *opened], timezone.now()),
        "over": queries.listed("over")[: queries.LISTED],
    }
    return render(request, "tournaments/tournaments.html", page)


@never_cache
@require_safe
def tournament(request: HttpRequest, tournament: str) -> HttpResponse:
    """One tournament: what it is, the button, the reader's games, the standings."""
    return _page(request, queries.find(tournament))


def _page(request: HttpRequest, there: Tournament, form: EnterForm | None = None) -> HttpResponse:
    """*form*: with errors."""
    member = queries.member_of(there, request.user)
    stage = _stage(request, there)
    starts = [words.starts_with(there)] if there.is_open and not formats.of(there).has_teams else []
    page: dict[str, object] = {
        "tournament": there,
        "format": (format_ := formats.of(there)),
        "is_league": there.format == FormatName.LEAGUE and there.series_id is not None,
        "takes_pauses": there.is_running and not format_.has_groups,
        "title": words.title(there),
        "facts": words.facts(there),
        "member": member if member is not None and member.entry.state != Entry.State.OUT else None,
        "takes": words.takes(there),
        "how": [*starts, *words.how_it_goes(there)],
        "ends": plans.last_day(there),
        "next_pairing": format_.next_pairing(there, timezone.now()) if there.is_running else None,
        "fills": words.fills(there) if there.is_open else "",
        "stage": stage,
        "link": request.build_absolute_uri(there.get_absolute_url()),
        "moves": words.moves_a_day(there),
        "enter_facts": my_games.enter_facts(there),
        "is_maker": isinstance(request.user, User) and audience.manages(there, request.user),
    }
    pairings = []
    if member is not None and there.stage:
        pairings = my_games.my_pairings(there, member.entry, current_user(request))
    turns = sum(each.my_turns for each in pairings)
    page |= {"pairings": pairings, "button": my_games.button(there, member, request.user, turns, timezone.now())}
    page["winners"] = queries.winners(there) if there.over_at is not None else []
    page["bracket"] = standings.bracket(there, member.entry_id if member else None)
    page |= _standings(request, there, stage, member.entry_id if member else None)
    page["next_season"] = divisions.next_season(there, request.user)
    page["form"] = form or _enter_form(request, there)
    if there.is_evening:
        page |= evening_now.on_page(there, member, request.user, timezone.now())
    template = "tournaments/evening.html" if there.is_evening else "tournaments/tournament.html"
    return render(request, template, page, status=200 if form is None else 422)


def _enter_form(request: HttpRequest, there: Tournament, sent: QueryDict | None = None) -> EnterForm:
    ask_name = there.takes_newcomers and guests.needs_name(request)
    return EnterForm(
        sent,
        ask_name=ask_name,
        with_partner=there.kind.seating.has_fixed_partners,
        initial={"name": guests.suggested_name(request)} if ask_name else {},
    )


def _stage(request: HttpRequest, there: Tournament) -> int:
    """The stage whose standings the reader looks at: `?stage=`, else the current one."""
    asked = whole(request.GET.get("stage", ""), most=there.stage)
    return there.stage if asked is None else asked


def _standings(request: HttpRequest, there: Tournament, stage: int, me: int | None) -> dict[str, object]:
    after = request.GET.get("after", "")
    if not stage:
        entries = queries.entered(there, after)
        names = queries.names([entry.pk for entry in entries])
        return {"entries": entries.of(lambda rows: [(entry, names.of(entry.pk)) for entry in rows])}
    if there.format == FormatName.LEAGUE:
        return divisions.on_page(there, after, me)
    places = queries.places(there, stage, after)
    names = queries.names([place.entry_id for place in places])
    return {
        "places": places,
        "groups": standings.group_tables(there, places.rows, names, me),
        "ties": [words.tie(each) for each in formats.of(there).tie_breaks],
        "stages": range(1, there.stage + 1) if there.stage > 1 else (),
        "rounds": standings.named_rounds(queries.rounds(there)),
    }


@never_cache
@require_safe
def league(request: HttpRequest, series: str) -> HttpResponse:
    """The seasons of a league: the one to enter, the one that runs, and who won the others."""
    there = seasons.of_league(series, request.GET.get("after", ""))
    winners = seasons.champions(there.rows)
    page = {
        "title": words.league(there.rows[0]),
        "seasons": there.of(lambda rows: [(each, winners.get(each.pk, [])) for each in rows]),
        "again": seasons.to_play_again(there.rows, request.user),
    }
    return render(request, "tournaments/league.html", page)


@never_cache
@require_safe
def round_(request: HttpRequest, tournament: str, stage: int, number: int) -> HttpResponse:
    """The tables of a round."""
    there = queries.find(tournament)
    here = queries.one_round(there, stage, number)
    tables = queries.pairings(here, request.GET.get("after", ""))
    page = {
        "tournament": there, "title": words.title(there), "round": here,
        "lines": standings.round_lines(there, tables), "rounds": standings.named_rounds(queries.rounds(there)),
    }  # fmt: skip
    return render(request, "tournaments/round.html", page)


# ---- Buttons -------------------------------------------------------------------------------------


def _button(act: Callable[[HttpRequest, str, User], str]) -> Callable[[HttpRequest, str], HttpResponse]:
    """A button of a tournament's page: does something, says so, and comes back to the page."""

    @require_POST
    def answer(request: HttpRequest, tournament: str) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect("tournament", tournament)
        with attempt(request):
            if text := act(request, tournament, current_user(request)):
                messages.success(request, text)
        return redirect("tournament", tournament)

    return answer


@require_POST
def enter(request: HttpRequest, tournament: str) -> HttpResponse:
    """Enter; people without an account only by the link of an unrated tournament."""
    there = queries.find(tournament)
    if not request.user.is_authenticated and not there.takes_newcomers:
        return redirect("tournament", tournament)
    form = _enter_form(request, there, request.POST)
    if form.is_valid():
        with attempt(request, form):
            limits.check("find", request)
            chosen = form.cleaned_data
            partner = _partner(chosen.get("partner", ""))
            player = guests.player(request, chosen.get("name"), by_link=there.takes_newcomers)
            entering.enter(public_id=tournament, player=player, partner=partner, now=timezone.now())
            text = _("You’re in. We’ll tell you when it starts.")
            if partner is not None:
                text = _("You’re in. We asked %(name)s to be your partner.") % {"name": partner.name}
            messages.success(request, text)
            return redirect("tournament", tournament)
    return _page(request, there, form)


def _partner(typed: str) -> User | None:
    """The person with this name. Raises `Unreadable`."""
    try:
        return by_name(typed) if typed else None
    except NotFound as nobody:
        raise Unreadable(nobody.code, nobody.message) from None


def _leave(_request: HttpRequest, public_id: str, player: User) -> str:
    withdrawing.leave(public_id=public_id, player=player, now=timezone.now())
    return _("You have left the tournament.")


def _agree(request: HttpRequest, public_id: str, player: User) -> str:
    asked_by = _partner(request.POST.get("partner", ""))
    entering.agree(public_id=public_id, player=player, asked_by=asked_by, now=timezone.now())
    return _("You’re in. We’ll tell you when it starts.")


def _pause(request: HttpRequest, public_id: str, player: User) -> str:
    paused = request.POST.get("paused") == "yes"
    withdrawing.pause(public_id=public_id, player=player, paused=paused)
    return _("Paused. You get no new games until you continue.") if paused else _("You’re back.")


def _cancel(_request: HttpRequest, public_id: str, player: User) -> str:
    closing.cancel_own(public_id=public_id, by=player, now=timezone.now())
    return _("The tournament is cancelled.")


leave, agree, pause, cancel = _button(_leave), _button(_agree), _button(_pause), _button(_cancel)


@never_cache
@require_safe
def next_game(request: HttpRequest, tournament: str) -> HttpResponse:
    """The next game of the tournament that waits for the reader."""
    there = queries.find(tournament)
    game = queries.next_game(request.user.pk, there) if request.user.pk is not None else None
    if game is not None:
        return redirect("table", game)
    messages.info(request, _("No game of this tournament is waiting for you."))
    return redirect("tournament", tournament)


@never_cache
@require_safe
def of_game(_request: HttpRequest, game: str) -> HttpResponse:
    """The tournament that a game belongs to."""
    return redirect(queries.of_game(game))


@require_safe
def takes(request: HttpRequest) -> HttpResponse:
    """What the tournament of the form would take, or why it can't be created. Called after each change of the form."""
    return HttpResponse(_takes(TournamentForm(request.GET, timezone.now())), content_type="text/plain; charset=utf-8")


def _form(request: HttpRequest, sent: QueryDict | None) -> TournamentForm:
    maker = current_user(request)
    now = timezone.localtime(timezone.now(), zone_named(maker.time_zone or "UTC"))
    form = TournamentForm(sent, now, audience.clubs_of(maker))
    form.fields["club"].initial = request.GET.get("club", "")
    return form


def _takes(form: TournamentForm) -> str:
    """What the tournament of this form is and takes, or why it can't be created."""
    made = _tournament(form)
    if form.errors or made is None:
        return " ".join(str(each) for errors in form.errors.values() for each in errors)
    made.name = ""  # the facts would repeat what the kind says
    return f"{' · '.join([words.kind(made), *words.facts(made)])}. {words.takes(made)}"


def _tournament(form: TournamentForm) -> Tournament | None:
    """The tournament that a form asks for. All that is wrong with it stands beside the fields afterwards."""
    made = None
    if "variant" in form.errors:  # it has no default
        return made
    try:
        made = form.wish.tournament(now := timezone.now())
        refusals: Sequence[Unreadable] = plans.refusals_of_makers(made, now)
    except Unreadable as refused:
        refusals = [refused]
    for each in refusals:
        field = getattr(each, "field", None)
        if field not in form.errors:
            form.add_error(field, each.message)
    return made


@never_cache
@for_accounts
def new(request: HttpRequest) -> HttpResponse:
    """The form that creates a tournament. People who can't create one see why instead."""
    if request.method != "POST":
        usual = QueryDict(f"plan={next(iter(PLANS))}&variant={next(iter(choices.catalogue()))}")
        form = _form(request, None)
        why = None if form.has_clubs else _why_not(request)  # organisers can create some for their clubs
        page = {"form": form, "takes": _takes(TournamentForm(usual, timezone.now())), "why": why}
        return render(request, "tournaments/new.html", page)
    form = _form(request, request.POST)
    asked = _tournament(form)
    if asked is not None and not form.errors:
        with attempt(request, form):
            limits.check("find", request)
            return redirect(making.make(maker=current_user(request), tournament=asked, now=timezone.now()))
    return render(request, "tournaments/new.html", {"form": form}, status=422)


def _why_not(request: HttpRequest) -> Refused | None:
    """Why the reader can't create a tournament now."""
    try:
        making.may_make(current_user(request), timezone.now())
    except Refused as refused:
        return refused
    return None
