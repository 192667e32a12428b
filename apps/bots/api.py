"""The caller's games with computers: how many may run, and the results."""

from rest_framework import serializers
from rest_framework.response import Response

from accounts.api.base import View
from accounts.models import User
from bots import queries
from common.api.documented import endpoint
from common.api.shapes import Shape


class Fared(Shape):
    """Your finished games against computers of this level. Games you won with a hint, or after taking a move back,
    don't count.
    """

    variant = serializers.CharField()
    level = serializers.ChoiceField(User.Level.choices)
    games = serializers.IntegerField()
    won = serializers.IntegerField(help_text="Games you won.")
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()


class MyComputers(Shape):
    running = serializers.IntegerField(help_text="Games with computers that you created and that haven't ended.")
    most = serializers.IntegerField(help_text="The maximum of these.")
    fared = Fared(many=True)


class Mine(View):
    @endpoint("me_computers", "Get your results against computers", MyComputers)
    def get(self) -> Response:
        """Includes how many games with computers you can have at a time."""
        running = queries.running(self.player)
        answer = {"running": running.games, "most": running.most, "fared": queries.fared(self.player)}
        return Response(MyComputers(answer).data)
