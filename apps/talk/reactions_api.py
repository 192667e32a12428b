"""Reactions for programs."""

from dataclasses import dataclass

from django.utils import timezone
from rest_framework import serializers
from rest_framework.response import Response

from common.api.documented import endpoint
from common.api.shapes import Moment, Shape
from games import queries as games
from games import seat_links
from games.api.base import View
from talk import reactions
from talk.models import Reaction


@dataclass(frozen=True, slots=True)
class React:
    sign: Reaction.Sign


class ReactionShown(Shape):
    seat = serializers.IntegerField(source="seat.number", help_text="The sender's seat.")
    sign = serializers.ChoiceField(Reaction.Sign.choices)
    version = serializers.IntegerField(help_text="The game's version when it was sent.")
    at = Moment()


class ReactionsShown(Shape):
    reactions = ReactionShown(many=True, help_text="Those of this turn, and those sent moments ago.")
    sendable = serializers.ListField(
        child=serializers.ChoiceField(Reaction.Sign.choices), help_text="What you can send now. It depends on no tile."
    )


class Reactions(View):
    writes = "talk"

    @endpoint("reactions_list", "Get the reactions in a game", ReactionsShown, 404)
    def get(self, public_id: str) -> Response:
        """Everyone who sees the game sees them, except from people they block, or in a chat they muted."""
        game = games.find_game(public_id)
        reader = seat_links.reader(self.request, public_id)
        answer = {
            "reactions": reactions.shown(game, reader, timezone.now()),
            "sendable": reactions.sendable(game, reader),
        }
        return Response(ReactionsShown(answer).data)

    @endpoint("reactions_send", "Send a reaction", {201: ReactionShown}, 404)
    def post(self, wanted: React, public_id: str) -> Response:
        """Pages show it at your seat for some seconds. One a turn, until the next move; three after the game. With a
        person as your partner, only `hello` and `well_played` until the game ends. We ignore a repeat within 8 seconds
        and return the first one.
        """
        game = games.find_game(public_id)
        sent = reactions.send(game=game, player=self.player_at(public_id), sign=wanted.sign, now=timezone.now())
        return Response(ReactionShown(sent).data, status=201)
