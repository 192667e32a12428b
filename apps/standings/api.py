"""Standings and players' ratings as JSON. Caches may store them, except standings of friends, because everyone gets
the same answer.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.response import Response

import rules
from accounts import finding
from accounts.api.base import View
from accounts.models import User
from common import refusals
from common.api.documented import endpoint
from common.api.pages import page_answer
from common.wishes import Between, Cursor
from games.models import Game
from games.queries import has_aborted, seat_of, seated_game
from standings import at_table, months, past, queries
from standings.models import ALL
from standings.queries import Order, Table
from standings.shapes import GameRatings, Leaders, PlayerRatings, RatedGames, StandingsPage, Way
from standings.unrated import would_be_unrated

A_MINUTE = {"Cache-Control": "public, max-age=60"}


class Month(serializers.RegexField):
    def __init__(self, **more: Any) -> None:
        super().__init__(f"^{months.MonthConverter.regex}$", **(more | {"allow_blank": False}))


@dataclass(frozen=True, slots=True)
class WhichTable:
    """The standings, and where to start."""

    month: Annotated[str, Month, "Such as “2026-11”. Default: all time."] = ""
    by: Annotated[
        Order,
        "“rating”: by settled rating. “provisional”: provisional ratings, which have no place yet. “won”: by "
        "games won. A month is always ordered by games won.",
    ] = "rating"
    who: Annotated[
        Literal["everybody", "friends"], "“friends”: only you and your friends, with places among yourselves."
    ] = "everybody"
    after: Cursor = ""


@dataclass(frozen=True, slots=True)
class WhichWay:
    """The variant."""

    variant: Annotated[str, Between(1, 40), "Default: all variants."] = ALL


@dataclass(frozen=True, slots=True)
class WhichGames(WhichWay):
    """The variant, and where to start."""

    after: Cursor = ""


class Standings(View):
    """What both standings addresses share."""

    def page(self, wanted: WhichTable, variant: str) -> Response:
        month, friends = wanted.month, wanted.who == "friends"
        if month > months.month_of(timezone.now()):
            raise refusals.NotFound("unknown_month", _("That month hasn’t started yet."))
        order: Order = "won" if month else wanted.by
        table = Table(known(variant), order, month, queries.with_friends(self.player) if friends else None)
        page = queries.standings(table, cursor=wanted.after).page
        headers = {} if friends else A_MINUTE
        return Response(page_answer(StandingsPage, self.request, page, name="after"), headers=headers)


def known(variant: str) -> str:
    """Return *variant*. Raises `NotFound` if it isn't in the catalogue."""
    if variant and variant not in rules.VARIANTS:
        raise refusals.NotFound("unknown_variant", _("This game isn’t in our catalogue."))
    return variant


class AllGames(Standings):
    @endpoint("standings", "Get the standings for all variants", StandingsPage, 404)
    def get(self, wanted: WhichTable) -> Response:
        """By overall rating or by games won; for all time or one month; for everyone or your friends."""
        return self.page(wanted, ALL)


class OneGame(Standings):
    @endpoint("standings_variant", "Get the standings of a variant", StandingsPage, 404)
    def get(self, wanted: WhichTable, variant: str) -> Response:
        """By rating or by games won; for all time or one month; for everyone or your friends."""
        return self.page(wanted, variant)


class FirstOfEachGame(View):
    @endpoint("leaders", "List the leader of each variant", Leaders)
    def get(self) -> Response:
        """Only variants with rated games are listed."""
        return Response(Leaders({"games": queries.leaders()}).data, headers=A_MINUTE)


class RatingsAtTable(View):
    @endpoint("games_ratings", "Get the ratings of the players in a game", GameRatings, 404)
    def get(self, public_id: str) -> Response:
        """Their ratings in this variant: now or, for a finished game, after it."""
        game, reader = seated_game(public_id), self.request.user
        seats = at_table.seat_ratings(game)
        plays = game.rated and game.status == Game.Status.PLAYING and seat_of(game, reader) is not None
        ratings = {
            "rated": bool(seats),
            "seats": seats,
            "unrated": would_be_unrated(game, reader),
            "abort_is_loss": plays and isinstance(reader, User) and has_aborted(reader, timezone.now()),
        }
        return Response(GameRatings(ratings).data)


class Ratings(View):
    @endpoint("people_ratings", "Get the ratings of a player", PlayerRatings, 404)
    def get(self, username: str) -> Response:
        """The overall rating, and the rating in each variant, the most played first."""
        player = finding.account(username, closed=True)
        own = {each.rating.variant: each for each in queries.own_ratings(player)}
        return Response(PlayerRatings(player, context={"own": own}).data, headers=A_MINUTE)


class GamesOfPlayer(View):
    @endpoint("people_rated_games", "List the rated games of a player", RatedGames, 404)
    def get(self, query: WhichGames, username: str) -> Response:
        """The newest first, with the rating after each game."""
        player = finding.account(username, closed=True)
        page = queries.rated_games(player, known(query.variant), query.after)
        return Response(page_answer(RatedGames, self.request, page, name="after"))


class WayOfRating(View):
    @endpoint("people_rating_way", "Get the rating history of a player", Way, 404)
    def get(self, wanted: WhichWay, username: str) -> Response:
        """The points of the chart, for one variant or for all."""
        variant = known(wanted.variant)
        player = finding.account(username, closed=True)
        return Response(Way({"points": past.way(player, variant)}).data, headers=A_MINUTE)
