"""Outputs of the API of ladders."""

from rest_framework import serializers

from common.api.pages import PageShape
from common.api.shapes import Moment, Shape
from games.api.outputs import Clock
from games.models import Game
from ladders import queries
from ladders.kinds import kind
from ladders.models import Challenge, GameOf, Ladder, Rung
from people.api.shapes import Somebody
from rulebook.time_control import ClockShown


class LadderLine(Shape):
    id = serializers.CharField(source="public_id")
    variant = serializers.CharField()
    club = serializers.CharField(allow_null=True, help_text="The id of the club; null: it’s the site’s.")
    players = serializers.IntegerField(source="size")

    def club_of(self, ladder: Ladder) -> str | None:
        return None if ladder.club is None else ladder.club.public_id


class LadderList(PageShape):
    results = LadderLine(many=True)


class MyPlace(Shape):
    place = serializers.IntegerField(allow_null=True, help_text="Null: parked. `join/` again, when you’re back.")
    best = serializers.IntegerField(help_text="The highest place so far.")
    won = serializers.IntegerField(help_text="Challenges.")
    lost = serializers.IntegerField()


class LadderView(LadderLine):
    """Needs `me` as context."""

    clock = Clock(help_text="Of the games.")
    you = MyPlace(allow_null=True, help_text="Null: you aren’t on it.")

    def clock_of(self, ladder: Ladder) -> ClockShown:
        return kind(ladder.variant).control.shown()

    def you_of(self, _ladder: Ladder) -> Rung | None:
        me: Rung | None = self.context["me"]
        return me


class RungLine(Shape):
    place = serializers.IntegerField()
    player = Somebody()
    won = serializers.IntegerField(help_text="Challenges.")
    lost = serializers.IntegerField()
    vacation = serializers.BooleanField(help_text="Nobody can challenge them until they are back.")

    def vacation_of(self, rung: Rung) -> bool:
        return queries.is_away(rung)


class LadderPlaces(PageShape):
    results = RungLine(many=True)


class ChallengeGame(Shape):
    id = serializers.CharField(source="game.public_id")
    status = serializers.ChoiceField(Game.Status.choices, source="game.status")
    number = serializers.IntegerField(help_text="From 1. The challenger leads in the first one.")

    def number_of(self, game: GameOf) -> int:
        return game.number + 1


class ChallengeLine(Shape):
    challenger = Somebody(allow_null=True, help_text="Null: they have deleted their account.")
    challenged = Somebody(allow_null=True)
    from_place = serializers.IntegerField(help_text="Of the challenger, when it was made, or when they moved up.")
    to_place = serializers.IntegerField()
    at = Moment()
    ends = Moment(help_text="At the latest.")
    outcome = serializers.ChoiceField(
        [("", ""), *Challenge.Outcome.choices], help_text="For the challenger. Empty: still running."
    )
    moved = serializers.BooleanField(help_text="Whether the challenger took the place.")
    over_at = Moment(allow_null=True)
    games = ChallengeGame(many=True)

    def games_of(self, challenge: Challenge) -> list[GameOf]:
        return list(challenge.games.all())


class LadderChallenges(PageShape):
    results = ChallengeLine(many=True)
