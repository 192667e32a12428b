"""The API for analyses and hints (docs/minds.md)."""

from dataclasses import dataclass
from typing import Annotated

from django.http import HttpResponseBase
from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import View
from accounts.models import User
from common import limits as rates
from common import refusals
from common.api.documented import endpoint, nothing
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
    @endpoint("games_analysis", "Get the analysis of a finished game", AnalysisAnswer, 404)
    def get(self, wanted: WhichDeal, public_id: str) -> HttpResponseBase:
        """What each choice cost, and how much was luck. 404 `no_analysis` until someone requests it by POST. The
        analysis of a long game has megabytes, so request one `deal` at a time. The answer has an ETag.
        """
        return _told(queries.kept_analysis(find_game(public_id)), self.request, wanted.deal)

    @endpoint("games_analyse", "Request the analysis of a finished game", AnalysisAnswer, 404, 409)
    def post(self, public_id: str) -> HttpResponseBase:
        """We analyse a game once for everyone. Requests wait in a queue. In a long game, each request adds 60 deals.
        There is a daily limit, which guests at one address share.
        """
        rates.check("study", self.request)
        return _told(actions.analyse(public_id=public_id, person=self.player), self.request)


def _told(analysis: Analysis, request: Request, deal: int | None = None) -> HttpResponseBase:
    if analysis.done_at is not None:
        return Pieces.of(analysis).answer(deal).answer(request._request, "application/json")
    return Response({"state": "failed" if analysis.failed else "waiting", **vars(counted(analysis)), "found": None})


class HintsNow(View):
    @endpoint("games_hints", "Get a hint", Hints, 404, 409)
    def get(self, public_id: str) -> Response:
        """The value of each of your moves. Works on your turn, when you play alone with computers, not in tournaments.
        If you win the game, it doesn't count in your results against computers.
        """
        rates.check("replay", self.request)
        _view, found = actions.hints(public_id=public_id, reader=seat_links.reader(self.request, public_id))
        return Response(found)


BUSY = "We’re still working on a hint for you, or had no time. Ask again in a few seconds."


class CoachAnswer(Shape):
    advice = Advice(allow_null=True, help_text="null: you didn't lose this deal by one move.")
    text = serializers.CharField(help_text="The advice as a sentence; empty if there is none.")
    puzzle = serializers.CharField(
        help_text="The path of a page that asks you for the only move that would have won, whatever the others played. "
        "Empty if there is none."
    )


class Coach(View):
    @endpoint("games_coach", "Get advice about a deal that you lost", {200: CoachAnswer} | nothing(BUSY), 404)
    def get(self, public_id: str, deal: int) -> Response:
        """The better move that would have helped most. For finished deals when you play alone with computers; otherwise
        when the game is finished. It doesn't count as a hint.
        """
        rates.check("replay", self.request)
        reader = seat_links.reader(self.request, public_id)
        try:
            view, found = actions.coach(public_id=public_id, deal=deal, reader=reader)
        except refusals.NotNow:  # pages ask by themselves: nobody has done anything that could be refused
            return Response(status=204)
        text = report.advice(found.advice, view) if found.advice else ""
        puzzle = reverse("lost_round", args=[public_id, deal]) if found.puzzle else ""
        return Response({"advice": found.advice, "text": text, "puzzle": puzzle})
