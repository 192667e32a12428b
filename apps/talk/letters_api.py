"""Messages between two people, for programs."""

from dataclasses import dataclass
from typing import Annotated

from django.utils import timezone
from rest_framework import serializers
from rest_framework.response import Response

from accounts.api.base import View
from common.api.documented import endpoint
from common.api.shapes import Moment, Shape
from common.lists.paging import Page
from common.wishes import Between, shape_of
from people.api.shapes import Somebody
from talk import conversations, letters
from talk.api import LARGEST_ID, Before
from talk.models import LONGEST_MESSAGE, Conversation, Message
from talk.queries import Talk


@dataclass(frozen=True, slots=True)
class Write:
    text: Annotated[str, Between(1, LONGEST_MESSAGE)]


@dataclass(frozen=True, slots=True)
class Listening:
    """What you leave out stays as it is."""

    seen: Annotated[int | None, Between(0, LARGEST_ID), "The id of the newest message that you have seen."] = None
    muted: Annotated[bool | None, "Whether we send no notifications."] = None


class LetterShown(Shape):
    id = serializers.IntegerField()
    author = serializers.CharField(source="author.username", help_text="The author’s user name.")
    name = serializers.CharField(source="author.name", help_text="The author’s display name.")
    text = serializers.CharField(source="said")
    removed = serializers.BooleanField(help_text="Whether a moderator or an organiser removed it.")
    at = Moment()

    def removed_of(self, message: Message) -> bool:
        return message.removed_at is not None


class Letters(Shape):
    """A page of messages, oldest first."""

    messages = LetterShown(many=True)
    earlier = serializers.IntegerField(
        allow_null=True, help_text="Pass it as `before` for earlier messages. Null: none."
    )
    muted = serializers.BooleanField(help_text="Whether we send you no notifications.")

    def earlier_of(self, talk: Talk) -> int | None:
        return int(talk.page.next) if talk.page.next else None


class LettersWith(Letters):
    can_write = serializers.BooleanField(help_text="Whether you can send them a message.")

    def can_write_of(self, _talk: Talk) -> bool:
        return bool(self.context["can_write"])


class LetterLine(Shape):
    person = Somebody()
    last = serializers.IntegerField(source="last.pk", help_text="The id of the last message.")
    author = serializers.CharField(source="last.author.username", help_text="Its author’s user name.")
    text = serializers.CharField(source="last.said")
    at = Moment(source="last.at")
    unread = serializers.BooleanField()
    muted = serializers.BooleanField(help_text="Whether we send you no notifications.")


class Inbox(Shape):
    results = LetterLine(many=True, source="rows")
    next = serializers.IntegerField(allow_null=True, help_text="Pass it as `before` for older ones. Null: none.")

    def next_of(self, page: Page[letters.Line]) -> int | None:
        return int(page.next) if page.next else None


def listen(view: View, conversation: Conversation | None, wanted: Listening) -> None:
    """Store what the caller has seen, and whether they muted it."""
    if conversation is None:
        return
    if wanted.seen is not None:
        newest = min(wanted.seen, conversation.newest)
        conversations.mark_read(conversation=conversation, reader=view.player, newest=newest, now=timezone.now())
    if wanted.muted is not None:
        conversations.mute(conversation=conversation, reader=view.player, muted=wanted.muted)


class AllLetters(View):
    reads = writes = "talk"  # what is private takes more than a token that reads games

    @endpoint("letters_list", "List your conversations", Inbox, 400, parameters=[shape_of(Before)])
    def get(self) -> Response:
        """With the newest message first: one line for each person."""
        return Response(Inbox(letters.inbox(self.player, self.query(Before).cursor)).data)


class LettersOfTwo(View):
    reads = writes = "talk"

    @endpoint("letters_read", "Get your messages with a person", LettersWith, 400, 404, parameters=[shape_of(Before)])
    def get(self, username: str) -> Response:
        """Reading them here doesn’t mark them as read."""
        return self._with(username, self.query(Before).cursor)

    @endpoint("letters_send", "Send a message to a person", {201: LetterShown}, 404)
    def post(self, sent: Write, username: str) -> Response:
        """By default, people get messages from friends and from people whom they wrote to. Up to ten a minute. We
        ignore a repeat of your last message within 30 seconds and return the first one.
        """
        person = letters.partner(self.player, username)
        message = letters.send(author=self.player, person=person, text=sent.text, now=timezone.now())
        return Response(LetterShown(message).data, status=201)

    @endpoint("letters_listen", "Mark messages as read, or mute a person’s messages", LettersWith, 404)
    def put(self, wanted: Listening, username: str) -> Response:
        """We send no notifications of messages from a person whom you muted."""
        listen(self, letters.with_person(self.player, letters.partner(self.player, username)), wanted)
        return self._with(username)

    def _with(self, username: str, cursor: str = "") -> Response:
        person = letters.partner(self.player, username)
        known = letters.with_person(self.player, person)
        talk = Talk.empty() if known is None else conversations.talk(known, self.player, cursor)
        return Response(LettersWith(talk, context={"can_write": letters.may_write(self.player, person)}).data)
