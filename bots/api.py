"""The API of my games with computers: how many I may have, and my results."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from bots import queries
from common.api.documented import reads
from common.api.shapes import Shape
from games.api.base import View


class Fared(Shape):
    """Finished games against computers of this level. Games with one as my partner don't count, nor do wins with a hint
    or a move taken back.
    """

    variant = serializers.CharField()
    level = serializers.ChoiceField(User.Level.choices)
    games = serializers.IntegerField()
    won = serializers.IntegerField(help_text="By me.")
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()


class MyComputers(Shape):
    running = serializers.IntegerField(help_text="Unfinished games with computers that I created.")
    most = serializers.IntegerField(help_text="How many of those I may have.")
    fared = Fared(many=True)


class Mine(View):
    @extend_schema(
        operation_id="me_computers",
        summary="Get my results against computers",
        description="How many games with computers I may have, and my results against each level in each game.",
        responses=reads(MyComputers),
    )
    def get(self, _request: Request) -> Response:
        running = queries.running(self.player)
        shown = {"running": running.games, "most": running.most, "fared": queries.fared(self.player)}
        return Response(MyComputers(shown).data)
