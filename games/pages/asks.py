"""What two players ask of each other: a panel beside the board, and a bar above the hand."""

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from common import limits, refusals
from games import actions, queries, seat_links
from games.models import Ask
from games.pages.replies import not_a_stranger, panel
from games.shown import asks as shown

MOST_DIGITS = 18


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def asks(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the asks; POST asks or answers. *bar*: only those that wait, for the bar above the hand."""
    refused: refusals.Refused | None = None
    reader = seat_links.reader(request, public_id)
    if request.method == "POST":
        try:
            _do(request, public_id, not_a_stranger(reader))
        except refusals.Refused as caught:
            refused = caught.counted()
        if refused is None and "X-Panel" not in request.headers:
            return redirect("table", public_id)
    agreements = shown.agreements(queries.seated_game(public_id), reader)
    context = {"public_id": public_id, "refused": refused, "agreements": agreements}
    template = "games/asks_bar.html" if "bar" in request.GET else "games/asks.html"
    return panel(request, template, context, status=refused.status if refused else 200)


def _do(request: HttpRequest, public_id: str, player: User) -> None:
    """What the button *do* says."""
    do, _space, number = request.POST.get("do", "").partition(" ")
    ask_id = int(number) if number.isascii() and number.isdigit() and len(number) <= MOST_DIGITS else 0
    match do:
        case "agree" | "decline":
            actions.answer_ask(public_id=public_id, player=player, ask_id=ask_id, agree=do == "agree")
        case "withdraw":
            actions.withdraw_ask(public_id=public_id, player=player, ask_id=ask_id)
        case "resume":
            actions.resume(public_id=public_id, player=player)
        case "give":
            limits.check("ask", request)
            actions.give_time(public_id=public_id, player=player, given=ask_id if number else None)
        case Ask.Kind.TAKE_BACK | Ask.Kind.PAUSE | Ask.Kind.TIME:
            limits.check("ask", request)
            actions.ask(public_id=public_id, player=player, kind=do, until=_day(request.POST.get("until", "")))
        case _:
            raise refusals.Unreadable("unreadable", _("This form is incomplete. Reload the page and try again."))


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
