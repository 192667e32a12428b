"""The API for analyses and hints (docs/minds.md)."""

from dataclasses import dataclass
from typing import Annotated

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import View
from accounts.models import User
from common import limits as rates
from common import wishes
from common.api.documented import changes, reads
from common.api.shapes import Shape
from common.api.typed import Shapes
from common.wishes import LARGEST_NUMBER, Between
from games import seat_links
from games.queries import find_game
from learn.analysis import actions, queries, report
from learn.analysis.pieces import Pieces, counted
from learn.models import Analysis
from mind.analysis import findings

shape_of = Shapes(
    {
        findings.WeighedMove: "Weighed",
        findings.DrawnTile: "Draw",
        findings.ChancesAt: "Chances",
        findings.ChoiceMade: "Choice",
    },
    choices={findings.LevelKey: User.Level},
)
Weighed = shape_of(findings.WeighedMove)
Hints = shape_of(findings.Hints)
Advice = shape_of(findings.Advice)
Study = shape_of(findings.Study)


class AnalysisAnswer(Shape):
    state = serializers.ChoiceField(["waiting", "done", "failed"])
    deals = serializers.IntegerField(help_text="The number of deals in the game.")
    studied = serializers.IntegerField(help_text="How many of them, from the first on, are in `found`.")
    found = Study(allow_null=True)


@dataclass(frozen=True, slots=True)
class WhichDeal:
    deal: Annotated[
        int | None,
        Between(0, LARGEST_NUMBER),
        "Index from 0. `deals` then has only this deal. All other fields still cover the whole game.",
    ] = None


class OneAnalysis(View):
    @extend_schema(
        operation_id="games_analysis",
        summary="Get the analysis of a finished game",
        description=(
            "What each choice cost, and how much was luck. 404 `no_analysis` until someone requests it by POST. The "
            "analysis of a long game has megabytes, so request one `deal` at a time. The answer has an ETag."
        ),
        parameters=[wishes.shape_of(WhichDeal)],
        responses=reads(AnalysisAnswer, 400, 404),
    )
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        number = self.query(WhichDeal).deal
        return _told(queries.kept_analysis(find_game(public_id)), request, number)

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
    return Response({"state": "failed" if analysis.failed else "waiting", **vars(counted(analysis)), "found": None})


class HintsNow(View):
    @extend_schema(
        operation_id="games_hints",
        summary="Get a hint",
        description="The value of each of your moves. Works on your turn, when you play alone with computers, not in "
        "tournaments. If you win the game, it doesn't count in your results against computers.",
        responses=reads(Hints, 404, 409),
    )
    def get(self, request: Request, public_id: str) -> Response:
        rates.check("replay", request)
        _view, found = actions.hints(public_id=public_id, reader=seat_links.reader(request, public_id))
        return Response(found)


class CoachAnswer(Shape):
    advice = Advice(allow_null=True, help_text="null: you didn't lose this deal by one move.")
    text = serializers.CharField(help_text="The advice as a sentence; empty if there is none.")


class Coach(View):
    @extend_schema(
        operation_id="games_coach",
        summary="Get advice about a deal that you lost",
        description="The better move that would have helped most. For finished deals when you play alone with "
        "computers; otherwise when the game is finished. It doesn't count as a hint.",
        responses=reads(CoachAnswer, 404, 409),
    )
    def get(self, request: Request, public_id: str, deal: int) -> Response:
        rates.check("replay", request)
        view, found = actions.coach(public_id=public_id, deal=deal, reader=seat_links.reader(request, public_id))
        return Response({"advice": found, "text": report.advice(found, view) if found else ""})
