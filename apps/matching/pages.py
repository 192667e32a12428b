"""The page on which people look for a game, and its buttons."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import guests
from accounts.login.admission import for_accounts
from accounts.readers import current_user
from common import limits
from common.answers.attempts import attempt
from common.numbers import whole
from matching import actions, queries, waiting, wish_words
from matching import programs as accepting
from matching.forms import FindForm, OrderForm, initial, remember
from matching.models import Found
from rulebook.names import game_name


def for_people(page: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Decorator of a button's page: strangers, who look for nothing, come to the form."""

    @wraps(page)
    def answer(request: HttpRequest) -> HttpResponse:
        return page(request) if request.user.is_authenticated else redirect("find")

    return answer


@never_cache
def find(request: HttpRequest) -> HttpResponse:
    """The form, and everything that the reader looks for. A POST looks at once; with luck it leads to the game."""
    ask_name = guests.needs_name(request)
    begin = {"name": guests.suggested_name(request), **initial(request)} if ask_name else initial(request)
    sent = request.POST if request.method == "POST" else None
    games = queries.games_of(request.user)
    form = FindForm(sent, ask_name=ask_name, knows=bool(games), initial=begin)
    if form.is_valid():
        with attempt(request, form):
            limits.check("find", request)
            player = guests.player(request, form.cleaned_data.get("name"))
            remember(request, form)
            found = waiting.find(player=player, wanted=form.wanted, now=timezone.now())
            return redirect(found.game if isinstance(found, Found) else "find")
    return render(request, "matching/find.html", _shown(request, form, games), status=422 if form.is_bound else 200)


def _shown(request: HttpRequest, form: FindForm, games: list[tuple[str, int]]) -> dict[str, object]:
    """The page around the *form*. *games*: those of the reader."""
    mine, any_game = wish_words.mine(request.user), ", ".join(game_name(key) for key, _seats in games)
    return {"form": form, "mine": mine, "any_game": any_game, **_order(request, knows=bool(games))}


def _order(request: HttpRequest, *, knows: bool) -> dict[str, object]:
    """The reader's standing order and its form. Guests have none: nobody would tell them of their games."""
    user = request.user
    if not user.is_authenticated or user.is_guest:
        return {}
    order = queries.standing_order(user)
    begin = initial(request) if order is None else OrderForm.of(order)
    return {"order": order, "order_form": OrderForm(ask_name=False, knows=knows, prefix="order", initial=begin)}


@require_POST
@for_people
def end(request: HttpRequest) -> HttpResponse:
    """End one of the reader's wishes."""
    if actions.end_wish(player=current_user(request), wish_id=_number(request, "wish"), now=timezone.now()):
        messages.success(request, _("Search ended."))
    return redirect("find")


@require_POST
@for_people
def here(request: HttpRequest) -> HttpResponse:
    """The page of a wish for a live game is open (`looks`: and visible). Answers its script with JSON: where to go when
    the game has begun; a form without a script goes there.
    """
    wish, looks = _number(request, "wish"), request.POST.get("looks") != "no"
    found = waiting.come(player=current_user(request), wish_id=wish, now=timezone.now(), looks=looks)
    there = found.game.get_absolute_url() if isinstance(found, Found) else ""
    if "application/json" in request.headers.get("Accept", ""):
        return JsonResponse({"game": there})
    return redirect(there or "find")


@require_POST
@for_people
def computers(request: HttpRequest) -> HttpResponse:
    """Fill the seats that nobody has taken for a day with computers."""
    with attempt(request):
        change = actions.let_computers_in(
            player=current_user(request),
            wish_id=_number(request, "wish"),
            level=request.POST.get("level", ""),
            now=timezone.now(),
        )
        return redirect("table", change.public_id)
    return redirect("find")


@require_POST
@for_accounts
def order(request: HttpRequest) -> HttpResponse:
    """Keep the reader at so many games; 0 ends the order."""
    user = current_user(request)
    games = queries.games_of(user)
    form = OrderForm(request.POST, ask_name=False, knows=bool(games), prefix="order")
    if not form.is_valid():
        finding = FindForm(ask_name=False, knows=bool(games), initial=initial(request))
        page = _shown(request, finding, games) | {"order_form": form}
        return render(request, "matching/find.html", page, status=422)
    with attempt(request):
        kept = actions.order(player=user, wanted=form.wanted, games=form.cleaned_data["games"], now=timezone.now())
        messages.success(request, _("Saved.") if kept else _("We no longer look for games by ourselves."))
    return redirect("find")


def _number(request: HttpRequest, name: str) -> int:
    """A number of a form that only our pages send; 0 for anything else."""
    return whole(request.POST.get(name, "")) or 0


@never_cache
@require_safe
def programs(request: HttpRequest) -> HttpResponse:
    """The programs that people may invite, and to which games."""
    return render(request, "matching/programs.html", {"listed": accepting.listed(request.user)})
