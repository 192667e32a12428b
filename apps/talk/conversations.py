"""Write and read in a conversation: the messages of two people, or the chat of a club.

The caller checks who may (`talk.letters`, `clubs.chat`).
"""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from accounts import database
from accounts.models import User
from common.database import read_rows, tried_again
from common.lists.paging import page
from games.viewers import live
from notices import actions as notices
from notices.choices import Event
from people.queries import blocked_ids
from talk import saying
from talk.models import Conversation, Listener, Message
from talk.queries import ON_A_PAGE, Talk

# In SQL, because the page of a club asks.
NEWS = """
    SELECT EXISTS (SELECT 1 FROM talk_message message
        LEFT JOIN talk_listener listener
            ON listener.conversation_id = message.conversation_id AND listener.reader_id = %(reader)s
        WHERE message.conversation_id = %(conversation)s AND message.author_id <> %(reader)s
        AND message.removed_at IS NULL AND message.id > COALESCE(listener.seen, 0)
        AND NOT COALESCE(listener.muted, FALSE) AND NOT EXISTS (
            SELECT 1 FROM people_block block WHERE block.by_id = %(reader)s AND block.whom_id = message.author_id
            OR block.by_id = message.author_id AND block.whom_id = %(reader)s))
"""


@tried_again
def say(*, conversation: Conversation, author: User, text: str, now: datetime) -> tuple[Message, bool]:
    """Store a message, and have the pages of those who read along fetch it. Returns it, and whether it's new: see
    `saying.publish`. Raises `Unreadable`, `Forbidden` or `TooMany`.
    """
    room = Message.Room.LETTERS if conversation.is_of_two else Message.Room.CLUB
    text = saying.tidied(text)
    with transaction.atomic():
        author = database.hold(author)
        before = Conversation.objects.select_for_update(no_key=True).get(pk=conversation.pk).newest
        said = Message(conversation=conversation, author=author, room=room, text=text, version=0, at=now)
        message, is_new = saying.publish(said)
        if is_new:
            Conversation.objects.filter(pk=conversation.pk).update(newest=message.pk)
            mine = {"seen": message.pk, "has_written": True}
            Listener.objects.update_or_create(conversation=conversation, reader=author, defaults=mine)
            _nudge(message, before)
    return message, is_new


def _nudge(message: Message, before: int) -> None:
    """Tell the open pages of those who had read all *before*: nobody else can have the conversation open. Whoever may
    not read this message has nothing new, and must not notice it.
    """
    author = message.author
    reading = Listener.objects.filter(conversation=message.conversation_id, seen__gte=before)
    deaf = set[int]() if message.room == Message.Room.LETTERS else blocked_ids(author)
    if deaf:
        reading.filter(reader__in=deaf).update(seen=message.pk)
    here = [reader for reader in reading.values_list("reader", flat=True) if reader not in deaf]
    transaction.on_commit(lambda: live.tell_desks(here), robust=True)


@tried_again
def mark_read(*, conversation: Conversation, reader: User, newest: int, now: datetime) -> None:
    """Store that *reader* has seen the messages up to the id *newest*. An older id changes nothing.

    Of two people, their notification stays new for as long as there are newer ones.
    """
    with transaction.atomic():
        if (partner := conversation.partner_of(reader.pk)) is not None:  # no message comes meanwhile
            conversation = Conversation.objects.select_for_update(no_key=True).get(pk=conversation.pk)
        mine, made = Listener.objects.get_or_create(conversation=conversation, reader=reader, defaults={"seen": newest})
        moved = made or Listener.objects.filter(pk=mine.pk, seen__lt=newest).update(seen=newest)
        if moved and partner is not None and newest >= conversation.newest:
            notices.mark_read(player=reader, now=now, event=Event.MESSAGE, by=partner)


@tried_again
def mute(*, conversation: Conversation, reader: User, muted: bool) -> None:
    Listener.objects.update_or_create(conversation=conversation, reader=reader, defaults={"muted": muted})


def talk(conversation: Conversation, reader: User, cursor: str = "") -> Talk:
    """The newest messages that *reader* sees, or the page at *cursor*. Up to three queries."""
    newest = page(_heard(conversation, reader).select_related("author").order_by("-pk"), cursor, ON_A_PAGE)
    mine = Listener.objects.filter(conversation=conversation, reader=reader).first() or Listener()
    return Talk(newest.of(lambda messages: messages[::-1]), mine.muted, mine.seen)


def has_news(conversation: int, reader: User) -> bool:
    """Whether the conversation (its key) has messages that *reader* hasn't seen; no if they muted it. One query."""
    [(found,)] = read_rows(NEWS, {"conversation": conversation, "reader": reader.pk})
    return bool(found)


def _heard(conversation: Conversation, reader: User) -> QuerySet[Message]:
    """In a club, people don't see messages of those they blocked, or who blocked them. Two people keep what they wrote
    before a block; otherwise its absence would tell them of the block.
    """
    messages = Message.objects.filter(conversation=conversation)
    blocked = set[int]() if conversation.is_of_two else blocked_ids(reader)
    return messages.exclude(author__in=blocked) if blocked else messages
