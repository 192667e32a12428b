"""The shapes of standings and ratings in the API."""

from rest_framework import serializers

import rules
from accounts.models import User
from common.api.pages import PageShape
from common.api.shapes import Moment, Shape
from standings import queries
from standings.models import ALL, Rating, RatingChange
from standings.queries import Own
from standings.unrated import Why


class RatingShape(Shape):
    """A rating. Only rated games count."""

    rating = serializers.IntegerField(source="shown", help_text="Everyone starts at 1500.")
    deviation = serializers.IntegerField(
        source="doubt", help_text="The margin of error: two times out of three, the true strength is within it."
    )
    provisional = serializers.BooleanField()
    games = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    won_percent = serializers.IntegerField()
    opponents = serializers.IntegerField(
        help_text="Different opponents, up to 5; up to 4 in the first three days of rated games. With fewer than 5, or "
        "fewer than ten games, the rating is provisional."
    )


class OverAll(RatingShape):
    """A rating with its place. Needs its `Own` as context."""

    place = serializers.IntegerField(
        allow_null=True, help_text="The place in the standings; null while the rating is provisional."
    )
    change = serializers.IntegerField(allow_null=True, help_text="The change in the last 30 days; null: no rated game.")
    updated = Moment(help_text="The end of the last rated game.")

    def place_of(self, rating: Rating) -> int | None:
        return self._own(rating).place

    def change_of(self, rating: Rating) -> int | None:
        return self._own(rating).change

    def _own(self, rating: Rating) -> Own:
        own: Own = self.context["own"][rating.variant]
        return own


class OneRating(OverAll):
    variant = serializers.CharField()
    name = serializers.CharField(help_text="The name of the variant.")
    streak = serializers.IntegerField(help_text="The current streak of wins.")
    best_streak = serializers.IntegerField()
    peak = serializers.IntegerField(allow_null=True, help_text="The highest settled rating.")

    def name_of(self, rating: Rating) -> str:
        return rules.VARIANTS[rating.variant].name


class StandingsLine(Shape):
    place = serializers.IntegerField(
        allow_null=True, help_text="From 1. Equal players share a place. Null: the rating is provisional."
    )
    username = serializers.CharField(source="player.username")
    name = serializers.CharField(source="player.name")
    program = serializers.BooleanField(source="player.is_program", help_text="A program plays for this account.")
    games = serializers.IntegerField(source="sums.games", help_text="Finished games, rated or not.")
    won = serializers.IntegerField(source="sums.won")
    drawn = serializers.IntegerField(source="sums.drawn")
    won_percent = serializers.IntegerField(source="sums.won_percent")
    points = serializers.IntegerField(source="sums.points", help_text="The sum of the points on the score sheets.")
    rated = RatingShape(source="rating", allow_null=True)
    change = serializers.IntegerField(
        allow_null=True,
        help_text="Change of the rating in the last 30 days; for new players, from 1500. Null: no rated game.",
    )


class StandingsPage(PageShape):
    """A page of the standings."""

    results = StandingsLine(many=True)


class Leader(Shape):
    variant = serializers.CharField()
    name = serializers.CharField(help_text="The name of the variant.")
    username = serializers.CharField(source="player.username", help_text="The user name of the leader.")
    player = serializers.CharField(source="player.name")
    rated = RatingShape(source="*")

    def name_of(self, rating: Rating) -> str:
        return rules.VARIANTS[rating.variant].name


class Leaders(Shape):
    games = Leader(many=True, help_text="The variants with rated games.")


class PlayerRatings(Shape):
    username = serializers.CharField()
    name = serializers.CharField()
    overall = OverAll(allow_null=True, help_text="The rating for all variants; null: no rated game.")
    ratings = OneRating(many=True)

    def overall_of(self, _player: User) -> Rating | None:
        own: Own | None = self.context["own"].get(ALL)
        return own.rating if own else None

    def ratings_of(self, _player: User) -> list[Rating]:
        return [own.rating for variant, own in self.context["own"].items() if variant != ALL]


class RatedGame(Shape):
    game = serializers.CharField(
        allow_null=True, source="game.public_id", help_text="Null: it was a game by link, and you didn't play in it."
    )
    variant = serializers.CharField()
    at = Moment(help_text="When it ended.")
    against = serializers.ListField(child=serializers.CharField(), help_text="The names of the opponents.")
    result = serializers.ChoiceField(["won", "lost", "drawn"])
    place = serializers.IntegerField(help_text="The place of their side, from 1.")
    rating = serializers.IntegerField(source="shown", help_text="The rating in this variant after the game.")
    provisional = serializers.BooleanField()
    change = serializers.IntegerField(source="difference")

    def game_of(self, row: RatingChange) -> str | None:
        return row.game.public_id if queries.may_open(row, self.context["request"].user) else None

    def against_of(self, row: RatingChange) -> list[str]:
        return queries.opponents_of(row)


class RatedGames(PageShape):
    """A page of a player's rated games, newest first."""

    results = RatedGame(many=True)


class PointShape(Shape):
    at = Moment()
    rating = serializers.IntegerField()


class Way(Shape):
    points = PointShape(many=True, help_text="The rating before the newest 300 rated games, and after each of them.")


class SeatRating(Shape):
    seat = serializers.IntegerField()
    rating = serializers.IntegerField()
    provisional = serializers.BooleanField()
    change = serializers.IntegerField(allow_null=True, help_text="The change by this game; null until it is rated.")


class GameRatings(Shape):
    rated = serializers.BooleanField(help_text="Whether the game is rated.")
    seats = SeatRating(many=True, help_text="The occupied seats; empty for an unrated game.")
    unrated = serializers.ChoiceField(
        Why.choices,
        allow_null=True,
        help_text="Why it isn't rated, or wouldn't be if you joined. `house_rules`: its options are not among those of "
        "the site's new-game form. `too_short`: its last moment comes too soon. `met_enough`: two opponents have "
        "already started three rated games today (UTC).",
    )
    abort_is_loss = serializers.BooleanField(
        help_text="Whether you would lose by aborting it, because you already aborted a rated game today (UTC)."
    )
