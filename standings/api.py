"""The tables and the ratings of one player, as JSON: the same for everybody, so they may be kept for a while; but for a
table of friends.
"""

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
from common.api.pages import Cursor, page_answer
from games.api.base import View
from games.models import Game
from games.queries import has_aborted, seat_of, seated_game
from standings import at_table, months, past, queries
from standings.models import ALL
from standings.queries import Order, Table
from standings.shapes import GameRatings, Leaders, PlayerRatings, RatedGames, StandingsPage, Way
from standings.unrated import would_be_unrated

A_MINUTE = {"Cache-Control": "public, max-age=60"}


class WhichTable(Input):
    """Which standings, and from which row on."""

    month = serializers.RegexField(
        f"^{months.MonthConverter.regex}$", required=False, default="", help_text="“2026-11”; left out: of all time."
    )
    by = serializers.ChoiceField(
        ["rating", "provisional", "won"], required=False, default="rating",
        help_text="The order: settled ratings; those that are provisional still, and so have no place; or games won. "
        "A month is ordered by games won in any case.",
    )  # fmt: skip
    who = serializers.ChoiceField(
        ["everybody", "friends"], required=False, default="everybody",
        help_text="“friends”: you and your friends alone, with the places you have among each other.",
    )  # fmt: skip
    after = Cursor()


class WhichWay(Input):
    """Which kind of game."""

    variant = serializers.CharField(required=False, default=ALL, max_length=40, help_text="Left out: all games.")


class WhichGames(WhichWay):
    """Which kind of game, and from which row on."""

    after = Cursor()


class Standings(View):
    """The common part of the two addresses."""

    def page(self, request: Request, variant: str) -> Response:
        wanted = self.query(WhichTable)
        month, friends = wanted["month"], wanted["who"] == "friends"
        if month > months.month_of(timezone.now()):
            raise refusals.NotFound("unknown_month", _("That month hasn’t started yet."))
        order: Order = "won" if month else wanted["by"]
        table = Table(known(variant), order, month, queries.with_friends(self.player) if friends else None)
        page = queries.standings(table, cursor=wanted["after"]).page
        headers = {} if friends else A_MINUTE
        return Response(page_answer(StandingsPage, request, page, name="after"), headers=headers)


def known(variant: str) -> str:
    """The same; raises `NotFound` for unknown games."""
    if variant and variant not in rules.VARIANTS:
        raise refusals.NotFound("unknown_variant", _("This game isn't in our catalogue."))
    return variant


class AllGames(Standings):
    @extend_schema(
        operation_id="standings",
        summary="Standings over all games",
        description="By the rating over all games, or by games won; of all time or of one month, of everybody or of "
        "friends.",
        parameters=[WhichTable],
        responses=reads(StandingsPage, 400, 401, 404),
    )
    def get(self, request: Request) -> Response:
        return self.page(request, ALL)


class OneGame(Standings):
    @extend_schema(
        operation_id="standings_variant",
        summary="Standings of a game",
        description="By rating, or by games won; of all time or of one month, of everybody or of friends.",
        parameters=[WhichTable],
        responses=reads(StandingsPage, 400, 401, 404),
    )
    def get(self, request: Request, variant: str) -> Response:
        return self.page(request, variant)


class FirstOfEachGame(View):
    @extend_schema(
        operation_id="leaders",
        summary="Who stands first in each game",
        description="Of the games that are played for ratings.",
        responses=reads(Leaders),
    )
    def get(self, _request: Request) -> Response:
        return Response(Leaders({"games": queries.leaders()}).data, headers=A_MINUTE)


class RatingsAtTable(View):
    @extend_schema(
        operation_id="games_ratings",
        summary="The ratings at a table",
        description="In the game that is played there: as they are now, or as a finished game has left them.",
        responses=reads(GameRatings, 404),
    )
    def get(self, request: Request, public_id: str) -> Response:
        game, reader = seated_game(public_id), request.user
        seats = at_table.seat_ratings(game)
        plays = game.rated and game.status == Game.Status.PLAYING and seat_of(game, reader) is not None
        told = {
            "rated": bool(seats),
            "seats": seats,
            "unrated": would_be_unrated(game, reader),
            "abort_is_loss": plays and isinstance(reader, User) and has_aborted(reader, timezone.now()),
        }
        return Response(GameRatings(told).data)


class Ratings(View):
    @extend_schema(
        operation_id="people_ratings",
        summary="The ratings of a player",
        description="Over all games, and by game, the one they have played most first.",
        responses=reads(PlayerRatings, 404),
    )
    def get(self, _request: Request, username: str) -> Response:
        player = finding.account(username, closed=True)
        own = {each.rating.variant: each for each in queries.own_ratings(player)}
        return Response(PlayerRatings(player, context={"own": own}).data, headers=A_MINUTE)


class GamesOfPlayer(View):
    @extend_schema(
        operation_id="people_rated_games",
        summary="The rated games of a player",
        description="The newest first, with what each has made of the rating in its game.",
        parameters=[WhichGames],
        responses=reads(RatedGames, 400, 404),
    )
    def get(self, request: Request, username: str) -> Response:
        wanted = self.query(WhichGames)
        player = finding.account(username, closed=True)
        page = queries.rated_games(player, known(wanted["variant"]), wanted["after"])
        return Response(page_answer(RatedGames, request, page, name="after"))


class WayOfRating(View):
    @extend_schema(
        operation_id="people_rating_way",
        summary="How the rating of a player has gone",
        description="What the page draws: in one game, or over all games.",
        parameters=[WhichWay],
        responses=reads(Way, 400, 404),
    )
    def get(self, _request: Request, username: str) -> Response:
        variant = known(self.query(WhichWay)["variant"])
        player = finding.account(username, closed=True)
        return Response(Way({"points": past.way(player, variant)}).data, headers=A_MINUTE)
