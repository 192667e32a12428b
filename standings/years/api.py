"""Years by API: the caller's own, and shared ones."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api.documented import changes_by_body, reads
from common.api.inputs import Input
from common.api.shapes import Moment, Shape
from games.api.base import View
from standings.years import looking_back, sharing
from standings.years.looking_back import BestWin, MonthScore


class ScoreShape(Shape):
    games = serializers.IntegerField(help_text="Finished games between people, rated or not.")
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()


class MonthOfYear(ScoreShape):
    month = serializers.CharField(help_text="“2026-03”, by UTC.")

    def month_of(self, score: MonthScore) -> str:
        return f"{score.first:%Y-%m}"


class RatingOfYear(Shape):
    before = serializers.IntegerField(help_text="The first rated game of the year.")
    after = serializers.IntegerField(help_text="The last one.")
    provisional = serializers.BooleanField(source="last.provisional", help_text="Whether it was so at the end.")


class VariantOfYear(ScoreShape):
    variant = serializers.CharField()
    rating = RatingOfYear(allow_null=True, help_text="Null: no game was rated.")


class BestWinOfYear(Shape):
    rating = serializers.IntegerField(source="row.beat", help_text="Of the strongest side that was beaten.")
    variant = serializers.CharField(source="row.variant")
    at = Moment(source="row.at")
    game = serializers.CharField(allow_null=True, help_text="Its id; null where the reader may not know it.")

    def game_of(self, win: BestWin) -> str | None:
        return win.row.game.public_id if win.named else None


class OpponentOfYear(Shape):
    username = serializers.CharField(source="player.username")
    name = serializers.CharField(source="player.name")
    games = serializers.IntegerField(help_text="Against each other; to others than the player, the public ones alone.")


class YearSeen(Shape):
    """A year of a player's games. For others it names only public games and their players."""

    year = serializers.IntegerField(source="sums.year")
    username = serializers.CharField(source="sums.player.username")
    name = serializers.CharField(source="sums.player.name")
    games = serializers.IntegerField(source="sums.total.games")
    won = serializers.IntegerField(source="sums.total.won")
    drawn = serializers.IntegerField(source="sums.total.drawn")
    longest = serializers.IntegerField(source="sums.longest", help_text="Games won in a row.")
    months = MonthOfYear(source="sums.months", many=True, help_text="All twelve.")
    variants = VariantOfYear(source="sums.variants", many=True, help_text="The game most played first.")
    best_win = BestWinOfYear(allow_null=True)
    opponents = OpponentOfYear(many=True, help_text="Met most often: three at most.")


class MyYearSeen(YearSeen):
    """A year of the caller's. *id*: of the link for sharing."""

    id = serializers.CharField(source="sums.public_id", allow_null=True, help_text="Null: it isn’t shared.")


class WhetherShared(Input):
    """Each time a year is shared it gets a new link."""

    shared = serializers.BooleanField(help_text="Whether everybody who has its link may look at it.")


class MyYear(View):
    writes = "account"

    @extend_schema(
        operation_id="me_year",
        summary="A year of mine",
        description="Games between people that are finished and not annulled. Guests have none.",
        responses=reads(MyYearSeen, 404),
    )
    def get(self, _request: Request, year: int) -> Response:
        return self.answer(year)

    @extend_schema(
        operation_id="me_year_share",
        summary="Share a year, or take that back",
        request=WhetherShared,
        responses=changes_by_body(MyYearSeen, 404, 409),
    )
    def patch(self, _request: Request, year: int) -> Response:
        wished = self.body(WhetherShared)
        looking_back.one_of_mine(self.player, year, timezone.now())
        if wished["shared"]:
            sharing.share(self.player, year)
        else:
            sharing.withdraw(self.player, year)
        return self.answer(year)

    def answer(self, year: int) -> Response:
        sums = looking_back.one_of_mine(self.player, year, timezone.now())
        return Response(MyYearSeen(looking_back.look_back(sums, self.player)).data)


class SharedYear(View):
    @extend_schema(
        operation_id="years_view",
        summary="A year that somebody shares",
        responses=reads(YearSeen, 404),
    )
    def get(self, request: Request, public_id: str) -> Response:
        seen = looking_back.as_shared(sharing.shared(public_id), request.user)
        return Response(YearSeen(seen).data)
