"""The chat of a club, for its members, guests among them. Nobody else learns whether it has messages."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import database
from accounts.models import User
from accounts.readers import Reader
from clubs import queries
from clubs.models import Club, Membership
from clubs.queries import membership
from common import refusals
from common.database import mere_note, tried_again
from people.queries import blocked_ids
from talk import conversations
from talk.models import Conversation, Listener, Message
from talk.queries import Talk
from tournaments.audience import not_organiser


def member(club: Club, reader: Reader) -> Membership:
    """The reader's membership. Raises `NotFound` for everyone else, whatever the club has for its members."""
    if (mine := membership(club, reader)) is None:
        raise not_member()
    return mine


def found(public_id: str, reader: Reader) -> tuple[Club, Membership]:
    """A club and the reader's membership. Raises `NotFound`, as `member` does. Up to two queries."""
    club, mine = queries.found(public_id, reader)
    if mine is None:
        raise not_member()
    return club, mine


def not_member() -> refusals.NotFound:
    return refusals.NotFound("not_member", _("Only members of the club can read this."))


@tried_again
def say(*, club: Club, author: User, text: str, now: datetime) -> Message:
    """Write to the members of the club. Nobody is notified. Raises `NotFound`, `Unreadable`, `Forbidden` or
    `TooMany`."""
    with transaction.atomic():
        author = database.hold(author)  # whoever removes them waits, or has removed them
        member(club, author)
        message, _is_new = conversations.say(conversation=conversation(club), author=author, text=text, now=now)
    return message


def conversation(club: Club) -> Conversation:
    return Conversation.objects.get(pk=club.conversation_id)


def read(club: Club, reader: User, cursor: str = "") -> Talk:
    """The newest messages of the chat for a member, or the page at *cursor*. Up to four queries."""
    return conversations.talk(conversation(club), reader, cursor)


def look(club: Club, reader: User, cursor: str, now: datetime) -> Talk:
    """The same on the reader's page: they have seen everything then, also what a block hides, which is never news."""
    there = conversation(club)
    talk = conversations.talk(there, reader, cursor)
    if talk.page.first and talk.seen < there.newest:
        with mere_note():
            conversations.mark_read(conversation=there, reader=reader, newest=there.newest, now=now)
    return talk


def mark_read(*, club: Club, reader: User, now: datetime) -> None:
    """The reader has seen everything."""
    there = conversation(club)
    conversations.mark_read(conversation=there, reader=reader, newest=there.newest, now=now)


def has_news(club: Club, reader: User) -> bool:
    """Whether a member has unread messages in the chat. One query."""
    return conversations.has_news(club.conversation_id, reader)


def is_muted(club: Club, reader: User) -> bool:
    """Whether the reader wants no notifications about the club."""
    return Listener.objects.filter(conversation=club.conversation_id, reader=reader, muted=True).exists()


@tried_again
def remove(*, club: Club, message_id: int, by: User, now: datetime) -> None:
    """An organiser removes a message; its place remains. Raises `Forbidden` or `NotFound`."""
    if not member(club, by).organises:
        raise not_organiser()
    there = Message.objects.filter(pk=message_id, conversation=club.conversation_id)
    if blocked := blocked_ids(by):
        there = there.exclude(author__in=blocked)  # they don't see those
    if not there.exists():
        raise refusals.NotFound("unknown_message", _("Message not found."))
    there.filter(removed_at=None).update(removed_at=now)


def may_read(message: Message, reader: User) -> bool:
    """Whether the reader sees this message of a club's chat."""
    if not Membership.objects.filter(club__conversation=message.conversation_id, player=reader).exists():
        return False
    return message.author_id not in blocked_ids(reader)
