"""Pages about computers: start a game, what each level knows, its results, and computers for free seats."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import guests
from bots import level_cards, queries, strength
from bots.actions import play_computer
from bots.forms import LAST, FillForm, PlayComputerForm, wished
from common import limits, refusals
from common.answers.attempts import attempt
from games import actions, seat_links
from games.queries import find_game
from rulebook import choices, engine_refusals
from rulebook.listed import game_choices


def computers(request: HttpRequest) -> HttpResponse:
    """All levels, and a form that starts a game against one."""
    form = PlayComputerForm(request.POST if request.method == "POST" else None, initial=wished(request))
    if request.method == "POST" and form.is_valid():
        with attempt(request, form), engine_refusals.as_refusals():
            limits.check("new_game", request)
            player = guests.player(request, None)
            chosen = {name: form.cleaned_data[name] for name in ("variant", "level", "seats")}
            game = play_computer(player=player, options=form.options(), **chosen)
            request.session[LAST] = chosen | {"pairs": form.cleaned_data["pairs"]}
            return redirect(game)
    person = request.user if request.user.is_authenticated else None
    context = {
        "form": form,
        "catalogue": choices.for_page(),
        "cards": level_cards.cards(),
        "running": queries.running(person) if person else None,
        "mine": queries.fared(person) if person else [],
    }
    return render(request, "bots/computers.html", context, status=422 if form.is_bound else 200)


def level(request: HttpRequest, level: str, variant: str = "") -> HttpResponse:
    """A level: what it knows, how strong it is, and its results. Of all games, or of one."""
    card = level_cards.card(level)
    if card is None or (variant and variant not in choices.catalogue()):
        raise Http404
    person = request.user if request.user.is_authenticated else None

    def of_game(lines: list[queries.Fared]) -> list[queries.Fared]:
        return [line for line in lines if line.level == level and variant in ("", line.variant)]

    context = {
        "card": card,
        "cards": level_cards.cards(),
        "variant": variant,
        "in_game": level_cards.in_game(level, variant) if variant else [],
        "places": game_choices(),
        "measured": strength.measured(level, variant),
        "fared": of_game(queries.fared_together(level)),
        "mine": of_game(queries.fared(person)) if person else [],
        "form": PlayComputerForm(initial={"level": level} | ({"variant": variant} if variant else {})),
    }
    return render(request, "bots/level.html", context)


@require_POST
def fill(request: HttpRequest, public_id: str) -> HttpResponse:
    """The host puts computers of any levels on the free seats."""
    game, reader = find_game(public_id), seat_links.reader(request, public_id)
    free = [seat.number for seat in game.seats.all() if seat.player_id is None and seat.kept_for_id is None]
    form = FillForm(request.POST, free=free)
    if form.is_valid() and reader.is_authenticated:
        with attempt(request):
            if not (levels := form.levels()):
                raise refusals.Unreadable("nobody", _("Choose a computer for at least one seat."))
            for seat, each in levels.items():
                actions.seat_computer(public_id=public_id, host=reader, seat=seat, level=each)
    return redirect("table", public_id)


@require_POST
def send_away(request: HttpRequest, public_id: str, seat: int) -> HttpResponse:
    """Remove a computer, so that its seat is free again."""
    reader = seat_links.reader(request, public_id)
    if reader.is_authenticated:
        with attempt(request):
            actions.send_computer_away(public_id=public_id, host=reader, seat=seat)
    return redirect("table", public_id)
