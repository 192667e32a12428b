"""Creating a game, its invitation page, and joining."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

import rulebook
import rules
from accounts import guests
from accounts.models import User
from accounts.readers import Reader, current_user
from accounts.rest import ALWAYS
from common import limits
from common.answers.attempts import attempt
from common.refusals import Forbidden
from games import actions, after_move, queries, seat_links
from games.actions import Terms
from games.lobby import same_as
from games.models import Game, Seat
from games.pages import computer_seats
from games.pages.first_choice import DEFAULTS, first_choice, remember
from games.pages.forms import JoinForm, NewGameForm
from games.pages.game_cards import game_cards
from games.pages.replies import done_at_table, personal_link, qr_code, table_link
from games.queries import find_game
from games.shown.rows import row_of
from games.templatetags.boneyard import moment
from rulebook import choices, clock_form, engine_refusals, lengths, phrases, time_control
from rulebook.options import changes
from rulebook.time_control import Speed


def new_game(request: HttpRequest) -> HttpResponse:
    saved = request.GET.get("rules", "")
    if saved.isascii() and saved.isalnum():  # saved house rules have their own page
        return redirect("saved_rules", saved)
    if "change" in request.POST:
        return redirect(_changing(request.POST))
    ask_name = guests.needs_name(request)
    first = first_choice(request)
    initial = first.initial | {"name": guests.suggested_name(request)}
    form = NewGameForm(request.POST or None, initial=initial, ask_name=ask_name)
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data
        there = set_table(request, form, variant=chosen["variant"], options=form.options(), seats=chosen["seats"])
        if there is not None:
            remember(request, form)
            return there
    estimate = _estimate(request.POST.dict() if form.is_bound else initial | {"pauses": ""})
    catalogue = choices.for_page()
    seats = catalogue.get(form["variant"].value(), {})
    context = {
        "form": form,
        "table": seats.get(str(form["seats"].value()), {}),
        "cards": game_cards([str(form["variant"].value()), *first.games], first.suggested),
        "catalogue": catalogue,
        "estimate": estimate,
    }
    return render(request, "games/new.html", context, status=422 if form.is_bound else 200)


def new_estimate(request: HttpRequest) -> HttpResponse:
    """How long a new game would take. Called by the new-game page after each change of its form. 204 if the game isn't
    possible.
    """
    sentence = _estimate(request.GET.dict())
    return HttpResponse(sentence, content_type="text/plain; charset=utf-8", status=200 if sentence else 204)


def _estimate(chosen: Mapping[str, object]) -> str:
    """The sentence for these values of the new-game form; empty if they aren't valid."""
    form = NewGameForm({"visibility": "link", **chosen}, ask_name=False)
    if not form.is_valid():
        return ""
    ruleset = rules.ruleset(form.cleaned_data["variant"], form.options(), form.cleaned_data["seats"])
    return phrases.lasts_at_most(lengths.estimate(ruleset, form.control))


def _changing(chosen: QueryDict) -> str:
    """The address of the rules editor for the chosen game, with the other choices."""
    key = chosen.get("variant", "")
    game = rules.VARIANTS.get(key) or rules.VARIANTS[DEFAULTS["variant"]]
    sent = (
        {name: str(chosen[name]) for name in ("seats", "pairs", "visibility", "rated", "invite_name") if name in chosen}
        | clock_form.carried(chosen)
        | computer_seats.carried(chosen)
    )
    seats = int(sent["seats"]) if sent.get("seats", "") in map(str, game.seats) else game.seats[0]
    tiles = chosen.get("tiles", "")
    ends = choices.ends(game.key, seats, pairs="pairs" in sent, tiles=tiles)
    options = choices.chosen_set(game.key, seats, tiles) | (choices.quick(game.key, seats) if "quick" in chosen else {})
    kept: dict[str, str | list[str]] = {**sent, **{name: str(value) for name, value in options.items()}}
    if chosen.get("length", "usual") != "usual" and chosen["length"] in ends:
        kept["end"] = ends[chosen["length"]]
    kept["invite"] = chosen.getlist("invite")
    return f"{reverse('change_rules', args=[game.key])}?{urlencode(kept, doseq=True)}"


def set_table(
    request: HttpRequest, form: NewGameForm, *, variant: str, options: Mapping[str, object], seats: int
) -> HttpResponse | None:
    """Create a game from a valid form and redirect to it. None if that fails; the form then has the error."""
    chosen = form.cleaned_data
    with attempt(request, form), engine_refusals.as_refusals():
        limits.check("new_game", request)
        computers = form.computers(seats)
        for follower in after_move.followers():
            follower.offering(request, seats - len(computers))
        creator = guests.player(request, chosen.get("name"))
        ruleset = rules.ruleset(variant, options, seats)
        game = actions.create_game(
            creator=creator,
            ruleset=ruleset,
            control=form.time_control(ruleset.sides),
            terms=Terms(rated=chosen.get("rated", True), visibility=chosen["visibility"], computers=computers),
            shuffle_seed=chosen.get("shuffle_seed", ""),
        )
        for follower in after_move.followers():
            follower.offered(request, game)
        return redirect(game)
    return None


