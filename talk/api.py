"""Talk and notes for programs."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common import refusals, timestamps
from common.api.documented import changes_by_body, reads
from common.api.inputs import Input, Text
from games import queries as games
from games import seat_links
from games.api.base import View
from games.models import Game
from talk import actions, queries, rooms
from talk.models import LONGEST_MESSAGE, LONGEST_NOTE, Message

Shape = serializers.Serializer[Any]
LARGEST_ID = 2**63 - 1


class Before(Input):
    before = serializers.IntegerField(
        required=False, min_value=0, max_value=LARGEST_ID, help_text="Only messages older than this id."
    )


class Say(Input):
    """Either *text* or *greeting*."""

    text = Text(required=False, default="", allow_blank=True, max_length=LONGEST_MESSAGE)
    greeting = serializers.ChoiceField(
        Message.Greeting.choices, required=False, default="", allow_blank=True,
        help_text="Each reader reads it in their own language.",
    )  # fmt: skip
    room = serializers.ChoiceField(
        Message.Room.choices, required=False, default="", allow_blank=True,
        help_text="Left out: at the table for players, among the watchers for others.",
    )  # fmt: skip


class MessageShown(Shape):
    id = serializers.IntegerField()
    room = serializers.ChoiceField(Message.Room.choices)
    author = serializers.CharField(help_text="Their name.")
    seat = serializers.IntegerField(allow_null=True, help_text="Where the author sits.")
    text = serializers.CharField(help_text="What was said; a greeting in your language.")
    greeting = serializers.ChoiceField(Message.Greeting.choices, allow_null=True)
    version = serializers.IntegerField(help_text="Of the game when it was said.")
    at = serializers.DateTimeField()


class TalkShown(Shape):
    """The oldest of these messages first."""

    messages = MessageShown(many=True)
    earlier = serializers.IntegerField(allow_null=True, help_text="Ask with this `before`; null: there are no more.")


class NoteText(Input):
    text = Text(allow_blank=True, max_length=LONGEST_NOTE, help_text="Empty: no note.")


class NoteShown(Shape):
    """Seen by you alone."""

    text = serializers.CharField(allow_blank=True)


class Talk(View):
    writes = "talk"

    @extend_schema(
        operation_id="talk_list",
        summary="What is said at a table",
        description="Players read what players say, and the watchers' talk once the game is over; watchers read "
        "their own. While a game runs that needs an account.",
        parameters=[Before],
        responses=reads(TalkShown, 400, 404),
    )
    def get(self, request: Request, public_id: str) -> Response:
        game = games.find_game(public_id)
        reader = seat_links.reader(request, public_id)
        if not rooms.readable(game, reader):
            raise refusals.Forbidden("account_needed", _("While a game runs, its watchers' talk needs an account."))
        page = queries.talk(game, reader, str(self.query(Before).get("before", ""))).page
        lines = [_line(message, game) for message in page.rows]
        return Response({"messages": lines, "earlier": int(page.next) if page.next else None})

    @extend_schema(
        operation_id="talk_say",
        summary="Say something",
        description="Ten messages a minute. The same words again within half a minute are the same message.",
        request=Say,
        responses=changes_by_body({201: MessageShown}, 404),
    )
    def post(self, _request: Request, public_id: str) -> Response:
        said = self.body(Say)
        game = games.find_game(public_id)
        message = actions.say(game=game, author=self.player_at(public_id), now=timezone.now(), **said)
        return Response(_line(message, game), status=201)


def _line(message: Message, game: Game) -> dict[str, Any]:
    seat = next((seat.number for seat in game.seats.all() if seat.player_id == message.author_id), None)
    return {
        "id": message.pk,
        "room": message.room,
        "author": message.author.name,
        "seat": seat,
        "text": message.said,
        "greeting": message.greeting or None,
        "version": message.version,
        "at": timestamps.stamp(message.at),
    }


class GameNote(View):
    writes = "talk"

    @extend_schema(operation_id="note_read", summary="Your note about a game", responses=reads(NoteShown, 404))
    def get(self, _request: Request, public_id: str) -> Response:
        return Response({"text": queries.my_note(self.player, game=games.find_game(public_id))})

    @extend_schema(
        operation_id="note_write",
        summary="Note something about a game",
        request=NoteText,
        responses=changes_by_body(NoteShown, 404),
    )
    def put(self, _request: Request, public_id: str) -> Response:
        text = self.body(NoteText)["text"]
        game = games.find_game(public_id)
        return Response({"text": actions.write_note(author=self.player, text=text, now=timezone.now(), game=game)})
