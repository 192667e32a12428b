"""Messages between two people: who may write to whom, the inbox, and sending.

In code they are letters; the site calls them messages.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts import database, finding
from accounts.models import User
from accounts.readers import Reader
from common import limits, refusals
from common.database import read_rows, tried_again
from common.lists.paging import Page, page
from games.viewers import live
from notices import actions as notices
from notices.choices import Event
from people.models import Profile
from talk import conversations, saying
from talk.models import Conversation, Listener, Message

A_PAGE = 30  # conversations
# In SQL, because every profile asks.
BOND = """
    SELECT (SELECT letters FROM people_profile WHERE user_id = %(author)s),
        (SELECT letters FROM people_profile WHERE user_id = %(person)s),
        EXISTS (SELECT 1 FROM people_block WHERE by_id = %(author)s AND whom_id = %(person)s
            OR by_id = %(person)s AND whom_id = %(author)s),
        EXISTS (SELECT 1 FROM people_friendship WHERE since IS NOT NULL AND (
            asker_id = %(author)s AND asked_id = %(person)s OR asker_id = %(person)s AND asked_id = %(author)s)),
        EXISTS (SELECT 1 FROM talk_listener listener JOIN talk_conversation ON listener.conversation_id =
            talk_conversation.id WHERE one_id = %(one)s AND other_id = %(other)s AND has_written
            AND reader_id = %(person)s),
        EXISTS (SELECT 1 FROM talk_listener listener JOIN talk_conversation ON listener.conversation_id =
            talk_conversation.id WHERE one_id = %(one)s AND other_id = %(other)s AND has_written
            AND reader_id = %(author)s)
"""


@dataclass(frozen=True, slots=True)
class Bond:
    """What decides whether an author may write to a person. *wrote*, *written*: the person, or the author, has written
    to the other before.
    """

    mine: str
    theirs: str
    blocked: bool
    friends: bool
    wrote: bool
    written: bool

    @property
    def allows(self) -> bool:
        """A message is allowed if both want messages, and the person allows the author or wrote to them first: so who
        writes to somebody allows the answer.
        """
        if self.blocked or Profile.Invites.NOBODY in (self.mine, self.theirs):
            return False
        return self.friends or self.wrote or self.theirs == Profile.Invites.EVERYBODY

    @property
    def is_first(self) -> bool:
        """The first message to somebody who doesn't know the author."""
        return not (self.friends or self.wrote or self.written)


@dataclass(frozen=True, slots=True)
class Line:
    """A conversation in the inbox of one of its people."""

    person: User
    last: Message
    unread: bool
    muted: bool


def may_write(author: Reader, person: User) -> bool:
    """Whether *author* can send a message to *person*. One query, none for guests and visitors."""
    return (
        isinstance(author, User) and _writes(author) and _is_reachable(person, author) and _bond(author, person).allows
    )


@tried_again
def send(*, author: User, person: User, text: str, now: datetime) -> Message:
    """Send a message. Its recipient is notified without its text. Raises `Unreadable`, `Forbidden` or `TooMany`.

    The error doesn't reveal a block: it is that of somebody who wants no messages.
    """
    if author.is_guest:
        raise refusals.Forbidden("guest", _("You need an account to send messages."))
    if not _writes(author):
        raise refusals.Forbidden("no_programs", _("Accounts of programs can’t send messages."))
    text = saying.tidied(text)
    with transaction.atomic():
        held = {each.pk: database.hold(each) for each in sorted([author, person], key=lambda each: each.pk)}
        author, person = held[author.pk], held[person.pk]  # who may have been deleted just now
        bond = _bond(author, person)
        if bond.mine == Profile.Invites.NOBODY:
            sentence = _("You turned messages off. You can turn them on again under “People”.")
            raise refusals.Forbidden("messages_off", sentence)
        if not (_is_reachable(person, author) and bond.allows):
            raise unwanted(person)
        if bond.is_first:
            limits.check("letter", author)
        conversation = _conversation(author, person)
        message, is_new = conversations.say(conversation=conversation, author=author, text=text, now=now)
        notices.mark_read(player=author, now=now, event=Event.MESSAGE, by=person.pk)  # who answers has read
        if is_new and not Listener.objects.filter(conversation=conversation, reader=person, muted=True).exists():
            notices.tell(player=person, event=Event.MESSAGE, now=now, by=author)
            transaction.on_commit(lambda: _announce(message, author, person), robust=True)
    return message


def unwanted(person: User) -> refusals.Forbidden:
    return refusals.Forbidden("not_reachable", _("%(name)s doesn’t accept messages from you.") % {"name": person.name})


def partner(reader: User, username: str) -> User:
    """The person whose conversation with *reader* has this address. Raises `NotFound`.

    Closed accounts are found by people whom they exchanged messages with.
    """
    person = finding.account(username, closed=True)
    if person == reader or (not person.is_active and with_person(reader, person) is None):
        raise finding.nobody(username)
    return person


def with_person(reader: User, person: User) -> Conversation | None:
    """Their conversation, if there is one."""
    one, other = sorted([reader.pk, person.pk])
    return Conversation.objects.filter(one=one, other=other).first()


def inbox(reader: User, cursor: str = "") -> Page[Line]:
    """The reader's conversations, newest message first. Up to three queries."""
    mine = Conversation.objects.filter(Q(one=reader) | Q(other=reader), newest__gt=0)
    found = page(mine.select_related("one", "other").order_by("-newest"), cursor, A_PAGE)
    return found.of(lambda rows: _lines(reader, rows))


def _lines(reader: User, rows: list[Conversation]) -> list[Line]:
    if not rows:
        return []
    messages = Message.objects.select_related("author").in_bulk([row.newest for row in rows])
    listeners = {each.conversation_id: each for each in Listener.objects.filter(conversation__in=rows, reader=reader)}
    lines = []
    for row in rows:
        last, mine = messages.get(row.newest), listeners.get(row.pk) or Listener()
        person = row.other if row.one_id == reader.pk else row.one
        if last is not None and person is not None:
            lines.append(Line(person, last, mine.seen < row.newest and last.author_id != reader.pk, mine.muted))
    return lines


def _writes(author: User) -> bool:
    return not (author.is_guest or author.is_bot or author.is_program)


def _is_reachable(person: User, author: User) -> bool:
    return person != author and person.is_active and person.deleted_at is None and _writes(person)


def _bond(author: User, person: User) -> Bond:
    one, other = sorted([author.pk, person.pk])
    people = {"author": author.pk, "person": person.pk, "one": one, "other": other}
    [(mine, theirs, *facts)] = read_rows(BOND, people)
    usual = Profile.Invites.FRIENDS.value
    return Bond(mine or usual, theirs or usual, *map(bool, facts))


def _conversation(author: User, person: User) -> Conversation:
    """Theirs, a new one if there is none. Of two first messages at once, the second gets the row of the first."""
    one, other = sorted([author, person], key=lambda each: each.pk)
    conversation, made = Conversation.objects.get_or_create(one=one, other=other)
    if made:
        Listener.objects.bulk_create(Listener(conversation=conversation, reader=each) for each in (one, other))
    return conversation


def _announce(message: Message, author: User, person: User) -> None:
    """Count it on the recipient's open pages, and tell their programs. It has no text."""
    live.tell_desks([person.pk])
    event = {"type": "message", "from": author.username, "message": message.pk}
    live.tell_programs([(person.pk, event)])
