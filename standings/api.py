"""The tables and the ratings of one player, as JSON: the same for everybody, so they may be kept for a while."""

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

import rules
from accounts import finding
from accounts.models import User
from common import refusals
from common.api.documented import reads
from common.api.inputs import Input
from common.api.pages import Cursor, PageShape, page_answer
from common.api.shapes import Moment, Shape
from games.api.base import View
from games.queries import seated_game
from standings import months, queries
from standings.models import Rating, Standing

A_MINUTE = {"Cache-Control": "public, max-age=60"}


class WhichTable(Input):
    """Which table, and from where on."""

    month = serializers.RegexField(
        f"^{months.MonthConverter.regex}$", required=False, help_text="“2026-11”; left out: of all time."
    )
    by = serializers.ChoiceField(
        ["rating", "won"], required=False, default="rating",
        help_text="The order. A month, and all games together, are ordered by games won in any case.",
    )  # fmt: skip
    after = Cursor()


class RatingShape(Shape):
    """Only rated games are in it."""

    rating = serializers.IntegerField(source="shown", help_text="Everybody starts at 1500.")
    deviation = serializers.IntegerField(help_text="How uncertain the rating is.")
    provisional = serializers.BooleanField()
    games = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()

    def deviation_of(self, rating: Standing) -> int:
        return round(rating.sigma)


class OneRating(RatingShape):
    variant = serializers.CharField()
    name = serializers.CharField(help_text="Of the game.")
    streak = serializers.IntegerField(help_text="Games won in a row, up to now.")
    best_streak = serializers.IntegerField()
    peak = serializers.IntegerField(allow_null=True, help_text="The highest rating, once it was settled.")
    updated = Moment(help_text="The end of the last rated game.")

    def name_of(self, rating: Rating) -> str:
        return rules.VARIANTS[rating.variant].name


class StandingsLine(Shape):
    place = serializers.IntegerField(help_text="From 1; who is equal shares one.")
    username = serializers.CharField(source="player.username")
    name = serializers.CharField(source="player.name")
    program = serializers.BooleanField(source="player.is_program", help_text="A program plays for this account.")
    games = serializers.IntegerField(source="sums.games", help_text="Finished games, rated or not.")
    won = serializers.IntegerField(source="sums.won")
    drawn = serializers.IntegerField(source="sums.drawn")
    points = serializers.IntegerField(source="sums.points", help_text="What the score sheets say, added up.")
    rated = RatingShape(source="rating", allow_null=True)


class StandingsPage(PageShape):
    """A page of a table."""

    results = StandingsLine(many=True)


class PlayerRatings(Shape):
    username = serializers.CharField()
    name = serializers.CharField()
    ratings = OneRating(many=True)

    def ratings_of(self, player: User) -> list[Rating]:
        return queries.ratings(player)


class SeatRating(Shape):
    seat = serializers.IntegerField()
    rating = serializers.IntegerField()
    provisional = serializers.BooleanField()
    change = serializers.IntegerField(allow_null=True, help_text="What the game changed; null until that is settled.")


class GameRatings(Shape):
    rated = serializers.BooleanField(help_text="Whether the game changes ratings, or has changed some.")
    seats = SeatRating(many=True, help_text="The seats that are taken; of a game that changes no rating none.")


class Table(View):
    """What the two addresses have in common."""

    def page(self, request: Request, variant: str) -> Response:
        wanted = self.query(WhichTable)
        month = wanted.get("month", "")
        if variant and variant not in rules.VARIANTS:
            raise refusals.NotFound("unknown_variant", _("There is no such game in the catalogue."))
        if month > months.month_of(timezone.now()):
            raise refusals.NotFound("unknown_month", _("That month has not begun yet."))
        by_rating = bool(variant) and not month and wanted["by"] == "rating"
        page = queries.standings(variant, month, by_rating=by_rating, cursor=wanted["after"]).page
        return Response(page_answer(StandingsPage, request, page, name="after"), headers=A_MINUTE)


class AllGames(Table):
    @extend_schema(
        operation_id="standings",
        summary="Standings of all games together",
        description="By games won. Finished games of players with an account, rated or not.",
        parameters=[WhichTable],
        responses=reads(StandingsPage, 400, 404),
    )
    def get(self, request: Request) -> Response:
        return self.page(request, "")


class OneGame(Table):
    @extend_schema(
        operation_id="standings_variant",
        summary="Standings of a game",
        description="By rating, or by games won; of all time or of one month.",
        parameters=[WhichTable],
        responses=reads(StandingsPage, 400, 404),
    )
    def get(self, request: Request, variant: str) -> Response:
        return self.page(request, variant)


class RatingsAtTable(View):
    @extend_schema(
        operation_id="games_ratings",
        summary="The ratings at a table",
        description="In the game that is played there: as they are now, or as a finished game has left them.",
        responses=reads(GameRatings, 404),
    )
    def get(self, _request: Request, public_id: str) -> Response:
        seats = queries.seat_ratings(seated_game(public_id))
        return Response(GameRatings({"rated": bool(seats), "seats": seats}).data)


class Ratings(View):
    @extend_schema(
        operation_id="people_ratings",
        summary="The ratings of a player",
        description="By game, the one they have played most first.",
        responses=reads(PlayerRatings, 404),
    )
    def get(self, _request: Request, username: str) -> Response:
        player = finding.account(username, closed=True)
        return Response(PlayerRatings(player).data, headers=A_MINUTE)
