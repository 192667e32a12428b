"""The API for years: the caller's own, and those that others share."""

from dataclasses import dataclass
from typing import Annotated

from django.utils import timezone
from rest_framework import serializers
from rest_framework.response import Response

from accounts.api.base import View
from common.api.documented import endpoint
from common.api.shapes import Moment, Shape
from standings.years import looking_back, sharing
from standings.years.looking_back import BestWin, MonthScore


class ScoreShape(Shape):
    games = serializers.IntegerField(help_text="Finished games between people, rated or not.")
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()


class MonthOfYear(ScoreShape):
    month = serializers.CharField(help_text="Such as “2026-03”, in UTC.")

    def month_of(self, score: MonthScore) -> str:
        return f"{score.first:%Y-%m}"


class RatingOfYear(Shape):
    before = serializers.IntegerField(help_text="The rating before the first rated game of the year.")
    after = serializers.IntegerField(help_text="The rating after the last one.")
    provisional = serializers.BooleanField(
        source="last.provisional", help_text="Whether the rating was provisional at the end."
    )


class VariantOfYear(ScoreShape):
    variant = serializers.CharField()
    rating = RatingOfYear(allow_null=True, help_text="Null: no game was rated.")


class BestWinOfYear(Shape):
    rating = serializers.IntegerField(source="row.beat", help_text="The rating of the strongest side they beat.")
    variant = serializers.CharField(source="row.variant")
    at = Moment(source="row.at")
    game = serializers.CharField(allow_null=True, help_text="The id of the game; null if you may not see it.")

    def game_of(self, win: BestWin) -> str | None:
        return win.row.game.public_id if win.named else None


class OpponentOfYear(Shape):
    username = serializers.CharField(source="player.username")
    name = serializers.CharField(source="player.name")
    games = serializers.IntegerField(
        help_text="Games against each other. Other people see only the number of public games."
    )


class YearSeen(Shape):
    """A player's year. Other people see no opponents' names and no games that aren't public."""

    year = serializers.IntegerField(source="sums.year")
    username = serializers.CharField(source="sums.player.username")
    name = serializers.CharField(source="sums.player.name")
    games = serializers.IntegerField(source="sums.total.games")
    won = serializers.IntegerField(source="sums.total.won")
    drawn = serializers.IntegerField(source="sums.total.drawn")
    longest = serializers.IntegerField(source="sums.longest", help_text="The longest streak of wins.")
    months = MonthOfYear(source="sums.months", many=True, help_text="All twelve.")
    variants = VariantOfYear(source="sums.variants", many=True, help_text="The most played first.")
    best_win = BestWinOfYear(allow_null=True)
    opponents = OpponentOfYear(many=True, help_text="The three most frequent opponents.")


class MyYearSeen(YearSeen):
    """Your year. *id* is the id in the link that you can share."""

    id = serializers.CharField(source="sums.public_id", allow_null=True, help_text="Null: you don't share it.")


@dataclass(frozen=True, slots=True)
class WhetherShared:
    """Each time you share a year, it gets a new link."""

    shared: Annotated[bool, "Whether everyone with the link can see it."]


class MyYear(View):
    writes = "account"

    @endpoint("me_year", "Get one of your years", MyYearSeen, 404)
    def get(self, year: int) -> Response:
        """Counts finished games between people that weren't annulled. Guests have no years."""
        return self.answer(year)

    @endpoint("me_year_share", "Share a year, or stop sharing it", MyYearSeen, 404, 409)
    def patch(self, wished: WhetherShared, year: int) -> Response:
        """A shared year has an address that anyone can open. If you stop, that address is gone."""
        looking_back.one_of_mine(self.player, year, timezone.now())
        if wished.shared:
            sharing.share(self.player, year)
        else:
            sharing.withdraw(self.player, year)
        return self.answer(year)

    def answer(self, year: int) -> Response:
        sums = looking_back.one_of_mine(self.player, year, timezone.now())
        return Response(MyYearSeen(looking_back.look_back(sums, self.player)).data)


class SharedYear(View):
    @endpoint("years_view", "Get a shared year", YearSeen, 404)
    def get(self, public_id: str) -> Response:
        """The year of a player who shared it by this address."""
        seen = looking_back.as_shared(sharing.shared(public_id), self.request.user)
        return Response(YearSeen(seen).data)
