"""Standings and ratings in the API."""

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
    """Counts only rated games."""

    rating = serializers.IntegerField(source="shown", help_text="Everybody starts at 1500.")
    deviation = serializers.IntegerField(
        source="doubt", help_text="In two cases of three the true strength is no more points away."
    )
    provisional = serializers.BooleanField()
    games = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    won_percent = serializers.IntegerField()
    opponents = serializers.IntegerField(
        help_text="How many different ones in them, up to 5: with fewer, or fewer than ten games, it is provisional."
    )


class OverAll(RatingShape):
    """A rating with its place; serialized with its `Own` as context."""

    place = serializers.IntegerField(allow_null=True, help_text="In the standings; null while it is provisional.")
    change = serializers.IntegerField(allow_null=True, help_text="In the last 30 days; null: no rated game.")
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
    name = serializers.CharField(help_text="Of the game.")
    streak = serializers.IntegerField(help_text="Games won in a row, up to now.")
    best_streak = serializers.IntegerField()
    peak = serializers.IntegerField(allow_null=True, help_text="The highest rating, once it was settled.")

    def name_of(self, rating: Rating) -> str:
        return rules.VARIANTS[rating.variant].name


class StandingsLine(Shape):
    place = serializers.IntegerField(
        allow_null=True, help_text="From 1; who is equal shares one. Null: provisional ratings have none."
    )
    username = serializers.CharField(source="player.username")
    name = serializers.CharField(source="player.name")
    program = serializers.BooleanField(source="player.is_program", help_text="A program plays for this account.")
    games = serializers.IntegerField(source="sums.games", help_text="Finished games, rated or not.")
    won = serializers.IntegerField(source="sums.won")
    drawn = serializers.IntegerField(source="sums.drawn")
    won_percent = serializers.IntegerField(source="sums.won_percent")
    points = serializers.IntegerField(source="sums.points", help_text="What the score sheets say, added up.")
    rated = RatingShape(source="rating", allow_null=True)
    change = serializers.IntegerField(
        allow_null=True, help_text="Of the rating in the last 30 days, who has begun since then from 1500; null: no "
        "rated game.",
    )  # fmt: skip


class StandingsPage(PageShape):
    """A page of standings."""

    results = StandingsLine(many=True)


class Leader(Shape):
    variant = serializers.CharField()
    name = serializers.CharField(help_text="Of the game.")
    username = serializers.CharField(source="player.username", help_text="Of the player who stands first.")
    player = serializers.CharField(source="player.name")
    rated = RatingShape(source="*")

    def name_of(self, rating: Rating) -> str:
        return rules.VARIANTS[rating.variant].name

    def rated_of(self, rating: Rating) -> Rating:
        return rating


class Leaders(Shape):
    games = Leader(many=True, help_text="The games that are played for ratings.")


class PlayerRatings(Shape):
    username = serializers.CharField()
    name = serializers.CharField()
    overall = OverAll(allow_null=True, help_text="Over all games; null: no rated game.")
    ratings = OneRating(many=True)

    def overall_of(self, _player: User) -> Rating | None:
        own: Own | None = self.context["own"].get(ALL)
        return own.rating if own else None

    def ratings_of(self, _player: User) -> list[Rating]:
        return [own.rating for variant, own in self.context["own"].items() if variant != ALL]


class RatedGame(Shape):
    game = serializers.CharField(
        allow_null=True, source="game.public_id", help_text="Null: it was played by link, and you were not there."
    )
    variant = serializers.CharField()
    at = Moment(help_text="When it ended.")
    against = serializers.ListField(child=serializers.CharField(), help_text="The names of those on the other sides.")
    result = serializers.ChoiceField(["won", "lost", "drawn"])
    place = serializers.IntegerField(help_text="Of their side, from 1.")
    rating = serializers.IntegerField(source="shown", help_text="In this game, after it.")
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
    points = PointShape(many=True, help_text="Before the first of the newest 300 rated games, and after each of them.")


class SeatRating(Shape):
    seat = serializers.IntegerField()
    rating = serializers.IntegerField()
    provisional = serializers.BooleanField()
    change = serializers.IntegerField(allow_null=True, help_text="What the game changed; null until that is settled.")


class GameRatings(Shape):
    rated = serializers.BooleanField(help_text="Whether the game changes ratings, or has changed some.")
    seats = SeatRating(many=True, help_text="The seats that are taken; of a game that changes no rating none.")
    unrated = serializers.ChoiceField(
        Why.choices, allow_null=True,
        help_text="Why it isn't rated; of an open game, why it wouldn't be if you joined. `met_enough`: two who play "
        "against each other have begun three rated games today (UTC).",
    )  # fmt: skip
    abort_is_loss = serializers.BooleanField(
        help_text="Whether aborting it would be a loss for you, as you have aborted a rated game today (UTC)."
    )
