"""The API of seeks: what one looks for, standing orders, and the pools."""

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.api.base import View
from accounts.models import User
from common import limits
from common.api.documented import endpoint, nothing
from common.refusals import Forbidden, NotFound, NotNow
from matching import actions, pools, queries, waiting
from matching.api import shapes
from matching.models import Found, Wish
from matching.pools import Pace, Pool, Wanted

ENDED = nothing("It has ended.")


class Seeks(View):
    @endpoint("seeks_list", "List the games you look for", shapes.SeekView(many=True))
    def get(self) -> Response:
        """Each until we find its players, it ends, or you end it."""
        return Response(shapes.SeekView(queries.wishes(self.player), many=True).data)

    @endpoint("seeks_add", "Look for a game", shapes.SeekAnswer, 409, guests=True)
    def post(self, sent: shapes.NewSeek) -> Response:
        """We look for opponents near your rating at once. If there are none, the seek waits: the event stream says when
        there is a game. Programs are paired with programs only.
        """
        limits.check("find", self.request)
        with self.player_or_guest(sent.name) as player:
            found = waiting.find(player=player, wanted=sent.wanted, now=timezone.now())
        if found is None:
            raise NotNow("changed", _("Your games have changed in the meantime. Try again."))
        return _answer(found)


class OneSeek(View):
    @endpoint("seeks_end", "Stop looking for a game", ENDED, 404)
    def delete(self, pk: int) -> Response:
        """If a live game waits for you, this declines it. After three declined, missed or left games in a day you can't
        look for another one for an hour.
        """
        if not actions.end_wish(player=self.player, wish_id=pk, now=timezone.now()):
            raise _unknown_seek()
        return Response(status=204)


class Here(View):
    @endpoint("seeks_here", "Say that you are here for a live game", shapes.SeekAnswer, 404)
    def post(self, pk: int) -> Response:
        """Call it every 30 seconds while you look for a live game: we pair only players who are there. In a gathering,
        it says that you have come; the last player who comes begins the game.
        """
        if (found := waiting.come(player=self.player, wish_id=pk, now=timezone.now())) is None:
            raise _unknown_seek()
        return _answer(found)


def _answer(found: Wish | Found) -> Response:
    """A wish that waits, or the game that was found for it."""
    if isinstance(found, Found):
        return Response(shapes.SeekAnswer({"state": "found", "game": found.game.public_id, "seek": None}).data)
    state = "waiting" if found.gathering is None else "gathering"
    return Response(shapes.SeekAnswer({"state": state, "game": None, "seek": found}).data)


def _unknown_seek() -> NotFound:
    return NotFound("unknown_seek", _("You aren’t looking for this game any more."))


class MyOrder(View):
    @endpoint("order_view", "Get your standing order", shapes.OrderView, 404)
    def get(self) -> Response:
        """How many games we keep you at. 404 until you set one."""
        if (order := queries.standing_order(self.player)) is None:
            raise NotFound("not_set", _("You have no standing order."))
        return Response(shapes.OrderView(order).data)

    @endpoint("order_save", "Keep yourself at a number of games", shapes.OrderView)
    def put(self, player: User, sent: shapes.NewOrder) -> Response:
        """We look for another game whenever you have fewer, also while you're away."""
        if player.is_guest:
            raise Forbidden("account_needed", _("You need an account for a standing order."))
        order = actions.order(player=player, wanted=sent.wanted, games=sent.games, now=timezone.now())
        return Response(shapes.OrderView(order).data)

    @endpoint("order_end", "End your standing order", ENDED)
    def delete(self) -> Response:
        """Seeks that it has made go on."""
        nothing = Wanted(Pace.USUAL, rated=False)
        actions.order(player=self.player, wanted=nothing, games=0, now=timezone.now())
        return Response(status=204)


class Pools(View):
    @endpoint("pools_list", "List the games you can seek", shapes.PoolLine(many=True))
    def get(self, wanted: shapes.WhichPools) -> Response:
        """With the waits of people, or of programs if you are one."""
        rated, programs = wanted.rated, getattr(self.request.user, "is_program", False)
        every = [Pool(*game, pace, rated, programs) for game in pools.games() for pace in Pace]
        return Response(shapes.PoolLine(every, many=True, context={"waits": queries.usual_waits()}).data)
