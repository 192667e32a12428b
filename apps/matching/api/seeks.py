"""The API of seeks: what one looks for, standing orders, and the pools."""

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import View
from common import limits
from common.api.documented import GUEST, changes, changes_by_body, reads
from common.refusals import Forbidden, NotFound, NotNow
from common.wishes import shape_of
from matching import actions, pools, queries, waiting
from matching.api import shapes
from matching.models import Found, Wish
from matching.pools import Pace, Pool, Wanted

ENDED = {204: OpenApiResponse(description="It has ended.")}


class Seeks(View):
    @extend_schema(
        operation_id="seeks_list",
        summary="List the games you look for",
        description="Each until we find its players, it ends, or you end it.",
        responses=reads(shapes.SeekView(many=True)),
    )
    def get(self, _request: Request) -> Response:
        return Response(shapes.SeekView(queries.wishes(self.player), many=True).data)

    @extend_schema(
        operation_id="seeks_add",
        summary="Look for a game",
        description="We look for opponents near your rating at once. If there are none, the seek waits: the event "
        "stream says when there is a game. Programs are paired with programs only. " + GUEST,
        request=shape_of(shapes.NewSeek),
        responses=changes_by_body(shapes.SeekAnswer, 409),
    )
    def post(self, _request: Request) -> Response:
        sent = self.body(shapes.NewSeek)
        limits.check("find", self.request)
        with self.player_or_guest(sent.name) as player:
            found = waiting.find(player=player, wanted=sent.wanted, now=timezone.now())
        if found is None:
            raise NotNow("changed", _("Your games have changed in the meantime. Try again."))
        return _answer(found)


class OneSeek(View):
    @extend_schema(
        operation_id="seeks_end",
        summary="Stop looking for a game",
        description="If a live game waits for you, this declines it. After three declined, missed or left games in a "
        "day you can't look for another one for an hour.",
        request=None,
        responses=changes(ENDED, 404),
    )
    def delete(self, _request: Request, pk: int) -> Response:
        if not actions.end_wish(player=self.player, wish_id=pk, now=timezone.now()):
            raise _unknown_seek()
        return Response(status=204)


class Here(View):
    @extend_schema(
        operation_id="seeks_here",
        summary="Say that you are here for a live game",
        description="Call it every 30 seconds while you look for a live game: we pair only players who are there. In "
        "a gathering, it says that you have come; the last player who comes begins the game.",
        request=None,
        responses=changes(shapes.SeekAnswer, 404),
    )
    def post(self, _request: Request, pk: int) -> Response:
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
    @extend_schema(
        operation_id="order_view",
        summary="Get your standing order",
        description="How many games we keep you at. 404 until you set one.",
        responses=reads(shapes.OrderView, 404),
    )
    def get(self, _request: Request) -> Response:
        if (order := queries.standing_order(self.player)) is None:
            raise NotFound("not_set", _("You have no standing order."))
        return Response(shapes.OrderView(order).data)

    @extend_schema(
        operation_id="order_save",
        summary="Keep yourself at a number of games",
        description="We look for another game whenever you have fewer, also while you're away.",
        request=shape_of(shapes.NewOrder),
        responses=changes_by_body(shapes.OrderView),
    )
    def put(self, _request: Request) -> Response:
        player, sent = self.player, self.body(shapes.NewOrder)
        if player.is_guest:
            raise Forbidden("account_needed", _("You need an account for a standing order."))
        order = actions.order(player=player, wanted=sent.wanted, games=sent.games, now=timezone.now())
        return Response(shapes.OrderView(order).data)

    @extend_schema(
        operation_id="order_end",
        summary="End your standing order",
        description="Seeks that it has made go on.",
        request=None,
        responses=changes(ENDED),
    )
    def delete(self, _request: Request) -> Response:
        nothing = Wanted(Pace.USUAL, rated=False)
        actions.order(player=self.player, wanted=nothing, games=0, now=timezone.now())
        return Response(status=204)


class Pools(View):
    @extend_schema(
        operation_id="pools_list",
        summary="List the games you can seek",
        description="With the waits of people, or of programs if you are one.",
        parameters=[shape_of(shapes.WhichPools)],
        responses=reads(shapes.PoolLine(many=True), 400),
    )
    def get(self, request: Request) -> Response:
        rated, programs = self.query(shapes.WhichPools).rated, getattr(request.user, "is_program", False)
        every = [Pool(*game, pace, rated, programs) for game in pools.games() for pace in Pace]
        return Response(shapes.PoolLine(every, many=True, context={"waits": queries.usual_waits()}).data)
