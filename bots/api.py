"""My games with computers: how many may run, and how I have fared."""

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
    """Games with a result in which computers of this level were no partners of mine. What I won with a hint or a move
    taken back doesn't count.
    """

    variant = serializers.CharField()
    level = serializers.ChoiceField(User.Level.choices)
    games = serializers.IntegerField()
    won = serializers.IntegerField(help_text="By me.")
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()


class MyComputers(Shape):
    running = serializers.IntegerField(help_text="Games with computers that I have set and that aren't over.")
    most = serializers.IntegerField(help_text="How many those may be.")
    fared = Fared(many=True)


class Mine(View):
    @extend_schema(
        operation_id="me_computers",
        summary="Computers and I",
        description="How many games with computers I may have, and how I have fared against each level of each game.",
        responses=reads(MyComputers),
    )
    def get(self, _request: Request) -> Response:
        running = queries.running(self.player)
        shown = {"running": running.games, "most": running.most, "fared": queries.fared(self.player)}
        return Response(MyComputers(shown).data)
