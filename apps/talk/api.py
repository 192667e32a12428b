"""Chat and notes for programs."""

from dataclasses import asdict, dataclass
from typing import Annotated

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.response import Response

from common import refusals
from common.api.documented import endpoint
from common.api.shapes import Moment, Shape
from common.lists.paging import Page
from common.wishes import Between, Most, shape_of
from games import queries as games
from games import seat_links
from games.api.base import View
from games.models import Seat
from talk import actions, queries, rooms
from talk.models import LONGEST_MESSAGE, LONGEST_NOTE, Message

LARGEST_ID = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Before:
    before: Annotated[int | None, Between(0, LARGEST_ID), "Only messages older than this id."] = None

    @property
    def cursor(self) -> str:
        """For `common.lists.paging.page`."""
        return "" if self.before is None else str(self.before)


@dataclass(frozen=True, slots=True)
class Say:
    """Either *text* or *greeting*."""

    text: Annotated[str, Most(LONGEST_MESSAGE)] = ""
    greeting: Annotated[str, Message.Greeting, "Readers see it in their own language."] = ""
    room: Annotated[str, Message.Room, "Default: `seated` for players, `watchers` for everyone else."] = ""


class MessageShown(Shape):
    id = serializers.IntegerField()
    room = serializers.ChoiceField(Message.Room.choices)
    author = serializers.CharField(source="author.name", help_text="The author's name.")
    seat = serializers.IntegerField(allow_null=True, help_text="The author's seat; null if they aren't playing.")
    text = serializers.CharField(source="said", help_text="The message; a greeting is in your language.")
    greeting = serializers.ChoiceField(Message.Greeting.choices, allow_null=True)
    version = serializers.IntegerField(help_text="The game's version when the message was sent.")
    at = Moment()

    def seat_of(self, message: Message) -> int | None:
        seats: list[Seat] = self.context["game"].seats.all()
        return next((seat.number for seat in seats if seat.player_id == message.author_id), None)

    def greeting_of(self, message: Message) -> str | None:
        return message.greeting or None


class TalkShown(Shape):
    """A page of messages, oldest first."""

    messages = MessageShown(many=True, source="rows")
    earlier = serializers.IntegerField(
        allow_null=True, help_text="Pass it as `before` for earlier messages. Null: none."
    )

    def earlier_of(self, page: Page[Message]) -> int | None:
        return int(page.next) if page.next else None


@dataclass(frozen=True, slots=True)
class NoteText:
    text: Annotated[str, "", Most(LONGEST_NOTE), "Empty: delete the note."]


class NoteShown(Shape):
    """Only you can see it."""

    text = serializers.CharField(allow_blank=True)


class Talk(View):
    writes = "talk"

    @endpoint("talk_list", "Get the chat of a game", TalkShown, 400, 404, parameters=[shape_of(Before)])
    def get(self, public_id: str) -> Response:
        """Players read the players' chat, and the spectator chat after the game. Others read the spectator chat; during
        the game they need an account.
        """
        game = games.find_game(public_id)
        reader = seat_links.reader(self.request, public_id)
        if not rooms.readable(game, reader):
            raise refusals.Forbidden("account_needed", _("Log in to read the spectator chat during a game."))
        page = queries.talk(game, reader, self.query(Before).cursor).page
        return Response(TalkShown(page, context={"game": game}).data)

    @endpoint("talk_say", "Send a chat message", {201: MessageShown}, 404)
    def post(self, sent: Say, public_id: str) -> Response:
        """Up to ten messages a minute. We ignore a repeat of your last message within 30 seconds and return the first
        one.
        """
        game = games.find_game(public_id)
        message = actions.say(game=game, author=self.player_at(public_id), now=timezone.now(), **asdict(sent))
        return Response(MessageShown(message, context={"game": game}).data, status=201)


class GameNote(View):
    writes = "talk"

    @endpoint("note_read", "Get your note about a game", NoteShown, 404)
    def get(self, public_id: str) -> Response:
        """Nobody but you can read it. It's empty until you save one."""
        return Response(NoteShown({"text": queries.my_note(self.player, game=games.find_game(public_id))}).data)

    @endpoint("note_write", "Save your note about a game", NoteShown, 404)
    def put(self, wanted: NoteText, public_id: str) -> Response:
        """Replaces the note. An empty text deletes it."""
        game = games.find_game(public_id)
        kept = actions.write_note(author=self.player, text=wanted.text, now=timezone.now(), game=game)
        return Response(NoteShown({"text": kept}).data)
