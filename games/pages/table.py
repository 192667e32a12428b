"""The page of a game, in all its states, and the private links to seats."""

from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.links import as_a_key
from common import limits
from common.answers.attempts import attempt
from common.paths import path_of
from games import actions, queries, seat_links
from games.models import Game, Seat
from games.pages.offers import invitation
from games.pages.replies import done_at_table, not_a_stranger, personal_link, table_link
from games.shown import asks


@never_cache
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    game = queries.seated_game(public_id)
    if game.status == Game.Status.OPEN:
        return invitation(request, game)
    if game.status in Game.UNPLAYED:
        return render(request, "games/gone.html", {"game": game, "mine": request.user == game.creator}, status=410)
    reader = seat_links.reader(request, public_id)
    seat = queries.seat_of(game, reader)
    may_agree = asks.may_agree(game)
    context = {
        "game": game,
        "reader": reader,
        "seat": seat,
        "view": queries.table_of(game, reader),
        "may_agree": may_agree,
        "asks_url": path_of("asks", public_id),
        "agreements": asks.agreements(game, reader) if game.asked_at else None,
        "link": table_link(game),
        "seat_link": personal_link(seat, game),
    }
    return render(request, "games/table.html", context)


@require_POST
def back(request: HttpRequest, public_id: str) -> HttpResponse:
    return done_at_table(request, public_id, actions.come_back)


@require_POST
def resign(request: HttpRequest, public_id: str) -> HttpResponse:
    return done_at_table(request, public_id, actions.resign_game)


@require_POST
def abort(request: HttpRequest, public_id: str) -> HttpResponse:
    """`loss`: the player agreed in the dialog that aborting counts as a loss."""
    return done_at_table(request, public_id, partial(actions.abort_game, as_loss="loss" in request.POST))


@require_POST
def rematch(request: HttpRequest, public_id: str) -> HttpResponse:
    """Redirect to the rematch, or back to the old game, which then shows the error."""
    with attempt(request):
        player = not_a_stranger(request.user)
        limits.check("rematch", request)
        return redirect(actions.offer_rematch(public_id=public_id, player=player))
    return redirect("table", public_id)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def seat_link(request: HttpRequest, public_id: str, token: str) -> HttpResponse:
    """Give this browser the seat of a guest, and no other. A GET changes nothing, because link previews send one, too;
    the button on the page sends a POST.
    """
    seat = Seat.objects.select_related("player", "game").filter(game__public_id=public_id, token=token).first()
    if seat is None or seat.player is None or not seat.player.is_active:
        raise Http404(_("This link doesn’t work. It’s incomplete, or the player left the game."))
    if seat.player == seat_links.reader(request, public_id):
        return redirect(seat.game)
    elsewhere = queries.seat_number(public_id, request.user) is not None
    if request.method == "POST" and seat.player.is_guest and not elsewhere:
        seat_links.hold(request.session, seat)
        messages.success(request, _("You now play as %(name)s in this browser.") % {"name": seat.player.name})
        response: HttpResponse = redirect(seat.game)
    else:
        response = render(request, "games/seat_link.html", {"seat": seat, "game": seat.game, "elsewhere": elsewhere})
    return as_a_key(response)