def invitation(request: HttpRequest, game: Game, form: JoinForm | None = None) -> HttpResponse:
    """The page of an open game, for its host, its players, and people with the link."""
    prefetch_related_objects([game], "seats__player__vacations")
    reader = seat_links.reader(request, game.public_id)
    mine = queries.seat_of(game, reader)
    seats = list(game.seats.all())
    ruleset = game.rules
    free = [seat for seat in seats if seat.player_id is None and seat.kept_for_id in {None, request.user.pk}]
    ends = choices.every_end(ruleset)  # which aren't house rules
    ask_name = guests.needs_name(request)
    initial = {"name": guests.suggested_name(request)}
    hosting = mine is not None and game.creator_id == reader.pk
    is_listed = hosting and game.is_public and bool(free)
    alone = all(seat == mine or seat.holder is None for seat in seats)
    asks_for_same = is_listed and alone and reader == request.user
    context = {
        "game": game,
        "row": row_of(game),
        "reader": reader,
        "mine": mine,
        "hosting": hosting,
        "is_listed": is_listed,
        "is_live": game.time_control.speed == Speed.NOW,
        "same": same_as(game, current_user(request)) if asks_for_same else None,
        "seats": seats,
        "free": free,
        "with_computer": any(seat.player is not None and seat.player.is_bot for seat in seats),
        "kept_for_me": any(seat.kept_for_id for seat in free),
        "places": seat_choices(seats, free) if len(free) > 1 and ruleset.sides < ruleset.seats else [],
        "first_deadline": _first_deadline(game, request.user),
        "last_moment": moment(last) if (last := _last_moment(game)) else "",
        "form": form or JoinForm(initial=initial, ask_name=ask_name),
        "ruleset": ruleset,
        "three": rulebook.three_sentences(ruleset),
        "changes": [each for each in changes(ruleset) if each.name != "end" or ruleset.end not in ends],
        "link": table_link(game),
        "seat_link": personal_link(mine, game),
    }
    return render(request, "games/invitation.html", context, status=422 if form is not None else 200)


def _first_deadline(game: Game, user: Reader) -> str:
    """The deadline of the reader's turn if it started now, as HTML; empty without a clock."""
    rest = user.rest if user.is_authenticated else ALWAYS
    bank = time_control.milliseconds(game.bank_seconds)
    deadline = game.time_control.deadline(rest, bank, timezone.now())
    return moment(deadline) if deadline else ""


def _last_moment(game: Game) -> datetime | None:
    """The end of an open game: as agreed on, or counted from now."""
    if game.lasts_seconds is None:
        return game.last_moment
    return timezone.now() + timedelta(seconds=game.lasts_seconds)


def seat_choices(seats: list[Seat], free: list[Seat]) -> list[dict[str, object]]:
    """The free seats, labelled with the partners or opponents there."""
    labels = []
    for seat in free:
        partners = [other.player.name for other in seats if other.side == seat.side and other.player is not None]
        others = [other.player.name for other in seats if other.side != seat.side and other.player is not None]
        if partners:
            label = _("Seat %(n)d: partner of %(names)s") % {"n": seat.number + 1, "names": ", ".join(partners)}
        else:
            label = _("Seat %(n)d: against %(names)s") % {"n": seat.number + 1, "names": ", ".join(others)}
        labels.append({"number": seat.number, "label": label})
    return labels


@require_POST
def join(request: HttpRequest, public_id: str) -> HttpResponse:
    """Join a game. `instead`: an open game of the reader's own, which is cancelled once they have joined this one."""
    game, own = find_game(public_id), request.POST.get("instead", "")
    if own and request.user.is_authenticated:
        return _join_instead(request, game, own)
    if game.status != Game.Status.OPEN:  # don't create a guest for a game they can't join
        if game.status not in Game.UNPLAYED:  # their page says so
            messages.info(request, _("This game has already started, but you can watch it."))
        return redirect(game)
    form = JoinForm(request.POST, ask_name=guests.needs_name(request))
    if not form.is_valid():
        return invitation(request, game, form)
    chosen = {name: form.cleaned_data[name] for name in ("seat", "shuffle_seed")}
    name = form.cleaned_data.get("name")
    try:
        if name:  # check before creating the guest
            actions.must_be_tellable_apart(name, others_at(game, request.user))
        player = guests.player(request, name, by_link=game.invites_guests)
    except Forbidden as refused:
        form.add_error(None, refused.counted().message)
        return invitation(request, game, form)
    except actions.NameTaken as refused:
        form.data = request.POST.copy()
        form.data["name"] = refused.free  # so that one click is enough to accept it
        form.add_error("name", refused.counted().message)
        return invitation(request, game, form)
    with attempt(request):
        actions.join_game(public_id=public_id, player=player, **chosen)
    return redirect("table", public_id)


def _join_instead(request: HttpRequest, game: Game, own: str) -> HttpResponse:
    """Join the game instead of the reader's *own*, which stays open if they can't join, or if others joined it."""
    player = current_user(request)
    mine = find_game(own)
    with attempt(request):
        seed = request.POST.get("shuffle_seed", "")
        actions.join_instead(public_id=game.public_id, own=own, player=player, shuffle_seed=seed)
        return redirect(game)
    return redirect(mine)


def others_at(game: Game, user: Reader) -> list[User]:
    """The other players in the game, including those with a reserved seat."""
    people = [seat.holder for seat in game.seats.select_related("player", "kept_for")]
    return [person for person in people if person is not None and person.pk != user.pk]


@require_POST
def cancel(request: HttpRequest, public_id: str) -> HttpResponse:
    return done_at_table(request, public_id, actions.cancel_game)


@require_POST
def leave(request: HttpRequest, public_id: str) -> HttpResponse:
    return done_at_table(request, public_id, actions.leave_game)


@require_safe
def qr(_request: HttpRequest, public_id: str) -> HttpResponse:
    """The game's address as a QR code."""
    return qr_code(table_link(find_game(public_id)))
