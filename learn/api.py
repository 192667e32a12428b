"""The API for analyses and hints (docs/minds.md)."""

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import View
from accounts.models import User
from common import limits as rates
from common.api.documented import changes, reads
from common.api.inputs import LARGEST_NUMBER, Input
from common.api.shapes import Shape
from games import seat_links
from games.api.view_shape import numbers
from games.queries import find_game
from learn import actions, queries
from learn.models import Analysis
from learn.pieces import Pieces, counted


def figures(help_text: str) -> serializers.ListField:
    return serializers.ListField(child=serializers.FloatField(), help_text=help_text)


class Reason(Shape):
    code = serializers.CharField()
    values = serializers.DictField()


class Weighed(Shape):
    """A move and its value."""

    move = serializers.CharField()
    worth = serializers.FloatField(help_text="Points compared with the best move, which has 0.")
    error = serializers.FloatField(help_text="One standard error.")
    chance = serializers.FloatField(help_text="The chance to win the game, from 0 to 1.")
    reasons = Reason(many=True)


class CannotHold(Shape):
    seat = serializers.IntegerField()
    values = numbers()
    why = serializers.ChoiceField(["passed", "drew", "led"])
    ply = serializers.IntegerField()


class Hints(Shape):
    moves = Weighed(many=True, help_text="The best first. Empty if no move is to be chosen now.")
    cannot = CannotHold(many=True, help_text="Tiles that a seat is known not to have.")


class Draw(Shape):
    ply = serializers.IntegerField()
    seat = serializers.IntegerField()
    tile = serializers.CharField()
    luck = figures(help_text="By side.")


class Luck(Shape):
    deal = figures(help_text="By side.")
    draws = Draw(many=True)
    total = figures(help_text="By side: the luck of the deal and all draws.")


class Chances(Shape):
    ply = serializers.IntegerField()
    chance = figures(help_text="By side, with all hands known.")


class Choice(Shape):
    ply = serializers.IntegerField()
    seat = serializers.IntegerField()
    move = serializers.CharField()
    best = serializers.CharField()
    loss = serializers.FloatField(help_text="Points lost, given what the player could know.")
    error = serializers.FloatField(help_text="One standard error.")
    step = serializers.IntegerField(help_text="0: no mistake; 1 to 3: a small slip, a mistake, a blunder.")
    open_loss = serializers.FloatField(help_text="Points lost, with all hands known.")
    habit = serializers.CharField(allow_null=True)
    moves = Weighed(many=True)


class StudiedDeal(Shape):
    deal = serializers.IntegerField()
    round = serializers.IntegerField()
    result = figures(help_text="By side: the lead over the average of the others, in points.")
    luck = Luck()
    without_luck = figures(help_text="By side: the result without luck.")
    curve = Chances(many=True)
    choices = Choice(many=True)


class StudiedSeat(Shape):
    seat = serializers.IntegerField()
    choices = serializers.IntegerField()
    loss = serializers.FloatField()
    a_choice = serializers.FloatField()
    level = serializers.ChoiceField(
        User.Level.choices, allow_null=True, help_text="The level that loses about as much."
    )
    habits = serializers.DictField(child=serializers.FloatField())


class ChoicePlace(Shape):
    deal = serializers.IntegerField()
    ply = serializers.IntegerField()


class Study(Shape):
    evaluator = serializers.IntegerField(help_text="The version. Figures of different versions can't be compared.")
    spread = serializers.FloatField(help_text="The spread of a round's points.")
    deals = StudiedDeal(many=True)
    seats = StudiedSeat(many=True)
    costliest = serializers.ListField(child=ChoicePlace(many=True), help_text="By seat.")


class AnalysisAnswer(Shape):
    state = serializers.ChoiceField(["waiting", "done", "failed"])
    deals = serializers.IntegerField(help_text="The number of deals in the game.")
    studied = serializers.IntegerField(help_text="How many of them, from the first on, are in `found`.")
    found = Study(allow_null=True)


class WhichDeal(Input):
    deal = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=LARGEST_NUMBER,
        help_text="Index from 0. `deals` then has only this deal. All other fields still cover the whole game.",
    )


class OneAnalysis(View):
    @extend_schema(
        operation_id="games_analysis",
        summary="Get the analysis of a finished game",
        description=(
            "What each choice cost, and how much was luck. 404 `no_analysis` until someone requests it by POST. The "
            "analysis of a long game has megabytes, so request one `deal` at a time. The answer has an ETag."
        ),
        parameters=[WhichDeal],
        responses=reads(AnalysisAnswer, 400, 404),
    )
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        wanted = self.query(WhichDeal).get("deal")
        return _told(queries.kept_analysis(find_game(public_id)), request, wanted)

    @extend_schema(
        operation_id="games_analyse",
        summary="Request the analysis of a finished game",
        description="We analyse a game once for everyone. Requests wait in a queue. In a long game, each request adds"
        " 60 deals. There is a daily limit, which guests at one address share.",
        request=None,
        responses=changes(AnalysisAnswer, 404, 409),
    )
    def post(self, request: Request, public_id: str) -> HttpResponseBase:
        rates.check("study", request)
        return _told(actions.analyse(public_id=public_id, person=self.player), request)


def _told(analysis: Analysis, request: Request, deal: int | None = None) -> HttpResponseBase:
    if analysis.done_at is not None:
        return Pieces.of(analysis).answer(deal).answer(request._request, "application/json")
    return Response({"state": "failed" if analysis.failed else "waiting", **counted(analysis), "found": None})


class HintsNow(View):
    @extend_schema(
        operation_id="games_hints",
        summary="Get a hint",
        description="The value of each of your moves. Works on your turn, when you play alone with computers. If you "
        "win the game, it doesn't count in your results against computers.",
        responses=reads(Hints, 404, 409),
    )
    def get(self, request: Request, public_id: str) -> Response:
        rates.check("replay", request)
        found = actions.hints(public_id=public_id, reader=seat_links.reader(request, public_id))
        return Response({"moves": found["moves"], "cannot": found["cannot"]})
